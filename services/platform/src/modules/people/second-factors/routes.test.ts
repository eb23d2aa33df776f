import type { AuditPage } from '@colonnade/contracts/organizations/audit-log'
import type { SecondFactors, SecondStep } from '@colonnade/contracts/people/second-factors'
import { manualClock } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { rateLimits } from '../../../kernel/limits.ts'
import { forgetConfiguredFactor } from './forget.ts'
import { openTestPlatform, type Person, testPassword, type TestPlatform } from '../../../testing.ts'
import { messages } from '../account/messages.ts'

let platform: TestPlatform
const clock = manualClock(Date.now())

beforeAll(async () => {
  platform = await openTestPlatform({ clock, limits: { ...rateLimits, second_step: { calls: 12, windowSeconds: 86_400 } } })
})
afterAll(() => platform[Symbol.asyncDispose]())

const base = '/platform/second-factors'
const ask = (as: Person | null, path: string, body: unknown, headers = {}) => platform.ask(as, 'POST', base + path, body, headers)
const codeOf = (secret: string) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now() })
/** No code is taken twice: the next test waits for the next. */
const nextCode = (secret: string) => {
  clock.advance(30_000)
  return codeOf(secret)
}
const refused = (status: number, code: string) => ({ status, json: { code } })
const factors = async (as: Person) => (await platform.ask(as, 'GET', base)).json as SecondFactors

async function enrol(person: Person) {
  const { secret } = (await ask(person, '/totp', { password: testPassword })).json as { secret: string }
  const reply = await ask(person, '/totp/confirm', { code: nextCode(secret) })
  if (reply.status !== 200) throw new Error(JSON.stringify(reply.json))
  return { secret, codes: (reply.json as { recovery_codes: string[] }).recovery_codes }
}
const password = (person: Person) => platform.ask(null, 'POST', '/platform/sign-in', { email: `${person}@example.com`, password: testPassword })
async function challenge(person: Person): Promise<string> {
  const { json } = await password(person)
  return (json as { details: SecondStep }).details.challenge
}
const signIn = (of: string, code: string) => ask(null, '/sign-in', { challenge: of, code })
const isIn = async (cookie: string) => (await platform.ask(null, 'GET', '/platform/profile', undefined, { cookie })).status === 200
const cookieOf = (reply: { headers: Readonly<Record<string, unknown>> }) => String(reply.headers['set-cookie']).split(';')[0]!

describe('an authenticator app', () => {
  test('is added with the password and a code; until then the password alone signs in, after it other sessions are over', async () => {
    const elsewhere = cookieOf(await password('developer'))
    expect(await ask('developer', '/totp', { password: 'wrong' })).toMatchObject(refused(400, 'invalid_input'))
    const { secret, uri } = (await ask('developer', '/totp', { password: testPassword })).json as { secret: string; uri: string }
    expect(uri).toContain(`secret=${secret}`)
    expect(await factors('developer')).toEqual({ totp: null, recovery_codes_left: 0 })
    expect((await password('developer')).status).toBe(200)
    expect(await ask('developer', '/totp/confirm', { code: '000000' })).toMatchObject(refused(400, 'invalid_input'))
    const code = codeOf(secret)
    const reply = await ask('developer', '/totp/confirm', { code: `${code.slice(0, 3)} ${code.slice(3)}` })
    expect(reply).toMatchObject({ status: 200, json: { recovery_codes: expect.any(Array) } })
    expect(await factors('developer')).toEqual({ totp: { added_at: expect.any(String), last_used_at: null }, recovery_codes_left: 10 })
    expect(await isIn(elsewhere)).toBe(false)
    expect((await platform.ask('developer', 'GET', '/platform/profile')).status).toBe(200)
    expect(await ask('developer', '/totp', { password: testPassword })).toMatchObject(refused(409, 'second_factor_exists'))
    // the code that confirmed it is used up
    expect(await signIn(await challenge('developer'), code)).toMatchObject(refused(401, 'second_step_invalid'))
  })

  test('keeps its secret and its recovery codes to itself', async () => {
    const { secret, codes } = await enrol('read-only')
    const rows = await platform.ctx.database.rows<{ row: string }>(sql`
      select a::text as row from authenticators a union all select r::text from recovery_codes r union all select details::text from audit_log
      union all select m::text from mails m`)
    expect(rows.filter(({ row }) => row.includes(secret) || codes.some((code) => row.includes(code)))).toEqual([])
    expect(await ask('read-only', '/totp/remove', { code: nextCode(secret) })).toMatchObject({ status: 200 })
  })

  test('is turned off with the password or a fresh code, not with neither, both or a used one', async () => {
    const { secret } = await enrol('outsider')
    const elsewhere = cookieOf(await signIn(await challenge('outsider'), nextCode(secret)))
    expect(await isIn(elsewhere)).toBe(true)
    for (const proof of [{}, { password: 'wrong' }, { code: codeOf(secret) }, { code: '12' }, { password: testPassword, code: '000000' }]) {
      expect(await ask('outsider', '/totp/remove', proof)).toMatchObject(refused(400, 'invalid_input'))
    }
    expect(await ask('outsider', '/totp/remove', { password: testPassword })).toMatchObject({ status: 200, json: { ended_sessions: 1 } })
    expect(await isIn(elsewhere)).toBe(false)
    expect(await factors('outsider')).toEqual({ totp: null, recovery_codes_left: 0 })
    expect((await password('outsider')).status).toBe(200)
    expect(await ask('outsider', '/totp/remove', { password: testPassword })).toMatchObject(refused(404, 'second_factor_not_found'))
    expect(await ask('outsider', '/recovery-codes', { password: testPassword })).toMatchObject(refused(404, 'second_factor_not_found'))
  })

  test('confirmed twice at once is confirmed once, and shows recovery codes once', async () => {
    const { secret } = (await ask('outsider', '/totp', { password: testPassword })).json as { secret: string }
    const code = nextCode(secret)
    const replies = await Promise.all([ask('outsider', '/totp/confirm', { code }), ask('outsider', '/totp/confirm', { code })])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    await ask('outsider', '/totp/remove', { password: testPassword })
  })
})

