import { type RequestToken, requestTokenMinutes, serviceTokenMinutes } from '@colonnade/contracts/api/request-tokens'
import { insightClaim, serviceClaim } from '@colonnade/projects'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { createKeySet, importTokenKey, type Jwk, verifyWithKeys } from '@colonnade/tokens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { createProjectDirectory } from '../../connections/directory/directory.ts'

let platform: TestPlatform
let directory: ReturnType<typeof createProjectDirectory>
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Tried')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const path = () => `/platform/projects/${ref}/request-tokens`
const body = { role: 'authenticated', claims: { sub: 'u1' } }
const create = (input: object, headers?: Record<string, string>) => platform.ask(headers ? null : 'developer', 'POST', path(), input, headers)
const bearer = async (scopes: string[]) => {
  const { json } = await platform.ask('owner', 'POST', '/platform/access-tokens', { name: 'CLI', scopes, expires_at: null })
  return { authorization: `Bearer ${(json as { token: string }).token}` }
}
const claimsOf = async (token: string) => {
  const { signingKeys } = (await directory.keys(ref))!
  const keys = createKeySet(signingKeys.map(({ id, state, jwk }) => importTokenKey(jwk as Jwk, { id, state })))
  return verifyWithKeys(keys, token, { nowMs: platform.ctx.clock.now() })
}

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger gets none', as: null, method: 'POST', path, body, expect: 401, code: 'unauthorized' },
  { promise: 'a reader gets none', as: 'read-only', method: 'POST', path, body, expect: 403, code: 'forbidden' },
  { promise: 'for others there is no project', as: 'outsider', method: 'POST', path, body, expect: 404, code: 'project_not_found' },
  { promise: 'no role is refused', as: 'developer', method: 'POST', path, body: { role: '' }, expect: 400, code: 'invalid_input' },
  {
    promise: 'claims that no service would read are refused',
    as: 'developer',
    method: 'POST',
    path,
    body: { role: 'anon', claims: { more: 'x'.repeat(13_000) } },
    expect: 400,
    code: 'invalid_input',
  },
]

describe('tokens for trying requests', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('have the role and claims, for this project and a few minutes, and only the second may ask how requests are answered', async () => {
    const claims = { sub: 'u1', app_metadata: { plan: 'pro' }, ref: 'another', role: 'service_role', exp: 9_999_999_999, nbf: 9_999_999_999 }
    const { status, json } = await create({ role: 'authenticated', claims: { ...claims, [insightClaim]: true } })
    expect(status).toBe(201)
    const { token, insight_token, expires_at } = json as RequestToken
    const signed = await claimsOf(token)
    expect(signed).toEqual({
      sub: 'u1',
      app_metadata: { plan: 'pro' },
      ref,
      role: 'authenticated',
      iat: expect.any(Number),
      exp: signed.iat! + requestTokenMinutes * 60,
    })
    expect(Date.parse(expires_at)).toBe(signed.exp! * 1000)
    expect(await claimsOf(insight_token)).toEqual({ ...signed, [insightClaim]: true })
  })

  test('open one service alone, for longer, where they are for a page that stays connected', async () => {
    const { json } = await create({ ...body, claims: { sub: 'u1', [serviceClaim]: 'storage' }, service: 'realtime' })
    const signed = await claimsOf((json as RequestToken).token)
    expect(signed).toMatchObject({ sub: 'u1', role: 'authenticated', [serviceClaim]: 'realtime', exp: signed.iat! + serviceTokenMinutes * 60 })
    expect((await create({ ...body, service: 'rest' })).status).toBe(400)
  })

  test('take an access token that may both see keys and run SQL', async () => {
    expect((await create(body, await bearer(['service_keys:read']))).status).toBe(403)
    expect((await create(body, await bearer(['database:write']))).status).toBe(403)
    expect((await create(body, await bearer(['service_keys:read', 'database:write']))).status).toBe(201)
  })

  test('for writing to a locked project take its name', async () => {
    expect((await platform.ask('owner', 'PUT', `/platform/pg-meta/${ref}/runs/lock`, { is_locked: true })).status).toBe(200)
    expect((await create({ role: 'anon' })).status).toBe(201)
    expect(await create({ role: 'anon', is_writing: true })).toMatchObject({ status: 409, json: { code: 'production_locked' } })
    expect((await create({ role: 'anon', is_writing: true, confirmed_name: 'Tried' })).status).toBe(201)
  })

  test('are recorded with their role and user', async () => {
    const rows = await platform.ctx.database.rows<{ details: object }>(
      sql`select details from audit_log where event = 'project.request_token_created' and project_ref = ${ref} order by id`,
    )
    expect(rows[0]).toEqual({ details: { role: 'authenticated', sub: 'u1', is_writing: false } })
  })
})
