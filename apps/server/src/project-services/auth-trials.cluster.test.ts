import type { AuthHookTest } from '@colonnade/contracts/auth/auth-hook-calls'
import type { CustomProvider } from '@colonnade/contracts/auth/custom-providers'
import { sql } from '@colonnade/sql'
import type { SignInTest } from '@colonnade/contracts/auth/sign-in-tests'
import { follow } from '@colonnade/testing/sign-in-providers/browser'
import { openTestOpenId, type TestOpenId } from '@colonnade/testing/sign-in-providers/openid'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

let project: TestProject
let openId: TestOpenId
/** As the platform calls it, whose address the dashboard is at. */
const callbackUrl = () => `${new URL(project.url).origin}/api/${project.ref}/auth/v1/callback`

beforeAll(async () => {
  project = await openTestProject('Trials')
  openId = await openTestOpenId([callbackUrl()], { isLikeKeycloak: true })
}, 180_000)
afterAll(async () => {
  for (const server of [openId, project]) await server[Symbol.asyncDispose]()
})

const ask = (method: string, path: string, body?: unknown, as: 'owner' | 'read-only' = 'owner') =>
  project.platform.ask(as, method, `/platform/auth/${project.ref}/${path}`, body)
const auditOf = (event: string) =>
  project.platform.ctx.database.rows<{ details: object }>(sql`select details from audit_log where event = ${event} order by id`)

describe('custom providers', () => {
  const acme = () => ({
    provider_type: 'oidc',
    identifier: 'custom:acme',
    name: 'Acme',
    client_id: openId.clientId,
    client_secret: openId.clientSecret,
    issuer: openId.issuer,
  })
  const stored = () =>
    project.owner.first<{ id: string; secret: string }>(
      sql`select id, client_secret as secret from auth.custom_oauth_providers where identifier = 'custom:acme'`,
    )
  const authorize = () => fetch(`${project.url}/auth/v1/authorize?provider=custom:acme`, { redirect: 'manual' })

  test('are managed by members, with an audit line and without their secret', async () => {
    const made = await ask('POST', 'custom-providers', acme())
    expect(made).toMatchObject({ status: 201, json: { identifier: 'custom:acme', enabled: true, is_secret_lost: false } })
    expect((await ask('POST', 'custom-providers', acme())).json).toMatchObject({ code: 'custom_provider_exists' })
    const changed = await ask('PATCH', 'custom-providers/custom:acme', { name: 'Acme ID', scopes: ['email'] })
    expect(changed.json).toMatchObject({ name: 'Acme ID', scopes: ['email'], issuer: openId.issuer })
    const listed = await ask('GET', 'custom-providers', undefined, 'read-only')
    expect((listed.json as { items: CustomProvider[] }).items).toEqual([changed.json])
    expect(JSON.stringify([made, changed, listed])).not.toContain(openId.clientSecret)
    expect(await auditOf('project.custom_provider_updated')).toEqual([{ details: { identifier: 'custom:acme', fields: ['name', 'scopes'] } }])
    expect((await ask('PATCH', 'custom-providers/custom:acme', { name: 'x' }, 'read-only')).status).toBe(403)
    expect((await ask('PATCH', 'custom-providers/custom:nobody', { name: 'x' })).json).toMatchObject({ code: 'custom_provider_not_found' })
    expect((await ask('DELETE', 'custom-providers/nonsense')).json).toMatchObject({ code: 'custom_provider_not_found' })
  })

  test('keep their secret from whoever reads the table', async () => {
    expect((await stored())!.secret).toMatch(/^v1\./)
    expect((await authorize()).status).toBe(302)
    // as a dump brings it: it is sealed when it is used first
    await project.owner.run(sql`update auth.custom_oauth_providers set client_secret = ${openId.clientSecret}`)
    expect((await authorize()).status).toBe(302)
    expect((await stored())!.secret).toMatch(/^v1\./)
  })

  test('of a copy of the project need their secret again', async () => {
    const { id } = (await stored())!
    const { secrets } = project.platform.ctx
    const elsewhere = secrets.seal(openId.clientSecret, `custom_oauth_providers.client_secret.another.${id}`)
    await project.owner.run(sql`update auth.custom_oauth_providers set client_secret = ${elsewhere}`)
    expect((await ask('GET', 'custom-providers')).json).toMatchObject({ items: [{ is_secret_lost: true }] })
    expect(await (await authorize()).json()).toMatchObject({ msg: expect.stringContaining('client secret must be entered again') as string })
    const mended = await ask('PATCH', 'custom-providers/custom:acme', { client_secret: openId.clientSecret })
    expect(mended.json).toMatchObject({ is_secret_lost: false })
    expect((await authorize()).status).toBe(302)
  })

  test('have their issuer looked up before they are added', async () => {
    const look = (issuer: string, as: 'owner' | 'read-only' = 'owner') =>
      ask('GET', `custom-providers/discovery?issuer=${encodeURIComponent(issuer)}`, undefined, as)
    expect((await look(openId.issuer)).json).toMatchObject({
      issuer: openId.issuer,
      token_endpoint: expect.stringContaining(openId.issuer) as string,
    })
    expect((await look(openId.issuer, 'read-only')).status).toBe(403)
    for (const [issuer, message] of [
      ['http://127.0.0.1:1', 'ECONNREFUSED'],
      [`${openId.issuer}/nowhere`, 'returned 404'],
      ['http://id.example.com', 'use https'],
      ['javascript:alert(1)', 'enter a URL that starts with https://'],
    ]) {
      const { status, json } = await look(issuer!)
      expect({ status, ...(json as object) }).toMatchObject({
        status: 400,
        code: 'invalid_input',
        message: expect.stringContaining(message!) as string,
      })
    }
  })

  test('are deleted', async () => {
    expect((await ask('DELETE', 'custom-providers/custom:acme')).status).toBe(204)
    expect((await ask('GET', 'custom-providers')).json).toEqual({ items: [] })
    expect(await auditOf('project.custom_provider_deleted')).toEqual([{ details: { identifier: 'custom:acme' } }])
  })
})

