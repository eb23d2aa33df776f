import type { AppGrant, AppRequest } from '@colonnade/contracts/organizations/apps'
import { sql } from '@colonnade/sql'
import * as client from 'openid-client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { forgetEndedApps } from './grants.ts'
import { askForConsent, authorizeApp, callback, decide, registerApp, type TestApp } from './testing-client.ts'

let platform: TestPlatform
let app: TestApp
let open: TestApp
let url: string
beforeAll(async () => {
  platform = await openTestPlatform()
  app = await registerApp(platform)
  open = await registerApp(platform, { name: 'Terminal', is_confidential: false, redirect_uris: ['http://127.0.0.1/back', callback] })
  url = (await platform.address('owner')).url
})
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(async () => {
  await platform.ctx.database.run(sql`delete from app_grants`)
})

const as = (token: string | undefined) => ({ authorization: `Bearer ${token}` })
const call = (token: string | undefined, path = '/platform/organizations', method = 'GET', body?: unknown) =>
  platform.ask(null, method, path, body, as(token))
const post = async (path: string, form: Record<string, string> | string, headers: Record<string, string> = {}) => {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const reply = await fetch(`${url}/platform/oauth/${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
  })
  const text = await reply.text()
  return {
    status: reply.status,
    headers: reply.headers,
    json: text === '' ? undefined : (JSON.parse(text) as { error?: string; access_token?: string }),
  }
}
const secretOf = ({ id, client_secret: secret }: TestApp) => ({ client_id: id, ...(secret !== null && { client_secret: secret }) })
const ownGrants = async (person: Person = 'developer') => (await platform.ask(person, 'GET', '/platform/account/app-grants')).json as AppGrant[]

describe.each(['confidential', 'public'])('a %s application', (kind) => {
  const which = () => (kind === 'public' ? open : app)

  test('acts for a person who allows it, gets new tokens, and gives them back', async () => {
    const asked = await askForConsent(which(), 'projects:read organization:read')
    const offer = (await platform.ask('developer', 'POST', '/platform/app-requests/find', { request: asked.request })).json as AppRequest
    expect(offer).toEqual({
      app: { name: which().name, organization_name: 'Acme' },
      scopes: ['organization:read', 'projects:read'],
      redirect_origin: 'https://example.com',
    })
    const place = await decide(platform, 'developer', asked)
    // openid-client checks state and iss (RFC 9207), too
    const tokens = await client.authorizationCodeGrant(which().config, place, { pkceCodeVerifier: asked.verifier, expectedState: asked.state })
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'organization:read projects:read' })
    const { json } = await call(tokens.access_token)
    expect(json).toMatchObject([{ slug: 'acme' }])
    expect(await ownGrants()).toMatchObject([{ app: { name: which().name, organization_name: 'Acme' }, organization: { slug: 'acme' } }])

    const next = await client.refreshTokenGrant(which().config, tokens.refresh_token!)
    expect(next.refresh_token).not.toBe(tokens.refresh_token)
    expect((await call(next.access_token)).status).toBe(200)
    await client.tokenRevocation(which().config, next.refresh_token!)
    expect((await call(next.access_token)).json).toMatchObject({ code: 'access_token_invalid' })
    expect((await call(tokens.access_token)).status).toBe(401)
    expect(await ownGrants()).toEqual([])
  })
})

test('who refuses sends the application away without a code', async () => {
  const asked = await askForConsent(app, 'projects:read')
  const place = await decide(platform, 'developer', asked, false)
  await expect(
    client.authorizationCodeGrant(app.config, place, { pkceCodeVerifier: asked.verifier, expectedState: asked.state }),
  ).rejects.toMatchObject({
    error: 'access_denied',
  })
})

describe('what a token opens', () => {
  test('is never more than its scopes', async () => {
    const { access_token: token } = await authorizeApp(platform, app, 'owner', 'organization:read')
    expect((await call(token, '/platform/projects')).json).toMatchObject({ code: 'access_token_refused', details: { scope: 'projects:read' } })
    expect((await call(token, '/platform/organizations/acme', 'PATCH', { name: 'Other' })).status).toBe(403)
    expect((await call(token, '/platform/access-tokens')).status).toBe(403)
    expect((await call(token, '/platform/account/app-grants')).status).toBe(403)
    expect((await call(token, '/platform/installation')).status).toBe(403)
  })

  test('is never more than the person may do, as it is now', async () => {
    const { access_token: token } = await authorizeApp(platform, app, 'read-only', 'organization:read organization:update')
    const rename = () => call(token, '/platform/organizations/acme', 'PATCH', { name: 'Acme' })
    expect((await rename()).json).toMatchObject({ code: 'forbidden' })
    const setRole = (role: string) =>
      platform.ctx.database.run(sql`update members set role = ${role} where user_id = ${platform.userId('read-only')}`)
    await setRole('administrator')
    expect((await rename()).status).toBe(200)
    await setRole('read-only')
    expect((await rename()).status).toBe(403)
  })

  test('is the one organization that was chosen', async () => {
    await platform.ctx.database.run(sql`
      insert into members (organization_id, user_id, role) select id, ${platform.userId('developer')}, 'owner' from organizations where slug = 'elsewhere'`)
    const { access_token: token } = await authorizeApp(platform, app, 'developer', 'organization:read')
    expect((await call(token, '/platform/organizations/elsewhere')).json).toMatchObject({ code: 'organization_not_found' })
    expect((await call(token)).json).toMatchObject([{ slug: 'acme' }])
    const asked = await askForConsent(app, 'organization:read')
    const reply = await platform.ask('read-only', 'POST', '/platform/app-requests/allow', { request: asked.request, organization_slug: 'elsewhere' })
    expect(reply.json).toMatchObject({ code: 'organization_not_found' })
  })

  test('ends when the application is deleted, and with the membership', async () => {
    const other = await registerApp(platform, { name: 'Short-lived' })
    const { access_token: token } = await authorizeApp(platform, other, 'developer', 'organization:read')
    expect((await call(token)).status).toBe(200)
    await platform.ask('owner', 'DELETE', `/platform/organizations/acme/apps/${other.id}`)
    expect((await call(token)).status).toBe(401)
    const { access_token: next } = await authorizeApp(platform, app, 'read-only', 'organization:read')
    await platform.ask('owner', 'DELETE', `/platform/organizations/acme/members/${platform.userId('read-only')}`)
    expect((await call(next)).status).toBe(401)
    await platform.ctx.database.run(sql`
      insert into members (organization_id, user_id, role) select id, ${platform.userId('read-only')}, 'read-only' from organizations where slug = 'acme'`)
    expect((await call(next)).status).toBe(401)
  })

  test('is revoked by the person, and by who manages members, and by nobody else', async () => {
    const { access_token: token } = await authorizeApp(platform, app, 'developer', 'organization:read')
    const [grant] = await ownGrants()
    const managed = '/platform/organizations/acme/app-grants'
    expect((await platform.ask('administrator', 'GET', managed)).json).toMatchObject([{ id: grant!.id, user: { username: 'developer' } }])
    expect((await platform.ask('developer', 'GET', managed)).status).toBe(403)
    expect((await platform.ask('owner', 'DELETE', `/platform/account/app-grants/${grant!.id}`)).json).toMatchObject({ code: 'app_grant_not_found' })
    expect((await call(token)).status).toBe(200)
    expect((await platform.ask('administrator', 'DELETE', `${managed}/${grant!.id}`)).status).toBe(204)
    expect((await call(token)).status).toBe(401)
    const { access_token: next } = await authorizeApp(platform, app, 'developer', 'organization:read')
    expect((await platform.ask('developer', 'DELETE', `/platform/account/app-grants/${(await ownGrants())[0]!.id}`)).status).toBe(204)
    expect((await call(next)).status).toBe(401)
  })

  test('is not among the tokens that people make, and what it does is told by its name', async () => {
    const { access_token: token } = await authorizeApp(platform, app, 'owner', 'organization:update organization:read')
    expect((await platform.ask('owner', 'GET', '/platform/access-tokens')).json).toEqual([])
    await call(token, '/platform/organizations/acme', 'PATCH', { name: 'Acme' })
    const { json } = await platform.ask('owner', 'GET', '/platform/organizations/acme/audit?kind=organization&limit=1')
    expect(json).toMatchObject({ items: [{ event: 'organization.updated', details: { access_token: 'Deployer' } }] })
  })
})

describe('a code', () => {
  const exchange = (code: string, verifier: string, changes: Record<string, string> = {}) =>
    post('token', { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback, ...secretOf(app), ...changes })
  const fresh = async () => {
    const asked = await askForConsent(app, 'organization:read')
    return { code: (await decide(platform, 'developer', asked)).searchParams.get('code')!, verifier: asked.verifier }
  }

  test('that is used twice ends what the first use began', async () => {
    const { access_token: token, code, verifier } = await authorizeApp(platform, app, 'developer', 'organization:read')
    expect(await exchange(code, verifier)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    expect((await call(token)).status).toBe(401)
    const { json } = await platform.ask('owner', 'GET', '/platform/organizations/acme/audit?kind=app&limit=1')
    expect(json).toMatchObject({ items: [{ event: 'app.grant_revoked', details: { reason: 'a code was used twice' } }] })
  })

  test('that is used by two at once gives tokens to neither for long', async () => {
    const { code, verifier } = await fresh()
    const both = await Promise.all([exchange(code, verifier), exchange(code, verifier)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 400]))
    expect((await call(both.find(({ status }) => status === 200)?.json?.access_token)).status).toBe(401)
  })

  test('is of no use without its verifier, with another address, for another application, or when it is old', async () => {
    const { code, verifier } = await fresh()
    const wrong = [
      exchange(code, `${verifier.slice(0, -1)}!`),
      exchange(code, verifier, { redirect_uri: 'https://example.com/other' }),
      post('token', { grant_type: 'authorization_code', code, code_verifier: verifier, redirect_uri: callback, client_id: open.id }),
      exchange('unknown', verifier),
    ]
    for (const reply of await Promise.all(wrong)) expect(reply).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    expect((await post('token', { grant_type: 'authorization_code', code, redirect_uri: callback, ...secretOf(app) })).json?.error).toBe(
      'invalid_request',
    )
    await platform.ctx.database.run(sql`update app_codes set expires_at = now()`)
    expect((await exchange(code, verifier)).json?.error).toBe('invalid_grant')
  })

  test('goes with the membership of who gave it', async () => {
    const { code, verifier } = await fresh()
    await platform.ctx.database.run(sql`delete from members where user_id = ${platform.userId('developer')}`)
    expect((await exchange(code, verifier)).json?.error).toBe('invalid_grant')
    await platform.ctx.database.run(sql`
      insert into members (organization_id, user_id, role) select id, ${platform.userId('developer')}, 'developer' from organizations where slug = 'acme'`)
  })
})

describe('a refresh token', () => {
  const refresh = (token: string | undefined, changes: Record<string, string> = {}) =>
    post('token', { grant_type: 'refresh_token', refresh_token: token ?? '', ...secretOf(app), ...changes })

  test('that is used twice ends all tokens of its grant', async () => {
    const first = await authorizeApp(platform, app, 'developer', 'organization:read')
    const { json: second } = await refresh(first.refresh_token)
    expect((await call(second?.access_token)).status).toBe(200)
    expect(await refresh(first.refresh_token)).toMatchObject({ status: 400, json: { error: 'invalid_grant' } })
    for (const token of [first.access_token, second?.access_token]) expect((await call(token)).status).toBe(401)
    expect(await ownGrants()).toEqual([])
  })

  test('gives less where less is asked for, and never more', async () => {
    const { refresh_token: token } = await authorizeApp(platform, app, 'developer', 'organization:read projects:read')
    expect((await refresh(token, { scope: 'organization:delete' })).json?.error).toBe('invalid_scope')
    expect((await refresh(token, { scope: 'nonsense' })).json?.error).toBe('invalid_scope')
    const { json } = await refresh(token, { scope: 'projects:read' })
    expect(json).toMatchObject({ scope: 'projects:read' })
    expect((await call(json?.access_token)).status).toBe(403)
  })

  test('is of no use to another application, nor when it is old, nor as an access token', async () => {
    const { refresh_token: token } = await authorizeApp(platform, app, 'developer', 'organization:read')
    expect((await post('token', { grant_type: 'refresh_token', refresh_token: token!, client_id: open.id })).json?.error).toBe('invalid_grant')
    expect((await call(token)).json).toMatchObject({ code: 'access_token_invalid' })
    expect(await post('revoke', { token: token!, client_id: open.id })).toMatchObject({ status: 200 })
    expect(await ownGrants()).toHaveLength(1)
    await platform.ctx.database.run(sql`update app_refresh_tokens set expires_at = now()`)
    expect((await refresh(token)).json?.error).toBe('invalid_grant')
  })
})

test('an access token ends after an hour, is given back alone, and what has ended is forgotten', async () => {
  const first = await authorizeApp(platform, app, 'developer', 'organization:read')
  const other = await authorizeApp(platform, app, 'developer', 'organization:read')
  expect(await post('revoke', { token: first.access_token, ...secretOf(app) })).toMatchObject({ status: 200 })
  expect((await call(first.access_token)).status).toBe(401)
  expect(await ownGrants()).toHaveLength(2)
  await platform.ctx.database.run(sql`update access_tokens set expires_at = now() - interval '1 second' where grant_id is not null`)
  expect((await call(other.access_token)).json).toMatchObject({ code: 'access_token_expired' })
  await forgetEndedApps(platform.ctx)
  expect(await ownGrants()).toHaveLength(2)
  await platform.ctx.database.run(sql`update app_refresh_tokens set expires_at = now() - interval '1 second'`)
  await forgetEndedApps(platform.ctx)
  expect(await ownGrants()).toEqual([])
})

describe('at the token endpoint', () => {
  const basic = (id: string, secret: string) => ({ authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` })
  const wrongSecret = { grant_type: 'refresh_token', refresh_token: 'x', client_secret: 'cls_wrong' }

  test.for([
    ['a wrong secret', () => post('token', { ...wrongSecret, client_id: app.id }), 401, 'invalid_client'],
    ['no secret', () => post('token', { grant_type: 'refresh_token', refresh_token: 'x', client_id: app.id }), 401, 'invalid_client'],
    ['a secret of a public application', () => post('token', { ...wrongSecret, client_id: open.id }), 401, 'invalid_client'],
    ['an unknown application', () => post('token', { ...wrongSecret, client_id: platform.userId('owner') }), 401, 'invalid_client'],
    ['nobody', () => post('token', { grant_type: 'refresh_token' }), 401, 'invalid_client'],
    ['a wrong secret in the header', () => post('token', 'grant_type=refresh_token', basic(app.id, 'x')), 401, 'invalid_client'],
    ['a header that is none', () => post('token', 'grant_type=refresh_token', { authorization: 'Basic %%%' }), 401, 'invalid_client'],
    [
      'two ways at once',
      () => post('token', { grant_type: 'refresh_token', ...secretOf(app) }, basic(app.id, app.client_secret!)),
      400,
      'invalid_request',
    ],
    ['a parameter twice', () => post('token', `grant_type=refresh_token&grant_type=x&client_id=${open.id}`), 400, 'invalid_request'],
    ['no grant type', () => post('token', secretOf(app)), 400, 'invalid_request'],
    [
      'a password grant',
      () => post('token', { grant_type: 'password', username: 'a', password: 'b', ...secretOf(app) }),
      400,
      'unsupported_grant_type',
    ],
    ['client credentials', () => post('token', { grant_type: 'client_credentials', ...secretOf(app) }), 400, 'unsupported_grant_type'],
    ['JSON', () => post('token', '{}', { 'content-type': 'application/json' }), 400, 'invalid_request'],
    ['a body that is too large', () => post('token', 'x'.repeat(20_000)), 400, 'invalid_request'],
    ['nothing to revoke', () => post('revoke', secretOf(app)), 400, 'invalid_request'],
  ] as const)('%s is refused as RFC 6749 says', async ([, ask, status, error]) => {
    const reply = await ask()
    expect(reply).toMatchObject({ status, json: { error } })
    expect(reply.headers.get('cache-control')).toBe('no-store')
  })

  test('a refusal of the header says that a header is wanted', async () => {
    expect((await post('token', 'grant_type=refresh_token', basic(app.id, 'x'))).headers.get('www-authenticate')).toContain('Basic')
  })

  test('the secret of before opens nothing once there is a new one', async () => {
    const other = await registerApp(platform, { name: 'Rotated' })
    await platform.ask('owner', 'POST', `/platform/organizations/acme/apps/${other.id}/secret`)
    expect((await post('token', { grant_type: 'refresh_token', refresh_token: 'x', ...secretOf(other) })).json?.error).toBe('invalid_client')
  })
})

