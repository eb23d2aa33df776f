import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { verifyToken } from '@colonnade/tokens'
import type { ProjectSettings } from '@colonnade/contracts/projects/project-settings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { retrieveJwtSecret } from '../../api/signing-keys/jwt-secret.ts'
import { listSupavisor, retrieveSettings } from './service.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Keys')
})
afterAll(() => platform[Symbol.asyncDispose]())

const scope = (which = ref) =>
  ({ ref: which, organizationId: '', slug: 'acme', role: 'owner', roleName: 'Owner', permissions: [], name: 'Settings', isLocked: false }) as const
const settingsOf = (which = ref, headers = {}) =>
  platform.ask('owner', 'GET', `/platform/projects/${which}/settings`, undefined, headers).then(({ json }) => json as ProjectSettings)
const path = (end: string) => () => `/platform/projects/${ref}/${end}`

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger gets no keys', as: null, method: 'GET', path: path('settings'), expect: 401, code: 'unauthorized' },
  { promise: 'who may only read gets no keys', as: 'read-only', method: 'GET', path: path('settings'), expect: 403, code: 'forbidden' },
  { promise: 'for others the project is not there', as: 'outsider', method: 'GET', path: path('settings'), expect: 404, code: 'project_not_found' },
  {
    promise: 'a developer gets the address and both keys',
    as: 'developer',
    method: 'GET',
    path: path('settings'),
    expect: 200,
    check: (reply) =>
      expect(reply).toMatchObject({
        ref,
        app_config: { protocol: 'http', endpoint: `localhost/api/${ref}`, is_served: true },
        service_api_keys: [
          { name: 'anon', tags: 'anon' },
          { name: 'service_role', tags: 'service_role' },
        ],
        publishable_key: expect.stringMatching(/^sb_publishable_/),
      }),
  },
  {
    promise: 'no dedicated pooler runs',
    as: 'read-only',
    method: 'GET',
    path: path('config/pgbouncer'),
    expect: 200,
    check: (reply) =>
      expect(reply).toEqual({
        pgbouncer_enabled: false,
        state: null,
        problem: null,
        pool_mode: null,
        db_host: null,
        db_port: null,
        session_port: null,
        db_user: 'postgres',
        db_name: 'postgres',
        connection_string: null,
      }),
  },
  {
    promise: 'no shared pooler runs while none listens',
    as: 'read-only',
    method: 'GET',
    path: path('config/supavisor'),
    expect: 200,
    check: (reply) => expect(reply).toEqual([]),
  },
]

