import type { MailContent } from '@colonnade/contracts/installation/mails'
import type { Scenario } from '@colonnade/testing'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type Person, testPassword, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
let silent: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
  silent = await openTestPlatform({ mail: { transport: 'none' } })
})
afterAll(async () => {
  await platform[Symbol.asyncDispose]()
  await silent[Symbol.asyncDispose]()
})

const path = '/platform/password-resets'
const request = (email: string) => platform.ask(null, 'POST', path, { email })
const complete = (token: string, password = 'another-long-password') => platform.ask(null, 'POST', `${path}/complete`, { token, password })
const signIn = (email: string, password: string) => platform.ask(null, 'POST', '/platform/sign-in', { email, password })

const tokenOf = (content: MailContent): string => /^\/reset-password#token=(\w{43})$/.exec(content.action!.path)![1]!

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'what is no address is named', as: null, method: 'POST', path, body: { email: 'x' }, expect: 400, code: 'invalid_input' },
  {
    promise: 'a line break in an address is refused',
    as: null,
    method: 'POST',
    path,
    body: { email: 'owner@example.com\r\nBcc: thief@example.com' },
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'a made-up link is refused',
    as: null,
    method: 'POST',
    path: `${path}/complete`,
    body: { token: 'x'.repeat(43), password: 'a-long-password' },
    expect: 403,
    code: 'link_invalid',
  },
]
test.for(scenarios)('$promise', async (scenario) => {
  await platform.run(scenario)
})

test('the link of a letter gives a new password once, and ends all sessions', async () => {
  const before = String((await signIn('developer@example.com', testPassword)).headers['set-cookie']).split(';')[0]!
  expect(await request('Developer@Example.com')).toMatchObject({ status: 202, json: { arrives: 'inbox' } })
  const [letter] = await platform.letters('developer@example.com')
  const token = tokenOf(letter!.content)
  expect((await complete(token, 'short')).status).toBe(400)
  expect(await complete(token, 'qwertyuiop')).toMatchObject({ status: 400, json: { details: { issues: [{ path: ['body', 'password'] }] } } })
  expect((await complete(token, 'Developer-2026')).status).toBe(400)
  const [first, second] = await Promise.all([complete(token), complete(token)])
  expect(new Set([first.status, second.status])).toEqual(new Set([204, 403]))
  expect(first.headers['set-cookie']).toBeUndefined()
  expect((await platform.ask(null, 'GET', '/platform/profile', undefined, { cookie: before })).status).toBe(401)
  expect((await signIn('developer@example.com', testPassword)).status).toBe(401)
  expect((await signIn('developer@example.com', 'another-long-password')).status).toBe(200)
  expect((await platform.letters('developer@example.com')).map(({ kind }) => kind)).toEqual(['password_changed', 'password_reset'])
  const line = await platform.ctx.database.first(sql`
    select event, user_id, details from audit_log where event = 'user.password_reset' order by id desc limit 1`)
  expect(line).toMatchObject({ user_id: platform.userId('developer'), details: { ended_sessions: expect.any(Number) } })
})

test('an unknown address gets the same answer, and no letter', async () => {
  expect(await request('nobody@example.com')).toMatchObject({ status: 202, json: { arrives: 'inbox' } })
  expect(await platform.letters('nobody@example.com')).toEqual([])
})

test('whoever asks for another link does not take the first one away; using one ends all', async () => {
  await request('read-only@example.com')
  await request('read-only@example.com')
  const tokens = (await platform.letters('read-only@example.com')).map(({ content }) => tokenOf(content))
  expect(new Set(tokens).size).toBe(2)
  expect((await complete(tokens[1]!)).status).toBe(204)
  expect((await complete(tokens[0]!)).status).toBe(403)
})

test('a link is good for an hour, and for the address that it was mailed to', async () => {
  await request('administrator@example.com')
  await request('administrator@example.com')
  const [later, sooner] = (await platform.letters('administrator@example.com')).map(({ content }) => tokenOf(content))
  const { database } = platform.ctx
  await database.run(sql`update users set email = 'moved@example.com' where email = 'administrator@example.com'`)
  expect((await complete(sooner!)).status).toBe(403)
  await database.run(sql`update users set email = 'administrator@example.com' where email = 'moved@example.com'`)
  await database.run(sql`update mailed_links set expires_at = expires_at - interval '1 hour'`)
  expect((await complete(later!)).status).toBe(403)
})

test('nobody’s mailbox is flooded', async () => {
  const replies = []
  for (let turn = 0; turn < 4; turn += 1) replies.push((await request('flooded@example.com')).status)
  expect(replies).toEqual([202, 202, 202, 429])
})

test('an installation without mail says so', async () => {
  expect(await silent.ask(null, 'POST', path, { email: 'owner@example.com' })).toMatchObject({ status: 409, json: { code: 'mail_not_configured' } })
  expect((await silent.ask(null, 'GET', '/platform/setup')).json).toMatchObject({ can_reset_password: false, can_sign_up: false })
  const test = await silent.ask('owner', 'POST', '/platform/installation/mails/test')
  expect(test).toMatchObject({ status: 409, json: { code: 'mail_not_configured' } })
})
