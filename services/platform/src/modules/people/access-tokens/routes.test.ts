import { permissions } from '@colonnade/contracts/foundation/permissions'
import type { AuditPage } from '@colonnade/contracts/organizations/audit-log'
import { type AccessToken, type AccessTokenInput, accessTokensMax } from '@colonnade/contracts/people/access-tokens'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Tokens')
})
afterAll(() => platform[Symbol.asyncDispose]())

type Made = AccessToken & { token: string }

async function make(as: Person, input: Partial<AccessTokenInput> = {}): Promise<Made> {
  const body = { name: 'Deploys', scopes: permissions, expires_at: null, ...input }
  const reply = await platform.ask(as, 'POST', '/platform/access-tokens', body)
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.json))
  return reply.json as Made
}
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const call = (token: string, method: string, path: string, body?: unknown, headers = {}) =>
  platform.ask(null, method, path, body, { ...bearer(token), ...headers })
const list = async (as: Person) => (await platform.ask(as, 'GET', '/platform/access-tokens')).json as AccessToken[]
const refused = (status: number, code: string) => ({ status, json: { code } })

describe('a token', () => {
  test('is shown once, and nothing that opens anything is kept', async () => {
    const { token, ...made } = await make('owner', { scopes: ['projects:read', 'projects:read'] })
    expect(token).toMatch(/^sbp_[0-9a-f]{40}$/)
    expect(made).toMatchObject({ name: 'Deploys', scopes: ['projects:read'], hint: token.slice(-4), organization: null, expires_at: null })
    expect(await list('owner')).toContainEqual(made)
    const kept = await platform.ctx.database.rows<{ row: string }>(
      sql`select access_tokens::text as row from access_tokens union all select details::text from audit_log`,
    )
    const hex = Buffer.from(token).toString('hex')
    expect(kept.filter(({ row }) => row.includes(token) || row.includes(hex) || row.includes(token.slice(4)))).toEqual([])
  })

  test('is its person: the profile is theirs, and it does what they may do', async () => {
    const { token } = await make('developer')
    expect(await call(token, 'GET', '/platform/profile')).toMatchObject({ status: 200, json: { username: 'developer' } })
    expect((await call(token, 'GET', `/platform/projects/${ref}`)).status).toBe(200)
    expect(await call(token, 'DELETE', `/platform/projects/${ref}`)).toMatchObject(refused(403, 'forbidden'))
    expect(await call((await make('outsider')).token, 'GET', `/platform/projects/${ref}`)).toMatchObject(refused(404, 'project_not_found'))
  })

  test('with fewer scopes than its owner’s role does less, also where the call looks closer', async () => {
    const { token } = await make('owner', { scopes: ['projects:read', 'database:read'] })
    const run = (query: string) => call(token, 'POST', `/platform/pg-meta/${ref}/query`, { query })
    expect(await run('select 1 as one')).toMatchObject({ status: 200 })
    expect((await run('create table made_with_a_token (id int)')).status).toBe(403)
    expect(await call(token, 'PATCH', `/platform/projects/${ref}`, { name: 'x' })).toMatchObject({
      ...refused(403, 'access_token_refused'),
      json: { details: { scope: 'projects:update' } },
    })
  })

  test('is told what it may do itself, and not what its owner’s role does', async () => {
    const { token } = await make('owner', { scopes: ['organization:read', 'projects:read'] })
    const told = { permissions: ['organization:read', 'projects:read'] }
    expect((await call(token, 'GET', '/platform/organizations/acme')).json).toMatchObject(told)
    expect((await call(token, 'GET', '/platform/organizations')).json).toMatchObject([told])
  })

  test('decides about nobody who may do more than it, and says which scope it lacks', async () => {
    const { token } = await make('owner', { scopes: ['organization:read', 'members:manage'] })
    const member = `/platform/organizations/acme/members/${platform.userId('read-only')}`
    const message = 'The access token lacks the scope organizations:create, which Read-only has'
    expect(await call(token, 'PATCH', member, { role: 'owner' })).toMatchObject({
      ...refused(403, 'access_token_refused'),
      json: { message, details: { scope: 'organizations:create' } },
    })
  })

  test('makes no other, and does not touch its owner’s account', async () => {
    const { token, id } = await make('owner')
    const make2 = await call(token, 'POST', '/platform/access-tokens', { name: 'x', scopes: ['projects:read'], expires_at: null })
    expect(make2).toMatchObject(refused(403, 'access_token_refused'))
    expect(await call(token, 'DELETE', `/platform/access-tokens/${id}`)).toMatchObject(refused(403, 'access_token_refused'))
    expect(await call(token, 'GET', '/platform/sessions')).toMatchObject(refused(403, 'access_token_refused'))
  })

  test('for one organization does not see others, and makes none', async () => {
    const made = await platform.ask('developer', 'POST', '/platform/organizations', { name: 'Own' })
    expect(made.status).toBe(201)
    const { token, organization } = await make('developer', { organization_slug: 'acme' })
    expect(organization).toEqual({ slug: 'acme', name: 'Acme' })
    expect(await call(token, 'GET', '/platform/organizations')).toMatchObject({ json: [{ slug: 'acme' }] })
    expect(await call(token, 'GET', '/platform/organizations/own')).toMatchObject(refused(404, 'organization_not_found'))
    expect((await call(token, 'GET', `/platform/projects/${ref}`)).status).toBe(200)
    expect(await call(token, 'POST', '/platform/organizations', { name: 'x' })).toMatchObject(refused(403, 'access_token_refused'))
    const elsewhere = await make('developer', { organization_slug: 'own' })
    expect(await call(elsewhere.token, 'GET', `/platform/projects/${ref}`)).toMatchObject(refused(404, 'project_not_found'))
    expect(await call(elsewhere.token, 'GET', '/platform/projects')).toMatchObject({ status: 200, json: [] })
  })

  test('of a member who was removed opens nothing of the organization, that of a deleted person nothing at all', async () => {
    const { token } = await make('read-only')
    const { database } = platform.ctx
    const id = platform.userId('read-only')
    await database.run(sql`delete from members where user_id = ${id}`)
    expect(await call(token, 'GET', `/platform/projects/${ref}`)).toMatchObject(refused(404, 'project_not_found'))
    expect(await call(token, 'GET', '/platform/organizations')).toMatchObject({ status: 200, json: [] })
    await database.run(sql`delete from users where id = ${id}`)
    expect(await call(token, 'GET', '/platform/profile')).toMatchObject(refused(401, 'access_token_invalid'))
  })
})

