import { type ProjectSigningKey, signingKeysMax, standbyMinutes } from '@colonnade/contracts/api/signing-keys'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { createKeySet, exportTokenKey, generateTokenKey, importTokenKey, signWithKey, verifyWithKeys } from '@colonnade/tokens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '../../../kernel/limits.ts'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { createProjectDirectory } from '../../connections/directory/directory.ts'
import { deleteRemoved } from './store.ts'

let platform: TestPlatform
let directory: ReturnType<typeof createProjectDirectory>
let ref: string

beforeAll(async () => {
  const many = { calls: 10_000, windowSeconds: 60 }
  platform = await openTestPlatform({ limits: { ...rateLimits, read: many, write: many } })
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Signed')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const path = (end = '') => `/v1/projects/${ref}/config/auth/signing-keys${end}`
const ask = (method: string, end = '', body?: unknown, as: Person = 'developer') => platform.ask(as, method, path(end), body)
const list = async () => ((await ask('GET')).json as { keys: ProjectSigningKey[] }).keys
const inState = async (status: ProjectSigningKey['status']) => (await list()).filter((key) => key.status === status)
const create = async (input: object) => (await ask('POST', '', input)).json as ProjectSigningKey
const set = (id: string, status: string, more = {}) => ask('PATCH', `/${id}`, { status, ...more })
const refused = (status: number, code: string) => ({ status, json: { code } })
/** As if it had been published for so long. */
const ageStandby = (minutes: number) =>
  platform.ctx.database.run(
    sql`update signing_keys set changed_at = now() - ${minutes} * interval '1 minute' where ref = ${ref} and state = 'standby'`,
  )

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger sees no signing keys', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
  { promise: 'a reader sees no signing keys', as: 'read-only', method: 'GET', path, expect: 403, code: 'forbidden' },
  { promise: 'for others there is no project', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
  {
    promise: 'a project begins with an ES256 key in use, and the legacy secret as used before',
    as: 'developer',
    method: 'GET',
    path,
    expect: 200,
    check: (reply) => {
      const jwk = { kty: 'EC', crv: 'P-256', x: expect.any(String), y: expect.any(String), alg: 'ES256', use: 'sig', kid: expect.any(String) }
      expect(reply).toEqual({
        keys: [
          expect.objectContaining({ algorithm: 'ES256', status: 'in_use', public_jwk: jwk, is_legacy: false, ready_at: null, last_seen_at: null }),
          expect.objectContaining({ algorithm: 'HS256', status: 'previously_used', public_jwk: null, is_legacy: true, ready_at: null }),
        ],
      })
    },
  },
  {
    promise: 'the legacy secret is shown as a key, without the secret',
    as: 'developer',
    method: 'GET',
    path: () => path('/legacy'),
    expect: 200,
    check: (reply) => expect(reply).toMatchObject({ algorithm: 'HS256', is_legacy: true, public_jwk: null }),
  },
  {
    promise: 'tools that ask for the legacy secret to become a key get the key that it is',
    as: 'developer',
    method: 'POST',
    path: () => path('/legacy'),
    expect: 201,
    check: (reply) => expect(reply).toMatchObject({ algorithm: 'HS256', is_legacy: true, public_jwk: null }),
  },
  {
    promise: 'a key that is not there is not found',
    as: 'developer',
    method: 'GET',
    path: () => path('/none'),
    expect: 404,
    code: 'signing_key_not_found',
  },
  { promise: 'a reader creates none', as: 'read-only', method: 'POST', path, body: { algorithm: 'ES256' }, expect: 403, code: 'forbidden' },
  {
    promise: 'another algorithm is refused',
    as: 'developer',
    method: 'POST',
    path,
    body: { algorithm: 'none' },
    expect: 400,
    code: 'invalid_input',
  },
  ...[{ kty: 'oct', k: 'c2hvcnQ' }, { kty: 'EC', crv: 'P-384', x: 'a', y: 'b', d: 'c' }, {}, { kty: 'RSA', n: 'AQAB', e: 'AQAB', d: 1 }].map(
    (private_jwk) =>
      ({
        promise: `${JSON.stringify(private_jwk)} is not imported`,
        as: 'developer',
        method: 'POST',
        path,
        body: { algorithm: 'ES256', private_jwk },
        expect: 400,
        code: 'invalid_input',
      }) as const,
  ),
]

describe('signing keys', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('say when a token of theirs was last seen', async () => {
    const [key] = await inState('in_use')
    const at = Date.parse('2026-01-02T03:04:05.000Z')
    await directory.reportKeyUse(ref, [{ id: key!.id, at, address: '', client: '', calls: 3 }])
    expect((await inState('in_use'))[0]!.last_seen_at).toBe('2026-01-02T03:04:05.000Z')
    expect((await inState('previously_used')).map(({ last_seen_at }) => last_seen_at)).toEqual([null])
  })

  test('are made once, however many ask first', async () => {
    const other = await platform.project('Many ask')
    const all = await Promise.all(Array.from({ length: 10 }, () => directory.keys(other)))
    expect(new Set(all.map((keys) => JSON.stringify(keys!.signingKeys.map(({ id }) => id)))).size).toBe(1)
  })

  test('reach services with their private halves, which nobody reads in the database', async () => {
    const { signingKeys, jwtSecret } = (await directory.keys(ref))!
    const [current, legacy] = signingKeys
    expect(current).toMatchObject({ algorithm: 'ES256', state: 'in_use', isLegacy: false })
    const key = importTokenKey(current!.jwk, { state: 'in_use' })
    expect(key.id).toBe(current!.id)
    const token = signWithKey(key, { sub: 'somebody' })
    expect(verifyWithKeys(createKeySet([key]), token, { nowMs: Date.now() })).toMatchObject({ sub: 'somebody' })
    expect(legacy).toMatchObject({ algorithm: 'HS256', state: 'previously_used', isLegacy: true })
    expect(Buffer.from(String(legacy!.jwk['k']), 'base64url').toString()).toBe(jwtSecret)
    const rows = await platform.ctx.database.rows<{ row: string }>(sql`select k::text as row from signing_keys k`)
    for (const { jwk } of signingKeys) expect(rows.map(({ row }) => row).join()).not.toContain(String(jwk['d'] ?? jwk['k']))
  })

  test('wait on standby before they are used, unless told otherwise', async () => {
    const created = await create({ algorithm: 'EdDSA' })
    expect(created).toMatchObject({ algorithm: 'EdDSA', status: 'standby' })
    expect(Date.parse(created.ready_at!) - Date.parse(created.updated_at)).toBe(standbyMinutes * 60_000)
    expect(await ask('POST', '', { algorithm: 'ES256' })).toMatchObject(refused(409, 'signing_key_conflict'))
    expect(await set(created.id, 'in_use')).toMatchObject({
      ...refused(409, 'signing_key_not_ready'),
      json: { details: { ready_at: created.ready_at } },
    })
    await ageStandby(standbyMinutes + 1)
    const [before] = await inState('in_use')
    const news = directory.news(ref)
    await news.next(0)
    const told = news.next(10_000)
    expect(await set(created.id, 'in_use')).toMatchObject({ status: 200, json: { status: 'in_use' } })
    expect(await told).toBe(true)
    news.close()
    expect((await inState('previously_used')).map(({ id }) => id)).toContain(before!.id)
    const next = await create({ algorithm: 'RS256' })
    expect(await set(next.id, 'in_use', { immediately: true })).toMatchObject({ status: 200 })
    expect((await inState('in_use')).map(({ id }) => id)).toEqual([next.id])
  })

  test('go back to standby, are revoked and restored, and deleted when nothing of theirs is valid', async () => {
    const [current] = await inState('in_use')
    expect(await set(current!.id, 'revoked')).toMatchObject(refused(409, 'signing_key_conflict'))
    const old = (await inState('previously_used')).find(({ is_legacy }) => !is_legacy)!
    expect(await ask('DELETE', `/${old.id}`)).toMatchObject(refused(409, 'signing_key_conflict'))
    expect(await set(old.id, 'revoked')).toMatchObject({ status: 200 })
    expect((await directory.keys(ref))!.signingKeys.find(({ id }) => id === old.id)).toMatchObject({ state: 'revoked' })
    expect(await set(old.id, 'previously_used')).toMatchObject({ status: 200 })
    expect(await set(old.id, 'standby')).toMatchObject({ status: 200, json: { ready_at: expect.any(String) } })
    expect(await ask('DELETE', `/${old.id}`)).toMatchObject({ status: 200, json: { id: old.id } })
    expect(await ask('GET', `/${old.id}`)).toMatchObject(refused(404, 'signing_key_not_found'))
  })

  test('are imported with their private half, and keep signing what they signed', async () => {
    const own = await generateTokenKey('ES256', 'theirs', 'in_use')
    const jwk = exportTokenKey(own)
    const { d: _private, ...half } = jwk
    expect(await ask('POST', '', { algorithm: 'ES256', private_jwk: half })).toMatchObject(refused(400, 'invalid_input'))
    expect(await ask('POST', '', { algorithm: 'RS256', private_jwk: jwk })).toMatchObject(refused(400, 'invalid_input'))
    const made = await create({ algorithm: 'ES256', private_jwk: jwk, status: 'in_use' })
    expect(made).toMatchObject({ status: 'in_use', public_jwk: { x: jwk['x'], y: jwk['y'], kid: made.id } })
    expect(JSON.stringify(made)).not.toContain(String(jwk['d']))
    expect(await inState('in_use')).toHaveLength(1)
  })

  test('that the legacy API keys need are revoked only once those are off', async () => {
    const [legacy] = (await list()).filter(({ is_legacy }) => is_legacy)
    expect(await set(legacy!.id, 'revoked')).toMatchObject(refused(409, 'legacy_api_keys_enabled'))
    await platform.ask('developer', 'PUT', `/v1/projects/${ref}/api-keys/legacy?enabled=false`)
    expect(await set(legacy!.id, 'revoked')).toMatchObject({ status: 200 })
    expect(await ask('DELETE', `/${legacy!.id}`)).toMatchObject({ status: 200 })
    expect(await ask('GET', '/legacy')).toMatchObject(refused(404, 'signing_key_not_found'))
    expect(await platform.ask('developer', 'PUT', `/v1/projects/${ref}/api-keys/legacy?enabled=true`)).toMatchObject(
      refused(409, 'legacy_key_revoked'),
    )
    const { signingKeys } = (await directory.keys(ref))!
    expect(signingKeys.some(({ isLegacy }) => isLegacy)).toBe(false)
  })

  test('are deleted only by who signed in lately', async () => {
    const { id } = await create({ algorithm: 'ES256' })
    await ask('GET', '', undefined, 'administrator')
    await platform.ctx.database.run(
      sql`update sessions set created_at = now() - interval '1 hour' where user_id = ${platform.userId('administrator')}`,
    )
    expect(await ask('DELETE', `/${id}`, undefined, 'administrator')).toMatchObject(refused(403, 'sign_in_again'))
    expect(await ask('DELETE', `/${id}`)).toMatchObject({ status: 200 })
  })

  test('are limited in number', async () => {
    for (let count = (await list()).length; count < signingKeysMax; count += 1) {
      expect(await ask('POST', '', { algorithm: 'EdDSA', status: 'in_use' })).toMatchObject({ status: 201 })
    }
    expect(await ask('POST', '', { algorithm: 'EdDSA', status: 'in_use' })).toMatchObject(refused(409, 'too_many_signing_keys'))
  })

  test('of a project that is gone are forgotten, and so is its secret', async () => {
    const gone = await platform.project('Gone')
    await directory.keys(gone)
    await platform.ask('owner', 'DELETE', `/platform/projects/${gone}`)
    await platform.ctx.parts.reconciler.idle(gone)
    await deleteRemoved(platform.ctx.database)
    const left = await platform.ctx.database.rows<{ ref: string }>(sql`select ref from signing_keys union all select ref from project_secrets`)
    expect(left.map((row) => row.ref)).not.toContain(gone)
    expect(left.map((row) => row.ref)).toContain(ref)
  })
})
