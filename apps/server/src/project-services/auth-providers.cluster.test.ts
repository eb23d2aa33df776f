import type { AuthMail, MailPost } from '@colonnade/auth'
import { sql } from '@colonnade/sql'
import { follow } from '@colonnade/testing/sign-in-providers/browser'
import { openTestForger, type TestForger } from '@colonnade/testing/sign-in-providers/forger'
import { openTestOpenId, type TestAccount, type TestOpenId } from '@colonnade/testing/sign-in-providers/openid'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestProject, type TestProject } from './testing.ts'

let project: TestProject
let openId: TestOpenId
let forger: TestForger
/** Mails that were posted, the latest last. */
const mails: AuthMail[] = []
const post: MailPost = {
  async post(_call, tx, mail) {
    tx.afterCommit(() => mails.push(mail))
  },
}
const password = 'correct horse battery'
const app = 'http://localhost:3000/welcome'
type Provider = Parameters<SupabaseClient['auth']['signInWithOAuth']>[0]['provider']

beforeAll(async () => {
  project = await openTestProject('Federated', { post })
  openId = await openTestOpenId([`${project.url}/auth/v1/callback`], { isLikeKeycloak: true })
  forger = await openTestForger()
  await project.change({
    external_keycloak_enabled: true,
    external_keycloak_client_id: openId.clientId,
    external_keycloak_secret: openId.clientSecret,
    external_keycloak_url: openId.issuer,
    security_manual_linking_enabled: true,
    smtp_max_frequency: 1,
  })
}, 180_000)
afterAll(async () => {
  for (const server of [openId, forger, project]) await server[Symbol.asyncDispose]()
})

const user = (email: string) =>
  project.owner.first<{ id: string; email: string; encrypted_password: string; providers: string[] }>(sql`
    select id, email, encrypted_password, array(select provider from auth.identities where user_id = u.id order by created_at) as providers
    from auth.users u where email = ${email}`)

/** Somebody at the provider. */
const person = (subject: string, account: TestAccount): void => {
  openId.accounts.set(subject, account)
  openId.doing = { as: subject }
}

/** Where the client sends the browser. */
async function begin(supabase: SupabaseClient, provider: Provider, options: object = {}): Promise<string> {
  const { data, error } = await supabase.auth.signInWithOAuth({ provider, options: { redirectTo: app, skipBrowserRedirect: true, ...options } })
  expect(error).toBeNull()
  return data.url!
}

/** Where the app finds itself in the end: parameters of the query, and behind `#`. */
async function arrive(url: string, target = app): Promise<{ query: URLSearchParams; hash: URLSearchParams }> {
  const { search, hash } = new URL(await follow(url, target))
  return { query: new URLSearchParams(search), hash: new URLSearchParams(hash.slice(1)) }
}

/** Signs in by the provider, with PKCE. */
async function enter(provider: Provider = 'keycloak', options: object = {}) {
  const supabase = project.client(project.anonKey, { flowType: 'pkce' })
  const { query } = await arrive(await begin(supabase, provider, options))
  expect(query.get('error_description')).toBeNull()
  const { data, error } = await supabase.auth.exchangeCodeForSession(query.get('code')!)
  expect(error).toBeNull()
  return { supabase, session: data.session!, user: data.user! }
}

/** Signs in by the provider, and is told why that fails. */
async function fail(provider: Provider = 'keycloak') {
  const { query, hash } = await arrive(await begin(project.client(project.anonKey, { flowType: 'pkce' }), provider))
  expect(hash.get('error_code')).toBe(query.get('error_code'))
  return Object.fromEntries(query)
}

