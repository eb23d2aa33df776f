import { sql } from '@colonnade/sql'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

let project: TestProject
/** Signed in, as the page that asks for consent is. */
let ada: SupabaseClient
let adaId: string
const password = 'correct horse battery'
const home = 'https://app.example.com/callback'
const verifier = 'v'.repeat(64)
const challenge = createHash('sha256').update(verifier).digest('base64url')

const admin = () => project.client(project.serviceKey).auth.admin.oauth
const at = (path: string): string => `${project.url}/auth/v1${path}`

beforeAll(async () => {
  project = await openTestProject('Issuer')
  await project.change({ oauth_server_enabled: true })
  ada = await person('ada@example.com', { name: 'Ada' })
  adaId = (await ada.auth.getUser()).data.user!.id
}, 180_000)
afterAll(() => project[Symbol.asyncDispose]())

async function person(email: string, data: object = {}): Promise<SupabaseClient> {
  const { error } = await project.client(project.serviceKey).auth.admin.createUser({ email, password, email_confirm: true, user_metadata: data })
  expect(error).toBeNull()
  const supabase = project.client()
  expect((await supabase.auth.signInWithPassword({ email, password })).error).toBeNull()
  return supabase
}

async function makeClient(more: object = {}) {
  const { data, error } = await admin().createClient({ client_name: 'Analytical Engine', redirect_uris: [home], ...more })
  expect(error).toBeNull()
  return data!
}

/** Where the browser is sent. */
async function authorize(clientId: string, more: Readonly<Record<string, string | undefined>> = {}): Promise<Response> {
  const all = {
    client_id: clientId,
    redirect_uri: home,
    response_type: 'code',
    scope: 'openid email profile',
    state: 'a state',
    nonce: 'a nonce',
    code_challenge: challenge,
    code_challenge_method: 's256',
    ...more,
  }
  const given = Object.entries(all).filter((each): each is [string, string] => each[1] !== undefined)
  return fetch(`${at('/oauth/authorize')}?${new URLSearchParams(given).toString()}`, { redirect: 'manual' })
}

async function ask(clientId: string, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const location = new URL((await authorize(clientId, more)).headers.get('location')!)
  expect(location.origin + location.pathname).toBe('http://localhost:3000/oauth/consent')
  return location.searchParams.get('authorization_id')!
}

/** The code that a user's consent brings. */
async function codeFor(clientId: string, supabase = ada, more: Readonly<Record<string, string>> = {}): Promise<string> {
  const id = await ask(clientId, more)
  const { data } = await supabase.auth.oauth.getAuthorizationDetails(id)
  const url = 'redirect_url' in data! ? data.redirect_url : (await supabase.auth.oauth.approveAuthorization(id)).data!.redirect_url
  return new URL(url).searchParams.get('code')!
}

const basic = (id: string, secret: string): string => `Basic ${Buffer.from(`${id}:${encodeURIComponent(secret)}`).toString('base64')}`

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
  readonly id_token?: string
  readonly error?: string
}
async function token(form: Readonly<Record<string, string | undefined>>, authorization?: string): Promise<{ status: number; body: Tokens }> {
  const given = Object.entries(form).filter((each): each is [string, string] => each[1] !== undefined)
  const reply = await fetch(at('/oauth/token'), {
    method: 'POST',
    body: new URLSearchParams(given),
    headers: authorization === undefined ? {} : { authorization },
  })
  return { status: reply.status, body: (await reply.json()) as Tokens }
}

const exchange = (code: string, authorization?: string, more: Readonly<Record<string, string | undefined>> = {}) =>
  token({ grant_type: 'authorization_code', code, redirect_uri: home, code_verifier: verifier, ...more }, authorization)

