import { isAppError } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import { walk } from '@colonnade/testing/sign-in-providers/browser'
import { openTestGithub, type TestGithub } from '@colonnade/testing/sign-in-providers/github'
import { openTestOpenId, type TestOpenId } from '@colonnade/testing/sign-in-providers/openid'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type Reply, testPassword, type TestPlatform } from '../../../testing.ts'
import { messages } from '../account/messages.ts'

let platform: TestPlatform
let openId: TestOpenId
let github: TestGithub

const path = '/platform/identities'
const backAt = (key: string): string => `http://localhost/sign-in/with/${key}`

beforeAll(async () => {
  platform = await openTestPlatform()
  openId = await openTestOpenId([backAt('acme-id')])
  github = await openTestGithub()
  await configure('acme-id', 'Acme ID', 'oidc', openId)
  await configure('hub', 'Hub', 'github', github)
})
afterAll(async () => {
  await openId[Symbol.asyncDispose]()
  await github[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})
beforeEach(async () => {
  await platform.ctx.database.run(sql`delete from rate_limits`)
  await platform.ctx.database.run(sql`update installation_settings set sign_up = 'invite-only'`)
})

async function configure(key: string, name: string, kind: string, { issuer, clientId, clientSecret }: TestOpenId | TestGithub): Promise<void> {
  const body = { key, name, kind, issuer, client_id: clientId, client_secret: clientSecret }
  expect((await platform.ask('owner', 'POST', '/platform/installation/identity-providers', body)).status).toBe(201)
  await platform.ask('owner', 'PATCH', `/platform/installation/identity-providers/${key}`, { is_enabled: true })
}

const cookieOf = ({ headers }: Reply, name: string): string | undefined =>
  [headers['set-cookie']]
    .flat()
    .map(String)
    .find((line) => line.startsWith(`${name}=`))
    ?.split(';')[0]
const countOf = (replies: readonly Reply[], wanted: number): number => replies.filter(({ status }) => status === wanted).length
const detailsOf = <T>({ json }: Reply): T => (json as { details: T }).details

interface Leaving {
  readonly url: string
  readonly cookie: string
}
async function leave(provider: string): Promise<Leaving> {
  const reply = await platform.ask(null, 'POST', `${path}/sign-in/begin`, { provider })
  expect(reply.status).toBe(200)
  return { url: (reply.json as { url: string }).url, cookie: cookieOf(reply, 'colonnade_identity')! }
}
const comeBack = (provider: string, parameters: string, cookie: string | undefined) =>
  platform.ask(null, 'POST', `${path}/sign-in`, { provider, parameters }, cookie === undefined ? {} : { cookie })

/** All the way, as somebody at a provider. */
async function signInWith(provider: 'acme-id' | 'hub', as: string): Promise<Reply> {
  const at = provider === 'hub' ? github : openId
  at.doing = { as }
  const { url, cookie } = await leave(provider)
  return comeBack(provider, await walk(url, backAt(provider)), cookie)
}
async function link(person: Person, provider: 'acme-id' | 'hub', as: string): Promise<Reply> {
  const at = provider === 'hub' ? github : openId
  at.doing = { as }
  const begun = await platform.ask(person, 'POST', `${path}/link/begin`, { provider, proof: { password: testPassword } })
  const parameters = await walk((begun.json as { url: string }).url, backAt(provider))
  const session = cookieOf(await signIn(person), 'colonnade_session')!
  return platform.ask(null, 'POST', `${path}/link`, { provider, parameters }, { cookie: `${session}; ${cookieOf(begun, 'colonnade_identity')}` })
}
const signIn = (person: Person) => platform.ask(null, 'POST', '/platform/sign-in', { email: `${person}@example.com`, password: testPassword })
const events = async (email: string): Promise<string[]> =>
  (
    await platform.ctx.database.rows<{ event: string }>(sql`
      select a.event from audit_log a join users u on u.id = a.user_id where lower(u.email) = ${email} order by a.id`)
  ).map(({ event }) => event)
const open = () => platform.ask('owner', 'PATCH', '/platform/installation', { sign_up: 'open' })

describe('a new person', () => {
  test('signs up without a password where sign-up is open, and returns as the same person', async () => {
    openId.accounts.set('n-1', { email: 'New@Example.com', email_verified: true, name: 'Nova' })
    await open()
    const first = await signInWith('acme-id', 'n-1')
    expect(first).toMatchObject({ status: 200, json: { username: 'Nova', primary_email: 'new@example.com' } })
    const cookie = cookieOf(first, 'colonnade_session')!
    expect((await platform.ask(null, 'GET', '/platform/profile', undefined, { cookie })).status).toBe(200)
    expect(await events('new@example.com')).toEqual(['user.created', 'session.created'])
    // the address is somebody else's by now: the subject counts
    openId.accounts.set('n-1', { email: 'renamed@example.com', email_verified: false })
    expect(await signInWith('acme-id', 'n-1')).toMatchObject({ status: 200, json: { primary_email: 'new@example.com' } })
  })

  test('is refused where accounts are made by invitation, unless that address is invited', async () => {
    openId.accounts.set('i-1', { email: 'guest@example.com', email_verified: true })
    expect(await signInWith('acme-id', 'i-1')).toMatchObject({ status: 409, json: { code: 'sign_up_closed' } })
    await platform.ask('owner', 'POST', '/platform/organizations/acme/invitations', { emails: ['guest@example.com'], role: 'developer' })
    const reply = await signInWith('acme-id', 'i-1')
    expect(reply).toMatchObject({ status: 200, json: { username: 'guest' } })
    const cookie = cookieOf(reply, 'colonnade_session')!
    expect((await platform.ask(null, 'GET', '/platform/organizations', undefined, { cookie })).json).toEqual([])
  })

  test('is refused without an address, or with one that the provider has not verified, and told why', async () => {
    await open()
    openId.accounts.set('u-1', { email: 'unproved@example.com', email_verified: false })
    const unproved = await signInWith('acme-id', 'u-1')
    expect(unproved).toMatchObject({ status: 401, json: { code: 'identity_refused', details: { reason: 'unverified' } } })
    expect((unproved.json as { message: string }).message).toContain('Acme ID hasn’t verified that unproved@example.com is yours')
    openId.accounts.set('u-2', {})
    expect(await signInWith('acme-id', 'u-2')).toMatchObject({ status: 401, json: { details: { reason: 'unverified' } } })
    github.accounts.set('ghost', { id: 9, login: 'ghost', name: null, emails: [{ email: 'ghost@example.com', primary: true, verified: false }] })
    expect(await signInWith('hub', 'ghost')).toMatchObject({ status: 401, json: { details: { reason: 'unverified' } } })
  })

  test('comes from GitHub with the primary verified address', async () => {
    await open()
    const emails = [
      { email: 'other@example.com', primary: false, verified: true },
      { email: 'octo@example.com', primary: true, verified: true },
    ]
    github.accounts.set('octo', { id: 4711, login: 'octo', name: null, emails })
    expect(await signInWith('hub', 'octo')).toMatchObject({ status: 200, json: { username: 'octo', primary_email: 'octo@example.com' } })
    const row = await platform.ctx.database.first(sql`select issuer, subject from identities where subject = '4711'`)
    expect(row).toEqual({ issuer: github.issuer, subject: '4711' })
  })
})

describe('a person with an existing account', () => {
  const confirm = (token: string, password: string) => platform.ask(null, 'POST', `${path}/sign-in/link`, { token, password })

  test('is linked to it with its password, once, and not before', async () => {
    openId.accounts.set('d-1', { email: 'developer@example.com', email_verified: true })
    const asked = await signInWith('acme-id', 'd-1')
    expect(asked).toMatchObject({ status: 401, json: { code: 'identity_link_required', details: { email: 'developer@example.com' } } })
    expect(cookieOf(asked, 'colonnade_session')).toBeUndefined()
    const { token } = detailsOf<{ token: string }>(asked)
    expect(await confirm(token, 'not-the-password')).toMatchObject({ status: 401, json: { code: 'invalid_credentials' } })
    expect(await confirm(`${token}x`, testPassword)).toMatchObject({ status: 401, json: { code: 'identity_flow_over' } })
    const replies = await Promise.all([confirm(token, testPassword), confirm(token, testPassword)])
    expect(countOf(replies, 200)).toBe(1)
    expect((await events('developer@example.com')).filter((event) => event === 'identity.linked')).toHaveLength(1)
    expect(await signInWith('acme-id', 'd-1')).toMatchObject({ status: 200, json: { primary_email: 'developer@example.com' } })
    const letter = await platform.ctx.database.first(
      sql`select kind from mails where recipient = 'developer@example.com' and subject = ${messages.changes.identity_linked.subject}`,
    )
    expect(letter).toEqual({ kind: 'security' })
  })

  test('can not guess its password any longer than at the page of sign-in', async () => {
    openId.accounts.set('g-1', { email: 'administrator@example.com', email_verified: true })
    const { token } = detailsOf<{ token: string }>(await signInWith('acme-id', 'g-1'))
    const statuses: number[] = []
    for (let guess = 0; guess < 11; guess += 1) statuses.push((await confirm(token, `guess-${guess}`)).status)
    expect(statuses.at(-1)).toBe(429)
    expect((await signIn('administrator')).status).toBe(429)
  })

  test('is asked for the second step that the account has, before it is linked and each time after', async () => {
    const begun = (await platform.ask('read-only', 'POST', '/platform/second-factors/totp', { password: testPassword })).json as { secret: string }
    const code = (ahead: number) => new TOTP({ secret: Secret.fromBase32(begun.secret) }).generate({ timestamp: Date.now() + ahead * 30_000 })
    const confirmed = await platform.ask('read-only', 'POST', '/platform/second-factors/totp/confirm', { code: code(0) })
    const [recovery, next] = (confirmed.json as { recovery_codes: string[] }).recovery_codes
    openId.accounts.set('r-1', { email: 'read-only@example.com', email_verified: true })
    const { token } = detailsOf<{ token: string }>(await signInWith('acme-id', 'r-1'))
    const second = await confirm(token, testPassword)
    expect(second).toMatchObject({ status: 401, json: { code: 'second_step_required' } })
    expect(await signInWith('acme-id', 'r-1')).toMatchObject({ status: 401, json: { code: 'identity_link_required' } })
    const finish = (reply: Reply, with_: string) =>
      platform.ask(null, 'POST', '/platform/second-factors/sign-in', { challenge: detailsOf<{ challenge: string }>(reply).challenge, code: with_ })
    expect((await finish(second, recovery!)).status).toBe(200)
    const again = await signInWith('acme-id', 'r-1')
    expect(again).toMatchObject({ status: 401, json: { code: 'second_step_required' } })
    expect((await finish(again, next!)).status).toBe(200)
  })
})

describe('what comes back', () => {
  const over = { status: 401, json: { code: 'identity_flow_over' } }
  beforeEach(() => {
    openId.accounts.set('s-1', { email: 'steady@example.com', email_verified: true })
    openId.doing = { as: 's-1' }
  })

  test('signs in once, however many come with it at once', async () => {
    await open()
    const { url, cookie } = await leave('acme-id')
    const parameters = await walk(url, backAt('acme-id'))
    const replies = await Promise.all([1, 2, 3].map(() => comeBack('acme-id', parameters, cookie)))
    expect([countOf(replies, 200), countOf(replies, 401)]).toEqual([1, 2])
    expect(await comeBack('acme-id', parameters, cookie)).toMatchObject(over)
  })

  test('is refused in another browser, without cookies, without a state, with another one, and of another provider', async () => {
    const { url, cookie } = await leave('acme-id')
    const other = await leave('acme-id')
    const parameters = await walk(url, backAt('acme-id'))
    const [code] = /code=[^&]+/.exec(parameters)!
    expect(await comeBack('acme-id', parameters, undefined)).toMatchObject({ ...over, json: { details: { reason: 'no_cookie' } } })
    expect(await comeBack('acme-id', parameters, 'colonnade_identity=not-one-of-ours')).toMatchObject(over)
    expect(await comeBack('acme-id', parameters, other.cookie)).toMatchObject(over)
    expect(await comeBack('acme-id', `?${code}`, cookie)).toMatchObject(over)
    expect(await comeBack('acme-id', `?${code}&state=wrong`, cookie)).toMatchObject(over)
    expect(await comeBack('hub', parameters, cookie)).toMatchObject(over)
    expect(await comeBack('none', parameters, cookie)).toMatchObject({ status: 404, json: { code: 'identity_provider_not_found' } })
    // none of these has used it up
    await open()
    expect(await comeBack('acme-id', parameters, cookie)).toMatchObject({ status: 200 })
  })

  test('is refused when it took too long', async () => {
    const { url, cookie } = await leave('acme-id')
    const parameters = await walk(url, backAt('acme-id'))
    await platform.ctx.database.run(sql`update identity_flows set expires_at = now()`)
    expect(await comeBack('acme-id', parameters, cookie)).toMatchObject(over)
  })

  test('may be from either of two tabs of one browser', async () => {
    await open()
    const first = await leave('acme-id')
    const reply = await platform.ask(null, 'POST', `${path}/sign-in/begin`, { provider: 'acme-id' }, { cookie: first.cookie })
    const cookie = cookieOf(reply, 'colonnade_identity')!
    expect(cookie).toBe(first.cookie)
    expect((await comeBack('acme-id', await walk(first.url, backAt('acme-id')), cookie)).status).toBe(200)
    expect((await comeBack('acme-id', await walk((reply.json as { url: string }).url, backAt('acme-id')), cookie)).status).toBe(200)
  })

  test('is a refusal when it was cancelled there', async () => {
    for (const [provider, at] of [
      ['acme-id', openId],
      ['hub', github],
    ] as const) {
      at.doing = 'deny'
      const { url, cookie } = await leave(provider)
      expect(await comeBack(provider, await walk(url, backAt(provider)), cookie)).toMatchObject({
        status: 401,
        json: { code: 'identity_refused', details: { reason: 'denied' } },
      })
    }
  })

  test('can’t be started by another site, and never redirects automatically', async () => {
    const { cookie } = await leave('acme-id')
    const headers = { cookie, origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }
    for (const [where, body] of [
      ['sign-in/begin', { provider: 'acme-id' }],
      ['sign-in', { provider: 'acme-id', parameters: '?' }],
    ] as const) {
      expect(await platform.ask(null, 'POST', `${path}/${where}`, body, headers)).toMatchObject({ status: 403, json: { code: 'cross_site_request' } })
    }
    const asked = await platform.ask(null, 'POST', `${path}/sign-in/begin`, { provider: 'acme-id', return_to: 'https://evil.example' })
    expect(new URL((asked.json as { url: string }).url).searchParams.get('redirect_uri')).toBe(backAt('acme-id'))
  })

  test('keeps nothing in the database that would help who reads it, and the session of before ends', async () => {
    await open()
    const { url, cookie } = await leave('acme-id')
    const rows = JSON.stringify(await platform.ctx.database.rows(sql`select * from identity_flows`))
    const { searchParams } = new URL(url)
    for (const secret of [cookie.split('=')[1]!, searchParams.get('state')!, searchParams.get('nonce')!]) expect(rows).not.toContain(secret)
    expect(searchParams.get('code_challenge_method')).toBe('S256')
    const before = cookieOf(await signIn('outsider'), 'colonnade_session')!
    const reply = await comeBack('acme-id', await walk(url, backAt('acme-id')), `${cookie}; ${before}`)
    expect(reply.status).toBe(200)
    expect((await platform.ask(null, 'GET', '/platform/profile', undefined, { cookie: before })).status).toBe(401)
  })
})

describe('an identity of your own account', () => {
  const listOf = async (person: Person) =>
    (await platform.ask(person, 'GET', path)).json as {
      identities: { id: string; email: string; provider: { key: string } }[]
      has_password: boolean
    }

  test('is linked by who is signed in and shows the password, whatever address it has; other sessions end', async () => {
    openId.accounts.set('o-1', { email: 'private@elsewhere.example', email_verified: false })
    const wrong = await platform.ask('owner', 'POST', `${path}/link/begin`, { provider: 'acme-id', proof: { password: 'wrong' } })
    expect(wrong).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect(await link('owner', 'acme-id', 'o-1')).toMatchObject({
      status: 201,
      json: { email: 'private@elsewhere.example', provider: { key: 'acme-id' } },
    })
    expect((await platform.ask('owner', 'GET', '/platform/profile')).status).toBe(401)
    platform.forget('owner')
    expect(await listOf('owner')).toMatchObject({ has_password: true, identities: [{ email: 'private@elsewhere.example' }] })
    expect(await signInWith('acme-id', 'o-1')).toMatchObject({ status: 200, json: { primary_email: 'owner@example.com' } })
  })

  test('is not linked twice', async () => {
    expect(await link('owner', 'acme-id', 'o-1')).toMatchObject({
      status: 409,
      json: { code: 'identity_taken', message: expect.stringContaining('your account') },
    })
    platform.forget('owner')
  })

  test('is nobody else’s afterwards, and what left to link does not sign in', async () => {
    expect(await link('outsider', 'acme-id', 'o-1')).toMatchObject({ status: 409, json: { code: 'identity_taken' } })
    platform.forget('outsider')
    const begun = await platform.ask('outsider', 'POST', `${path}/link/begin`, { provider: 'acme-id', proof: { password: testPassword } })
    const parameters = await walk((begun.json as { url: string }).url, backAt('acme-id'))
    const cookie = cookieOf(begun, 'colonnade_identity')!
    expect(await comeBack('acme-id', parameters, cookie)).toMatchObject({ status: 401, json: { code: 'identity_flow_over' } })
    expect(await platform.ask('owner', 'POST', `${path}/link`, { provider: 'acme-id', parameters })).toMatchObject({ status: 401 })
  })

  test('is unlinked with the password, unless it is the last way in; of two at once one stays', async () => {
    const [own] = (await listOf('owner')).identities
    const remove = (as: Person | null, id: string, cookie?: string) =>
      platform.ask(as, 'POST', `${path}/${id}/remove`, { password: testPassword }, cookie === undefined ? {} : { cookie })
    expect((await remove('outsider', own!.id)).status).toBe(404)
    expect((await remove('owner', 'none')).status).toBe(404)
    expect((await remove('owner', own!.id)).status).toBe(204)
    expect((await listOf('owner')).identities).toEqual([])
    expect(await events('owner@example.com')).toContain('identity.unlinked')

    // two identities and no password: what is asked is the code of an app
    const { database } = platform.ctx
    openId.accounts.set('o-2', { email: 'private@elsewhere.example', email_verified: true })
    github.accounts.set('o-2', { id: 22, login: 'o-2', name: null, emails: [] })
    await link('owner', 'acme-id', 'o-2')
    platform.forget('owner')
    await link('owner', 'hub', 'o-2')
    platform.forget('owner')
    const { identities } = await listOf('owner')
    expect(identities).toHaveLength(2)
    const { requireWayIn } = await import('./linking.ts')
    const userId = platform.userId('owner')
    const outcomes = await Promise.all(
      identities.map(({ id }) =>
        database
          .transaction(async (tx) => {
            await tx.run(sql`update users set password_hash = null where id = ${userId}`)
            await tx.run(sql`delete from identities where id = ${id}`)
            await requireWayIn(tx, userId)
          })
          .then(() => 'gone')
          .catch((error: unknown) => (isAppError(error) ? error.code : error)),
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set(['gone', 'last_way_in']))
  })

  test('without a password there is nothing to guess, and what asks for one says how to get it', async () => {
    await open()
    openId.accounts.set('p-1', { email: 'plain@example.com', email_verified: true })
    const cookie = cookieOf(await signInWith('acme-id', 'p-1'), 'colonnade_session')!
    expect(await platform.ask(null, 'POST', '/platform/sign-in', { email: 'plain@example.com', password: '' })).toMatchObject({ status: 400 })
    expect(await platform.ask(null, 'POST', '/platform/sign-in', { email: 'plain@example.com', password: 'null' })).toMatchObject({ status: 401 })
    const refused = await platform.ask(null, 'POST', '/platform/passkeys/registration', { password: 'x' }, { cookie })
    expect(refused.json).toMatchObject({ code: 'invalid_input', message: expect.stringContaining('You have no password yet') })
  })

  test('a first password is chosen by who has just signed in, once, and told by mail', async () => {
    const choose = (cookie: string, password = 'a-first-horse-battery') =>
      platform.ask(null, 'POST', '/platform/account/first-password', { password }, { cookie })
    const sessionOf = async () => cookieOf(await signInWith('acme-id', 'p-1'), 'colonnade_session')!
    const [earlier, cookie] = [await sessionOf(), await sessionOf()]
    expect(await choose(cookie, 'password123')).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    await platform.ctx.database.run(sql`update sessions set created_at = created_at - interval '16 minutes'`)
    expect(await choose(cookie)).toMatchObject({ status: 403, json: { code: 'sign_in_again' } })
    const fresh = await sessionOf()
    expect(await choose(fresh)).toMatchObject({ status: 200 })
    expect((await platform.ask(null, 'GET', '/platform/profile', undefined, { cookie: earlier })).status).toBe(401)
    expect(await choose(fresh)).toMatchObject({ status: 409, json: { code: 'already_has_password' } })
    expect((await platform.ask(null, 'POST', '/platform/sign-in', { email: 'plain@example.com', password: 'a-first-horse-battery' })).status).toBe(
      200,
    )
    expect(await choose(cookieOf(await signIn('outsider'), 'colonnade_session')!)).toMatchObject({ status: 409 })
    const letter = await platform.ctx.database.first(
      sql`select from mails where recipient = 'plain@example.com' and subject = ${messages.changes.password_chosen.subject}`,
    )
    expect(letter).toBeDefined()
  })
})

test('a disabled or deleted provider signs no one in, even after a sign-in has started', async () => {
  openId.doing = { as: 'n-1' }
  const { url, cookie } = await leave('acme-id')
  const parameters = await walk(url, backAt('acme-id'))
  const where = '/platform/installation/identity-providers/acme-id'
  await platform.ask('owner', 'PATCH', where, { is_enabled: false })
  expect(await comeBack('acme-id', parameters, cookie)).toMatchObject({ status: 404, json: { code: 'identity_provider_not_found' } })
  expect((await platform.ask(null, 'GET', '/platform/setup')).json).toMatchObject({ providers: [{ key: 'hub', name: 'Hub', kind: 'github' }] })
  expect((await platform.ask('owner', 'DELETE', where)).status).toBe(204)
  expect(await platform.ctx.database.first(sql`select count(*)::int as count from identities where provider_key = 'acme-id'`)).toEqual({ count: 0 })
})
