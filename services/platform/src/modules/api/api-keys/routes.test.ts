import type { ApiKey } from '@colonnade/contracts/api/api-keys'
import { permissions } from '@colonnade/contracts/foundation/permissions'
import type { ProjectKeys } from '@colonnade/projects'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '../../../kernel/limits.ts'
import { openTestPlatform, type Person, testPassword, type TestPlatform } from '../../../testing.ts'
import { createProjectDirectory } from '../../connections/directory/directory.ts'
import { deleteRemoved } from './store.ts'

let platform: TestPlatform
let directory: ReturnType<typeof createProjectDirectory>
let ref: string

beforeAll(async () => {
  const many = { calls: 10_000, windowSeconds: 60 }
  platform = await openTestPlatform({ limits: { ...rateLimits, read: many, write: many } })
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Keys')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const path = (end = '') => `/v1/projects/${ref}/api-keys${end}`
const ask = (as: Person, method: string, end = '', body?: unknown) => platform.ask(as, method, path(end), body)
const list = async (end = '') => (await ask('developer', 'GET', end)).json as ApiKey[]
const named = async (name: string) => (await list()).find((key) => key.name === name)!
const make = async (input: object) => (await ask('developer', 'POST', '', { type: 'secret', ...input })).json as ApiKey
const checked = async () => ((await directory.keys(ref)) as ProjectKeys).apiKeys
const age = (person: Person) =>
  platform.ctx.database.run(sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${platform.userId(person)}`)

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger sees no keys', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
  { promise: 'a reader sees no keys', as: 'read-only', method: 'GET', path, expect: 403, code: 'forbidden' },
  { promise: 'for others there is no project', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
  {
    promise: 'a developer sees a publishable key, a secret one without its text, and the legacy two',
    as: 'developer',
    method: 'GET',
    path,
    expect: 200,
    check: (reply) =>
      expect(reply).toMatchObject([
        {
          type: 'publishable',
          name: 'default',
          role: 'anon',
          api_key: expect.stringMatching(/^sb_publishable_[\w-]{22}_[\w-]{8}$/),
          secret_jwt_template: null,
          is_enabled: true,
          expires_at: null,
          last_used: null,
          calls: 0,
        },
        { type: 'secret', name: 'default', api_key: expect.stringMatching(/^sb_secret_[\w-]{5}·+$/), secret_jwt_template: { role: 'service_role' } },
        { type: 'legacy', id: 'anon', api_key: expect.stringMatching(/^eyJ[\w-]+\.[\w-]+\.[\w-]+$/), is_enabled: true },
        { type: 'legacy', id: 'service_role', api_key: expect.stringMatching(/^eyJ\w+\.·+$/), is_enabled: true },
      ]),
  },
  {
    promise: 'a reader creates none',
    as: 'read-only',
    method: 'POST',
    path,
    body: { type: 'secret', name: 'mine' },
    expect: 403,
    code: 'forbidden',
  },
  {
    promise: 'the reply to a creation shows the whole key',
    as: 'developer',
    method: 'POST',
    path,
    body: { type: 'secret', name: 'jobs', description: 'Nightly' },
    expect: 201,
    check: (reply) =>
      expect(reply).toMatchObject({
        type: 'secret',
        name: 'jobs',
        description: 'Nightly',
        role: 'service_role',
        api_key: expect.stringMatching(/^sb_secret_[\w-]{22}_[\w-]{8}$/),
      }),
  },
  {
    promise: 'a name is taken once for each type',
    as: 'developer',
    method: 'POST',
    path,
    body: { type: 'secret', name: 'default' },
    expect: 409,
    code: 'api_key_name_taken',
  },
  ...['abc', 'Jobs', '9jobs', 'with-hyphen', 'x'.repeat(65)].map(
    (name) =>
      ({
        promise: `${name} is no name of a key`,
        as: 'developer',
        method: 'POST',
        path,
        body: { type: 'secret', name },
        expect: 400,
        code: 'invalid_input',
      }) as const,
  ),
  ...[
    { type: 'secret', secret_jwt_template: { role: 'postgres' } },
    { type: 'secret', secret_jwt_template: { role: 'supabase_admin' } },
    { type: 'secret', secret_jwt_template: { role: 'authenticator' } },
    { type: 'secret', secret_jwt_template: { role: 'no"body' } },
    { type: 'publishable', secret_jwt_template: { role: 'service_role' } },
    { type: 'secret', expires_at: '2020-01-01T00:00:00Z' },
  ].map(
    (input) =>
      ({
        promise: `a key can't have ${JSON.stringify(input)}`,
        as: 'developer',
        method: 'POST',
        path,
        body: { name: 'refused', ...input },
        expect: 400,
        code: 'invalid_input',
      }) as const,
  ),
  {
    promise: 'a key that is not there is not found',
    as: 'developer',
    method: 'GET',
    path: () => path('/none'),
    expect: 404,
    code: 'api_key_not_found',
  },
  {
    promise: 'a legacy key is not deleted',
    as: 'developer',
    method: 'DELETE',
    path: () => path('/anon'),
    expect: 404,
    code: 'api_key_not_found',
  },
  {
    promise: 'a reader switches no legacy key',
    as: 'read-only',
    method: 'PUT',
    path: () => path('/legacy?enabled=false'),
    expect: 403,
    code: 'forbidden',
  },
  {
    promise: 'both legacy keys are on',
    as: 'developer',
    method: 'GET',
    path: () => path('/legacy'),
    expect: 200,
    check: (reply) => expect(reply).toEqual({ enabled: true, anon: true, service_role: true }),
  },
]

