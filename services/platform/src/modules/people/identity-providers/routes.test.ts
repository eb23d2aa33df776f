import type { IdentityProvider, ProviderTest } from '@colonnade/contracts/people/identity-providers'
import { inspect } from 'node:util'
import { sql } from '@colonnade/sql'
import { type Forgery, openTestForger, type TestForger } from '@colonnade/testing/sign-in-providers/forger'
import { openTestGithub, type TestGithub } from '@colonnade/testing/sign-in-providers/github'
import { openTestOpenId, type TestOpenId } from '@colonnade/testing/sign-in-providers/openid'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type Reply, type TestPlatform } from '../../../testing.ts'
import { githubApi } from '@colonnade/oidc'
import { openProtocol, secretPlace } from './protocol.ts'

let platform: TestPlatform
let openId: TestOpenId
let github: TestGithub
let forger: TestForger

const path = '/platform/installation/identity-providers'
const input = { key: 'acme-id', kind: 'oidc', name: 'Acme ID', issuer: 'https://id.example.com', client_id: 'colonnade', client_secret: 'hush-hush' }

beforeAll(async () => {
  platform = await openTestPlatform()
  openId = await openTestOpenId(['http://localhost/sign-in/with/real'])
  github = await openTestGithub()
  forger = await openTestForger()
  await platform.ctx.database.run(sql`update installation_settings set sign_up = 'open'`)
})
afterAll(async () => {
  for (const server of [openId, github, forger, platform]) await server[Symbol.asyncDispose]()
})
beforeEach(() => platform.ctx.database.run(sql`delete from rate_limits`))

const create = (changes: object) => platform.ask('owner', 'POST', path, { ...input, ...changes })
const retest = async (key: string) => (await platform.ask('owner', 'POST', `${path}/${key}/test`)).json as ProviderTest

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'nobody else sees the providers', as: 'outsider', method: 'GET', path, expect: 403, code: 'forbidden' },
  ...[
    ['an address without https', { issuer: 'http://id.example.com' }],
    ['an address with a password in it', { issuer: 'https://me:pass@id.example.com' }],
    ['no address', { issuer: 'id.example.com' }],
    ['another kind of address', { issuer: 'file:///etc/passwd' }],
    ['a key that is no part of an address', { key: '../x' }],
    ['another kind', { kind: 'saml' }],
    ['no secret', { client_secret: ' ' }],
  ].map(([what, changes]) => ({
    promise: `${String(what)} is refused`,
    as: 'owner' as const,
    method: 'POST',
    path,
    body: { ...input, ...(changes as object) },
    expect: 400,
    code: 'invalid_input' as const,
  })),
]
test.for(scenarios)('$promise', async (scenario) => {
  await platform.run(scenario)
})

test('a provider is off at first, keeps its secret sealed and to itself, and is found by its issuer once', async () => {
  const made = (await create({ issuer: 'https://id.example.com/.well-known/openid-configuration' })).json as IdentityProvider
  expect(made).toMatchObject({
    issuer: 'https://id.example.com',
    is_enabled: false,
    callback_url: 'http://localhost/sign-in/with/acme-id',
    people: 0,
  })
  expect((await platform.ask(null, 'GET', '/platform/setup')).json).toMatchObject({ providers: [] })
  expect(await platform.ask(null, 'POST', '/platform/identities/sign-in/begin', { provider: 'acme-id' })).toMatchObject({ status: 404 })
  expect(await create({ key: 'again', issuer: 'https://id.example.com/' })).toMatchObject({ status: 409, json: { code: 'identity_provider_exists' } })
  const [row] = await platform.ctx.database.rows<{ sealed_secret: string }>(sql`select sealed_secret from identity_providers`)
  expect(row!.sealed_secret).toMatch(/^v1\./)
  await platform.ask('owner', 'PATCH', `${path}/acme-id`, { client_secret: 'another-secret', name: 'Acme' })
  const said = JSON.stringify([
    (await platform.ask('owner', 'GET', path)).json,
    await platform.ctx.database.rows(sql`select details from audit_log where event like 'identity_provider.%'`),
  ])
  expect(said).not.toMatch(/hush-hush|another-secret|sealed/)
  expect(said).toContain('"client_secret":"changed"')
  expect((await platform.ask('owner', 'DELETE', `${path}/acme-id`)).status).toBe(204)
  for (const method of ['PATCH', 'DELETE']) expect((await platform.ask('owner', method, `${path}/acme-id`, {})).status).toBe(404)
})

