import { logins } from '@colonnade/clusters'
import type { RestSettings } from '@colonnade/contracts/api/rest-settings'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { createProjectDirectory } from '../../connections/directory/directory.ts'

let platform: TestPlatform
let directory: ReturnType<typeof createProjectDirectory>
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Served')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const path = () => `/v1/projects/${ref}/postgrest`
const change = (body: object) => platform.ask('developer', 'PATCH', path(), body)
const settings = async () => (await platform.ask('read-only', 'GET', path())).json as RestSettings
const query = (text: string) => platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: text })

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger sees no settings', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
  { promise: 'for others there is no project', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
  {
    promise: 'a reader sees what holds when nobody has chosen',
    as: 'read-only',
    method: 'GET',
    path,
    expect: 200,
    check: (reply) =>
      expect(reply).toEqual({
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
      }),
  },
  { promise: 'a reader changes nothing', as: 'read-only', method: 'PATCH', path, body: { max_rows: 1 }, expect: 403, code: 'forbidden' },
  ...[
    { max_rows: -1 },
    { max_rows: 1_000_001 },
    { db_pool: 1.5 },
    { allowed_origins: [] },
    { allowed_origins: ['https://app.example.com/path'] },
    { openapi_mode: 'secret' },
    { db_schema: 'a\u0000b' },
  ].map(
    (body) =>
      ({
        promise: `${JSON.stringify(body)} is refused`,
        as: 'developer',
        method: 'PATCH',
        path,
        body,
        expect: 400,
        code: 'invalid_input',
      }) as const,
  ),
]

describe('settings of the data API', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('are kept by the database, in one statement of which the data API hears', async () => {
    const target = { ...(await platform.ctx.clusters.endpoint(ref)), ...logins.administrator }
    await withClient(target, async ({ client }) => {
      await client.query('listen pgrst')
      const heard = new Promise<string | undefined>((resolve) => client.once('notification', ({ payload }) => resolve(payload)))
      const reply = await change({ db_schema: `public, it's "odd"`, max_rows: 0, db_aggregates_enabled: true, db_extra_search_path: '' })
      expect(reply).toMatchObject({ status: 200, json: { db_schema: `public, it's "odd"`, max_rows: 0, db_aggregates_enabled: true } })
      expect(await heard).toBe('reload config')
      const { rows } = await client.query<{ setconfig: string[] }>(
        `select setconfig from pg_db_role_setting where setrole = 'authenticator'::regrole and setdatabase = 0`,
      )
      expect(rows[0]!.setconfig).toEqual(expect.arrayContaining(['pgrst.db_max_rows=0', `pgrst.db_schemas=public, it's "odd"`]))
    })
  })

  test('are read as the project’s owner set them, those of the database first, and what makes no sense is the default', async () => {
    await query(`alter role authenticator set pgrst.db_max_rows = '12'; alter role authenticator in database postgres set pgrst.db_max_rows = '34';
      alter role authenticator set pgrst.db_aggregates_enabled = 'perhaps'; alter role authenticator set pgrst.openapi_mode = 'ignore-privileges'`)
    expect(await settings()).toMatchObject({ max_rows: 34, db_aggregates_enabled: false, openapi_mode: 'ignore-privileges' })
    await query(`alter role authenticator in database postgres set pgrst.max_rows = '45'`)
    await change({ max_rows: 56 })
    expect(await settings()).toMatchObject({ max_rows: 56 })
  })

  test('that are ours reach services at once', async () => {
    const news = directory.news(ref)
    await news.next(0)
    const told = news.next(10_000)
    const own = { is_enabled: false, db_pool: 7, allowed_origins: ['https://app.example.com', 'http://localhost:3000'] }
    expect(await change(own)).toMatchObject({ status: 200, json: own })
    expect(await told).toBe(true)
    news.close()
    expect(await directory.rest(ref)).toEqual({ isEnabled: false, poolSize: 7, allowedOrigins: own.allowed_origins })
    expect(await change({ is_enabled: true, db_pool: 0 })).toMatchObject({
      json: { is_enabled: true, db_pool: null, allowed_origins: own.allowed_origins },
    })
    expect(await directory.rest('abcdefghijklmnopqrst')).toBeNull()
  })

  test('have the secret for tools with a token that may read keys, and for nobody else', async () => {
    const bearer = async (scopes: string[]) => {
      const { json } = await platform.ask('owner', 'POST', '/platform/access-tokens', { name: 'CLI', scopes, expires_at: null })
      return { authorization: `Bearer ${(json as { token: string }).token}` }
    }
    const secretFor = async (scopes: string[]) => {
      const { json } = await platform.ask(null, 'GET', path(), undefined, await bearer(scopes))
      return (json as RestSettings).jwt_secret
    }
    expect(await secretFor(['projects:read', 'service_keys:read'])).toBe((await directory.keys(ref))!.jwtSecret)
    expect(await secretFor(['projects:read'])).toBeUndefined()
    expect((await platform.ask('owner', 'GET', path())).json).not.toHaveProperty('jwt_secret')
  })

  test('are recorded', async () => {
    const rows = await platform.ctx.database.rows<{ details: object }>(
      sql`select details from audit_log where event = 'project.data_api_changed' and project_ref = ${ref} order by id`,
    )
    expect(rows.at(-1)).toEqual({ details: { is_enabled: true, db_pool: 0 } })
  })

  test('of a paused project are not to be had', async () => {
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/pause`)
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await platform.ask('developer', 'GET', path())).toMatchObject({ status: 409, json: { code: 'project_not_active' } })
  })
})