describe('API keys', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('end in a checksum over the project and what stands before', async () => {
    for (const { api_key, type } of (await list('?reveal=true')).filter((key) => key.type !== 'legacy')) {
      const [, start, sum] = /^(sb_[a-z]+_[\w-]{22})_([\w-]{8})$/.exec(api_key)!
      expect(start).toContain(`sb_${type}_`)
      expect(sum).toBe(createHash('sha256').update(`${ref}|${start}`).digest('base64url').slice(0, 8))
    }
  })

  test('are made once, however many ask first', async () => {
    const other = await platform.project('Many ask')
    const all = await Promise.all(Array.from({ length: 10 }, () => platform.ask('owner', 'GET', `/v1/projects/${other}/api-keys`)))
    expect(new Set(all.map(({ json }) => JSON.stringify((json as ApiKey[]).map(({ hash }) => hash)))).size).toBe(1)
    expect(all[0]!.json).toHaveLength(4)
  })

  test('are not readable in the database, and the audit log has none', async () => {
    const keys = (await list('?reveal=true')).filter(({ type }) => type === 'secret').map(({ api_key }) => api_key)
    expect(keys.length).toBeGreaterThan(0)
    const rows = await platform.ctx.database.rows<{ row: string }>(
      sql`select k::text as row from api_keys k union all select details::text from audit_log`,
    )
    const all = rows.map(({ row }) => row).join('\n')
    for (const key of keys) expect(all).not.toContain(key)
  })

  test('reach services by their hash, with role and end', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString()
    const { id, api_key, hash } = await make({ name: 'reports', secret_jwt_template: { role: 'authenticated' }, expires_at })
    expect(hash).toBe(createHash('sha256').update(api_key).digest('base64url'))
    expect((await checked()).find((key) => key.id === id)).toEqual({
      id,
      kind: 'secret',
      hash,
      prefix: api_key.slice(0, 'sb_secret_'.length + 5),
      role: 'authenticated',
      expiresAt: Date.parse(expires_at),
      isEnabled: true,
    })
  })

  test('take a role of the project once authenticator may become it', async () => {
    await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'create role reporting; grant reporting to postgres' })
    const input = { type: 'secret', name: 'reporting', secret_jwt_template: { role: 'reporting' } }
    expect(await ask('developer', 'POST', '', input)).toMatchObject({ status: 400, json: { message: expect.stringContaining('Grant it first') } })
    await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query: 'grant reporting to authenticator' })
    expect(await ask('developer', 'POST', '', input)).toMatchObject({ status: 201, json: { role: 'reporting' } })
  })

  test('are renamed and given another end, but a publishable one has no other role', async () => {
    const { id } = await make({ name: 'renamed_soon' })
    const changed = await ask('developer', 'PATCH', `/${id}`, { name: 'renamed', description: 'Later', expires_at: '2099-01-01T00:00:00Z' })
    expect(changed).toMatchObject({ status: 200, json: { name: 'renamed', description: 'Later', expires_at: '2099-01-01T00:00:00.000Z' } })
    expect(await ask('developer', 'PATCH', `/${id}`, { name: 'jobs' })).toMatchObject({ status: 409, json: { code: 'api_key_name_taken' } })
    expect(await ask('developer', 'PATCH', `/${id}`, { expires_at: '2001-01-01T00:00:00Z' })).toMatchObject({ status: 400 })
    const publishable = (await list()).find(({ type }) => type === 'publishable')!
    const role = { secret_jwt_template: { role: 'service_role' } }
    expect(await ask('developer', 'PATCH', `/${publishable.id}`, role)).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect(await ask('developer', 'PATCH', '/anon', { name: 'other' })).toMatchObject({ status: 404 })
  })

  test('are deleted, and services are told at once', async () => {
    const { id } = await make({ name: 'short_lived' })
    const news = directory.news(ref)
    await news.next(0)
    const told = news.next(10_000)
    expect(await ask('developer', 'DELETE', `/${id}`)).toMatchObject({ status: 200, json: { id, name: 'short_lived' } })
    expect(await told).toBe(true)
    news.close()
    expect((await checked()).map((key) => key.id)).not.toContain(id)
    expect(await ask('developer', 'DELETE', `/${id}`)).toMatchObject({ status: 404, json: { code: 'api_key_not_found' } })
  })

  test('are not made again once all are deleted', async () => {
    const other = await platform.project('Emptied')
    const keys = (await platform.ask('owner', 'GET', `/v1/projects/${other}/api-keys`)).json as ApiKey[]
    for (const { id } of keys.slice(0, 2)) await platform.ask('owner', 'DELETE', `/v1/projects/${other}/api-keys/${id}`)
    expect((await platform.ask('owner', 'GET', `/v1/projects/${other}/api-keys`)).json).toHaveLength(2)
    expect((await platform.ask('owner', 'GET', `/platform/projects/${other}/settings`)).json).toMatchObject({ publishable_key: null })
  })

  test('are revealed and deleted only by who signed in or proved who they are lately, or by a token with the scopes', async () => {
    const { id, api_key } = await make({ name: 'guarded' })
    await ask('administrator', 'GET')
    await age('administrator')
    for (const [method, end] of [
      ['GET', '?reveal=true'],
      ['GET', `/${id}?reveal=true`],
      ['PATCH', `/${id}?reveal=true`],
      ['DELETE', `/${id}`],
    ] as const) {
      expect(await ask('administrator', method, end)).toMatchObject({ status: 403, json: { code: 'sign_in_again' } })
    }
    expect((await ask('administrator', 'GET')).status).toBe(200)
    const prove = (password: string) => platform.ask('administrator', 'POST', '/platform/second-factors/proof', { password })
    expect(await prove('not-the-password')).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect(await ask('administrator', 'GET', '?reveal=true')).toMatchObject({ status: 403 })
    expect(await prove(testPassword)).toMatchObject({ status: 204 })
    expect((await ask('administrator', 'GET', `/${id}?reveal=true`)).json).toMatchObject({ api_key })
    const made = await platform.ask('developer', 'POST', '/platform/access-tokens', { name: 'CLI', scopes: permissions, expires_at: null })
    const authorization = `Bearer ${(made.json as { token: string }).token}`
    await age('developer')
    expect((await platform.ask(null, 'GET', path(`/${id}?reveal=true`), undefined, { authorization })).json).toMatchObject({ api_key })
    platform.forget('developer')
  })

  test('are created only with the right to see them', async () => {
    const made = await platform.ask('owner', 'POST', '/platform/access-tokens', { name: 'Half', scopes: ['projects:update'], expires_at: null })
    const authorization = `Bearer ${(made.json as { token: string }).token}`
    const reply = await platform.ask(null, 'POST', path(), { type: 'secret', name: 'unseen' }, { authorization })
    expect(reply).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  })

  test('of a project that is gone are forgotten', async () => {
    const gone = await platform.project('Gone')
    await platform.ask('owner', 'GET', `/v1/projects/${gone}/api-keys`)
    await directory.reportKeyUse(gone, [{ id: 'anon', at: Date.now(), address: '10.0.0.1', client: '', calls: 1 }])
    await platform.ask('owner', 'DELETE', `/platform/projects/${gone}`)
    await platform.ctx.parts.reconciler.idle(gone)
    expect(await directory.keys(gone)).toBeNull()
    await deleteRemoved(platform.ctx.database)
    const left = await platform.ctx.database.rows<{ ref: string }>(sql`select ref from api_keys union select ref from api_key_uses`)
    expect(left.map((row) => row.ref)).not.toContain(gone)
    expect(left.map((row) => row.ref)).toContain(ref)
  })
})

