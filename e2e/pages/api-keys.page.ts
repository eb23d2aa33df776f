import { type ApiKey, apiKeys } from '@colonnade/contracts/api/api-keys'
import { queries } from '@colonnade/contracts/data/queries'
import { secondFactors } from '@colonnade/contracts/people/second-factors'
import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { type OpenStage, setStage } from './stage/set-stage.ts'
import { anOrganization, longAgo, noRows } from './stage/world.ts'

const aKey = (changes: Partial<ApiKey> = {}): ApiKey => {
  const { type = 'secret', name = 'default', role = type === 'secret' ? 'service_role' : 'anon' } = changes
  return {
    id: `${type}-${name}`,
    type,
    name,
    role,
    description: null,
    api_key: type === 'publishable' ? 'sb_publishable_AAAAAAAAAAAAAAAAAAAAAA_BBBBBBBB' : 'sb_secret_AAAAA············',
    prefix: `sb_${type}_AAAAA`,
    hash: 'hash',
    secret_jwt_template: type === 'secret' ? { role } : null,
    inserted_at: longAgo,
    updated_at: longAgo,
    expires_at: null,
    is_enabled: true,
    last_used: null,
    calls: 0,
    clients: [],
    ...changes,
  }
}
const used = {
  calls: 1_234,
  last_used: { at: longAgo, address: '203.0.113.7', client: 'supabase-js/2.119.1' },
  clients: [
    { at: longAgo, address: '203.0.113.7', client: 'supabase-js/2.119.1', calls: 1_200 },
    { at: longAgo, address: '2001:db8:1234:5678:9abc:def0:1234:5678', client: '', calls: 34 },
  ],
}
const legacy = (['anon', 'service_role'] as const).map((name) =>
  aKey({ type: 'legacy', id: name, name, role: name, prefix: name, secret_jwt_template: null, api_key: name === 'anon' ? 'eyJ.anon.key' : 'eyJ.·' }),
)
const full = [
  aKey({ type: 'publishable', ...used }),
  aKey({ description: 'Nightly reports', name: 'reports', role: 'reporting', expires_at: '2020-01-01T00:00:00.000Z', ...used }),
  aKey({ name: 'n'.repeat(64), ...used, last_used: { ...used.last_used, client: 'c'.repeat(100) } }),
  ...legacy,
]

function stageOf(keys: readonly ApiKey[] = full, changes: Parameters<typeof setStage>[0] = {}): OpenStage {
  const stage = setStage(changes)
  stage.answers(apiKeys.list, [...keys])
  stage.answers(secondFactors.retrieve, { totp: null, recovery_codes_left: 0 })
  stage.answers(queries.run, noRows)
  return stage
}
const open = (stage: OpenStage, search = '', options = {}) =>
  stage.open(`/project/${stage.world.projects[0]!.ref}/settings/api-keys${search}`, options)
const confirmAs = async (page: Page, button: string) => {
  await page.getByLabel('Your password').fill('correct horse')
  await page.getByRole('dialog').getByRole('button', { name: button }).click()
}

