import { MemoryBudget, memoryLimitsFor } from '@colonnade/core'
import type { Profile } from '@colonnade/contracts/people/sessions'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, testPassword, type TestPlatform } from '../../../testing.ts'
import { createOwner, createSetupToken } from './service.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const signIn = (email: string, password: string) => ({ as: null, method: 'POST', path: '/platform/sign-in', body: { email, password } }) as const

const scenarios: readonly Scenario<Person>[] = [
  {
    ...signIn('owner@example.com', testPassword),
    promise: 'the right password signs in, whatever the case of the address',
    body: { email: ' Owner@Example.com ', password: testPassword },
    expect: 200,
    check: (reply) => expect(reply).toMatchObject({ primary_email: 'owner@example.com', is_installation_owner: true }),
  },
  { ...signIn('owner@example.com', 'wrong'), promise: 'a wrong password is refused', expect: 401, code: 'invalid_credentials' },
  { ...signIn('nobody@example.com', 'wrong'), promise: 'an unknown address gets the same answer', expect: 401, code: 'invalid_credentials' },
  { ...signIn('not an address', 'x'), promise: 'what is no address is named', expect: 400, code: 'invalid_input' },
  {
    promise: 'the profile is of who asks',
    as: 'developer',
    method: 'GET',
    path: '/platform/profile',
    expect: 200,
    check: (reply) => expect(reply).toMatchObject({ username: 'developer' }),
  },
  {
    promise: 'an unknown session can not be ended',
    as: 'owner',
    method: 'DELETE',
    path: '/platform/sessions/none',
    expect: 404,
    code: 'session_not_found',
  },
  {
    promise: 'nobody is asked to set up what has an owner',
    as: null,
    method: 'GET',
    path: '/platform/setup',
    expect: 200,
    check: (reply) => expect(reply).toEqual({ needs_owner: false, can_reset_password: true, can_sign_up: false, providers: [] }),
  },
  {
    promise: 'a set-up token does nothing where there is an owner',
    as: null,
    method: 'POST',
    path: '/platform/setup',
    body: { token: 'x', email: 'second@example.com', password: 'a-long-password' },
    expect: 409,
    code: 'already_set_up',
  },
]

describe('signing in', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('the cookie is out of reach of scripts and other sites', async () => {
    const reply = await platform.ask(null, 'POST', '/platform/sign-in', { email: 'administrator@example.com', password: testPassword })
    expect(reply.headers['set-cookie']).toMatch(/^colonnade_session=\w{43};.*HttpOnly; SameSite=Lax/)
  })

  test('only a hash of the token is stored', async () => {
    const reply = await platform.ask(null, 'POST', '/platform/sign-in', { email: 'administrator@example.com', password: testPassword })
    const token = /colonnade_session=(\w+)/.exec(String(reply.headers['set-cookie']))![1]!
    const rows = await platform.ctx.database.rows<{ row: string }>(sql`select sessions::text as row from sessions`)
    expect(rows.some(({ row }) => row.includes(token) || row.includes(Buffer.from(token).toString('hex')))).toBe(false)
  })

  test('a session that was ended elsewhere no longer opens anything', async () => {
    await platform.ask('read-only', 'GET', '/platform/profile')
    const other = await platform.ask(null, 'POST', '/platform/sign-in', { email: 'read-only@example.com', password: testPassword })
    const cookie = String(other.headers['set-cookie']).split(';')[0]!
    const list = (await platform.ask('read-only', 'GET', '/platform/sessions')).json as { id: string; is_current: boolean }[]
    const foreign = list.find(({ is_current }) => !is_current)!
    expect((await platform.ask('outsider', 'DELETE', `/platform/sessions/${foreign.id}`)).status).toBe(404)
    expect((await platform.ask('read-only', 'DELETE', `/platform/sessions/${foreign.id}`)).status).toBe(204)
    expect((await platform.ask(null, 'GET', '/platform/profile', undefined, { cookie })).status).toBe(401)
  })

  test('signing out ends the session and says so in the audit log', async () => {
    const reply = await platform.ask(null, 'POST', '/platform/sign-in', { email: 'outsider@example.com', password: testPassword })
    const cookie = String(reply.headers['set-cookie']).split(';')[0]!
    expect((await platform.ask(null, 'POST', '/platform/sign-out', undefined, { cookie })).status).toBe(204)
    expect((await platform.ask(null, 'GET', '/platform/profile', undefined, { cookie })).status).toBe(401)
    const line = await platform.ctx.database.first(sql`select event, user_id from audit_log order by id desc limit 1`)
    expect(line).toMatchObject({ event: 'session.removed', user_id: platform.userId('outsider') })
  })

  test('signing in ends the browser’s former session, even another person’s', async () => {
    const before = String(
      (await platform.ask(null, 'POST', '/platform/sign-in', { email: 'outsider@example.com', password: testPassword })).headers['set-cookie'],
    ).split(';')[0]!
    const reply = await platform.ask(
      null,
      'POST',
      '/platform/sign-in',
      { email: 'read-only@example.com', password: testPassword },
      { cookie: before },
    )
    expect((await platform.ask(null, 'GET', '/platform/profile', undefined, { cookie: before })).status).toBe(401)
    const after = String(reply.headers['set-cookie']).split(';')[0]!
    expect((await platform.ask(null, 'GET', '/platform/profile', undefined, { cookie: after })).json).toMatchObject({ username: 'read-only' })
  })

  test('idle and old sessions are over', async () => {
    const reply = await platform.ask(null, 'POST', '/platform/sign-in', { email: 'outsider@example.com', password: testPassword })
    const cookie = String(reply.headers['set-cookie']).split(';')[0]!
    await platform.ctx.database.run(
      sql`update sessions set last_used_at = now() - interval '25 hours' where user_id = ${platform.userId('outsider')}`,
    )
    expect((await platform.ask(null, 'GET', '/platform/profile', undefined, { cookie })).status).toBe(401)
  })

  test('guessing is stopped, with the time to wait', async () => {
    let last = await platform.ask(null, 'POST', '/platform/sign-in', { email: 'guessed@example.com', password: 'x' })
    for (let guess = 0; guess < 12 && last.status !== 429; guess += 1) {
      last = await platform.ask(null, 'POST', '/platform/sign-in', { email: 'guessed@example.com', password: 'x' })
    }
    expect(last).toMatchObject({ status: 429, json: { code: 'rate_limited' } })
    expect(Number(last.headers['retry-after'])).toBeGreaterThan(0)
  })
})