test('what is wrong with a provider is told when it is tested', async () => {
  const { issuer, clientId, clientSecret } = openId
  await create({ key: 'real', issuer, client_id: clientId, client_secret: clientSecret })
  expect(await retest('real')).toEqual({ problem: null, authorization_endpoint: `${issuer}/auth` })
  await platform.ask('owner', 'PATCH', `${path}/real`, { client_secret: 'wrong' })
  expect(await retest('real')).toMatchObject({ problem: 'The provider doesn’t accept the client ID or the secret.' })

  await create({ key: 'hub', kind: 'github', issuer: github.issuer, client_id: github.clientId, client_secret: github.clientSecret })
  expect(await retest('hub')).toMatchObject({ problem: null })
  await platform.ask('owner', 'PATCH', `${path}/hub`, { client_secret: 'wrong' })
  expect((await retest('hub')).problem).toContain('doesn’t accept the client ID or the secret')
  await platform.ask('owner', 'PATCH', `${path}/hub`, { client_id: 'nobody' })
  expect((await retest('hub')).problem).toContain('doesn’t accept the client ID or the secret')

  await create({ key: 'gone', issuer: 'http://127.0.0.1:9' })
  expect((await retest('gone')).problem).toMatch(/^Acme ID can’t be reached\. \(.*(ECONNREFUSED|bad port).*\)$/)
  await create({ key: 'forger', issuer: forger.issuer })
  forger.forgery = { discovery: 'html' }
  expect((await retest('forger')).problem).toContain('something that is no answer')
  forger.forgery = { discovery: { issuer: 'https://another.example' } }
  expect((await retest('forger')).problem).toMatch(/Acme ID calls itself .*another\.example/)
})

test.each([
  ['https://github.com', 'https://api.github.com'],
  ['https://octo.ghe.com', 'https://api.octo.ghe.com'],
  ['https://github.acme.example', 'https://github.acme.example/api/v3'],
])('the API of %s is %s', (issuer, api) => {
  expect(githubApi(issuer)).toBe(api)
})

