import { type EdgeFunction, edgeFunctions } from '@colonnade/contracts/functions/edge-functions'
import { functionSecrets } from '@colonnade/contracts/functions/function-secrets'
import { describe, test } from 'vitest'
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
  ...changes,
})

const home = ({ world }: OpenStage) => `/project/${world.projects[0]!.ref}/functions`

describe('edge functions', () => {
  test('begin with templates and the lines of the CLI, and are listed with their URLs', async () => {
    const stage = setStage()
    stage.answers(edgeFunctions.list, [])
    const page = await stage.open(home(stage))
    await page.getByRole('button', { name: 'Webhook' }).click()
    await page.getByRole('dialog', { name: 'Webhook' }).getByText('crypto.subtle.verify').first().waitFor()
    await page.keyboard.press('Escape')
    await page.getByText('supabase functions deploy hello').waitFor()
    await expectAccessibleInAllThemes(page)
    stage.answers(edgeFunctions.list, [aFunction('hello'), aFunction('secrets')])
    await page.reload()
    await page.getByText(/functions\/v1\/hello$/).waitFor()
    stage.answers(edgeFunctions.retrieve, ({ params }) => aFunction(params.function_slug))
    await page.getByRole('link', { name: 'secrets', exact: true }).click()
    await page.getByRole('heading', { name: 'secrets' }).waitFor()
    await page.getByText('Need a token or key of this project').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'hello', exact: true }).waitFor()
    await page.setViewportSize({ width: 390, height: 844 })
    await expectNoSidewaysScroll(page)
    await expectAccessible(page, 'all but colours')
  })

  test('have secrets', async () => {
    const stage = setStage()
    stage.answers(functionSecrets.list, [{ name: 'STRIPE_KEY', value: 'ab'.repeat(32), updated_at: longAgo }])
    const page = await stage.open(`${home(stage)}/secrets`)
    await page.getByText('STRIPE_KEY').waitFor()
  })
})