test('an organization is deleted with the keys of its removed projects', async () => {
  await platform.ask('owner', 'POST', '/platform/organizations', { name: 'Leaving' })
  const made = await platform.ask('owner', 'POST', '/platform/projects', {
    organization_slug: 'leaving',
    name: 'Left',
    db_pass: 'a-database-password',
  })
  const { ref: left } = made.json as { ref: string }
  await platform.ctx.parts.reconciler.idle(left)
  await directory.keys(left)
  await directory.reportKeyUse(left, [{ id: 'anon', at: Date.now(), address: '10.0.0.1', client: '', calls: 1 }])
  await platform.ask('owner', 'DELETE', `/platform/projects/${left}`)
  await platform.ctx.parts.reconciler.idle(left)
  expect(await platform.ask('owner', 'DELETE', '/platform/organizations/leaving')).toMatchObject({ status: 204 })
})

describe('legacy keys', () => {
  const enabled = async () => (await checked()).filter(({ kind }) => kind === 'legacy').map(({ id, isEnabled }) => [id, isEnabled])

  test('are turned off one by one, and on together', async () => {
    const off = await ask('developer', 'PUT', '/legacy?enabled=false&name=service_role')
    expect(off.json).toEqual({ enabled: true, anon: true, service_role: false })
    expect(await enabled()).toEqual([
      ['anon', true],
      ['service_role', false],
    ])
    expect(await named('service_role')).toMatchObject({ is_enabled: false })
    expect((await ask('developer', 'PUT', '/legacy?enabled=false')).json).toEqual({ enabled: false, anon: false, service_role: false })
    expect((await ask('developer', 'PUT', '/legacy?enabled=true')).json).toEqual({ enabled: true, anon: true, service_role: true })
    expect(await ask('developer', 'PUT', '/legacy?enabled=perhaps')).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  })

  test('stay off while the secret that signs them is revoked', async () => {
    const keysPath = `/v1/projects/${ref}/config/auth/signing-keys`
    const legacy = (await platform.ask('developer', 'GET', `${keysPath}/legacy`)).json as { id: string }
    const set = (status: string) => platform.ask('developer', 'PATCH', `${keysPath}/${legacy.id}`, { status })
    await ask('developer', 'PUT', '/legacy?enabled=false')
    expect(await set('revoked')).toMatchObject({ status: 200 })
    expect(await ask('developer', 'PUT', '/legacy?enabled=true')).toMatchObject({ status: 409, json: { code: 'legacy_key_revoked' } })
    expect(await set('previously_used')).toMatchObject({ status: 200 })
    expect(await ask('developer', 'PUT', '/legacy?enabled=true')).toMatchObject({ status: 200 })
  })
})

