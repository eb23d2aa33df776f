import { apiKeys } from '@colonnade/contracts/api/api-keys'
import { type RestSettings, restSettings } from '@colonnade/contracts/api/rest-settings'
import { requestTokens } from '@colonnade/contracts/api/request-tokens'
import { queries, type QueryReply } from '@colonnade/contracts/data/queries'
import { grantedKinds, grantedRoles } from '@colonnade/pg-meta/default-grants'
import { Exposed } from '@colonnade/pg-meta/exposure'
import {
  exposureListText,
  exposurePanelText,
  repairChangeText,
  repairText,
} from '@colonnade/dashboard/testing/messages/features/rest-settings/exposure'
import type { Page } from 'playwright'
import { schemaCacheType } from '@colonnade/rest-query'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { replyOf } from './stage/exposed-objects.ts'
import { type OpenStage, setStage } from './stage/set-stage.ts'
import { anOrganization, aProject, longAgo, noRows } from './stage/world.ts'

const saved: RestSettings = {
  db_schema: 'public',
  db_extra_search_path: 'public, extensions',
  max_rows: 1_000,
  db_pool: null,
  is_enabled: true,
  allowed_origins: ['*'],
  db_pre_request: '',
  db_aggregates_enabled: false,
  db_plan_enabled: false,
  openapi_mode: 'follow-privileges',
}

let made = 0
const exposed = (name: string, changes: Partial<Exposed> = {}): Exposed => ({
  ...nothing,
  id: (made += 1),
  name,
  ...changes,
})
const nothing: Exposed = {
  ...(Object.fromEntries(
    Object.entries(Exposed.shape).map(([name, type]) => [name, type instanceof z.ZodBoolean ? false : 0]),
  ) as unknown as Exposed),
  schema: 'public',
  kind: 'table',
  arguments: '',
  owner: 'postgres',
}
const all = { anon_selects: true, anon_inserts: true, anon_updates: true, anon_deletes: true } as const
const objects = [
  exposed('guarded', { ...all, rls_enabled: true, policies: 2, anon_policies: 1 }),
  exposed('kept', { kind: 'materialized view', has_owner_rights: true, authenticated_selects: true }),
  exposed('open', { ...all, authenticated_selects: true, policies: 1 }),
  exposed('owners', { kind: 'view', has_owner_rights: true, anon_selects: true }),
  exposed('readable', { anon_selects: true }),
  exposed('run', { kind: 'function', arguments: 'a integer', has_owner_rights: true, anon_calls: true, is_public: true }),
  exposed('shut', { rls_enabled: true }),
]

const aResult = (columns: Readonly<Record<string, string>>, type: string): QueryReply => ({
  ...noRows,
  results: [
    {
      ...noRows.results[0]!,
      fields: Object.keys(columns).map((name) => ({ name, type, type_oid: 114, table_oid: 0, column_number: 0 })),
      rows: [Object.values(columns)],
    },
  ],
})

/** Rows as the statement has them sent: a column each, and the flags of a row as the bits of a number. */
function inColumns(rows: readonly Exposed[]): QueryReply {
  const names = Object.keys(Exposed.shape) as (keyof Exposed)[]
  const flags = names.filter((name) => Exposed.shape[name] instanceof z.ZodBoolean)
  const columns = names.filter((name) => !flags.includes(name)).map((name) => [name, JSON.stringify(rows.map((row) => row[name]))])
  const bits = rows.map((row) => flags.reduce((sum, name, place) => sum + (row[name] === true ? 2 ** place : 0), 0))
  return aResult({ ...(Object.fromEntries(columns) as Record<string, string>), '#flags': JSON.stringify(bits) }, 'json')
}

const schemaRows: QueryReply = {
  ...noRows,
  results: [
    {
      ...noRows.results[0]!,
      fields: [
        { name: 'id', type: 'bigint', type_oid: 20, table_oid: 0, column_number: 0 },
        ...['name', 'owner', 'comment'].map((name) => ({ name, type: 'text', type_oid: 25, table_oid: 0, column_number: 0 })),
      ],
      rows: ['public', 'extensions', 'reports'].map((name, at) => [String(at), name, 'postgres', null]),
    },
  ],
}

const timeoutRows = replyOf({ role: 'text', statement_timeout: 'text', is_of_database: 'boolean', database: 'text' }, [
  ['authenticator', '8s', 'f', 'postgres'],
  ['anon', '3s', 'f', 'postgres'],
  ['service_role', null, 'f', 'postgres'],
])
const grantRows = replyOf(
  { kind: 'text', role: 'text', privileges: 'json', is_public: 'boolean' },
  grantedKinds.flatMap((kind) =>
    grantedRoles.map((role) => [kind, role, JSON.stringify(kind === 'functions' ? ['EXECUTE'] : ['SELECT']), kind === 'functions' ? 't' : 'f']),
  ),
)