describe('preferences', () => {
  const change = (body: unknown) => platform.ask('developer', 'PATCH', '/platform/profile/preferences', body)
  const none = { theme: null, sidebar: null, feature_previews: [] }

  test('are nobody’s choice at first, everywhere a profile is shown', async () => {
    const reply = await platform.ask(null, 'POST', '/platform/sign-in', { email: 'developer@example.com', password: testPassword })
    expect(reply.json).toMatchObject({ preferences: none })
    expect((await platform.ask('developer', 'GET', '/platform/profile')).json).toMatchObject({ preferences: none })
  })

  test('are changed one by one, and can be taken back', async () => {
    expect(await change({ theme: 'classic-dark' })).toMatchObject({
      status: 200,
      json: { username: 'developer', preferences: { ...none, theme: 'classic-dark' } },
    })
    await change({ sidebar: 'hover', feature_previews: ['live-activity', 'live-activity'] })
    const all = { theme: 'classic-dark', sidebar: 'hover', feature_previews: ['live-activity'] }
    expect((await change({})).json).toMatchObject({ preferences: all })
    expect((await change({ theme: null })).json).toMatchObject({ preferences: { ...all, theme: null } })
    expect((await platform.ask('owner', 'GET', '/platform/profile')).json).toMatchObject({ preferences: none })
  })

  test('made at once on two machines are both kept, and counted', async () => {
    const version = async () => ((await platform.ask('developer', 'GET', '/platform/profile')).json as Profile).preferences_version
    const before = await version()
    await Promise.all([change({ theme: 'light' }), change({ sidebar: 'expanded' }), change({ feature_previews: [] })])
    expect((await platform.ask('developer', 'GET', '/platform/profile')).json).toMatchObject({
      preferences: { theme: 'light', sidebar: 'expanded', feature_previews: [] },
    })
    expect(await version()).toBe(before + 3)
  })

  test.for([{ theme: 'pink' }, { sidebar: 'left' }, { feature_previews: ['time-travel'] }, { theme: { $ne: 1 } }, [], 'dark'])(
    'are not %j',
    async (body) => {
      expect(await change(body)).toMatchObject({ status: 400 })
    },
  )

  test('say which features leave the menus; one that a person can not hide stays as it is', async () => {
    const hidden = async () => ((await platform.ask('developer', 'GET', '/platform/profile')).json as Profile).disabled_features
    await platform.ctx.database.run(sql`update users set disabled_features = '{log_drains}' where id = ${platform.userId('developer')}`)
    await change({ disabled_features: ['usage', 'backups', 'usage'] })
    expect((await hidden()).toSorted()).toEqual(['backups', 'log_drains', 'usage'])
    await change({ theme: 'dark' })
    expect((await hidden()).toSorted()).toEqual(['backups', 'log_drains', 'usage'])
    expect(await change({ disabled_features: ['log_drains'] })).toMatchObject({ status: 400 })
    await change({ disabled_features: [] })
    expect(await hidden()).toEqual(['log_drains'])
    await platform.ctx.database.run(sql`update users set disabled_features = '{}' where id = ${platform.userId('developer')}`)
  })

  test('are refused to a stranger', async () => {
    expect(await platform.ask(null, 'PATCH', '/platform/profile/preferences', {})).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
  })
})

describe('the one-time link', () => {
  const how = () => {
    const cookies: string[] = []
    const request = {
      id: 'test',
      address: '127.0.0.1',
      origin: 'http://localhost',
      userAgent: null,
      signal: new AbortController().signal,
      memory: new MemoryBudget(memoryLimitsFor(0)).open('test'),
      onEnd() {},
      cookies: {},
      bearer: null,
      lastEventId: null,
    }
    return { request, setCookie: ({ value }: { value: string }) => void cookies.push(value), audit: async () => {}, cookies }
  }

  test('makes exactly one owner, and only the newest link does', async () => {
    const { ctx } = platform
    await ctx.database.run(sql`update users set is_installation_owner = false`)
    const old = await createSetupToken(ctx)
    const token = (await createSetupToken(ctx))!
    const input = (email: string, used: string) => ({ token: used, email, password: 'a-long-password' })
    await expect(createOwner(ctx, input('first@example.com', old!), how())).rejects.toMatchObject({ code: 'setup_link_invalid' })
    const attempts = await Promise.allSettled(
      ['first@example.com', 'second@example.com'].map((email) => createOwner(ctx, input(email, token), how())),
    )
    expect(attempts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await createSetupToken(ctx)).toBeNull()
  })
})

test('the audit log can not be altered', async () => {
  const { database } = platform.ctx
  for (const change of [sql`update audit_log set event = 'x'`, sql`delete from audit_log`, sql`truncate audit_log`]) {
    await expect(database.run(change)).rejects.toMatchObject({ code: 'insufficient_privilege' })
  }
})
