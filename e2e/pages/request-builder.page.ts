import { requestTokens } from '@colonnade/contracts/api/request-tokens'
import { restSettings } from '@colonnade/contracts/api/rest-settings'
import { queries } from '@colonnade/contracts/data/queries'
import { type Explanation, explanationType } from '@colonnade/rest-query'
import { emptyBodyText, rlsOffText } from '@colonnade/dashboard/testing/messages/features/api-docs'
import { operatorText } from '@colonnade/dashboard/testing/messages/features/api-docs/builder'
import type { Page, Request } from 'playwright'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectAccessibleInAllThemes, expectNoSidewaysScroll } from '../accessibility.ts'
import { exposedDetails, exposedFunctions, exposedRelations, relationDetails, replyOf, restSettingsOf } from './stage/exposed-objects.ts'
import { type OpenStage, setStage } from './stage/set-stage.ts'
import { anOrganization, createWorld } from './stage/world.ts'

const explanation: Explanation = {
  role: 'anon',
  sql: 'select films.id from public.films as films limit $1',
  parameters: ['10'],
  search_path: ['public'],
  is_read_only: true,
  plan: 'Limit  (cost=0.00..0.32 rows=10 width=8)',
  plan_error: null,
  relations: [
    {
      schema: 'public',
      name: 'films',
      is_view: false,
      owner: 'postgres',
      is_invoker: false,
      commands: ['select'],
      is_rls_enabled: true,
      is_rls_active: true,
      policies: [{ name: 'Published films', command: 'select', is_permissive: true, roles: ['anon'], using: 'is_published', check: null }],
    },
    {
      schema: 'public',
      name: 'directors',
      is_view: false,
      owner: 'postgres',
      is_invoker: false,
      commands: ['select'],
      is_rls_enabled: false,
      is_rls_active: false,
      policies: [],
    },
  ],
}

function stageOf(changes: Parameters<typeof setStage>[0] = {}): OpenStage {
  const stage = setStage(changes)
  stage.answers(restSettings.retrieve, restSettingsOf({ db_schema: 'public, shop' }))
  stage.answers(queries.run, ({ body: { query } }) => {
    if (query.includes('pg_relation_is_updatable'))
      return exposedRelations([
        { id: 1, name: 'films' },
        { id: 2, schema: 'shop', name: 'orders' },
      ])
    if (query.includes('pg_get_function_result')) return exposedFunctions
    if (query.includes('hasUsers'))
      return replyOf({ roles: 'text' }, [[JSON.stringify({ roles: ['anon', 'service_role'], hasUsers: false, functions: [] })]])
    if (query.includes('view_references')) return exposedDetails({ genre: ['drama', 'comedy'] })
    return relationDetails('films')
  })
  stage.answers(requestTokens.create, ({ body: { role } }) => ({
    token: `token of ${role}`,
    insight_token: `insight of ${role}`,
    expires_at: new Date(Date.now() + 300_000).toISOString(),
  }))
  return stage
}

/** Opens the builder of a table, whose requests the test answers in the gateway's place. */
async function open(
  stage: OpenStage,
  search = '?open=table-1&view=request',
  reply: { status?: number; body?: string; headers?: Record<string, string> } = {},
) {
  const page = await stage.open(`/project/${stage.world.projects[0]!.ref}/api${search}`)
  const sent: Request[] = []
  await page.route('**/api/*/rest/v1/**', async (route) => {
    const request = route.request()
    if (request.headers()['accept']?.startsWith(explanationType)) return route.fulfill({ json: explanation })
    sent.push(request)
    const { status = 200, headers = {}, body = '[{"id":9007199254740993,"title":"Alien"},\n {"id":2,"title":null}]' } = reply
    await route.fulfill({ status, body, headers: { 'content-type': 'application/json; charset=utf-8', 'content-range': '0-1/*', ...headers } })
  })
  return { page, sent }
}
const query = (page: Page) => page.getByRole('textbox', { name: 'Query string' })
const tab = (page: Page, name: RegExp) => page.getByRole('tablist', { name: 'Result' }).getByRole('tab', { name })