describe('an authorization request', () => {
  const challenge = 'a'.repeat(43)
  const good = () => ({
    response_type: 'code',
    client_id: app.id,
    redirect_uri: callback,
    scope: 'projects:read',
    state: 'xyz&=',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  })
  const ask = async (changes: Record<string, string | undefined>, more = '') => {
    const entries = Object.entries({ ...good(), ...changes }).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const reply = await fetch(`${url}/platform/oauth/authorize?${new URLSearchParams(entries).toString()}${more}`, { redirect: 'manual' })
    expect(reply.status).toBe(303)
    return new URL(reply.headers.get('location')!, url)
  }

  test.for([
    ['another response type', { response_type: 'token' }, 'unsupported_response_type'],
    ['no response type', { response_type: undefined }, 'invalid_request'],
    ['no PKCE', { code_challenge: undefined }, 'invalid_request'],
    ['PKCE of the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['PKCE without a method', { code_challenge_method: undefined }, 'invalid_request'],
    ['a challenge that is none', { code_challenge: 'short' }, 'invalid_request'],
    ['no scope', { scope: undefined }, 'invalid_scope'],
    ['an unknown scope', { scope: 'projects:read everything' }, 'invalid_scope'],
    ['a request object', { request: 'x' }, 'request_not_supported'],
  ] as const)('with %s is refused at the application’s own address', async ([, changes, error]) => {
    const place = await ask(changes)
    expect(place.origin + place.pathname).toBe(callback)
    expect(Object.fromEntries(place.searchParams)).toMatchObject({ error, state: 'xyz&=', iss: url })
  })

  test('with a parameter that comes twice is refused', async () => {
    expect((await ask({}, '&scope=database:write')).searchParams.get('error')).toBe('invalid_request')
  })

  test.for([
    ['another address', { redirect_uri: 'https://example.com/callback/' }],
    ['an address with more behind it', { redirect_uri: `${callback}?x=1` }],
    ['an address of another host', { redirect_uri: 'https://example.com.evil.net/callback' }],
    ['no address', { redirect_uri: undefined }],
    ['an unknown application', { client_id: '00000000-0000-4000-8000-000000000000' }],
    ['no application', { client_id: undefined }],
  ] as const)('with %s sends nobody there, and the page tells', async ([, changes]) => {
    const place = await ask(changes)
    expect(place.origin).toBe(url)
    expect(place.pathname).toBe('/authorize')
    const request = place.searchParams.get('request')
    for (const word of ['find', 'deny'] as const) {
      const reply = await platform.ask('developer', 'POST', `/platform/app-requests/${word}`, { request })
      expect(reply).toMatchObject({ status: 400, json: { code: 'app_request_invalid' } })
    }
  })

  test('of an application on one’s machine may come back to any port, and of no other', async () => {
    expect((await ask({ client_id: open.id, redirect_uri: 'http://127.0.0.1:51234/back' })).pathname).toBe('/authorize')
    const read = await ask({ client_id: open.id, redirect_uri: 'http://127.0.0.1:51234/back', scope: 'x' })
    expect(read.port).toBe('51234')
    for (const redirectUri of [
      'http://127.0.0.1:51234/other',
      'http://127.0.0.1:51234@evil.net/back',
      'http://127.0.0.1:99999/back',
      'http://[::1]:1/back',
    ]) {
      const { searchParams } = await ask({ client_id: open.id, redirect_uri: redirectUri })
      const reply = await platform.ask('developer', 'POST', '/platform/app-requests/find', { request: searchParams.get('request') })
      expect(reply.status).toBe(400)
    }
  })

  test('that somebody made up is answered with a refusal', async () => {
    for (const request of ['q', 'nonsense', '%%%', 'q'.repeat(8_000)]) {
      expect((await platform.ask('developer', 'POST', '/platform/app-requests/find', { request })).json).toMatchObject({
        code: 'app_request_invalid',
      })
    }
    expect((await platform.ask(null, 'POST', '/platform/app-requests/find', { request: 'q' })).status).toBe(401)
  })
})

test('the metadata document says what there is (RFC 8414)', async () => {
  const reply = await fetch(`${url}/.well-known/oauth-authorization-server`)
  expect(await reply.json()).toMatchObject({
    issuer: url,
    authorization_endpoint: `${url}/platform/oauth/authorize`,
    token_endpoint: `${url}/platform/oauth/token`,
    code_challenge_methods_supported: ['S256'],
    response_types_supported: ['code'],
    authorization_response_iss_parameter_supported: true,
  })
  const elsewhere = await platform.app.inject({ url: '/.well-known/oauth-authorization-server', headers: { host: 'evil.example' } })
  expect(elsewhere.json()).toMatchObject({ code: 'bad_request' })
  expect(elsewhere.body).not.toContain('evil')
})