describe('an application', () => {
  test('signs a user in with their consent, and knows what they allowed', async () => {
    const { client_id: id, client_secret: secret } = await makeClient({
      client_uri: 'https://app.example.com',
      logo_uri: 'https://app.example.com/logo.png',
    })
    const authorizationId = await ask(id)
    const { data: details } = await ada.auth.oauth.getAuthorizationDetails(authorizationId)
    expect(details).toEqual({
      authorization_id: authorizationId,
      redirect_uri: home,
      client: { id, name: 'Analytical Engine', uri: 'https://app.example.com', logo_uri: 'https://app.example.com/logo.png' },
      user: { id: adaId, email: 'ada@example.com' },
      scope: 'openid email profile',
    })
    const { data: approved } = await ada.auth.oauth.approveAuthorization(authorizationId)
    const back = new URL(approved!.redirect_url)
    expect(back.origin + back.pathname).toBe(home)
    expect(back.searchParams.get('state')).toBe('a state')
    expect((await ada.auth.oauth.approveAuthorization(authorizationId)).error).toMatchObject({ code: 'validation_failed' })

    const { status, body } = await exchange(back.searchParams.get('code')!, basic(id, secret!))
    expect(status).toBe(200)
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'openid email profile' })
    expect(body).not.toHaveProperty('user')
    const keys = createRemoteJWKSet(new URL(at('/.well-known/jwks.json')))
    const { payload } = await jwtVerify(body.id_token!, keys, { issuer: at(''), audience: id })
    expect(payload).toMatchObject({ sub: adaId, nonce: 'a nonce', email: 'ada@example.com', email_verified: true, name: 'Ada' })
    const access = await jwtVerify(body.access_token, keys, { issuer: at('') })
    expect(access.payload).toMatchObject({ sub: adaId, client_id: id, scope: 'openid email profile', role: 'authenticated' })
    const info = await fetch(at('/oauth/userinfo'), { headers: { authorization: `Bearer ${body.access_token}` } })
    expect(await info.json()).toMatchObject({ sub: adaId, email: 'ada@example.com', name: 'Ada' })
    expect((await project.client().auth.getUser(body.access_token)).data.user!.id).toBe(adaId)
  })

  test('is let in again without a question, unless it wants more', async () => {
    const { client_id: id } = await makeClient()
    await codeFor(id)
    const { data } = await ada.auth.oauth.getAuthorizationDetails(await ask(id, { scope: 'email' }))
    expect(data).toHaveProperty('redirect_url')
    const { data: more } = await ada.auth.oauth.getAuthorizationDetails(await ask(id, { scope: 'email phone' }))
    expect(more).toHaveProperty('scope', 'email phone')
  })

  test('is told when the user says no', async () => {
    const { client_id: id } = await makeClient()
    const { data } = await ada.auth.oauth.denyAuthorization(await ask(id))
    expect(Object.fromEntries(new URL(data!.redirect_url).searchParams)).toMatchObject({ error: 'access_denied', state: 'a state' })
  })

  test('without a secret is good with PKCE alone', async () => {
    const { client_id: id, client_secret: secret } = await makeClient({ token_endpoint_auth_method: 'none' })
    expect(secret).toBeUndefined()
    const code = await codeFor(id, ada, { scope: 'email' })
    const { status, body } = await exchange(code, undefined, { client_id: id })
    expect(status).toBe(200)
    expect(body.id_token).toBeUndefined()
    const next = await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token, client_id: id })
    expect(next.status).toBe(200)
    expect(next.body.refresh_token).not.toBe(body.refresh_token)
  })

  test('keeps its refresh tokens to itself', async () => {
    const { client_id: id, client_secret: secret } = await makeClient({ token_endpoint_auth_method: 'client_secret_post' })
    const { body } = await exchange(await codeFor(id), undefined, { client_id: id, client_secret: secret! })
    const other = await makeClient()
    const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    expect(await token(form, basic(other.client_id, other.client_secret!))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    expect((await project.client().auth.refreshSession({ refresh_token: body.refresh_token })).error).toMatchObject({
      code: 'refresh_token_not_found',
    })
    expect(await token({ ...form, client_id: id })).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    const next = await token({ ...form, client_id: id, client_secret: secret! })
    expect(next.status).toBe(200)
    await jwtVerify(next.body.id_token!, createRemoteJWKSet(new URL(at('/.well-known/jwks.json'))), { audience: id })
    const own = (await ada.auth.getSession()).data.session!.refresh_token
    expect(await token({ ...form, refresh_token: own, client_id: id, client_secret: secret! })).toMatchObject({
      status: 400,
      body: { error: 'invalid_grant' },
    })
  })

  test('cannot change the account of its user, or consent in their name', async () => {
    const { client_id: id } = await makeClient({ token_endpoint_auth_method: 'none' })
    const { body } = await exchange(await codeFor(id), undefined, { client_id: id })
    const call = async (method: string, path: string, json?: object) => {
      const headers = { apikey: project.anonKey, authorization: `Bearer ${body.access_token}`, 'content-type': 'application/json' }
      return (await fetch(at(path), { method, headers, ...(json !== undefined && { body: JSON.stringify(json) }) })).status
    }
    expect(await call('PUT', '/user', { password: 'another password' })).toBe(403)
    expect(await call('POST', `/oauth/authorizations/${await ask(id)}/consent`, { action: 'approve' })).toBe(403)
    expect(await call('GET', '/user/oauth/grants')).toBe(403)
    expect(await call('GET', '/user')).toBe(200)
  })
})