describe('an answer', () => {
  beforeAll(() => platform.ask('owner', 'PATCH', `${path}/forger`, { is_enabled: true }))

  async function signIn(forgery: Forgery, alter: (parameters: string) => string = (parameters) => parameters): Promise<Reply> {
    forger.forgery = {}
    const begun = await platform.ask(null, 'POST', '/platform/identities/sign-in/begin', { provider: 'forger' })
    const cookie = String(begun.headers['set-cookie']).split(';')[0]!
    const parameters = alter(forger.returnOf((begun.json as { url: string }).url))
    forger.forgery = forgery
    return platform.ask(null, 'POST', '/platform/identities/sign-in', { provider: 'forger', parameters }, { cookie })
  }
  const now = Math.floor(Date.now() / 1_000)

  test('that is right signs in', async () => {
    expect(await signIn({})).toMatchObject({ status: 200, json: { primary_email: 'forged@example.com' } })
  })

  test.for<[string, Forgery]>([
    ['for another nonce', { claims: { nonce: 'of-another-sign-in' } }],
    ['without a nonce', { claims: { nonce: undefined } }],
    ['for another audience', { claims: { aud: 'another-client' } }],
    ['of another issuer', { claims: { iss: 'https://another.example' } }],
    ['that has expired', { claims: { iat: now - 7_200, exp: now - 3_600 } }],
    ['without an end', { claims: { exp: undefined } }],
    ['without a subject', { claims: { sub: undefined } }],
    ['signed by somebody else', { hasForeignKey: true }],
    ['signed by nobody', { header: { alg: 'none' } }],
    ['signed with a key that there is not', { header: { kid: 'two' } }],
  ])('%s signs in nobody', async ([, forgery]) => {
    const reply = await signIn(forgery)
    expect(reply).toMatchObject({ status: 401, json: { code: 'identity_refused', details: { reason: 'untrusted' } } })
    expect(reply.headers['set-cookie']).toBeUndefined()
  })

  test('with another issuer beside the code, as in a mix-up attack, signs no one in', async () => {
    const reply = await signIn({}, (parameters) => `${parameters}&iss=https%3A%2F%2Fanother.example`)
    expect(reply).toMatchObject({ status: 401, json: { code: 'identity_refused' } })
  })

  test('that says what went wrong is told without what anybody may have written into it', async () => {
    const told = await signIn({}, (parameters) => `error=server_error&error_description=Call%200900&${parameters.replace('code=a-code&', '')}`)
    expect(told).toMatchObject({ status: 401, json: { message: 'Acme ID didn’t sign you in. It responded with server error' } })
    const odd = await signIn({}, (parameters) => `error=%3Cb%3ECall%200900&${parameters.replace('code=a-code&', '')}`)
    expect(JSON.stringify(odd.json)).not.toContain('0900')
  })

  test.for<[string, Forgery, string]>([
    ['that is a page', { token: 'html' }, 'answer'],
    ['without end', { token: 'too-long' }, 'answer'],
    ['that never comes', { token: 'never' }, 'slow'],
  ])('%s is the provider’s fault, and told so in time', { timeout: 20_000 }, async ([, forgery, reason]) => {
    expect(await signIn(forgery)).toMatchObject({ status: 502, json: { code: 'identity_provider_failed', details: { reason } } })
  })

  test('that can not be used leaves nothing of it in an error, which is logged', async () => {
    forger.forgery = {
      discovery: { id_token_signing_alg_values_supported: ['RS256'], authorization_endpoint: undefined, hint: 'a-token-of-somebody' },
    }
    const row = { key: 'forger', kind: 'oidc' as const, name: 'Acme ID', issuer: forger.issuer, client_id: 'x', sealed_secret: '' }
    const sealed_secret = platform.ctx.secrets.seal('hush', secretPlace('forger'))
    const error = await openProtocol(platform.ctx, { ...row, sealed_secret }).catch((thrown: unknown) => thrown)
    expect(inspect(error, { depth: 20 })).not.toContain('a-token-of-somebody')
    const taken = await openProtocol(platform.ctx, { ...row, issuer: `${forger.issuer}/other`, sealed_secret }).catch((thrown: unknown) => thrown)
    expect(taken).toMatchObject({ code: 'identity_refused' })
    expect(inspect(taken, { depth: 20 })).not.toContain('a-token-of-somebody')
  })

  test('of a provider that is down is not waited for', async () => {
    await platform.ask('owner', 'PATCH', `${path}/gone`, { is_enabled: true })
    const reply = await platform.ask(null, 'POST', '/platform/identities/sign-in/begin', { provider: 'gone' })
    expect(reply).toMatchObject({ status: 502, json: { code: 'identity_provider_failed', details: { reason: 'unreachable' } } })
  })
})

test('who would be left without a way in is counted', async () => {
  const of = async () => ((await platform.ask('owner', 'GET', path)).json as { items: IdentityProvider[] }).items.find(({ key }) => key === 'forger')!
  expect(await of()).toMatchObject({ people: 1, people_without_another_way: 1 })
  await platform.ctx.database.run(sql`
    insert into identities (user_id, provider_key, issuer, subject) select user_id, 'hub', 'https://github.com', '1' from identities where provider_key = 'forger'`)
  expect(await of()).toMatchObject({ people: 1, people_without_another_way: 1 })
  await platform.ask('owner', 'PATCH', `${path}/hub`, { is_enabled: true })
  expect(await of()).toMatchObject({ people: 1, people_without_another_way: 0 })
})