describe('uses of keys', () => {
  const use = (id: string, at: string, client: string, calls: number, address = '10.0.0.1') => ({ id, at: Date.parse(at), client, calls, address })

  test('add up, and the latest says when, from where and by which client', async () => {
    const { id } = await make({ name: 'counted' })
    await directory.reportKeyUse(ref, [use(id, '2026-01-02T00:00:00Z', 'supabase-js/2', 3, '10.0.0.2'), use(id, '2026-01-01T00:00:00Z', 'curl', 1)])
    await directory.reportKeyUse(ref, [use(id, '2026-01-01T12:00:00Z', 'supabase-js/2', 4, '10.0.0.3')])
    expect(await named('counted')).toMatchObject({
      calls: 8,
      last_used: { at: '2026-01-02T00:00:00.000Z', address: '10.0.0.2', client: 'supabase-js/2' },
      clients: [
        { client: 'supabase-js/2', calls: 7, address: '10.0.0.2' },
        { client: 'curl', calls: 1 },
      ],
    })
  })

  test('of legacy keys count as well, and those of unknown keys are left out', async () => {
    await directory.reportKeyUse(ref, [use('service_role', '2026-01-01T00:00:00Z', 'curl', 2), use('none', '2026-01-01T00:00:00Z', 'curl', 2)])
    expect(await named('service_role')).toMatchObject({ calls: 2 })
    await directory.reportKeyUse(ref, [])
  })

  test('keep the latest twenty clients, and of all others how often they called', async () => {
    const { id } = await make({ name: 'popular' })
    const day = (number: number) => new Date(Date.UTC(2026, 0, number)).toISOString()
    for (let first = 1; first <= 60; first += 15) {
      const batch = Array.from({ length: 15 }, (_, index) => use(id, day(first + index), `client-${first + index}`, 1))
      await directory.reportKeyUse(ref, batch)
    }
    const { calls, clients, last_used } = await named('popular')
    expect(calls).toBe(60)
    expect(last_used).toMatchObject({ client: 'client-60' })
    expect(clients.map(({ client }) => client)).toEqual(Array.from({ length: 20 }, (_, index) => `client-${60 - index}`))
  })

  test('may be by clients that send what they like', async () => {
    const { id } = await make({ name: 'odd_client' })
    const hostile = `a\u0000b\ud800${'x'.repeat(5_000)}`
    await directory.reportKeyUse(ref, [use(id, '2026-01-01T00:00:00Z', hostile, 1, '\u0000'.repeat(500))])
    const { clients } = await named('odd_client')
    expect(clients[0]!.client).toMatch(/^ab\ufffdx{97}$/)
  })
})