describe('the request builder', () => {
  test('sends what its form says, with the key and a token of the role, and shows the rows', async () => {
    const stage = stageOf()
    const { page, sent } = await open(stage)
    await page.getByRole('checkbox', { name: 'directors(*)' }).click()
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('combobox', { name: 'Column of filter 1' }).fill('title')
    await page.getByRole('textbox', { name: 'Value of filter 1' }).fill('50% & more')
    await expect.poll(() => query(page).inputValue()).toBe('select=*,directors(*)&title=eq.50%25%20%26%20more&limit=10')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('cell', { name: '9007199254740993' }).waitFor()
    await page.getByText('200 OK').waitFor()
    expect(new URL(sent[0]!.url()).search).toBe('?select=*,directors(*)&title=eq.50%25%20%26%20more&limit=10')
    expect(sent[0]!.headers()).toMatchObject({ apikey: 'the-publishable-key', authorization: 'Bearer token of anon', accept: 'application/json' })
    expect(stage.sent(requestTokens.create)).toMatchObject([{ role: 'anon', is_writing: false }])
    await tab(page, /Headers/).click()
    await page.getByText('0-1/*').waitFor()
  })

  test('shows the SQL, the plan and the policies behind the response', async () => {
    const { page } = await open(stageOf())
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await tab(page, /SQL/).click()
    await page.getByText('public.films as films').waitFor()
    await tab(page, /Plan/).click()
    await page.getByText(/Limit {2}\(cost/).waitFor()
    await tab(page, /Policies/).click()
    await page.getByText('using is_published').waitFor()
    await page.getByText(rlsOffText).waitFor()
    await expectAccessibleInAllThemes(page)
  })

  test('says how long an exact count took', async () => {
    const { page, sent } = await open(stageOf(), undefined, {
      headers: { 'server-timing': 'count;dur=1234;desc="Exact counts read every matching row."' },
    })
    await page.getByRole('checkbox', { name: 'Count all rows' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('count took 1.2 s').waitFor()
    expect(sent[0]!.headers()['prefer']).toBe('count=exact')
  })

  test('explains a request without sending it', async () => {
    const { page, sent } = await open(stageOf())
    await page.getByRole('button', { name: 'Explain' }).click()
    await page.getByText('Explained, not sent').waitFor()
    await page.getByText('public.films as films').waitFor()
    expect(sent).toEqual([])
  })

  test('follows the query string as it is edited', async () => {
    const { page } = await open(stageOf())
    await query(page).fill('select=id,title&year=gte.1979&order=title.desc&limit=3&offset=6')
    await expect.poll(() => page.getByRole('combobox', { name: 'Column of filter 1' }).inputValue()).toBe('year')
    await expect.poll(() => page.getByRole('combobox', { name: 'Operator of filter 1' }).textContent()).toContain(operatorText.atLeast)
    await expect.poll(() => page.getByRole('combobox', { name: 'Column of order 1' }).inputValue()).toBe('title')
    await expect.poll(() => page.getByRole('textbox', { name: 'Columns' }).inputValue()).toBe('id,title')
    await expect.poll(() => page.getByRole('textbox', { name: 'Offset' }).inputValue()).toBe('6')
    await page.getByRole('button', { name: 'Remove filter 1' }).click()
    await expect.poll(() => query(page).inputValue()).toBe('select=id,title&order=title.desc&limit=3&offset=6')
  })

  test('asks before a request writes, and says when it has no filters', async () => {
    const stage = stageOf()
    const { page, sent } = await open(stage, '?open=table-1&view=request', { status: 204, body: '' })
    await page.getByRole('combobox', { name: 'Operation', exact: true }).click()
    await page.getByRole('option', { name: 'Delete rows' }).click()
    await expect.poll(() => query(page).inputValue()).toBe('id=eq.1')
    await page.getByRole('button', { name: 'Remove filter 1' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Send DELETE request?' })
    await dialog.getByText(/applies to every row/).waitFor()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    expect(sent).toEqual([])
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await dialog.getByRole('button', { name: 'Send request' }).click()
    await page.getByText(emptyBodyText).waitFor()
    expect([sent[0]!.method(), stage.sent(requestTokens.create)[0]]).toMatchObject(['DELETE', { is_writing: true }])
  })

  test('sends as another role, and a schema that is not the default', async () => {
    const { page, sent } = await open(stageOf(), '?open=table-2&view=request')
    await page.getByRole('button', { name: 'Calling as anon' }).click()
    await page.getByRole('combobox', { name: 'Call as' }).click()
    await page.getByRole('option', { name: 'service_role' }).click()
    await page.getByRole('button', { name: 'Choose' }).click()
    await page.getByRole('button', { name: 'Calling as service_role' }).waitFor()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('200 OK').waitFor()
    expect(sent[0]!.headers()).toMatchObject({ 'accept-profile': 'shop', authorization: 'Bearer token of service_role' })
  })

  test('shows what the data API refuses, and sends no body that isn’t JSON', async () => {
    const error = '{"code":"42501","message":"permission denied for table films","details":null,"hint":null}'
    const { page } = await open(stageOf(), '?open=function-1&view=request', { status: 403, body: error })
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Send request' }).click()
    await page.getByText('403 Forbidden').waitFor()
    await page.getByText(/permission denied for table films/).waitFor()
    await page.getByRole('textbox', { name: 'Arguments' }).fill('{')
    await page.getByText(/Not valid JSON/).waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isDisabled()).toBe(true)
  })

  test('says why a token is refused, and tries again', async () => {
    const stage = stageOf()
    stage.refuses(requestTokens.create, 'rate_limited', { message: 'Too many requests' })
    const { page } = await open(stage)
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('Too many requests').first().waitFor()
  })

  test('needs permission to write', async () => {
    const organizations = [anOrganization({ role: 'read-only' })]
    const { page } = await open(stageOf(createWorld({ organizations })))
    await page.getByText(/Only people with the permissions service_keys:read and database:write/).waitFor()
  })

  test('fits a phone', async () => {
    const { page } = await open(stageOf())
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('button', { name: 'Add filter' }).click()
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await page.getByText('200 OK').waitFor()
    await expectAccessible(page, 'all but colours')
    await expectNoSidewaysScroll(page)
  })
})
