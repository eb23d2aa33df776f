import type { AuditPage } from '@colonnade/contracts/organizations/audit-log'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { picture } from '../../../kernel/pictures/test-pictures.ts'
import { openTestPlatform, type Person, testPassword, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const newPassword = 'another-horse-battery'
const change = (as: Person, current: string, password: string) =>
  platform.ask(as, 'POST', '/platform/account/password', { current_password: current, password })
const signIn = async (person: Person, password = testPassword) => {
  const reply = await platform.ask(null, 'POST', '/platform/sign-in', { email: `${person}@example.com`, password })
  return { status: reply.status, cookie: String(reply.headers['set-cookie']).split(';')[0]! }
}
const isIn = async (cookie: string) => (await platform.ask(null, 'GET', '/platform/profile', undefined, { cookie })).status === 200
const problem = (field: string, message: string) => ({
  status: 400,
  json: { code: 'invalid_input', details: { issues: [{ path: ['body', field], message }] } },
})

describe('a password', () => {
  test('is changed by who knows it; every other session ends, this one stays', async () => {
    const elsewhere = await signIn('developer')
    expect(await isIn(elsewhere.cookie)).toBe(true)
    const reply = await change('developer', testPassword, newPassword)
    expect(reply).toMatchObject({ status: 200 })
    expect((reply.json as { ended_sessions: number }).ended_sessions).toBeGreaterThanOrEqual(1)
    expect(await isIn(elsewhere.cookie)).toBe(false)
    expect((await platform.ask('developer', 'GET', '/platform/profile')).status).toBe(200)
    expect((await signIn('developer')).status).toBe(401)
    expect((await signIn('developer', newPassword)).status).toBe(200)
    const line = await platform.ctx.database.first(
      sql`select event, details::text as details from audit_log where event like 'user.password%' order by id desc limit 1`,
    )
    expect(line).toMatchObject({ event: 'user.password_changed' })
    expect(JSON.stringify(line)).not.toContain(newPassword)
  })

  test('is not changed by who does not know it, nor to itself, nor to a short one', async () => {
    expect(await change('administrator', 'wrong', newPassword)).toMatchObject(problem('current_password', messages.wrongPassword))
    expect(await change('administrator', testPassword, testPassword)).toMatchObject(problem('password', messages.samePassword))
    expect(await change('administrator', testPassword, 'short')).toMatchObject(problem('password', 'Use at least 10 characters'))
    expect((await signIn('administrator')).status).toBe(200)
  })

  test('changed twice at once is changed once', async () => {
    const replies = await Promise.all([
      change('administrator', testPassword, 'the-first-of-the-two'),
      change('administrator', testPassword, 'the-second-of-the-two'),
    ])
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('can not be guessed from a browser that was left open', async () => {
    let last = await change('read-only', 'guess', newPassword)
    for (let guess = 0; guess < 12 && last.status !== 429; guess += 1) last = await change('read-only', 'guess', newPassword)
    expect(last).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
  })
})

test('what one is called is changed, and the log keeps both names', async () => {
  const rename = (username: string) => platform.ask('outsider', 'PATCH', '/platform/account', { username })
  expect(await rename(' Zoë "Z" 🏛️ ')).toMatchObject({ status: 200, json: { username: 'Zoë "Z" 🏛️', primary_email: 'outsider@example.com' } })
  const { items } = (await platform.ask('outsider', 'GET', '/platform/account/audit')).json as AuditPage
  expect(items[0]).toMatchObject({ event: 'user.updated', details: { username: 'Zoë "Z" 🏛️', before: 'outsider' } })
  for (const name of ['', ' ', 'a\nb', 'x'.repeat(101)]) expect(await rename(name)).toMatchObject({ status: 400 })
})

test('other sessions end at once, those of others do not', async () => {
  const [own, foreign] = [await signIn('outsider'), await signIn('owner')]
  expect(await platform.ask('outsider', 'DELETE', '/platform/account/sessions')).toMatchObject({ status: 200, json: { ended_sessions: 1 } })
  expect([await isIn(own.cookie), await isIn(foreign.cookie)]).toEqual([false, true])
  expect((await platform.ask('outsider', 'DELETE', '/platform/account/sessions')).json).toEqual({ ended_sessions: 0 })
})

test('people read what they did themselves, and nothing of others', async () => {
  await platform.ask('owner', 'PATCH', '/platform/organizations/acme', { name: 'Acme two' })
  const page = (await platform.ask('owner', 'GET', '/platform/account/audit')).json as AuditPage
  expect(page.items.map(({ event }) => event)).toEqual(expect.arrayContaining(['organization.updated', 'session.created']))
  expect(new Set(page.items.map(({ actor }) => actor?.id))).toEqual(new Set([platform.userId('owner')]))
  const first = (await platform.ask('owner', 'GET', '/platform/account/audit?limit=1')).json as AuditPage
  const second = (await platform.ask('owner', 'GET', `/platform/account/audit?limit=1&before=${first.next_before}`)).json as AuditPage
  expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(page.items.slice(0, 2).map(({ id }) => id))
  expect((await platform.ask(null, 'GET', '/platform/account/audit')).status).toBe(401)
})

describe('a picture', () => {
  const path = '/platform/account/picture'
  const urlOf = ({ json }: { json: unknown }) => (json as { profileImageUrl: string | null }).profileImageUrl

  test('is shown to who is signed in, under an address that changes with it, and is kept by browsers', async () => {
    const png = picture(64, 64)
    const reply = await platform.ask('developer', 'POST', path, png)
    expect(reply.status).toBe(200)
    const url = urlOf(reply)!
    expect(url).toMatch(/^\/platform\/account\/pictures\/[0-9a-f]{64}$/)
    const shown = await platform.ask('outsider', 'GET', url)
    expect(shown).toMatchObject({ status: 200, headers: { 'content-type': 'image/png', 'x-content-type-options': 'nosniff' } })
    expect(String(shown.headers['cache-control'])).toBe('private, max-age=31536000, immutable')
    expect(String(shown.headers['content-security-policy'])).toContain('sandbox')
    expect(Buffer.from(shown.bytes).equals(png)).toBe(true)
    expect((await platform.ask(null, 'GET', url)).status).toBe(401)
    const members = (await platform.ask('owner', 'GET', '/platform/organizations/acme/members')).json as {
      username: string
      profileImageUrl: string
    }[]
    expect(members.find(({ username }) => username === 'developer')?.profileImageUrl).toBe(url)
    const next = urlOf(await platform.ask('developer', 'POST', path, picture(32, 32)))!
    expect(next).not.toBe(url)
    expect((await platform.ask('owner', 'GET', url)).status).toBe(404)
    expect(urlOf(await platform.ask('developer', 'DELETE', path))).toBeNull()
    expect((await platform.ask('owner', 'GET', next)).status).toBe(404)
  })

  test('is a PNG by its bytes, and no larger than it is looked at', async () => {
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
    const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46])
    for (const bytes of [svg, jpeg, Buffer.alloc(0), picture(50, 50).subarray(0, 60), picture(1_025, 8)]) {
      expect(await platform.ask('owner', 'POST', path, bytes)).toMatchObject({ status: 415, json: { code: 'attachment_not_png' } })
    }
    expect(await platform.ask('owner', 'POST', path, svg, { 'content-type': 'image/svg+xml' })).toMatchObject({ status: 415 })
    expect(await platform.ask('owner', 'POST', path, picture(8, 8, 1_100_000))).toMatchObject({ status: 413 })
    for (const hash of ['none', 'f'.repeat(64), '..%2f..%2fmaster.key']) {
      expect((await platform.ask('owner', 'GET', `/platform/account/pictures/${hash}`)).status).toBe(404)
    }
    expect(urlOf(await platform.ask('owner', 'GET', '/platform/profile'))).toBeNull()
  })

  test('of two that are sent at once, one is kept as a whole', async () => {
    const replies = await Promise.all([picture(20, 20), picture(30, 30)].map((png) => platform.ask('administrator', 'POST', path, png)))
    expect(replies.map(({ status }) => status)).toEqual([200, 200])
    const url = urlOf(await platform.ask('administrator', 'GET', '/platform/profile'))!
    expect((await platform.ask('owner', 'GET', url)).status).toBe(200)
  })
})