describe('what is no token, or not any more,', () => {
  test.for(['', '  ', 'cln_', 'cln_wrong', `sbp_${'0'.repeat(40)}`, 'x'.repeat(5_000), "' or 1=1 --"])('is refused: %#', async (token) => {
    expect(await call(token, 'GET', '/platform/profile')).toMatchObject(refused(401, 'access_token_invalid'))
  })

  test('is told apart: expired, and revoked', async () => {
    const soon = await make('owner', { expires_at: new Date(Date.now() + 60_000).toISOString() })
    expect((await call(soon.token, 'GET', '/platform/profile')).status).toBe(200)
    await platform.ctx.database.run(sql`update access_tokens set expires_at = now() - interval '1 second' where id = ${soon.id}`)
    expect(await call(soon.token, 'GET', '/platform/profile')).toMatchObject(refused(401, 'access_token_expired'))
    expect((await list('owner')).find(({ id }) => id === soon.id)).toMatchObject({ is_expired: true })
    expect((await platform.ask('owner', 'DELETE', `/platform/access-tokens/${soon.id}`)).status).toBe(204)
    expect(await call(soon.token, 'GET', '/platform/profile')).toMatchObject(refused(401, 'access_token_invalid'))
  })

  test('is not found among those of others', async () => {
    const { id } = await make('owner')
    for (const wrong of [id, 'none', '00000000-0000-4000-8000-000000000000']) {
      expect(await platform.ask('developer', 'DELETE', `/platform/access-tokens/${wrong}`)).toMatchObject(refused(404, 'access_token_not_found'))
    }
    expect((await list('developer')).some((token) => token.id === id)).toBe(false)
  })

  test('is not made: without scopes, with unknown ones, ended already, for an organization of others', async () => {
    const fails = async (input: object, code: string) => {
      const body = { name: 'x', scopes: ['projects:read'], expires_at: null, ...input }
      expect((await platform.ask('owner', 'POST', '/platform/access-tokens', body)).json).toMatchObject({ code })
    }
    await fails({ scopes: [] }, 'invalid_input')
    await fails({ scopes: ['everything'] }, 'invalid_input')
    await fails({ expires_at: '2001-01-01T00:00:00Z' }, 'invalid_input')
    await fails({ expires_at: 'tomorrow' }, 'invalid_input')
    await fails({ organization_slug: 'elsewhere' }, 'organization_not_found')
    await fails({ organization_slug: "'; --" }, 'organization_not_found')
  })
})

