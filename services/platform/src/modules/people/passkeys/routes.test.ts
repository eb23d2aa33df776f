import type { AuditPage } from '@colonnade/contracts/organizations/audit-log'
import type { Passkey, Passkeys } from '@colonnade/contracts/people/passkeys'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, testPassword, type TestPlatform } from '../../../testing.ts'
import { relyingPartyOf } from './relying-party.ts'
import { createTestAuthenticator, type Lies } from './testing-authenticator.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const base = '/platform/passkeys'
const here = { host: 'localhost:8000' }
const ask = (as: Person | null, method: string, path: string, body?: unknown, headers: Readonly<Record<string, string>> = here) =>
  platform.ask(as, method, base + path, body, headers)
const refused = (status: number, code: string) => ({ status, json: { code } })
const begin = async (as: Person) => ((await ask(as, 'POST', '/registration', { password: testPassword })).json as { challenge: string }).challenge
const beginSignIn = async () => ((await ask(null, 'POST', '/sign-in/options', {})).json as { challenge: string }).challenge
const signIn = (response: unknown) => ask(null, 'POST', '/sign-in', { response })

async function add(as: Person, name = 'Laptop') {
  const device = createTestAuthenticator()
  const reply = await ask(as, 'POST', '', { name, response: device.register(await begin(as)) })
  if (reply.status !== 201) throw new Error(JSON.stringify(reply.json))
  return { device, passkey: reply.json as Passkey }
}

describe('a passkey', () => {
  test('is added with the password, named, and signs in without one; the log tells of it', async () => {
    expect(await ask('developer', 'POST', '/registration', { password: 'wrong' })).toMatchObject(refused(400, 'invalid_input'))
    const { device, passkey } = await add('developer')
    expect(passkey).toMatchObject({ name: 'Laptop', host: 'localhost', last_used_at: null })
    const reply = await signIn(device.signIn(await beginSignIn()))
    expect(reply).toMatchObject({ status: 200, json: { username: 'developer' } })
    const cookie = String(reply.headers['set-cookie']).split(';')[0]!
    const log = (await platform.ask(null, 'GET', '/platform/account/audit', undefined, { cookie })).json as AuditPage
    expect(log.items.slice(0, 2)).toMatchObject([
      { event: 'session.created', details: { passkey: 'Laptop', passkey_id: passkey.id } },
      { event: 'passkey.created', details: { name: 'Laptop' } },
    ])
    const list = (await ask('developer', 'GET', '')).json as Passkeys
    expect(list).toMatchObject({ passkeys: [{ id: passkey.id, last_used_at: expect.any(String) }], problem: null })
  })

  test('is renamed and removed by its owner only; removed, it signs in no more', async () => {
    const { device, passkey } = await add('owner')
    const path = `/${passkey.id}`
    expect(await ask('outsider', 'PATCH', path, { name: 'x' })).toMatchObject(refused(404, 'passkey_not_found'))
    expect(await ask('outsider', 'POST', `${path}/remove`, { password: testPassword })).toMatchObject(refused(404, 'passkey_not_found'))
    expect(await ask('owner', 'PATCH', path, { name: 'Desk' })).toMatchObject({ status: 200, json: { name: 'Desk' } })
    expect(await ask('owner', 'POST', `${path}/remove`, { password: 'wrong' })).toMatchObject(refused(400, 'invalid_input'))
    expect((await ask('owner', 'POST', `${path}/remove`, { password: testPassword })).status).toBe(204)
    expect(await signIn(device.signIn(await beginSignIn()))).toMatchObject(refused(401, 'passkey_invalid'))
  })

  test('is not added twice, nor with a challenge of another person, of signing in, an old one or one that was used', async () => {
    const { device } = await add('administrator')
    expect(await ask('outsider', 'POST', '', { name: 'x', response: device.register(await begin('outsider')) })).toMatchObject({ status: 409 })
    const challenges = [await begin('owner'), await beginSignIn(), 'made-up']
    for (const challenge of challenges) {
      const response = createTestAuthenticator().register(challenge)
      expect(await ask('outsider', 'POST', '', { name: 'x', response })).toMatchObject(refused(401, 'passkey_invalid'))
    }
    const old = await begin('outsider')
    await platform.ctx.database.run(sql`update passkey_challenges set expires_at = now() - interval '1 second'`)
    const late = createTestAuthenticator().register(old)
    expect(await ask('outsider', 'POST', '', { name: 'x', response: late })).toMatchObject(refused(401, 'passkey_invalid'))
    const used = await begin('outsider')
    expect((await ask('outsider', 'POST', '', { name: 'x', response: createTestAuthenticator().register(used) })).status).toBe(201)
    const again = createTestAuthenticator().register(used)
    expect(await ask('outsider', 'POST', '', { name: 'x', response: again })).toMatchObject(refused(401, 'passkey_invalid'))
  })

  test('is added whatever certificates its device sends: what they say of lists to fetch is not followed', async () => {
    const attestation = { fmt: 'android-key', attStmt: new Map<string, unknown>([['x5c', [Uint8Array.of(1), Uint8Array.of(2)]]]) }
    const response = createTestAuthenticator().register(await begin('administrator'), { attestation })
    expect((await ask('administrator', 'POST', '', { name: 'Phone', response })).status).toBe(201)
  })

  test('that nobody unlocked is not added', async () => {
    const response = createTestAuthenticator().register(await begin('outsider'), { isVerified: false })
    expect(await ask('outsider', 'POST', '', { name: 'x', response })).toMatchObject(refused(401, 'passkey_invalid'))
  })
})