describe('a provider', () => {
  test('makes an account, and its tokens reach the app, by a code that its client exchanges', async () => {
    person('kc-ada', { email: 'Ada@Example.com', email_verified: true, name: 'Ada Lovelace' })
    const { session, user: ada } = await enter()
    expect(session.provider_token).toEqual(expect.any(String))
    expect(ada).toMatchObject({
      email: 'ada@example.com',
      app_metadata: { provider: 'keycloak', providers: ['keycloak'] },
      user_metadata: {
        name: 'Ada Lovelace',
        full_name: 'Ada Lovelace',
        email_verified: true,
        iss: openId.issuer,
        provider_id: 'kc-ada',
        sub: 'kc-ada',
      },
    })
    expect(ada.identities).toMatchObject([{ provider: 'keycloak', id: 'kc-ada', identity_data: { email: 'ada@example.com' } }])
    const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1]!, 'base64url').toString()) as { amr: { method: string }[] }
    expect(claims.amr[0]!.method).toBe('oauth')
    const again = await enter()
    expect(again.user.id).toBe(ada.id)
  })

  test('without PKCE leads to the app with a session', async () => {
    person('kc-grace', { email: 'grace@example.com', email_verified: true })
    const supabase = project.client()
    const { hash, query } = await arrive(await begin(supabase, 'keycloak', { scopes: 'email', queryParams: { prompt: 'login' } }))
    expect([...query]).toEqual([])
    expect(Object.fromEntries(hash)).toMatchObject({ token_type: 'bearer', expires_in: '3600', provider_token: expect.any(String) as string, sb: '' })
    const { data } = await supabase.auth.setSession({ access_token: hash.get('access_token')!, refresh_token: hash.get('refresh_token')! })
    expect(data.user).toMatchObject({ email: 'grace@example.com' })
  })

  test('with a verified address signs in to the account with that address', async () => {
    const { data } = await project.client(project.serviceKey).auth.admin.createUser({ email: 'both@example.com', password, email_confirm: true })
    person('kc-both', { email: 'both@example.com', email_verified: true })
    const { user: both } = await enter()
    expect(both.id).toBe(data.user!.id)
    expect(both.app_metadata).toMatchObject({ provider: 'email', providers: ['email', 'keycloak'] })
    expect((await project.client().auth.signInWithPassword({ email: 'both@example.com', password })).error).toBeNull()
  })

  test('takes an account whose address nobody had proved, and its password goes', async () => {
    await project.client().auth.signUp({ email: 'squatted@example.com', password, options: { data: { name: 'Mallory', is_mine: true } } })
    person('kc-owner', { email: 'squatted@example.com', email_verified: true, name: 'Owner' })
    const { user: owner } = await enter()
    expect(owner.user_metadata).toMatchObject({ name: 'Owner' })
    expect(owner.user_metadata).not.toHaveProperty('is_mine')
    expect(await user('squatted@example.com')).toMatchObject({ encrypted_password: '', providers: ['keycloak'] })
    expect((await project.client().auth.signInWithPassword({ email: 'squatted@example.com', password })).error).toMatchObject({
      code: 'invalid_credentials',
    })
  })

  test('that proves nothing has the address confirmed first; a password that came meanwhile goes with the proof', async () => {
    person('kc-unproved', { email: 'unproved@example.com', email_verified: false })
    expect(await fail()).toMatchObject({ error: 'access_denied', error_code: 'provider_email_needs_verification' })
    const mail = mails.findLast(({ to }) => to === 'unproved@example.com')!
    expect(mail).toMatchObject({ kind: 'confirmation', variables: { RedirectTo: app } })
    await project.client().auth.signUp({ email: 'unproved@example.com', password })
    person('kc-unproved', { email: 'unproved@example.com', email_verified: true })
    await enter()
    expect(await user('unproved@example.com')).toMatchObject({ encrypted_password: '', providers: ['keycloak'] })
  })

  test('with an unverified address never signs in to another user’s account', async () => {
    person('kc-mallory', { email: 'ada@example.com', email_verified: false })
    const { user: mallory } = await enter()
    expect(mallory.email).toBe('')
    expect(mallory.identities).toHaveLength(1)
    expect((await user('ada@example.com'))!.id).not.toBe(mallory.id)
  })

  test('that tells no address is refused, unless the project can do without', async () => {
    person('kc-nameless', {})
    expect(await fail()).toMatchObject({
      error: 'server_error',
      error_code: 'unexpected_failure',
      error_description: expect.stringContaining('email') as string,
    })
    await project.change({ external_keycloak_email_optional: true })
    expect((await enter()).user).toMatchObject({ email: '', user_metadata: { sub: 'kc-nameless' } })
    await project.change({ external_keycloak_email_optional: false })
  })

  test('is asked for sign-ups only where there are any', async () => {
    await project.change({ disable_signup: true })
    person('kc-late', { email: 'late@example.com', email_verified: true })
    expect(await fail()).toMatchObject({ error: 'access_denied', error_code: 'signup_disabled' })
    await project.change({ disable_signup: false })
  })

  test('keeps out who is banned', async () => {
    person('kc-banned', { email: 'banned@example.com', email_verified: true })
    await enter()
    await project.owner.run(sql`update auth.users set banned_until = now() + interval '1 day' where email = 'banned@example.com'`)
    expect(await fail()).toMatchObject({ error: 'access_denied', error_code: 'user_banned' })
  })
})