interface Setting {
  readonly settings?: Partial<RestSettings>
  readonly items?: readonly Exposed[]
  readonly changes?: Parameters<typeof setStage>[0]
}

function stageOf({ settings = {}, items = objects, changes = {} }: Setting = {}): OpenStage {
  const stage = setStage(changes)
  let now: RestSettings = { ...saved, ...settings }
  stage.answers(restSettings.retrieve, () => now)
  stage.answers(restSettings.update, ({ body }) => (now = { ...now, ...(body as Partial<RestSettings>) }))
  stage.answers(queries.run, ({ body: { query } }) => {
    if (query.includes('is_of_extension')) return inColumns(items)
    if (query.includes('pg_db_role_setting')) return timeoutRows
    return query.includes('pg_default_acl') ? grantRows : schemaRows
  })
  stage.answers(apiKeys.list, [])
  return stage
}
const open = (stage: OpenStage, search = '', options = {}) => stage.open(`/project/${stage.world.projects[0]!.ref}/settings/api${search}`, options)
const openExposure = (stage: OpenStage, options = {}) => open(stage, '?tab=exposure', options)
const reader = { organizations: [anOrganization({ role: 'read-only' })] }
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: `public.${name}` })

describe('settings of the data API', () => {
  test('are found by the menu', async () => {
    const stage = stageOf()
    const page = await stage.open(`/project/${stage.world.projects[0]!.ref}/settings/general`)
    await page.getByRole('link', { name: 'Data API' }).click()
    await page.getByRole('heading', { level: 1, name: 'Data API' }).waitFor()
  })

  test('can be read in all themes, on a desk and on a phone', async () => {
    const page = await open(stageOf({ settings: { db_schema: `public, gone, ${'n'.repeat(63)}` } }))
    await page.getByText('Doesn’t exist').first().waitFor()
    await expectAccessibleInAllThemes(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'all but colours')
    await expectNoSidewaysScroll(page)
  })

  test('show where the API is, under the platform’s address and at a host of its own', async () => {
    const stage = stageOf()
    const page = await open(stage)
    const { ref } = stage.world.projects[0]!
    await page.getByText(`http://localhost:8000/api/${ref}/rest/v1`, { exact: true }).waitFor()
    await page.getByText(`http://${ref}.localhost:8000/rest/v1`, { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Copy data API URL', exact: true }).waitFor()
  })

  test('are saved together, and only what was changed is sent', async () => {
    const stage = stageOf()
    const page = await open(stage)
    const schemas = page.getByRole('list', { name: 'Exposed schemas' })
    await page.getByRole('combobox', { name: 'Add to exposed schemas' }).click()
    await page.getByRole('option', { name: 'reports' }).click()
    await schemas.getByRole('button', { name: 'Move reports up' }).click()
    await expect.poll(() => schemas.getByRole('listitem').allTextContents()).toEqual([expect.stringMatching(/^reports\s*Default/), 'public'])
    await page.getByLabel('Max rows').fill('many')
    await save(page).click()
    await page.getByText('Enter a whole number').waitFor()
    await page.getByLabel('Max rows').fill('0')
    await page.getByLabel('Pool size').fill('20')
    await page.getByLabel('Allowed origins').fill('https://app.example.com/path')
    await save(page).click()
    await page.getByText('Use an origin such as https://app.example.com, or *').waitFor()
    await page.getByLabel('Allowed origins').fill('https://app.example.com\nhttp://localhost:3000')
    await page.getByRole('switch', { name: 'Allow aggregates' }).click()
    await page.getByLabel('OpenAPI document').click()
    await page.getByRole('option', { name: 'Disabled' }).click()
    await save(page).click()
    await page.getByText('Settings saved').waitFor()
    expect(stage.sent(restSettings.update)).toEqual([
      {
        db_schema: 'reports, public',
        max_rows: 0,
        db_pool: 20,
        allowed_origins: ['https://app.example.com', 'http://localhost:3000'],
        db_aggregates_enabled: true,
        openapi_mode: 'disabled',
      },
    ])
    await expect.poll(() => save(page).isDisabled()).toBe(true)
  })

  test('expose at least one schema', async () => {
    const stage = stageOf()
    const page = await open(stage)
    await page.getByRole('list', { name: 'Exposed schemas' }).getByRole('button', { name: 'Remove public' }).click()
    await save(page).click()
    await page.getByText('Expose at least one schema').waitFor()
    await expectAccessible(page)
    expect(stage.sent(restSettings.update)).toEqual([])
  })

  test('stay while exposure is looked at', async () => {
    const page = await open(stageOf())
    await page.getByLabel('Max rows').fill('5')
    await page.getByRole('tab', { name: 'Exposure' }).click()
    await row(page, 'open').waitFor()
    await page.getByRole('tab', { name: 'Settings' }).click()
    await expect.poll(() => page.getByLabel('Max rows').inputValue()).toBe('5')
  })

  test('that a server refuses say so at their field', async () => {
    const stage = stageOf()
    stage.refuses(restSettings.update, 'invalid_input', { details: { issues: [{ path: ['body', 'db_pre_request'], message: 'Too odd' }] } })
    const page = await open(stage)
    await page.getByLabel('Pre-request function').fill('public.check')
    await save(page).click()
    await page.getByText('Too odd').waitFor()
  })

  test('offer a schema of its own, created as a migration and exposed once saved', async () => {
    const stage = stageOf()
    stage.answers(queries.transaction, noRows)
    const page = await open(stage)
    await page.getByRole('button', { name: 'Create schema api' }).click()
    const panel = page.getByRole('dialog', { name: 'Create schema api' })
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Create schema' }).click()
    await page.getByText('Schema api created').waitFor()
    const [sent] = stage.sent(queries.transaction)
    expect(sent).toMatchObject({ migration: { name: 'Create schema api' } })
    expect(sent!.statements.map(({ query }) => query).join('\n')).toContain('grant usage on schema api to anon, authenticated, service_role;')
    await save(page).click()
    await page.getByText('Settings saved').waitFor()
    expect(stage.sent(restSettings.update)).toEqual([{ db_schema: 'api, public' }])
  })

  test('show the timeouts of roles, and change them as a migration', async () => {
    const stage = stageOf()
    stage.answers(queries.transaction, noRows)
    const page = await open(stage)
    const card = page.getByRole('region', { name: 'Role timeouts' })
    await card.getByText('8s, from authenticator').waitFor()
    await card.getByRole('button', { name: 'Edit role timeouts' }).click()
    const panel = page.getByRole('dialog', { name: 'Edit role timeouts' })
    await panel.getByLabel('anon', { exact: false }).fill('5')
    await panel.getByRole('button', { name: 'Save timeouts' }).click()
    await panel.getByText(/^Use a number with a unit/).waitFor()
    await expectAccessible(page)
    await panel.getByLabel('anon', { exact: false }).fill('5s')
    await panel.getByRole('button', { name: 'Save timeouts' }).click()
    await page.getByText('Role timeouts saved').waitFor()
    const [sent] = stage.sent(queries.transaction)
    expect(sent!.migration).toEqual({ name: 'Change role timeouts' })
    expect(sent!.statements.map(({ query }) => query)).toEqual([`alter role anon set statement_timeout = '5s';`, `notify pgrst, 'reload config';`])
  })

  test('show what roles get on new objects, and change that as a migration', async () => {
    const stage = stageOf()
    stage.answers(queries.transaction, noRows)
    const page = await open(stage)
    const card = page.getByRole('region', { name: 'Default grants' })
    await expect.poll(() => card.getByRole('row').filter({ hasText: 'Functions' }).getByRole('cell').allTextContents()).toEqual(['All', 'All', 'All'])
    await card.getByRole('button', { name: 'Edit default grants' }).click()
    const panel = page.getByRole('dialog', { name: 'Edit default grants' })
    await panel.getByText(/lets every role call new functions/).waitFor()
    await panel.getByRole('group', { name: 'Functions' }).getByRole('checkbox', { name: 'anon' }).click()
    await expectAccessible(page)
    await panel.getByRole('button', { name: 'Save grants' }).click()
    await page.getByText('Default grants saved').waitFor()
    const [sent] = stage.sent(queries.transaction)
    expect(sent!.migration).toEqual({ name: 'Change default grants' })
    expect(sent!.statements.map(({ query }) => query)).toEqual([
      'alter default privileges for role postgres in schema public revoke all on functions from anon;',
      'alter default privileges for role postgres revoke all on functions from anon, public;',
    ])
  })

  test('show the schema cache when asked, and load it again', async () => {
    const stage = stageOf()
    stage.answers(requestTokens.create, { token: 't', insight_token: 'insight', expires_at: new Date(Date.now() + 300_000).toISOString() })
    const page = await open(stage)
    const asked: (string | undefined)[] = []
    await page.route('**/api/*/rest/v1/', async (route) => {
      const { accept, authorization, 'cache-control': cache } = route.request().headers()
      expect([accept, authorization]).toEqual([schemaCacheType, 'Bearer insight'])
      asked.push(cache)
      const last_error = cache === 'no-cache' ? null : { at: longAgo, message: 'The server is starting' }
      await route.fulfill({
        json: { loaded_at: longAgo, load_ms: 120, relations: 12, functions: 1, warnings: ['The exposed schema "gone" does not exist.'], last_error },
      })
    })
    const card = page.getByRole('region', { name: 'Schema cache' })
    await card.getByRole('button', { name: 'Check' }).click()
    await card.getByText('took 120 ms').waitFor()
    await card.getByText('12 relations, 1 function').waitFor()
    await card.getByText(/The server is starting/).waitFor()
    await expectAccessible(page)
    await card.getByRole('button', { name: 'Reload schema' }).click()
    await expect.poll(() => card.getByText(/The server is starting/).count()).toBe(0)
    await card.getByText('The exposed schema "gone" does not exist.').waitFor()
    expect(asked).toEqual([undefined, 'no-cache'])
  })

  test('disable the API after a question that names who called', async () => {
    const stage = stageOf()
    const use = { at: new Date().toISOString(), address: '203.0.113.7', client: 'supabase-js/2.119.1', calls: 3 }
    const key = { type: 'publishable', id: 'key', name: 'default', role: 'anon', description: null, api_key: 'k', prefix: 'k', hash: 'h' } as const
    const rest = {
      secret_jwt_template: null,
      inserted_at: longAgo,
      updated_at: longAgo,
      expires_at: null,
      is_enabled: true,
      last_used: use,
      calls: 3,
    }
    stage.answers(apiKeys.list, [{ ...key, ...rest, clients: [use, { ...use, at: longAgo, client: 'old' }] }])
    const page = await open(stage)
    await page.getByRole('switch', { name: 'Data API enabled' }).click()
    const dialog = page.getByRole('dialog', { name: 'Disable the data API?' })
    await dialog.getByText('supabase-js/2.119.1').waitFor()
    await expect.poll(() => dialog.getByRole('listitem').count()).toBe(1)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: 'Disable data API' }).click()
    await page.getByRole('switch', { name: 'Data API disabled' }).click()
    await page.getByRole('switch', { name: 'Data API enabled' }).waitFor()
    expect(stage.sent(restSettings.update)).toEqual([{ is_enabled: false }, { is_enabled: true }])
  })

  test('can’t be changed with a read-only role, and say so', async () => {
    const page = await open(stageOf({ changes: reader }))
    await page.getByText('Owners, administrators and developers can change the data API.').first().waitFor()
    await expect.poll(() => page.getByLabel('Max rows').isDisabled()).toBe(true)
    await expect.poll(() => save(page).count()).toBe(0)
    await expect.poll(() => page.getByRole('button', { name: /^(Move|Remove|Create schema|Edit role|Edit default)/ }).count()).toBe(0)
    await expectAccessible(page)
  })

  test('of a project that sleeps wake it only when asked', async () => {
    const organization = anOrganization()
    const stage = stageOf({ changes: { organizations: [organization], projects: [aProject({ organization, sleep: 'asleep' })] } })
    const page = await open(stage)
    await page.getByText('This project is asleep').waitFor()
    expect(stage.calls(restSettings.retrieve)).toEqual([])
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Wake up project' }).click()
    await page.getByLabel('Max rows').waitFor()
  })

  test('say when they load and when they fail, and are tried again', async () => {
    const stage = stageOf()
    const held = stage.holds(restSettings.retrieve)
    stage.refuses(restSettings.retrieve, 'too_busy', { message: 'Too much at once' })
    const page = await open(stage)
    await page.getByLabel('Loading the data API').first().waitFor()
    held.goOn()
    await page.getByText('Too much at once').waitFor()
    stage.answers(restSettings.retrieve, saved)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByLabel('Max rows').waitFor()
  })
})