describe('API keys', () => {
  test('are found by the menu, which calls them NEW', async () => {
    const stage = stageOf()
    const page = await stage.open(`/project/${stage.world.projects[0]!.ref}/settings/general`)
    await page.getByRole('link', { name: 'API Keys NEW' }).click()
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor()
  })

  test('can be read in all themes, on a desk and on a phone, full and empty', async () => {
    for (const keys of [full, legacy]) {
      const page = await open(stageOf(keys))
      await page.getByRole('region', { name: 'Secret keys' }).waitFor()
      await expectAccessibleInAllThemes(page)
      await page.setViewportSize({ width: 390, height: 844 })
      await expectAccessible(page, 'all but colours')
      await expectNoSidewaysScroll(page)
      await page.getByRole('tab', { name: 'Legacy' }).click()
      await page.getByRole('region', { name: 'Legacy API keys' }).waitFor()
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
  })

  test('show how they are used, and which have expired', async () => {
    const page = await open(stageOf())
    const reports = page.getByRole('listitem').filter({ hasText: 'Nightly reports' })
    await reports.getByText('1,234 calls').waitFor()
    await reports.getByText(/Last used .* from 203\.0\.113\.7 by supabase-js/).waitFor()
    await reports.getByText('Expired', { exact: true }).waitFor()
    await reports.getByText('reporting', { exact: true }).waitFor()
  })

  test('say when they load and when they fail, and are tried again', async () => {
    const stage = stageOf()
    const held = stage.holds(apiKeys.list)
    stage.refuses(apiKeys.list, 'too_busy', { message: 'Too much at once' })
    const page = await open(stage)
    await page.getByLabel('Loading API keys').waitFor()
    held.goOn()
    await page.getByText('Too much at once').waitFor()
    stage.answers(apiKeys.list, [...full])
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('region', { name: 'Publishable keys' }).waitFor()
  })

  test('are created with type, name, role and end, and shown whole', async () => {
    const stage = stageOf()
    stage.answers(queries.run, {
      ...noRows,
      results: [{ ...noRows.results[0]!, rows: [['["anon","reporting","service_role"]']] }],
    })
    const created = aKey({ name: 'jobs', role: 'reporting', api_key: 'sb_secret_whole' })
    stage.answers(apiKeys.create, () => {
      stage.answers(apiKeys.list, [...full, created])
      return created
    })
    const page = await open(stage)
    await page.getByRole('button', { name: 'Create key', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Create API key' })
    await dialog.getByLabel('Name').fill('Jobs!')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText(/start with a letter or an underscore/).waitFor()
    await dialog.getByLabel('Name').fill('jobs')
    await dialog.getByLabel('Role').click()
    await page.getByRole('option', { name: 'reporting' }).click()
    await dialog.getByLabel('Expires').click()
    await page.getByRole('option', { name: 'In 7 days' }).click()
    await expectAccessible(page)
    await dialog.getByLabel('Name').press('Enter')
    await page.getByRole('region', { name: 'New API key' }).getByText('sb_secret_whole').waitFor()
    expect(stage.sent(apiKeys.create)).toEqual([
      {
        type: 'secret',
        name: 'jobs',
        description: null,
        expires_at: expect.stringMatching(/Z$/) as string,
        secret_jwt_template: { role: 'reporting' },
      },
    ])
    await page.getByRole('button', { name: 'I’ve copied it' }).click()
    await page.getByText('sb_secret_whole').waitFor({ state: 'detached' })
  })

  test('of a name that is taken are refused at the name', async () => {
    const stage = stageOf()
    stage.refuses(apiKeys.create, 'api_key_name_taken', { message: 'Choose another name.' })
    const page = await open(stage)
    await page.getByRole('button', { name: 'Create key', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('radio', { name: 'Publishable' }).click()
    await dialog.getByLabel('Name').fill('reports')
    await dialog.getByRole('button', { name: 'Create key' }).click()
    await dialog.getByText('Choose another name.').waitFor()
    expect(stage.sent(apiKeys.create)).toEqual([{ type: 'publishable', name: 'reports', description: null, expires_at: null }])
  })

  test('are edited, and only what was changed is sent', async () => {
    const stage = stageOf()
    stage.answers(apiKeys.update, ({ body: { name = 'reports' } }) => aKey({ name, role: 'reporting' }))
    const page = await open(stage)
    await page.getByRole('button', { name: 'Edit secret key reports' }).click()
    const dialog = page.getByRole('dialog', { name: 'Edit “reports”' })
    const submit = dialog.getByRole('button', { name: 'Save key' })
    await expect.poll(() => submit.isDisabled()).toBe(true)
    await dialog.getByLabel('Name').fill('No')
    await submit.click()
    await dialog.getByText('Use at least 4 characters').waitFor()
    await dialog.getByLabel('Name').fill('nightly_reports')
    await dialog.getByLabel('Description').fill(' ')
    await dialog.getByRole('combobox', { name: 'Expires' }).click()
    await page.getByRole('option', { name: 'Never' }).click()
    await expectAccessible(page)
    await submit.click()
    await expect.poll(() => dialog.count()).toBe(0)
    expect(stage.sent(apiKeys.update)).toEqual([{ name: 'nightly_reports', description: null, expires_at: null }])
  })

  test('are revealed to who proves who they are, and hidden again', async () => {
    const stage = stageOf()
    const [, reports] = full
    stage.answers(secondFactors.prove, undefined)
    stage.answers(apiKeys.retrieve, ({ query }) => (query.reveal === true ? { ...reports!, api_key: 'sb_secret_revealed' } : reports!))
    const page = await open(stage)
    await page.getByRole('button', { name: 'Reveal secret key reports' }).click()
    await confirmAs(page, 'Reveal')
    await page.getByText('sb_secret_revealed').waitFor()
    expect(stage.sent(secondFactors.prove)).toEqual([{ password: 'correct horse' }])
    await page.getByRole('button', { name: 'Hide secret key reports' }).click()
    await page.getByText('sb_secret_revealed').waitFor({ state: 'detached' })
  })

  test('are deleted once their name is typed, by who proves who they are, and who uses them is said', async () => {
    const stage = stageOf()
    stage.refuses(apiKeys.remove, 'sign_in_again')
    stage.answers(secondFactors.prove, () => {
      stage.answers(apiKeys.remove, full[1]!)
      return undefined
    })
    const page = await open(stage)
    await page.getByRole('button', { name: 'Delete secret key reports' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete “reports”?' })
    await dialog.getByRole('list', { name: 'Clients that use this key' }).getByText('Unnamed client').waitFor()
    const button = dialog.getByRole('button', { name: 'Delete key' })
    await expect.poll(() => button.isDisabled()).toBe(true)
    await expectAccessible(page)
    await dialog.getByLabel(/^Type/).fill('reports')
    await button.click()
    await confirmAs(page, 'Delete key')
    await page.getByText('API key deleted').waitFor()
    expect(stage.calls(apiKeys.remove).map(({ params }) => params)).toHaveLength(2)
  })

  test('of old are turned off one by one, after a question', async () => {
    const stage = stageOf()
    stage.answers(apiKeys.updateLegacy, { enabled: true, anon: true, service_role: false })
    const page = await open(stage, '?tab=legacy')
    await page.getByRole('switch', { name: /service_role key/ }).click()
    const dialog = page.getByRole('dialog', { name: 'Turn off the service_role key?' })
    await dialog.getByText('This key has never been used.').waitFor()
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    await page.getByText('service_role key turned off').waitFor()
    expect(stage.calls(apiKeys.updateLegacy).map(({ query }) => query)).toEqual([{ enabled: false, name: 'service_role' }])
  })

  test('are not shown to who may not read them', async () => {
    const organization = anOrganization({ role: 'read-only' })
    const stage = stageOf(full, { organizations: [organization] })
    const page = await open(stage)
    await page.getByText('You don’t have access', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Create key' }).count()).toBe(0)
    expect(stage.calls(apiKeys.list)).toEqual([])
    await expectAccessible(page)
  })
})