describe('the app gets the errors of a provider', () => {
  test('somebody who goes back', async () => {
    openId.doing = 'deny'
    expect(await fail()).toMatchObject({ error: 'access_denied', error_code: 'bad_oauth_callback' })
  })

  test('a provider that is down', async () => {
    const url = new URL(await begin(project.client(), 'keycloak'))
    const { headers } = await fetch(url, { redirect: 'manual' })
    const state = new URL(headers.get('location')!).searchParams.get('state')!
    await project.change({ external_keycloak_url: 'http://127.0.0.1:1' })
    const { hash } = await arrive(`${project.url}/auth/v1/callback?code=x&state=${state}`)
    expect(Object.fromEntries(hash)).toMatchObject({ error: 'server_error', error_code: 'unexpected_failure' })
    expect(hash.get('error_description')).not.toContain('127.0.0.1')
    await project.change({ external_keycloak_url: openId.issuer })
  })

  test.each(['', 'nonsense', '11111111-1111-4111-8111-111111111111', "'; select 1"])('a state that there is not: %j', async (state) => {
    const { query } = await arrive(`${project.url}/auth/v1/callback?code=x&state=${encodeURIComponent(state)}`, 'http://localhost:3000')
    expect(Object.fromEntries(query)).toMatchObject({ error: 'invalid_request', error_code: 'bad_oauth_state' })
  })

  test('a state that was used', async () => {
    person('kc-twice', { email: 'twice@example.com', email_verified: true })
    for (const flowType of ['pkce', 'implicit'] as const) {
      const back = await follow(await begin(project.client(project.anonKey, { flowType }), 'keycloak'), `${project.url}/auth/v1/callback`)
      const { query, hash } = await arrive(back)
      expect(query.has('code') || hash.has('access_token')).toBe(true)
      const again = await arrive(back, 'http://localhost:3000')
      expect(again.query.get('error_code')).toBe('bad_oauth_state')
      expect(again.hash.has('access_token')).toBe(false)
    }
  })

  test('a PKCE code redeemed by another client', async () => {
    person('kc-stolen', { email: 'stolen@example.com', email_verified: true })
    const { query } = await arrive(await begin(project.client(project.anonKey, { flowType: 'pkce' }), 'keycloak'))
    const thief = project.client(project.anonKey, { flowType: 'pkce' })
    await begin(thief, 'keycloak')
    expect((await thief.auth.exchangeCodeForSession(query.get('code')!)).error).toMatchObject({ code: 'bad_code_verifier' })
  })

  test.each([
    'https://evil.example/',
    'javascript:alert(1)',
    'http://localhost:3000@evil.example/',
    '//evil.example',
    'http://localhost:3000\\@evil.example',
  ])('and never to a place that the project does not allow: %s', async (redirectTo) => {
    openId.doing = 'deny'
    const { hash } = await arrive(await begin(project.client(), 'keycloak', { redirectTo }), 'http://localhost:3000/')
    expect(hash.get('error')).toBe('access_denied')
  })

  test.each([
    ['one that there is not', 'provider=nobody'],
    ['one of Object', 'provider=__proto__'],
    ['one that is off', 'provider=github'],
    ['none', ''],
    ['a custom one that there is not', 'provider=custom:nobody'],
    ['a custom one with a NUL', 'provider=custom:%00'],
    ['half a challenge', 'provider=keycloak&code_challenge=x'],
    ['an invitation with a NUL', 'provider=keycloak&invite_token=%00'],
  ])('asking for %s', async (_what, query) => {
    const reply = await fetch(`${project.url}/auth/v1/authorize?${query}`, { redirect: 'manual' })
    expect({ status: reply.status, ...((await reply.json()) as object) }).toMatchObject({ status: 400, error_code: 'validation_failed' })
  })

  test('parameters of the protocol are ours', async () => {
    const url = await begin(project.client(), 'keycloak', {
      queryParams: { client_id: 'other', redirect_uri: 'https://evil.example', state: 'mine', response_type: 'token', scope: 'all', prompt: 'login' },
    })
    const { headers } = await fetch(url, { redirect: 'manual' })
    const { searchParams } = new URL(headers.get('location')!)
    expect(Object.fromEntries(searchParams)).toMatchObject({
      client_id: openId.clientId,
      redirect_uri: `${project.url}/auth/v1/callback`,
      response_type: 'code',
      scope: 'openid profile email',
      prompt: 'login',
    })
    expect(searchParams.get('state')).toMatch(/^[\da-f-]{36}$/)
  })
})