test('its bearer is asked no origin, and a cookie beside it counts for nothing', async () => {
  const { token } = await make('developer')
  const origin = { origin: 'https://tools.example', 'sec-fetch-site': 'cross-site' }
  expect((await call(token, 'POST', '/platform/organizations', { name: 'From a script' }, origin)).status).toBe(201)
  // without the token the same is refused
  expect(await platform.ask('developer', 'POST', '/platform/organizations', { name: 'x' }, origin)).toMatchObject(refused(403, 'cross_site_request'))
  const both = await platform.ask('owner', 'GET', '/platform/profile', undefined, bearer(token))
  expect(both).toMatchObject({ status: 200, json: { username: 'developer' } })
  const wrong = await platform.ask('owner', 'GET', '/platform/profile', undefined, bearer('cln_wrong'))
  expect(wrong).toMatchObject(refused(401, 'access_token_invalid'))
  // what a proxy in front asks for is none of ours
  expect((await platform.ask('owner', 'GET', '/platform/profile', undefined, { authorization: 'Basic eDp5' })).status).toBe(200)
})

test('the log says what a token did and which one it was, and that it was made and revoked', async () => {
  const { token, id } = await make('administrator', { name: 'Night shift' })
  await call(token, 'PATCH', '/platform/organizations/acme', { name: 'Acme' })
  await platform.ask('administrator', 'DELETE', `/platform/access-tokens/${id}`)
  const { items } = (await platform.ask('administrator', 'GET', '/platform/account/audit')).json as AuditPage
  expect(items.slice(0, 3)).toMatchObject([
    { event: 'access_token.removed', details: { id, name: 'Night shift' } },
    { event: 'organization.updated', details: { access_token: 'Night shift', access_token_id: id } },
    { event: 'access_token.created', details: { id, scopes: permissions } },
  ])
})

test('the last use is noted with where from, and at most once a minute', async () => {
  const { token, id } = await make('developer')
  const own = async () => (await list('developer')).find((each) => each.id === id)!
  expect(await own()).toMatchObject({ last_used_at: null, last_used_address: null })
  await call(token, 'GET', '/platform/profile', undefined, { 'user-agent': 'curl/8.5.0' })
  const first = await own()
  expect(first).toMatchObject({ last_used_at: expect.any(String), last_used_address: '127.0.0.1', last_used_agent: 'curl/8.5.0' })
  await call(token, 'GET', '/platform/profile', undefined, { 'user-agent': 'another' })
  expect(await own()).toEqual(first)
  await platform.ctx.database.run(sql`update access_tokens set last_used_at = now() - interval '61 seconds' where id = ${id}`)
  await call(token, 'GET', '/platform/profile', undefined, { 'user-agent': 'another' })
  expect(await own()).toMatchObject({ last_used_agent: 'another' })
})

test('a stream that a token opened ends when it is revoked', async () => {
  const { token, id } = await make('owner')
  const { url } = await platform.address('owner')
  const stream = await fetch(`${url}/platform/projects/${ref}/events`, { headers: bearer(token) })
  const reader = stream.body!.getReader()
  await reader.read()
  await platform.ask('owner', 'DELETE', `/platform/access-tokens/${id}`)
  for (let part = await reader.read(); !part.done; part = await reader.read());
  expect(stream.status).toBe(200)
})

test('people have as many as they may, also when two are made at once', async () => {
  const { database } = platform.ctx
  await database.run(sql`
    insert into access_tokens (user_id, name, token_hash, hint, scopes)
    select ${platform.userId('outsider')}, 'n', sha256(n::text::bytea), 'xxxx', '{}'
    from generate_series(1, ${accessTokensMax - 1} - (select count(*) from access_tokens where user_id = ${platform.userId('outsider')})) n`)
  const body = { name: 'x', scopes: ['projects:read'], expires_at: null }
  const replies = await Promise.all([1, 2].map(() => platform.ask('outsider', 'POST', '/platform/access-tokens', body)))
  expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
})