describe('settings', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('keys are tokens of the project, good for ten years and the same each time', async () => {
    const { service_api_keys: keys } = await settingsOf()
    const { secret } = await retrieveJwtSecret(platform.ctx, ref)
    for (const { name, api_key } of keys) {
      const claims = verifyToken(secret, api_key, Date.now())
      expect(claims).toMatchObject({ ref, role: name })
      expect(claims.expiresAt - claims.issuedAt).toBe(10 * 365 * 24 * 60 * 60)
    }
    expect((await settingsOf()).service_api_keys).toEqual(keys)
  })

  test('the secret is the project’s own, and is not to be read in the database', async () => {
    const other = await platform.project('Other keys')
    const { secret } = await retrieveJwtSecret(platform.ctx, ref)
    const { secret: otherSecret } = await retrieveJwtSecret(platform.ctx, other)
    expect(otherSecret).not.toBe(secret)
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32)
    const [anon] = (await settingsOf(other)).service_api_keys
    expect(() => verifyToken(secret, anon!.api_key, Date.now())).toThrow(expect.objectContaining({ code: 'unauthorized' }))
    const rows = await platform.ctx.database.rows<{ row: string }>(sql`select s::text as row from project_secrets s`)
    expect(rows.map(({ row }) => row).join()).not.toContain(secret)
    // one that was moved to another row opens nothing
    await platform.ctx.database.run(sql`
      update project_secrets set jwt_secret = (select jwt_secret from project_secrets where ref = ${ref}) where ref = ${other}`)
    expect(await platform.ask('owner', 'GET', `/platform/projects/${other}/settings`)).toMatchObject({ status: 500, json: { code: 'internal' } })
  })

  test('many who ask first at once get one secret', async () => {
    const other = await platform.project('Asked at once')
    const all = await Promise.all(Array.from({ length: 20 }, () => settingsOf(other)))
    expect(new Set(all.map(({ service_api_keys }) => JSON.stringify(service_api_keys))).size).toBe(1)
  })

  test('the address is the one configured, or the one that the caller used', async () => {
    expect((await settingsOf(ref, { host: 'db.example.com:8443' })).app_config.endpoint).toBe(`db.example.com:8443/api/${ref}`)
    expect((await settingsOf(ref, { host: '[::1]:8000' })).app_config.endpoint).toBe(`[::1]:8000/api/${ref}`)
    for (const publicUrl of ['https://colonnade.example.com', 'https://colonnade.example.com/']) {
      const ctx = { ...platform.ctx, config: { ...platform.ctx.config, publicUrl } }
      const { app_config } = await retrieveSettings(ctx, scope(), { origin: 'http://elsewhere:1' })
      expect(app_config).toEqual({ protocol: 'https', endpoint: `colonnade.example.com/api/${ref}`, is_served: true })
    }
    for (const origin of ['http://', 'http://a b', 'http://:80', 'http://%zz']) {
      expect((await retrieveSettings(platform.ctx, scope(), { origin })).app_config.endpoint).toBe(`localhost/api/${ref}`)
    }
  })

  test('the shared pooler that listens is told, where clients reach it and how many may', async () => {
    const uncounted = (): never => {
      throw new Error('nobody asks for this')
    }
    const configOf = (host: string, origin: string) => {
      const dedicated = { host: null, open: uncounted, close: uncounted }
      const ctx = {
        ...platform.ctx,
        pooler: () => ({
          host,
          sessionPort: 5433,
          transactionPort: 6544,
          statistics: uncounted,
          served: () => [],
          evict: () => {},
          dedicated,
          domains: { serve: () => [] },
          issueCertificate: null,
          certificate: '',
        }),
      }
      return listSupavisor(ctx, scope(), { origin })
    }
    const stringsOf = async (host: string, origin: string) =>
      (await configOf(host, origin)).map(({ db_host, connection_string }) => [db_host, connection_string])
    const user = `postgres.${ref}:[YOUR-PASSWORD]`
    expect(await stringsOf('127.0.0.1', 'http://db.example.com')).toEqual([
      ['127.0.0.1', `postgresql://${user}@127.0.0.1:6544/postgres`],
      ['127.0.0.1', `postgresql://${user}@127.0.0.1:5433/postgres`],
    ])
    expect((await stringsOf('0.0.0.0', 'http://db.example.com:8000'))[0]).toEqual([
      'db.example.com',
      `postgresql://${user}@db.example.com:6544/postgres`,
    ])
    expect((await stringsOf('::', 'http://[2001:db8::7]:8000'))[1]).toEqual(['2001:db8::7', `postgresql://${user}@[2001:db8::7]:5433/postgres`])
    const way = { identifier: ref, database_type: 'PRIMARY', db_host: '10.0.0.1', db_user: `postgres.${ref}`, db_name: 'postgres' }
    expect(await configOf('10.0.0.1', '')).toMatchObject([
      { ...way, pool_mode: 'transaction', db_port: 6544, is_tls_required: false, default_pool_size: 16, max_client_conn: 2_000 },
      { ...way, pool_mode: 'session', db_port: 5433, default_pool_size: 14, max_client_conn: 14 },
    ])
  })

  test('a paused project has its keys', async () => {
    const before = await settingsOf()
    await platform.ask('owner', 'POST', `/platform/projects/${ref}/pause`)
    await platform.ctx.parts.reconciler.idle(ref)
    expect(await settingsOf()).toEqual(before)
  })
})