describe('who is signed in', () => {
  test('links another identity, and takes one away, but not the last', async () => {
    const { data: made } = await project
      .client(project.serviceKey)
      .auth.admin.createUser({ email: 'linker@example.com', password, email_confirm: true })
    const supabase = project.client(project.anonKey, { flowType: 'pkce' })
    await supabase.auth.signInWithPassword({ email: 'linker@example.com', password })
    person('kc-linker', { email: 'elsewhere@example.com', email_verified: true })
    const link = async () => {
      const { data, error } = await supabase.auth.linkIdentity({ provider: 'keycloak', options: { redirectTo: app, skipBrowserRedirect: true } })
      expect(error).toBeNull()
      return (await arrive(data.url!)).query
    }
    const { data } = await supabase.auth.exchangeCodeForSession((await link()).get('code')!)
    expect(data.user).toMatchObject({ id: made.user!.id, email: 'linker@example.com', app_metadata: { providers: ['email', 'keycloak'] } })
    expect(Object.fromEntries(await link())).toMatchObject({ error_code: 'identity_already_exists' })
    person('kc-ada', { email: 'ada@example.com', email_verified: true })
    expect(Object.fromEntries(await link())).toMatchObject({ error_code: 'identity_already_exists' })

    const identities = (await supabase.auth.getUserIdentities()).data!.identities
    const own = identities.find(({ provider }) => provider === 'email')!
    expect((await supabase.auth.unlinkIdentity(own)).error).toBeNull()
    const now = (await supabase.auth.getUser()).data.user!
    expect(now).toMatchObject({ email: 'elsewhere@example.com', app_metadata: { provider: 'keycloak', providers: ['keycloak'] } })
    expect((await supabase.auth.unlinkIdentity(now.identities![0]!)).error).toMatchObject({ code: 'single_identity_not_deletable' })
    expect((await supabase.auth.unlinkIdentity(own)).error).toMatchObject({ code: 'identity_not_found' })
  })

  test('anonymously becomes a user by linking', async () => {
    await project.change({ external_anonymous_users_enabled: true })
    const supabase = project.client(project.anonKey, { flowType: 'pkce' })
    const { data: before } = await supabase.auth.signInAnonymously()
    person('kc-formerly', { email: 'formerly@example.com', email_verified: true })
    const { data } = await supabase.auth.linkIdentity({ provider: 'keycloak', options: { redirectTo: app, skipBrowserRedirect: true } })
    const { query } = await arrive(data.url!)
    const { data: after } = await supabase.auth.exchangeCodeForSession(query.get('code')!)
    expect(after.user).toMatchObject({ id: before.user!.id, is_anonymous: false, email: 'formerly@example.com' })
  })
})

