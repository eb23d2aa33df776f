import { type EdgeFunction, edgeFunctions } from '@colonnade/contracts/functions/edge-functions'
import { functionLogs } from '@colonnade/contracts/functions/function-logs'
import { type FunctionVersionSource, functionVersions } from '@colonnade/contracts/functions/function-versions'
import { functionSecrets } from '@colonnade/contracts/functions/function-secrets'
import { codeText, newText } from '@colonnade/dashboard/testing/messages/features/edge-functions'
import { formText, nameProblems } from '@colonnade/dashboard/testing/messages/features/function-secrets'
import { expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../../accessibility.ts'
import { type OpenStage, setStage } from '../stage/set-stage.ts'
import { longAgo } from '../stage/world.ts'

const aFunction = (slug: string, changes: Partial<EdgeFunction> = {}): EdgeFunction => ({
  id: crypto.randomUUID(),
  slug,
  name: slug,
  status: 'ACTIVE',
  version: 3,
  created_at: Date.parse(longAgo),
  updated_at: Date.parse(longAgo),
  verify_jwt: true,
  import_map: false,
  entrypoint_path: 'index.ts',
  import_map_path: null,
  ezbr_sha256: 'ab'.repeat(32),
  allowed_hosts: null,
  ...changes,
})

const overviewOf = (slug: string) => ({ ...aFunction(slug), deployed_at: longAgo, deployed_by: 'Ada Ashby' })
const file = (path: string, content: string) => ({ path, content, encoding: 'utf8' as const, sha256: 'ab'.repeat(32), bytes: content.length })
const aSource = (version: number): FunctionVersionSource => ({
  version,
  is_live: true,
  created_at: longAgo,
  created_by: 'Ada Ashby',
  entrypoint_path: 'index.ts',
  import_map_path: null,
  static_patterns: [],
  notices: [],
  files: [file('index.ts', 'Deno.serve(() => new Response("hi"))'), file('lib/a.ts', 'export const a = 1')],
})

const home = ({ world }: OpenStage) => `/project/${world.projects[0]!.ref}/functions`

test('functions begin with templates and the lines of the CLI; secrets of a .env are shown before they are saved', async () => {
  const stage = setStage()
  stage.answers(functionVersions.overview, [])
  const page = await stage.open(home(stage))
  await page.getByText('supabase functions deploy hello').waitFor()
  await expectAccessibleInAllThemes(page)
  await page.getByRole('button', { name: 'Webhook' }).click()
  const panel = page.getByRole('dialog', { name: 'New function' })
  await panel.getByText('crypto.subtle.verify').first().waitFor()
  await panel.getByRole('button', { name: newText.create }).click()
  await panel.getByText(newText.slugMissing).waitFor()
  await page.keyboard.press('Escape')
  stage.answers(functionSecrets.list, [{ name: 'STRIPE_KEY', value: 'ab'.repeat(32), updated_at: longAgo }])
  stage.answers(functionSecrets.set, [])
  await page.getByRole('navigation', { name: 'Edge Functions' }).getByRole('link', { name: 'Secrets' }).click()
  await page.getByRole('button', { name: 'Add secrets' }).click()
  const form = page.getByRole('dialog', { name: 'Add secrets' })
  await form.getByRole('radio', { name: formText.paste }).click()
  const text = form.getByRole('textbox', { name: formText.env })
  await text.fill('STRIPE_KEY=a\nSUPABASE_URL=b')
  await form.getByText(nameProblems.reserved('SUPABASE_URL')).waitFor()
  await expectAccessible(page)
  await text.fill('STRIPE_KEY=a\nSENDER="Ada"')
  await form.getByText(formText.isReplaced).waitFor()
  await form.getByRole('button', { name: formText.save(2) }).click()
  await page.getByText(formText.saved(2)).waitFor()
  expect(stage.sent(functionSecrets.set)).toEqual([
    [
      { name: 'STRIPE_KEY', value: 'a' },
      { name: 'SENDER', value: 'Ada' },
    ],
  ])
})

test('code is changed, kept, and deployed with the key; errors of a build lead to their line', async () => {
  const stage = setStage()
  stage.answers(functionVersions.overview, [overviewOf('hello'), overviewOf('secrets')])
  stage.answers(functionLogs.stats, { times: [], functions: [] })
  stage.answers(edgeFunctions.retrieve, ({ params }) => aFunction(params.function_slug))
  stage.answers(functionVersions.retrieve, ({ params }) => aSource(Number(params.version)))
  stage.refuses(functionVersions.deploy, 'function_build_failed', {
    details: { log: 'error: Module not found "b.ts".\n    at lib/a.ts:1:8' },
  })
  const page = await stage.open(home(stage))
  await page.getByRole('link', { name: 'secrets', exact: true }).click()
  await page
    .getByRole('textbox', { name: codeText.codeOf('index.ts') })
    .getByText('Deno.serve')
    .waitFor()
  const files = page.getByRole('list', { name: 'Files' })
  await files.getByRole('button', { name: 'a.ts', exact: true }).click()
  const editor = page.getByRole('textbox', { name: codeText.codeOf('lib/a.ts') })
  await editor.getByText('export const a').waitFor()
  await editor.press('ControlOrMeta+Home')
  await editor.pressSequentially('// b ')
  await page.getByText(codeText.changed(1)).waitFor()
  await editor.press('ControlOrMeta+s')
  await page.getByRole('button', { name: 'lib/a.ts:1:8' }).click()
  await page.getByText(codeText.failed).waitFor()
  // an underlined keyword has the editor's own colours
  await expectAccessible(page, 'all but colours')
  // the draft is there again after a reload
  await page.reload()
  await page.getByText(codeText.restored).waitFor()
  stage.answers(functionVersions.deploy, ({ body }) => ({ function: aFunction(body.slug, { version: 4 }), notices: [] }))
  stage.answers(edgeFunctions.retrieve, ({ params }) => aFunction(params.function_slug, { version: 4 }))
  await page.getByRole('button', { name: /^Deploy/ }).click()
  await page.getByText(codeText.deployed(4)).waitFor()
  expect(stage.sent(functionVersions.deploy).at(-1)).toMatchObject({
    slug: 'secrets',
    files: [expect.anything(), { path: 'lib/a.ts', content: '// b export const a = 1' }],
  })
  await page.setViewportSize({ width: 390, height: 844 })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page, 'all but colours')
  // a phone has the actions of the open file beside the list
  await page.getByRole('button', { name: 'Upload files' }).waitFor()
  await page.getByRole('combobox', { name: 'Files' }).click()
  await page.getByRole('option', { name: 'lib/a.ts' }).click()
  await page.getByRole('button', { name: 'Actions for lib/a.ts' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Path' }).fill('lib/b.ts')
  await page.getByRole('button', { name: 'Rename', exact: true }).click()
  await page.getByRole('button', { name: 'Actions for lib/b.ts' }).click()
  await page.getByRole('menuitem', { name: 'Delete file' }).click()
  await page.getByText(codeText.fileDeleted('lib/b.ts')).waitFor()
})