describe('signing in', () => {
  let secret: string
  let codes: string[]
  beforeAll(async () => {
    ;({ secret, codes } = await enrol('administrator'))
  })

  test('with the password starts only a challenge, which gives no other access', async () => {
    const reply = await password('administrator')
    expect(reply).toMatchObject({ ...refused(401, 'second_step_required'), json: { details: { challenge: expect.stringMatching(/^\w{43}$/) } } })
    expect(reply.headers['set-cookie']).toBeUndefined()
    const { challenge: made } = (reply.json as { details: SecondStep }).details
    expect(await isIn(`colonnade_session=${made}`)).toBe(false)
    expect(await platform.ask(null, 'GET', '/platform/profile', undefined, { authorization: `Bearer ${made}` })).toMatchObject({ status: 401 })
    const kept = await platform.ctx.database.rows<{ row: string }>(sql`select c::text as row from sign_in_challenges c`)
    expect(kept.some(({ row }) => row.includes(made))).toBe(false)
  })

  test('with a wrong password says the same as without a second factor', async () => {
    const wrong = await platform.ask(null, 'POST', '/platform/sign-in', { email: 'administrator@example.com', password: 'wrong' })
    expect(wrong).toMatchObject(refused(401, 'invalid_credentials'))
  })

  test('continues with a code, which creates a new session and is logged', async () => {
    const planted = { cookie: 'colonnade_session=planted' }
    const reply = await ask(null, '/sign-in', { challenge: await challenge('administrator'), code: nextCode(secret) }, planted)
    expect(reply).toMatchObject({ status: 200, json: { username: 'administrator' } })
    expect(cookieOf(reply)).toMatch(/^colonnade_session=\w{43}$/)
    const { items } = (await platform.ask(null, 'GET', '/platform/account/audit', undefined, { cookie: cookieOf(reply) })).json as AuditPage
    expect(items[0]).toMatchObject({ event: 'session.created', details: { second_step: 'totp' } })
  })

  test('takes a code once, however many ask with it at once', async () => {
    const code = nextCode(secret)
    const challenges = [await challenge('administrator'), await challenge('administrator')]
    const replies = await Promise.all(challenges.map((each) => signIn(each, code)))
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  })

  test('takes a challenge once', async () => {
    const of = await challenge('administrator')
    expect((await signIn(of, nextCode(secret))).status).toBe(200)
    expect(await signIn(of, nextCode(secret))).toMatchObject(refused(401, 'second_step_over'))
  })

  test('is over with a challenge that is old, made up, or of a password that was changed', async () => {
    const { database } = platform.ctx
    const old = await challenge('administrator')
    await database.run(sql`update sign_in_challenges set expires_at = now() - interval '1 second'`)
    expect(await signIn(old, nextCode(secret))).toMatchObject(refused(401, 'second_step_over'))
    expect(await signIn('made-up', nextCode(secret))).toMatchObject(refused(401, 'second_step_over'))
    const changed = await challenge('administrator')
    await database.run(sql`update users set password_hash = password_hash where id = ${platform.userId('administrator')}`)
    expect(await signIn(changed, nextCode(secret))).toMatchObject(refused(401, 'second_step_over'))
  })

  test('continues with a recovery code, once, and sends a mail; new codes replace the old ones', async () => {
    const reply = await signIn(await challenge('administrator'), ` ${codes[0]!.toUpperCase()} `)
    expect(reply.status).toBe(200)
    expect((await factors('administrator')).recovery_codes_left).toBe(9)
    expect(await platform.ctx.database.first(sql`select subject from mails order by created_at desc limit 1`)).toMatchObject({
      subject: messages.changes.recovery_code_used.subject,
    })
    expect(await signIn(await challenge('administrator'), codes[0]!)).toMatchObject(refused(401, 'second_step_invalid'))
    const renewed = await ask('administrator', '/recovery-codes', { code: nextCode(secret) })
    expect(renewed).toMatchObject({ status: 200 })
    expect(await signIn(await challenge('administrator'), codes[1]!)).toMatchObject(refused(401, 'second_step_invalid'))
    const [fresh] = (renewed.json as { recovery_codes: string[] }).recovery_codes
    expect((await signIn(await challenge('administrator'), fresh!)).status).toBe(200)
  })

  test('stops guessing with one challenge, with many, and from many places; recovery codes still work', async () => {
    const one = await challenge('administrator')
    for (let guess = 0; guess < 5; guess += 1) expect(await signIn(one, '000000')).toMatchObject(refused(401, 'second_step_invalid'))
    expect(await signIn(one, nextCode(secret))).toMatchObject(refused(401, 'second_step_over'))
    const two = await challenge('administrator')
    for (let guess = 0; guess < 5; guess += 1) await signIn(two, '000000')
    expect(await signIn(await challenge('administrator'), '000000')).toMatchObject(refused(429, 'rate_limited'))
    // from elsewhere, until the day's count is full
    const from = async (remoteAddress: string, code: string) => {
      const payload = { challenge: await challenge('administrator'), code }
      return (await platform.app.inject({ method: 'POST', url: `${base}/sign-in`, payload, remoteAddress })).statusCode
    }
    expect([await from('10.0.0.1', '000000'), await from('10.0.0.2', '000000'), await from('10.0.0.3', '000000')]).toEqual([401, 401, 429])
    expect(await from('10.0.0.4', nextCode(secret))).toBe(429)
    const renewed = await ask('administrator', '/recovery-codes', { password: testPassword })
    const [way] = (renewed.json as { recovery_codes: string[] }).recovery_codes
    expect(await from('10.0.0.5', way!)).toBe(200)
    expect(await from('10.0.0.6', nextCode(secret))).toBe(200)
  })
})