describe('an ID token', () => {
  const nonce = 'a nonce'
  const hashed = createHash('sha256').update(nonce).digest('hex')
  /** A token of the forger, which is the Keycloak of the project meanwhile. */
  const tokenOf = async (claims: object = {}, forgery: object = {}): Promise<string> => {
    forger.returnOf(`http://x/?client_id=${openId.clientId}&state=x&nonce=${hashed}`)
    forger.forgery = { claims: { sub: 'id-token', email: 'token@example.com', ...claims }, ...forgery }
    return ((await (await fetch(`${forger.issuer}/token`)).json()) as { id_token: string }).id_token
  }
  const signIn = (token: string, more: object = { nonce }) => project.client().auth.signInWithIdToken({ provider: 'keycloak', token, ...more })
  beforeAll(async () => {
    await project.change({ external_keycloak_url: forger.issuer })
  })
  afterAll(() => project.change({ external_keycloak_url: openId.issuer }))

  test('of a known issuer signs in', async () => {
    const { data, error } = await signIn(await tokenOf())
    expect(error).toBeNull()
    expect(data.user).toMatchObject({ email: 'token@example.com', app_metadata: { provider: 'keycloak' } })
    expect((await signIn(await tokenOf())).data.user!.id).toBe(data.user!.id)
  })

  test.each([
    ['without the nonce', {}, {}, {}],
    ['with another nonce', {}, {}, { nonce: 'another' }],
    ['that has no nonce, for a nonce', { nonce: undefined }, {}, { nonce }],
    ['of another issuer', { iss: 'https://evil.example' }, {}, { nonce }],
    ['for another audience', { aud: 'another' }, {}, { nonce }],
    ['that is over', { exp: 1_000_000 }, {}, { nonce }],
    ['that never ends', { exp: undefined }, {}, { nonce }],
    ['of nobody', { sub: undefined }, {}, { nonce }],
    ['of another key', {}, { hasForeignKey: true }, { nonce }],
    ['that nobody signed', {}, { header: { alg: 'none' } }, { nonce }],
    ['signed by the public key as a secret', {}, { header: { alg: 'HS256' } }, { nonce }],
  ])('%s is refused', async (_what, claims, forgery, more) => {
    const { error } = await signIn(await tokenOf(claims, forgery), more)
    expect(error).toMatchObject({ status: 400 })
  })

  test.each([['x'], [''], ['a.b.c']])('that is none is refused: %j', async (token) => {
    expect((await signIn(token)).error).toMatchObject({ status: 400 })
  })
})