describe('a code is refused', () => {
  test.each([
    ['with another verifier', { code_verifier: 'w'.repeat(64) }, 'invalid_grant'],
    ['without a verifier', { code_verifier: undefined }, 'invalid_request'],
    ['with another address', { redirect_uri: 'https://app.example.com/other' }, 'invalid_grant'],
    ['without an address', { redirect_uri: undefined }, 'invalid_grant'],
    ['that is wrong', { code: 'x' }, 'invalid_grant'],
    ['without one', { code: undefined }, 'invalid_request'],
    ['for a grant that there is not', { grant_type: 'password' }, 'unsupported_grant_type'],
  ])('%s', async (_what, changes, error) => {
    const { client_id: id, client_secret: secret } = await makeClient()
    expect(await exchange(await codeFor(id), basic(id, secret!), changes)).toMatchObject({ status: 400, body: { error } })
  })

  test('twice, of another application, too late, and with a wrong secret', async () => {
    const { client_id: id, client_secret: secret } = await makeClient()
    const other = await makeClient()
    const code = await codeFor(id)
    expect(await exchange(code, basic(other.client_id, other.client_secret!))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    for (const wrong of [basic(id, 'wrong'), 'Basic x', undefined]) {
      expect(await exchange(code, wrong)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    }
    const both = await Promise.all([exchange(code, basic(id, secret!)), exchange(code, basic(id, secret!))])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    const late = await codeFor(id)
    await project.owner.run(
      sql`update auth.oauth_authorizations set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second'`,
    )
    expect(await exchange(late, basic(id, secret!))).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
  })
})

describe('a request', () => {
  test.each([
    ['without PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['with half of PKCE', { code_challenge_method: undefined }, 'invalid_request'],
    ['for a token', { response_type: 'token' }, 'unsupported_response_type'],
    ['for a scope that there is not', { scope: 'email admin' }, 'invalid_scope'],
    ['for no address as its resource', { resource: 'x' }, 'invalid_target'],
    ['with too long a nonce', { nonce: 'n'.repeat(256) }, 'invalid_request'],
    ['with a NUL', { nonce: '\u0000' }, 'invalid_request'],
  ])('%s is refused at the application', async (_what, changes, error) => {
    const { client_id: id } = await makeClient()
    const location = new URL((await authorize(id, changes)).headers.get('location')!)
    expect(location.origin + location.pathname).toBe(home)
    expect(Object.fromEntries(location.searchParams)).toMatchObject({ error, state: 'a state' })
  })

  test.each(['https://evil.example/', `${home}/`, `${home}?x=1`, 'http://app.example.com/callback', 'javascript:alert(1)', ''])(
    'never leads to an address that is not registered: %j',
    async (redirectUri) => {
      const { client_id: id } = await makeClient()
      const reply = await authorize(id, { redirect_uri: redirectUri })
      expect({ status: reply.status, location: reply.headers.get('location') }).toEqual({ status: 400, location: null })
    },
  )

  test.each(['', 'x', '11111111-1111-4111-8111-111111111111'])('of an application that there is not: %j', async (id) => {
    const reply = await authorize(id)
    expect({ status: reply.status, body: await reply.json() }).toMatchObject({ status: 400, body: { error_code: 'oauth_client_not_found' } })
  })

  test('is decided by the user who saw it first, and only while it is young', async () => {
    const { client_id: id } = await makeClient()
    const authorizationId = await ask(id)
    await ada.auth.oauth.getAuthorizationDetails(authorizationId)
    const mallory = await person('mallory@example.com')
    expect((await mallory.auth.oauth.getAuthorizationDetails(authorizationId)).error).toMatchObject({
      code: 'oauth_authorization_not_found',
      status: 404,
    })
    expect((await mallory.auth.oauth.approveAuthorization(authorizationId)).error).toMatchObject({ code: 'oauth_authorization_not_found' })
    expect((await ada.auth.oauth.getAuthorizationDetails('nonsense')).error).toMatchObject({ code: 'oauth_authorization_not_found' })
    await project.owner.run(
      sql`update auth.oauth_authorizations set created_at = now() - interval '1 hour', expires_at = now() - interval '1 second'`,
    )
    expect((await ada.auth.oauth.approveAuthorization(authorizationId)).error).toMatchObject({ code: 'oauth_authorization_not_found' })
  })
})

test('a user sees what they allowed, and takes it back, and the application is out', async () => {
  const { client_id: id } = await makeClient({ token_endpoint_auth_method: 'none' })
  const { body } = await exchange(await codeFor(id), undefined, { client_id: id })
  const { data: grants } = await ada.auth.oauth.listGrants()
  expect(grants!.find(({ client }) => client.id === id)).toMatchObject({ scopes: expect.arrayContaining(['openid', 'email', 'profile']) as string[] })
  expect((await ada.auth.oauth.revokeGrant({ clientId: id })).error).toBeNull()
  expect((await ada.auth.oauth.revokeGrant({ clientId: id })).error).toMatchObject({ code: 'oauth_consent_not_found' })
  expect((await ada.auth.oauth.listGrants()).data!.map(({ client }) => client.id)).not.toContain(id)
  const info = await fetch(at('/oauth/userinfo'), { headers: { authorization: `Bearer ${body.access_token}` } })
  expect(info.status).toBe(403)
  expect((await token({ grant_type: 'refresh_token', refresh_token: body.refresh_token, client_id: id })).status).toBe(400)
  const { data } = await ada.auth.oauth.getAuthorizationDetails(await ask(id))
  expect(data).toHaveProperty('scope')
})

describe('clients', () => {
  test('are made, listed, changed, given another secret and removed with their sessions', async () => {
    const { client_id: id, client_secret: first, ...made } = await makeClient()
    expect(made).toMatchObject({
      client_type: 'confidential',
      token_endpoint_auth_method: 'client_secret_basic',
      registration_type: 'manual',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    })
    const { body } = await exchange(await codeFor(id), basic(id, first!))
    const { data: changed } = await admin().updateClient(id, { client_name: 'Difference Engine' })
    expect(changed).toMatchObject({ client_id: id, client_name: 'Difference Engine', redirect_uris: [home] })
    expect(changed).not.toHaveProperty('client_secret')
    expect((await admin().getClient(id)).data).toEqual(changed)
    const { data: page } = await admin().listClients({ page: 1, perPage: 1 })
    expect(page).toMatchObject({ clients: [{ client_id: id }], nextPage: 2 })
    expect(page).toHaveProperty('total')
    const { data: renewed } = await admin().regenerateClientSecret(id)
    expect(renewed!.client_secret).not.toBe(first)
    const form = { grant_type: 'refresh_token', refresh_token: body.refresh_token }
    expect((await token(form, basic(id, first!))).status).toBe(401)
    expect((await admin().deleteClient(id)).error).toBeNull()
    expect((await admin().getClient(id)).error).toMatchObject({ code: 'oauth_client_not_found', status: 404 })
    expect((await project.client().auth.getUser(body.access_token)).error).not.toBeNull()
    expect((await token(form, basic(id, renewed!.client_secret!))).status).toBe(401)
    expect((await project.client().auth.admin.oauth.listClients()).error).toMatchObject({ status: 401 })
  })

  test.each([
    ['no address', { redirect_uris: [] }],
    ['too many', { redirect_uris: Array.from({ length: 11 }, (_each, index) => `https://app.example.com/${index}`) }],
    ['code as its address', { redirect_uris: ['javascript:alert(1)'] }],
    ['a fragment', { redirect_uris: [`${home}#x`] }],
    ['a user name', { redirect_uris: ['https://app@evil.example/'] }],
    ['an address without https', { redirect_uris: ['http://app.example.com/'] }],
    ['a comma', { redirect_uris: ['https://app.example.com/,https://evil.example/'] }],
    ['a page that is none', { client_uri: 'javascript:alert(1)' }],
    ['another grant', { grant_types: ['password'] }],
    ['a secret that is none', { client_type: 'public', token_endpoint_auth_method: 'client_secret_basic' }],
  ])('are refused with %s', async (_what, changes) => {
    expect((await admin().createClient({ client_name: 'X', redirect_uris: [home], ...changes } as never)).error).toMatchObject({ status: 400 })
  })

  test('register themselves only where the project lets them', async () => {
    const register = async () => {
      const reply = await fetch(at('/oauth/clients/register'), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          client_name: 'Tool',
          redirect_uris: ['http://127.0.0.1:33418/', 'tool.example:/callback'],
          token_endpoint_auth_method: 'none',
        }),
      })
      return { status: reply.status, body: (await reply.json()) as { error_code?: string } }
    }
    expect(await register()).toMatchObject({ status: 403, body: { error_code: 'oauth_dynamic_client_registration_disabled' } })
    await project.change({ oauth_server_allow_dynamic_registration: true })
    expect(await register()).toMatchObject({ status: 201, body: { client_type: 'public', registration_type: 'dynamic' } })
    const discovery = (await (await fetch(at('/.well-known/oauth-authorization-server'))).json()) as object
    expect(discovery).toMatchObject({ issuer: at(''), registration_endpoint: at('/oauth/clients/register'), token_endpoint: at('/oauth/token') })
  })
})

test('nothing is there while the server is off', async () => {
  const { client_id: id } = await makeClient()
  await project.change({ oauth_server_enabled: false })
  expect((await authorize(id)).status).toBe(404)
  expect((await exchange('x', undefined, { client_id: id })).status).toBe(400)
  expect((await admin().listClients()).error).toMatchObject({ code: 'feature_disabled' })
})