describe('signing in', () => {
  test('takes what a device signed once', async () => {
    const { device } = await add('read-only')
    const response = device.signIn(await beginSignIn())
    expect((await signIn(response)).status).toBe(200)
    expect(await signIn(response)).toMatchObject(refused(401, 'passkey_invalid'))
  })

  test.for<[string, Lies]>([
    ['another site', { origin: 'https://evil.example' }],
    ['another port', { origin: 'http://localhost:9000' }],
    ['another host', { host: 'evil.example' }],
    ['a device that nobody unlocked', { isVerified: false }],
    ['a copy of the device, whose counter is behind', { counter: 1 }],
  ])('is refused to %s', async ([, lies]) => {
    const { device } = await add('read-only')
    expect((await signIn(device.signIn(await beginSignIn()))).status).toBe(200)
    expect(await signIn(device.signIn(await beginSignIn(), lies))).toMatchObject(refused(401, 'passkey_invalid'))
    // the device itself goes on
    expect((await signIn(device.signIn(await beginSignIn()))).status).toBe(200)
  })

  test('is refused with a challenge that is old, made up or for adding a passkey, with another device’s name, and with nonsense', async () => {
    const { device } = await add('read-only')
    const old = await beginSignIn()
    await platform.ctx.database.run(sql`update passkey_challenges set expires_at = now() - interval '1 second'`)
    const wrong = [old, 'made-up', await begin('read-only')].map((challenge) => device.signIn(challenge))
    const other = { ...device.signIn(await beginSignIn()), id: createTestAuthenticator().signIn('x').id }
    const nonsense = [
      { id: '', rawId: '', response: {} },
      { id: 'x', rawId: 'x', response: { clientDataJSON: 'bnVsbA' } },
    ]
    for (const response of [...wrong, other, ...nonsense]) expect(await signIn(response)).toMatchObject(refused(401, 'passkey_invalid'))
  })

  test('is not for other sites to begin', async () => {
    const headers = { ...here, origin: 'https://evil.example' }
    expect(await ask(null, 'POST', '/sign-in/options', {}, headers)).toMatchObject(refused(403, 'cross_site_request'))
  })
})

test('at an IP address there are none, and it is said where there are', async () => {
  const headers = { host: '127.0.0.1:8000' }
  expect((await ask('developer', 'GET', '', undefined, headers)).json).toMatchObject({
    problem: expect.stringContaining('IP address'),
    usable_at: 'http://localhost:8000',
  })
  expect(await ask(null, 'POST', '/sign-in/options', {}, headers)).toMatchObject(refused(409, 'passkeys_unavailable'))
})

test.for([
  [null, 'http://localhost:8000', { host: 'localhost', origin: 'http://localhost:8000' }],
  [null, 'http://[::1]:8000', { usableAt: 'http://localhost:8000' }],
  [null, 'http://evil.example', { usableAt: null }],
  ['https://db.example.com/', 'http://evil.example', { host: 'db.example.com', origin: 'https://db.example.com' }],
  ['http://db.example.com', 'http://db.example.com', { usableAt: null }],
  ['https://10.0.0.1', 'https://10.0.0.1', { usableAt: null }],
] as const)('with the public address %s, at %s', ([publicUrl, origin, party]) => {
  expect(relyingPartyOf({ publicUrl }, { origin })).toMatchObject(party)
})