describe('a test sign-in', () => {
  beforeAll(() =>
    project.change({
      external_keycloak_client_id: openId.clientId,
      external_keycloak_secret: openId.clientSecret,
      external_keycloak_url: openId.issuer,
    }),
  )
  const origin = () => ({ host: new URL(project.url).host })
  const call = (path: string, body: unknown, as: 'owner' | 'developer' | 'read-only' = 'owner') =>
    project.platform.ask(as, 'POST', `/platform/auth/${project.ref}/${path}`, body, origin())
  const begin = async (provider = 'keycloak') => ((await call('sign-in-tests', { provider })).json as { url: string }).url
  /** What the page of the dashboard is left with. */
  const visit = async (url: string) => {
    const back = await follow(url, callbackUrl())
    const { headers, status } = await fetch(project.url + back.slice(back.indexOf('/auth/v1')), { redirect: 'manual' })
    const arrived = new URL(headers.get('location')!)
    expect({ status, path: arrived.pathname, search: arrived.search }).toEqual({
      status: 303,
      path: `/project/${project.ref}/auth/sign-in-test`,
      search: '',
    })
    return { parameters: Object.fromEntries(new URLSearchParams(arrived.hash.slice(1))) }
  }
  const counts = () =>
    project.owner.first(sql`
      select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.sessions) as sessions,
        (select count(*)::int from auth.flow_state) as flows, (select count(*)::int from auth.audit_log_entries) as lines`)
  const run = async (provider?: string) => (await call('sign-in-tests/outcome', await visit(await begin(provider)))).json as SignInTest

  test('tells who the provider says it is, also of one that is off, and leaves nothing in the project', async () => {
    const before = await counts()
    openId.accounts.set('tried', { email: 'tried@example.com', email_verified: true, name: 'Tried' })
    openId.doing = { as: 'tried' }
    expect(await run()).toEqual({
      provider: 'keycloak',
      failed_at: null,
      problem: null,
      detail: null,
      code: null,
      identity: {
        subject: 'tried',
        emails: [{ email: 'tried@example.com', is_verified: true, is_primary: true }],
        claims: expect.objectContaining({ name: 'Tried', sub: 'tried' }) as object,
      },
      received: { access_token: true, refresh_token: expect.any(Boolean) as boolean, id_token: true },
    })
    expect(await counts()).toEqual(before)
    expect((await fetch(`${project.url}/auth/v1/authorize?provider=keycloak`, { redirect: 'manual' })).status).toBe(400)
  })

  test('is finished once, and by the member who began it alone', async () => {
    const brought = await visit(await begin())
    expect((await call('sign-in-tests/outcome', brought, 'developer')).json).toMatchObject({ code: 'invalid_input' })
    expect((await call('sign-in-tests/outcome', brought)).json).toMatchObject({ failed_at: null })
    expect((await call('sign-in-tests/outcome', brought)).json).toMatchObject({ code: 'invalid_input' })
    expect((await call('sign-in-tests', { provider: 'keycloak' }, 'read-only')).status).toBe(403)
    // a secret key is nobody's
    const headers = { apikey: project.serviceKey, authorization: `Bearer ${project.serviceKey}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ provider: 'keycloak', return_to: 'https://evil.example' })
    expect((await fetch(`${project.url}/auth/v1/admin/sign-in-tests`, { method: 'POST', headers, body })).status).toBe(403)
  })

  test('names what is wrong: a refusal, a wrong secret, no address, a provider that is not set up', async () => {
    openId.doing = 'deny'
    expect(await run()).toMatchObject({ failed_at: 'authorization', code: 'access_denied' })
    openId.accounts.set('silent', {})
    openId.doing = { as: 'silent' }
    expect(await run()).toMatchObject({ failed_at: 'email', identity: { subject: 'silent', emails: [] } })
    await project.change({ external_keycloak_secret: 'wrong' })
    expect(await run()).toMatchObject({
      failed_at: 'token',
      code: 'invalid_client',
      problem: expect.stringContaining('exchange external code') as string,
    })
    const unknown = await call('sign-in-tests', { provider: 'github' })
    expect(unknown.json).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('missing OAuth client ID') as string })
  })
})

describe('a test call of a hook', () => {
  const call = async (hook: string, user?: string) =>
    (await ask('POST', 'hook-calls/test', { hook, ...(user !== undefined && { user_id: user }) })).json
  const grant = sql`grant usage on schema hooks to supabase_auth_admin; grant execute on all functions in schema hooks to supabase_auth_admin`
  beforeAll(async () => {
    for (const statement of [
      sql`create schema hooks`,
      sql`create table public.seen (event jsonb)`,
      sql`grant insert, select on public.seen to supabase_auth_admin`,
      sql`create function hooks.claims(event jsonb) returns jsonb language plpgsql as $$
        begin insert into public.seen values (event); return jsonb_build_object('claims', event -> 'claims' || '{"plan": "pro"}'); end $$`,
      sql`create function hooks.bare(event jsonb) returns jsonb language sql as $$ select '{"claims": {"plan": "pro"}}'::jsonb $$`,
      sql`create function hooks.slow(event jsonb) returns jsonb language sql as $$ select '{}'::jsonb from pg_sleep(3) $$`,
      grant,
    ])
      await project.owner.run(statement)
  })
  const uses = (name: string) => project.change({ hook_custom_access_token_uri: `pg-functions://postgres/hooks/${name}` })

  test('runs a function with a sample, keeps nothing of it, and is marked in the log', async () => {
    await uses('claims')
    const tested = (await call('custom_access_token')) as AuthHookTest
    expect(tested).toMatchObject({
      verdict: 'valid',
      problem: null,
      attempts: 1,
      request: { metadata: { name: 'custom-access-token' }, authentication_method: 'password', claims: { email: 'ada@example.com' } },
      answer: { claims: { plan: 'pro', role: 'authenticated' } },
    })
    expect(await project.owner.first(sql`select count(*)::int as count from public.seen`)).toEqual({ count: 0 })
    expect((await ask('GET', 'hook-calls')).json).toMatchObject({ items: [{ hook: 'custom_access_token', outcome: 'done', is_test: true }] })
  })

  test('can be for a user of the project', async () => {
    const { data } = await project.client(project.serviceKey).auth.admin.createUser({ email: 'grace@example.com', email_confirm: true })
    expect(await call('custom_access_token', data.user!.id)).toMatchObject({
      request: { user_id: data.user!.id, claims: { email: 'grace@example.com' } },
    })
    expect(await call('custom_access_token', '11111111-1111-4111-8111-111111111111')).toMatchObject({ code: 'auth_user_not_found' })
  })

  test('says what is wrong with an answer, and gives up after the time that hooks have', async () => {
    await uses('bare')
    expect(await call('custom_access_token')).toMatchObject({
      verdict: 'invalid',
      problem: expect.stringContaining('claims.aud') as string,
      answer: {},
    })
    await uses('slow')
    expect(await call('custom_access_token')).toMatchObject({ verdict: 'invalid', problem: expect.stringContaining('2 seconds') as string })
    await uses('absent')
    expect(await call('custom_access_token')).toMatchObject({ verdict: 'invalid', problem: expect.stringContaining('does not exist') as string })
    expect(await call('send_sms')).toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('Choose a function or enter a URL') as string,
    })
    expect((await ask('POST', 'hook-calls/test', { hook: 'custom_access_token' }, 'read-only')).status).toBe(403)
  })

  test('tells a server that it is one, and shows its refusal', async () => {
    const seen: IncomingHttpHeaders[] = []
    const server = createServer(({ headers }, response) => {
      seen.push(headers)
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ error: { http_code: 403, message: 'Not from there' } }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    await project.change({ hook_before_user_created_uri: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` })
    expect(await call('before_user_created')).toMatchObject({ verdict: 'refused', problem: 'Not from there', answer: { error: { http_code: 403 } } })
    expect(seen[0]).toMatchObject({ 'colonnade-test': 'true', 'webhook-id': expect.any(String) as string })
    await new Promise((resolve) => server.close(resolve))
  })
})