describe('exposure', () => {
  const names = (page: Page) =>
    page
      .getByRole('table', { name: 'Exposure' })
      .locator('td:first-child [title]')
      .evaluateAll((elements) => elements.map((element) => element.getAttribute('title')!.slice('public.'.length)))

  test('lists the worst first, with what each role can do', async () => {
    const page = await openExposure(stageOf())
    await row(page, 'open').waitFor()
    await expect.poll(() => names(page)).toEqual(['open', 'readable', 'owners', 'run(a integer)', 'kept', 'guarded', 'shut'])
    await row(page, 'open').locator('td:nth-child(2)').getByText('anon can write every row').waitFor()
    await row(page, 'guarded').getByText('RLS on, 2 policies').waitFor()
    await page.getByText('3 objects unprotected').waitFor()
    await page.getByText('2 objects to review').waitFor()
  })

  test('can be read in all themes, on a desk and on a phone', async () => {
    const page = await openExposure(stageOf())
    await row(page, 'open').waitFor()
    await expectAccessibleInAllThemes(page)
    await page.getByRole('button', { name: /public\.open/ }).click()
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page)
    await page.setViewportSize({ width: 390, height: 844 })
    await expectAccessible(page, 'all but colours')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await expectAccessible(page, 'all but colours')
    await expectNoSidewaysScroll(page)
  })

  test('is searched, sorted, and narrowed to a role', async () => {
    const page = await openExposure(stageOf())
    await page.getByLabel('Search objects').fill('view')
    await expect.poll(async () => (await names(page)).length).toBe(2)
    await page.getByLabel('Search objects').fill('')
    await page.getByRole('button', { name: 'Object' }).click()
    await expect.poll(async () => (await names(page))[0]).toBe('guarded')
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe('Object')
    await page.getByRole('button', { name: 'Finding' }).click()
    await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe(null)
    await page.getByRole('radio', { name: 'authenticated' }).click()
    await expect.poll(() => names(page)).toEqual(['open', 'kept'])
  })

  test('repairs a finding as a migration, and asks again', async () => {
    const stage = stageOf()
    stage.answers(queries.transaction, noRows)
    const page = await openExposure(stage)
    await page.getByRole('button', { name: /public\.open/ }).click()
    const panel = page.getByRole('dialog', { name: 'public.open' })
    await panel
      .getByText(/Its policy has no effect/)
      .first()
      .waitFor()
    await panel.getByRole('checkbox', { name: repairText.revokeWrites('anon') }).click()
    await panel.getByRole('button', { name: exposurePanelText.submit }).click()
    await page.getByText(exposurePanelText.done('open')).waitFor()
    const [sent] = stage.sent(queries.transaction)
    expect(sent).toMatchObject({
      migration: { name: repairChangeText.restrict('open') },
      statements: [
        { query: 'alter table public.open enable row level security;' },
        { query: 'revoke insert, update, delete, truncate on table public.open from anon;' },
        { recorded: null },
      ],
    })
    await expect.poll(() => stage.sent(queries.run).filter(({ query }) => query.includes('is_of_extension')).length).toBe(2)
  })

  test('keeps the panel open and says why a repair was refused', async () => {
    const stage = stageOf()
    stage.refuses(queries.transaction, 'insufficient_privilege', { message: 'anon still has access to run' })
    const page = await openExposure(stage)
    await page.getByRole('button', { name: /public\.run/ }).click()
    const panel = page.getByRole('dialog', { name: 'public.run' })
    await panel.getByRole('button', { name: exposurePanelText.submit }).click()
    await panel.getByText('anon still has access to run').waitFor()
  })

  test('is shown to a read-only role, without fixes to apply', async () => {
    const page = await openExposure(stageOf({ changes: reader }))
    await page.getByRole('button', { name: /public\.open/ }).click()
    await page.getByText('Owners, administrators and developers can change the database.').waitFor()
    await expect.poll(() => page.getByRole('button', { name: exposurePanelText.submit }).getAttribute('aria-disabled')).toBe('true')
  })

  test('draws only what is seen of thousands', async () => {
    const page = await openExposure(stageOf({ items: Array.from({ length: 5_000 }, (_, at) => exposed(`t_${at}`, { anon_selects: true })) }))
    await page.getByText('5,000 objects unprotected').waitFor()
    await expect.poll(async () => (await names(page)).length).toBeLessThan(100)
  })

  test('says that there is nothing, and what failed', async () => {
    const empty = await openExposure(stageOf({ items: [] }))
    await empty.getByText(exposureListText.empty).waitFor()
    await expectAccessible(empty)
    const fine = await openExposure(stageOf({ items: [exposed('shut', { rls_enabled: true })] }))
    await fine.getByText(exposureListText.fine).waitFor()
    await fine.getByRole('radio', { name: 'anon' }).click()
    await fine.getByText('anon can’t reach anything').waitFor()
    const stage = stageOf()
    stage.refuses(queries.run, 'too_busy', { message: 'Too much at once' })
    const page = await openExposure(stage)
    const panel = page.getByRole('tabpanel', { name: 'Exposure' })
    await panel.getByText('Too much at once').waitFor()
    stage.answers(queries.run, inColumns(objects))
    await panel.getByRole('button', { name: 'Try again' }).click()
    await row(page, 'open').waitFor()
  })
})
