import { targetOf } from '@colonnade/clusters'
import { withClient } from '@colonnade/pg'
import type { AuthMemberSession, AuthUserDetails, AuthUserLog, AuthUserPage } from '@colonnade/contracts/auth/users'
import type { Scenario } from '@colonnade/testing'
import type { Person } from '@colonnade/platform/testing'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

const password = 'correct horse battery'
let project: TestProject

beforeAll(async () => {
  project = await openTestProject('Users')
  await project.change({ smtp_max_frequency: 0, rate_limit_email_sent: 1_000 })
}, 180_000)
afterAll(() => project[Symbol.asyncDispose]())

const path = (rest = '') => `/platform/auth/${project.ref}/users${rest}`
const ask = (method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE', rest = '', body?: object) => project.platform.ask('owner', method, path(rest), body)
const list = async (query: Readonly<Record<string, string>> = {}) =>
  (await ask('GET', `?${new URLSearchParams(query).toString()}`)).json as AuthUserPage
const emails = async (query: Readonly<Record<string, string>> = {}) => (await list(query)).items.map(({ email }) => email)
const retrieve = async (id: string) => (await ask('GET', `/${id}`)).json as AuthUserDetails
const create = async (body: object): Promise<string> => {
  const reply = await ask('POST', '', body)
  expect(reply).toMatchObject({ status: 201 })
  return (reply.json as { id: string }).id
}
/** What the platform's audit log has last. */
const audited = () =>
  project.platform.ctx.database.first<{ event: string; details: object }>(sql`select event, details from audit_log order by id desc limit 1`)

describe('a list of users', () => {
  test('is paged from the newest on, with those whom seeds gave no time of creation first', async () => {
    await project.owner.run(sql`
      insert into auth.users (id, email, created_at, email_confirmed_at, raw_user_meta_data)
      select ('00000000-0000-4000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'seed' || n || '@example.com',
        case when n > 1 then timestamptz '2020-01-01' + n / 2 * interval '1 day' end, case when n % 2 = 0 then now() end,
        jsonb_build_object('full_name', 'Seed ' || n)
      from generate_series(1, 7) n`)
    const first = await list({ limit: '3' })
    expect(first).toMatchObject({ total: 7, is_estimate: false, is_cut: false })
    expect(first.items.map(({ email }) => email)).toEqual(['seed1@example.com', 'seed7@example.com', 'seed6@example.com'])
    const second = await list({ limit: '3', after: first.next_after! })
    expect(second.items.map(({ email }) => email)).toEqual(['seed5@example.com', 'seed4@example.com', 'seed3@example.com'])
    const third = await list({ limit: '3', after: second.next_after! })
    expect(third).toMatchObject({ items: [{ email: 'seed2@example.com' }], next_after: null, total: null })
  })

  test('finds what an id, address, number or name begins with, once each, page by page', async () => {
    const id = await create({ email: 'Grace@Example.com', phone: '+49 151 2345', user_metadata: { name: 'Grace Hopper' } })
    for (const search of ['gra', 'GRACE@', 'grace h', '+49 151', '4915', id.slice(0, 9), id.toUpperCase()])
      expect(await emails({ search })).toEqual(['grace@example.com'])
    expect(await emails({ search: 'hopper' })).toEqual([])
    const first = await list({ search: 'seed', limit: '4' })
    const second = await list({ search: 'seed', limit: '4', after: first.next_after! })
    expect([...first.items, ...second.items].map(({ email }) => email)).toEqual([1, 2, 3, 4, 5, 6, 7].map((n) => `seed${n}@example.com`))
    expect(second.next_after).toBeNull()
  })

  test('finds what contains a text, whatever its case, and takes no wildcard', async () => {
    expect(await emails({ search: 'HOPP', match: 'contains' })).toEqual(['grace@example.com'])
    expect(await emails({ search: '%', match: 'contains' })).toEqual([])
  })

  test('is narrowed by state, provider and time', async () => {
    expect(await emails({ state: 'unverified' })).toEqual(['seed1@example.com', 'seed7@example.com', 'seed5@example.com', 'seed3@example.com'])
    expect(await emails({ provider: 'phone' })).toEqual(['grace@example.com'])
    expect(await list({ state: 'unverified' })).toMatchObject({ total: 4, is_estimate: false })
    expect(await emails({ created_from: '2020-01-02T00:00:00Z', created_before: '2020-01-03T00:00:00Z' })).toEqual([
      'seed3@example.com',
      'seed2@example.com',
    ])
    expect(await emails({ search: 'seed', state: 'verified' })).toEqual(['seed2@example.com', 'seed4@example.com', 'seed6@example.com'])
  })

  const scenarios: readonly Scenario<Person>[] = [
    { promise: 'a stranger sees none', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
    { promise: 'a reader sees none', as: 'read-only', method: 'GET', path, expect: 403, code: 'forbidden' },
    { promise: 'for others there is no project', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
    { promise: 'a place that is none', as: 'owner', method: 'GET', path: () => path('?after=x'), expect: 400, code: 'invalid_input' },
    {
      promise: 'a user that there is not',
      as: 'owner',
      method: 'GET',
      path: () => path(`/${crypto.randomUUID()}`),
      expect: 404,
      code: 'auth_user_not_found',
    },
    {
      promise: 'claims of a reader’s asking',
      as: 'read-only',
      method: 'GET',
      path: () => path(`/${crypto.randomUUID()}/claims`),
      expect: 403,
      code: 'forbidden',
    },
    {
      promise: 'claims of a user that there is not',
      as: 'owner',
      method: 'GET',
      path: () => path(`/${crypto.randomUUID()}/claims`),
      expect: 404,
      code: 'auth_user_not_found',
    },
    {
      promise: 'a level that is none',
      as: 'owner',
      method: 'GET',
      path: () => path(`/${crypto.randomUUID()}/claims?aal=aal3`),
      expect: 400,
      code: 'invalid_input',
    },
    { promise: 'an id that is none', as: 'owner', method: 'GET', path: () => path('/x'), expect: 400, code: 'invalid_input' },
    {
      promise: 'an address that somebody has',
      as: 'owner',
      method: 'POST',
      path,
      body: { email: 'GRACE@example.com' },
      expect: 409,
      code: 'auth_user_exists',
    },
    { promise: 'a user without address and number', as: 'owner', method: 'POST', path, body: {}, expect: 400, code: 'invalid_input' },
    {
      promise: 'a password that is too short',
      as: 'owner',
      method: 'POST',
      path,
      body: { email: 'short@example.com', password: 'abc' },
      expect: 400,
      code: 'invalid_input',
    },
  ]
  test.for(scenarios)('$promise', async (scenario) => {
    await project.platform.run(scenario)
  })
})

describe('one user', () => {
  test('is created, signs in, is banned at once, and let in again; each is told to both logs', async () => {
    const email = 'ada@example.com'
    const id = await create({ email, password, user_metadata: { name: 'Ada' } })
    expect(await audited()).toMatchObject({ event: 'project.user_created', details: { id } })
    const supabase = project.client()
    expect((await supabase.auth.signInWithPassword({ email, password })).error).toBeNull()
    const details = await retrieve(id)
    expect(details).toMatchObject({ email, name: 'Ada', has_password: true, providers: ['email'], identities: [{ provider: 'email' }] })
    expect(details.sessions).toMatchObject([{ aal: 'aal1', methods: ['password'] }])
    expect(JSON.stringify(details)).not.toContain('$2')
    expect(await ask('PATCH', `/${id}`, { ban_duration: '24h' })).toMatchObject({ status: 204 })
    expect((await supabase.auth.getUser()).error).toMatchObject({ code: 'user_banned' })
    expect(await emails({ state: 'banned' })).toEqual([email])
    expect(await ask('PATCH', `/${id}`, { ban_duration: 'none' })).toMatchObject({ status: 204 })
    expect((await supabase.auth.getUser()).error).toBeNull()
    const log = (await ask('GET', `/${id}/log`)).json as AuthUserLog
    expect(log.items.map(({ action }) => action)).toEqual(['user_modified', 'user_modified', 'login', 'user_signedup'])
    expect(log.items[0]).toMatchObject({ is_own: false, traits: { member_id: project.platform.userId('owner') } })
  })

  test('has the claims of a token without signing in, and database policies read them', async () => {
    const id = await create({ email: 'claims@example.com', password, user_metadata: { name: 'Claire' }, app_metadata: { plan: 'pro' } })
    const { data } = await project.client().auth.signInWithPassword({ email: 'claims@example.com', password })
    const real = JSON.parse(Buffer.from(data.session!.access_token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
    const previewed = ((await ask('GET', `/${id}/claims`)).json as { claims: Record<string, unknown> }).claims
    const lasting = ({ iat, exp, session_id: _session, iss: _iss, amr: _amr, ...rest }: Record<string, unknown>) => ({
      ...rest,
      seconds: Number(exp) - Number(iat),
    })
    expect(lasting(previewed)).toEqual(lasting(real))
    expect(previewed).toMatchObject({ sub: id, aal: 'aal1', amr: [{ method: 'password' }], session_id: expect.stringMatching(/^[\da-f-]{36}$/) })
    expect(previewed['session_id']).not.toBe(real['session_id'])
    const raised = ((await ask('GET', `/${id}/claims?aal=aal2`)).json as { claims: Record<string, unknown> }).claims
    expect(raised).toMatchObject({ aal: 'aal2', amr: [{ method: 'totp' }, { method: 'password' }] })
    const query = `select auth.uid() as id, auth.role() as role, auth.jwt() -> 'app_metadata' ->> 'plan' as plan`
    const reply = await project.platform.ask('owner', 'POST', `/platform/pg-meta/${project.ref}/query`, {
      query,
      role: 'authenticated',
      claims: raised,
    })
    expect(reply.json).toMatchObject({ results: [{ rows: [[id, 'authenticated', 'pro']] }] })
    expect((await retrieve(id)).sessions).toHaveLength(1)
  })

  test('is changed: address, metadata as a whole, and a password that ends all sessions', async () => {
    const id = await create({ email: 'before@example.com', password, user_metadata: { a: 1 } })
    await project.client().auth.signInWithPassword({ email: 'before@example.com', password })
    await ask('PATCH', `/${id}`, { email: 'after@example.com', password: 'another password' })
    await ask('PUT', `/${id}/metadata`, { user_metadata: { b: 2 } })
    expect(await audited()).toMatchObject({ event: 'project.user_metadata_set', details: { id, fields: ['user_metadata'] } })
    expect(await retrieve(id)).toMatchObject({
      email: 'after@example.com',
      user_metadata: { b: 2 },
      app_metadata: { provider: 'email' },
      sessions: [],
    })
    expect((await retrieve(id)).user_metadata).toEqual({ b: 2 })
  })

  test('is edited field by field: what is refused names its field, and an unproved address is so everywhere', async () => {
    const id = await create({ email: 'edited@example.com', password })
    const refused = async (body: object) => {
      const { status, json } = await ask('PATCH', `/${id}`, body)
      const { details } = json as { details: { issues: { path: string[]; message: string }[] } }
      return [status, details.issues.map(({ path: at, message }) => [at.at(-1), message])]
    }
    expect(await refused({ password: 'abc' })).toEqual([400, [['password', 'Password should be at least 6 characters.']]])
    expect(await refused({ email: 'no address' })).toEqual([400, [['email', 'Unable to validate email address: invalid format']]])
    expect(await refused({ phone: 'abc' })).toEqual([400, [['phone', 'Invalid phone number format (E.164 required)']]])
    expect(await refused({ email: 'ada@example.com' })).toEqual([409, [['email', 'A user with this email address has already been registered']]])
    const supabase = project.client()
    await supabase.auth.signInWithPassword({ email: 'edited@example.com', password })
    expect(await ask('POST', `/${id}/mails`, { kind: 'recovery' })).toMatchObject({ status: 204 })
    const { text } = await project.lastMail('edited@example.com')
    await ask('PATCH', `/${id}`, { email: 'moved@example.com', confirm_email: false, phone: '+49 151 777', confirm_phone: false })
    expect(await retrieve(id)).toMatchObject({
      email: 'moved@example.com',
      email_confirmed_at: null,
      phone: '49151777',
      phone_confirmed_at: null,
      user_metadata: { email_verified: false, phone_verified: false },
      sessions: [{ aal: 'aal1' }],
    })
    expect((await retrieve(id)).identities.map(({ provider, data }) => [provider, data])).toMatchObject([
      ['email', { email: 'moved@example.com', email_verified: false }],
      ['phone', { phone_verified: false }],
    ])
    // the link that was on its way is void
    const hash = /token=([^&\s]+)/.exec(text)![1]!
    expect((await project.client().auth.verifyOtp({ type: 'recovery', token_hash: hash })).error).toMatchObject({ code: 'otp_expired' })
    await ask('PATCH', `/${id}`, { confirm_email: true })
    expect((await retrieve(id)).email_confirmed_at).not.toBeNull()
  })

  test('loses one session, or all of them, and a factor', async () => {
    const email = 'everywhere@example.com'
    const id = await create({ email, password })
    const [one, two] = [project.client(), project.client()]
    await one.auth.signInWithPassword({ email, password })
    await two.auth.signInWithPassword({ email, password })
    const { sessions } = await retrieve(id)
    expect(await ask('DELETE', `/${id}/sessions/${sessions[0]!.id}`)).toMatchObject({ status: 204 })
    expect(await ask('DELETE', `/${id}/sessions/${sessions[0]!.id}`)).toMatchObject({ status: 404, json: { code: 'auth_user_not_found' } })
    expect((await one.auth.getUser()).error).toBeNull()
    expect((await two.auth.getUser()).error).toMatchObject({ name: 'AuthSessionMissingError' })
    await project.owner.run(sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at, friendly_name)
      values (gen_random_uuid(), ${id}::uuid, 'totp', 'verified', now(), now(), 'Phone')`)
    const [factor] = (await retrieve(id)).factors
    expect(await ask('DELETE', `/${id}/factors/${factor!.id}`)).toMatchObject({ status: 204 })
    expect(await ask('DELETE', `/${id}/sessions`)).toMatchObject({ status: 204 })
    expect(await retrieve(id)).toMatchObject({ sessions: [], factors: [] })
  })

  test('is mailed a link that signs in, and invited by another', async () => {
    const id = await create({ email: 'linked@example.com' })
    expect(await ask('POST', `/${id}/mails`, { kind: 'magic_link' })).toMatchObject({ status: 204 })
    expect((await project.lastMail('linked@example.com')).text).toContain('/auth/v1/verify?token=')
    const invited = await ask('POST', '/invitations', { email: 'invited@example.com', user_metadata: { team: 'Blue' } })
    expect(invited).toMatchObject({ status: 201 })
    expect(await retrieve((invited.json as { id: string }).id)).toMatchObject({ user_metadata: { team: 'Blue' }, email_confirmed_at: null })
    expect((await project.mails()).items[0]).toMatchObject({ to: 'invited@example.com', kind: 'invite' })
  })

  test('is deleted softly, so that nothing says who it was, and then for good', async () => {
    const id = await create({ email: 'gone@example.com', password })
    expect(await ask('DELETE', `/${id}?soft=true`)).toMatchObject({ status: 204 })
    expect(await emails({ search: 'gone' })).toEqual([])
    const [left] = (await list({ state: 'deleted' })).items
    expect(left).toMatchObject({ id })
    expect(left!.email).not.toContain('gone')
    expect(await ask('DELETE', `/${id}`)).toMatchObject({ status: 204 })
    expect(await ask('GET', `/${id}`)).toMatchObject({ status: 404 })
  })
})

test('many are banned and deleted at once; those that are gone count for nothing', async () => {
  const ids = [await create({ email: 'many1@example.com' }), await create({ email: 'many2@example.com' })]
  expect((await ask('POST', '/bulk', { ids, action: 'ban' })).json).toEqual({ changed: 2 })
  expect(await emails({ search: 'many', state: 'banned' })).toHaveLength(2)
  expect((await ask('POST', '/bulk', { ids: [...ids, crypto.randomUUID()], action: 'delete' })).json).toEqual({ changed: 2 })
  expect(await audited()).toMatchObject({ event: 'project.users_changed', details: { action: 'delete', users: 2 } })
  expect(await emails({ search: 'many' })).toEqual([])
})

describe('signing in as a user', () => {
  const claimsOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()) as Record<string, unknown>
  const signInAs = (id: string, body: object = {}) => ask('POST', `/${id}/sessions`, body)

  const countActive = async (id: string): Promise<number> =>
    withClient(targetOf(await project.platform.ctx.clusters.endpoint(project.ref), 'administrator'), async (server) => {
      const rows = await server.rows(sql`select from _colonnade.auth_active_users where user_id = ${id}::uuid`)
      return rows.length
    })

  test('gives a session that names the member, can’t be refreshed, and opens no account', async () => {
    const email = 'helped@example.com'
    const id = await create({ email, password })
    const own = project.client()
    await own.auth.signInWithPassword({ email, password })
    const before = await retrieve(id)
    const reply = await signInAs(id, { reason: 'Ticket 7' })
    expect(reply).toMatchObject({ status: 201 })
    const { access_token: token, link, session_id: session, expires_at: end } = reply.json as AuthMemberSession
    const member = project.platform.userId('owner')
    const claims = claimsOf(token)
    expect(claims).toMatchObject({
      sub: id,
      session_id: session,
      act: { sub: member, email: expect.stringContaining('@') },
      amr: [{ method: 'sign_in_as' }],
    })
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3_600)
    expect(Date.parse(end)).toBe(Number(claims['exp']) * 1_000)

    const fragment = new URLSearchParams(new URL(link).hash.slice(1))
    const supabase = project.client()
    const set = await supabase.auth.setSession({ access_token: fragment.get('access_token')!, refresh_token: fragment.get('refresh_token')! })
    expect(set.data.user).toMatchObject({ id, email })
    expect((await supabase.auth.refreshSession()).error).toMatchObject({ code: 'refresh_token_not_found' })
    const acting = project.client()
    await acting.auth.setSession({ access_token: token, refresh_token: 'x' })
    expect((await acting.auth.updateUser({ password: 'taken over now' })).error).toMatchObject({ code: 'not_admin' })
    expect((await acting.auth.mfa.enroll({ factorType: 'totp' })).error).toMatchObject({ code: 'not_admin' })

    const details = await retrieve(id)
    expect(details.last_sign_in_at).toBe(before.last_sign_in_at)
    const shown = details.sessions.find((each) => each.id === session)
    expect(shown).toMatchObject({ member_id: member, methods: ['sign_in_as'], refreshed_at: null })
    expect(Date.parse(shown!.not_after!) - Date.parse(shown!.created_at!)).toBe(3_600_000)
    expect(await audited()).toMatchObject({ event: 'project.user_signed_in_as', details: { id, session, reason: 'Ticket 7' } })
    expect(((await ask('GET', `/${id}/log`)).json as AuthUserLog).items[0]).toMatchObject({
      action: 'login',
      is_own: false,
      traits: { member_id: member, provider: 'sign_in_as', reason: 'Ticket 7' },
    })

    // signing out everywhere ends the member's session alone
    expect((await acting.auth.signOut()).error).toBeNull()
    expect((await retrieve(id)).sessions.map((each) => each.id)).toEqual(before.sessions.map((each) => each.id))
    const again = (await signInAs(id)).json as AuthMemberSession
    expect((await project.client().auth.getUser(again.access_token)).error).toBeNull()
    expect(await ask('DELETE', `/${id}/sessions/${again.session_id}`)).toMatchObject({ status: 204 })
    expect((await project.client().auth.getUser(again.access_token)).error).not.toBeNull()
    const late = (await signInAs(id)).json as AuthMemberSession
    await project.owner.run(sql`update auth.sessions set not_after = now() - interval '1 second' where id = ${late.session_id}::uuid`)
    expect((await project.client().auth.getUser(late.access_token)).error).not.toBeNull()
    expect((await own.auth.getUser()).error).toBeNull()
  })

  test('asks the hook, which can’t hide the member or let them in for longer', async () => {
    await project.owner.run(sql`
      create function public.customize(event jsonb) returns jsonb language sql as
        $$ select jsonb_build_object('claims', (event -> 'claims') - 'act' || '{"exp": 4102444800, "tenant": "acme"}') $$`)
    await project.owner.run(sql`grant usage on schema public to supabase_auth_admin`)
    await project.owner.run(sql`grant execute on function public.customize to supabase_auth_admin`)
    await project.change({ hook_custom_access_token_enabled: true, hook_custom_access_token_uri: 'pg-functions://postgres/public/customize' })
    const id = await create({ email: 'hooked@example.com', password })
    const { access_token: token } = (await signInAs(id)).json as AuthMemberSession
    expect(await countActive(id)).toBe(0)
    const claims = claimsOf(token)
    expect(claims).toMatchObject({ tenant: 'acme', act: { sub: project.platform.userId('owner') } })
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(3_600)
    await project.change({ hook_custom_access_token_enabled: false })
  })

  test('is refused for those who are banned or deleted, to readers, and without a recent sign-in', async () => {
    const id = await create({ email: 'refused@example.com' })
    const { database } = project.platform.ctx
    await database.run(
      sql`update sessions set created_at = now() - interval '1 hour', proven_at = null where user_id = ${project.platform.userId('owner')}`,
    )
    expect(await signInAs(id)).toMatchObject({ status: 403, json: { code: 'sign_in_again' } })
    await database.run(sql`update sessions set created_at = now() where user_id = ${project.platform.userId('owner')}`)
    expect(await project.platform.ask('read-only', 'POST', path(`/${id}/sessions`), {})).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    await ask('PATCH', `/${id}`, { ban_duration: '24h' })
    expect(await signInAs(id)).toMatchObject({ status: 409, json: { code: 'auth_refused', message: 'User is banned' } })
    await ask('PATCH', `/${id}`, { ban_duration: 'none' })
    await ask('DELETE', `/${id}?soft=true`)
    expect(await signInAs(id)).toMatchObject({ status: 404, json: { code: 'auth_user_not_found' } })
    const external = await fetch(`${project.url}/auth/v1/admin/directory/${id}/sessions`, {
      method: 'POST',
      body: '{}',
      headers: { apikey: project.serviceKey, authorization: `Bearer ${project.serviceKey}`, 'content-type': 'application/json' },
    })
    expect(external.status).toBe(403)
  })
})
