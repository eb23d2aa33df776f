import type { MailContent } from '@colonnade/contracts/installation/mails'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, testPassword, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const path = '/platform/sign-ups'
const settings = '/platform/installation'
const request = (email: string) => platform.ask(null, 'POST', path, { email })
const complete = (token: string, username = 'Newcomer') => platform.ask(null, 'POST', `${path}/complete`, { token, username, password: testPassword })

const tokenOf = ({ content }: { content: MailContent }): string => /^\/sign-up\/complete#token=(\w{43})$/.exec(content.action!.path)![1]!

test('nobody makes an account by themselves until the owner says so', async () => {
  expect((await platform.ask('owner', 'GET', settings)).json).toMatchObject({ sign_up: 'invite-only' })
  expect(await request('early@example.com')).toMatchObject({ status: 409, json: { code: 'sign_up_closed' } })
  expect(await platform.ask('administrator', 'PATCH', settings, { sign_up: 'open' })).toMatchObject({ status: 403 })
  expect((await platform.ask(null, 'GET', '/platform/setup')).json).toMatchObject({ can_sign_up: false })
  expect((await platform.ask('owner', 'PATCH', settings, { sign_up: 'open' })).json).toMatchObject({ sign_up: 'open' })
  expect((await platform.ask(null, 'GET', '/platform/setup')).json).toMatchObject({ can_sign_up: true })
  const line = await platform.ctx.database.first(sql`select details from audit_log where event = 'installation.updated'`)
  expect(line).toMatchObject({ details: { sign_up: 'open', before: { sign_up: 'invite-only' } } })
})

test('the link of the letter makes one account, signed in, with nothing in it', async () => {
  expect((await request('Newcomer@example.com')).status).toBe(202)
  const [letter] = await platform.letters('newcomer@example.com')
  const token = tokenOf(letter!)
  const replies = await Promise.all([complete(token), complete(token)])
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201, 403]))
  const made = replies.find(({ status }) => status === 201)!
  expect(made.json).toMatchObject({ username: 'Newcomer', primary_email: 'newcomer@example.com', is_installation_owner: false })
  const cookie = String(made.headers['set-cookie']).split(';')[0]!
  expect((await platform.ask(null, 'GET', '/platform/organizations', undefined, { cookie })).json).toEqual([])
})

test('who has an account is told in their mail, and the answer is the same', async () => {
  expect(await request('developer@example.com')).toMatchObject({ status: 202, json: { arrives: 'inbox' } })
  expect(await platform.letters('developer@example.com')).toMatchObject([{ kind: 'account_exists', content: { action: { path: '/sign-in' } } }])
})

test('an account made by another way in the meantime is said, and stays what it is', async () => {
  await request('twice@example.com')
  await request('twice@example.com')
  const token = tokenOf((await platform.letters('twice@example.com'))[0]!)
  await platform.ctx.database.run(sql`insert into users (email, username, password_hash) values ('twice@example.com', 'first', 'x')`)
  expect(await complete(token)).toMatchObject({ status: 409, json: { code: 'account_exists' } })
  expect(await platform.ctx.database.first(sql`select username from users where email = 'twice@example.com'`)).toEqual({ username: 'first' })
})

test('a link mailed before sign-up was closed is of no use after', async () => {
  await request('late@example.com')
  const token = tokenOf((await platform.letters('late@example.com'))[0]!)
  await platform.ask('owner', 'PATCH', settings, { sign_up: 'invite-only' })
  expect(await complete(token)).toMatchObject({ status: 409, json: { code: 'sign_up_closed' } })
})