describe('providers of the project’s own', () => {
  const admin = () => project.client(project.serviceKey).auth.admin.customProviders
  const input = () => ({
    provider_type: 'oidc' as const,
    identifier: 'custom:acme',
    name: 'Acme',
    client_id: openId.clientId,
    client_secret: openId.clientSecret,
    issuer: openId.issuer,
    scopes: ['email', 'profile'],
  })
  const acme = 'custom:acme'

  test('are made, listed, changed and removed, and never tell their secret', async () => {
    const { data: made, error } = await admin().createProvider(input())
    expect(error).toBeNull()
    expect(made).toMatchObject({ identifier: 'custom:acme', enabled: true, pkce_enabled: true, discovery_document: { issuer: openId.issuer } })
    expect((await admin().createProvider(input())).error).toMatchObject({ status: 409, code: 'conflict' })
    const changed = await admin().updateProvider('custom:acme', { name: 'Acme ID', custom_claims_allowlist: ['groups'] })
    expect(changed.data).toMatchObject({ id: made!.id, name: 'Acme ID', client_id: openId.clientId, custom_claims_allowlist: ['groups'] })
    const listed = (await admin().listProviders()).data.providers
    expect(listed).toEqual([changed.data])
    expect((await admin().listProviders({ type: 'oauth2' })).data.providers).toEqual([])
    expect(JSON.stringify([made, changed, listed, await admin().getProvider('custom:acme')])).not.toContain(openId.clientSecret)
    await project.change({ custom_oauth_max_providers: 1 })
    expect((await admin().createProvider({ ...input(), identifier: 'custom:more' })).error).toMatchObject({ code: 'validation_failed' })
    await project.change({ custom_oauth_max_providers: 10 })
  })

  test.each([
    ['a name without custom:', { identifier: 'acme' }],
    ['a name with a slash', { identifier: 'custom:a/b' }],
    ['an issuer without https', { issuer: 'http://id.example.com' }],
    ['an issuer that is no address', { issuer: 'javascript:alert(1)' }],
    ['an issuer with a password', { issuer: 'https://me:pass@id.example.com' }],
    ['no issuer', { issuer: undefined }],
    ['an issuer that does not answer', { issuer: 'http://127.0.0.1:1' }],
    ['an issuer that calls itself something else', { issuer: 'http://localhost:1', discovery_url: 'forger' }],
    ['parameters of the protocol', { authorization_params: { redirect_uri: 'https://evil.example' } }],
    ['OAuth without addresses', { provider_type: 'oauth2' as const }],
    ['no secret', { client_secret: '' }],
  ])('are refused with %s', async (_what, changes) => {
    const known = { ...input(), identifier: 'custom:refused', ...changes }
    const address = 'discovery_url' in changes ? { discovery_url: `${forger.issuer}/.well-known/openid-configuration` } : {}
    expect((await admin().createProvider({ ...known, ...address } as never)).error).toMatchObject({ status: 400, code: 'validation_failed' })
  })

  test('sign people in, with PKCE and with claims that the project wants', async () => {
    person('acme-ada', { email: 'acme@example.com', email_verified: true, name: 'Ada' })
    const { user: ada } = await enter(acme)
    expect(ada).toMatchObject({
      email: 'acme@example.com',
      app_metadata: { provider: 'custom:acme' },
      user_metadata: { name: 'Ada', sub: 'acme-ada' },
    })
    await admin().updateProvider('custom:acme', {
      attribute_mapping: { user_name: 'name', preferred_username: 'name' },
      custom_claims_allowlist: ['name', 'absent'],
    })
    expect((await enter(acme)).user.user_metadata).toMatchObject({ user_name: 'Ada', custom_claims: { name: 'Ada' } })
  })

  test('that tell of somebody else than the token is for are refused', async () => {
    let subject = 'forged'
    const userinfo = createServer((_request, response) =>
      response.end(JSON.stringify({ sub: subject, email: 'ada@example.com', email_verified: true })),
    )
    await new Promise<void>((resolve) => userinfo.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(userinfo.address() as AddressInfo).port}/`
    forger.forgery = { discovery: { userinfo_endpoint: address }, claims: { email: undefined, nonce: undefined } }
    expect((await admin().createProvider({ ...input(), identifier: 'custom:forger', issuer: forger.issuer })).error).toBeNull()
    const back = async () => {
      const { headers } = await fetch(await begin(project.client(), 'custom:forger'), { redirect: 'manual' })
      return arrive(`${project.url}/auth/v1/callback?${forger.returnOf(headers.get('location')!)}`)
    }
    expect((await back()).hash.has('access_token')).toBe(true)
    subject = 'somebody-else'
    expect((await back()).query.get('error_description')).toContain('a different user')
    for (const forgery of [
      { hasForeignKey: true },
      { header: { alg: 'none' } },
      { token: 'html' as const },
      { token: 'too-long' as const },
      { claims: { iss: 'https://evil.example' } },
    ]) {
      forger.forgery = forgery
      const { query } = await back()
      expect(query.get('error')).toMatch(/^(server_error|invalid_request)$/)
    }
    await new Promise((resolve) => userinfo.close(resolve))
  })

  test('are away when they are off, or removed', async () => {
    await admin().updateProvider('custom:acme', { enabled: false })
    const ask = async () => (await fetch(`${project.url}/auth/v1/authorize?provider=custom:acme`, { redirect: 'manual' })).status
    expect(await ask()).toBe(400)
    await admin().updateProvider('custom:acme', { enabled: true })
    expect(await ask()).toBe(302)
    expect((await admin().deleteProvider('custom:acme')).error).toBeNull()
    expect((await admin().getProvider('custom:acme')).error).toMatchObject({ status: 404, code: 'custom_provider_not_found' })
    expect(await ask()).toBe(400)
    expect((await project.client().auth.admin.customProviders.listProviders()).error).toMatchObject({ status: 401 })
  })
})