test('no one is signed in by another site, or without consent', async () => {
  const body = { challenge: 'x', code: '000000' }
  expect(await ask(null, '/sign-in', body, { origin: 'https://evil.example' })).toMatchObject(refused(403, 'cross_site_request'))
  for (const path of ['/totp', '/totp/confirm', '/totp/remove', '/recovery-codes']) {
    expect(await ask(null, path, { password: testPassword })).toMatchObject(refused(401, 'unauthorized'))
  }
})

test('the operator removes a lost factor, which ends open sessions and is logged', async () => {
  await enrol('outsider')
  const forget = (email: string) => forgetConfiguredFactor({ ...platform.ctx, config: { ...platform.ctx.config, forgetSecondStepOf: email } })
  await forget('nobody@example.com')
  await forget('owner@example.com')
  expect(await password('outsider')).toMatchObject(refused(401, 'second_step_required'))
  await forget(' Outsider@example.com')
  expect((await platform.ask('outsider', 'GET', '/platform/profile')).status).toBe(401)
  platform.forget('outsider')
  const { items } = (await platform.ask('outsider', 'GET', '/platform/account/audit')).json as AuditPage
  expect(items[1]).toMatchObject({ event: 'second_factor.removed', details: { by: 'COLONNADE_FORGET_SECOND_STEP_OF' } })
})
