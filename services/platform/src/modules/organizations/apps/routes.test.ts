import type { App, AppWithSecret } from '@colonnade/contracts/organizations/apps'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const base = '/platform/organizations/acme/apps'
const anApp = { name: 'Deployer', redirect_uris: ['https://example.com/callback'], is_confidential: true }
const register = async (changes: object = {}, as: Person = 'administrator') =>
  (await platform.ask(as, 'POST', base, { ...anApp, ...changes })).json as AppWithSecret
const list = async (as: Person = 'read-only') => (await platform.ask(as, 'GET', base)).json as App[]

test('an application is registered, its secret shown once, changed and deleted, and the audit log tells of it', async () => {
  const { client_secret: secret, ...made } = await register()
  expect(secret).toMatch(/^cls_[A-Za-z0-9]{43}$/)
  expect(made).toMatchObject({ name: 'Deployer', is_confidential: true, secret_hint: secret!.slice(-4), user_count: 0 })
  expect(await list()).toEqual([made])
  expect(JSON.stringify(await list('owner'))).not.toContain(secret)
  const changed = await platform.ask('owner', 'PATCH', `${base}/${made.id}`, {
    name: 'Sailor',
    redirect_uris: ['http://127.0.0.1/back', 'http://127.0.0.1/back'],
  })
  expect(changed.json).toMatchObject({ name: 'Sailor', redirect_uris: ['http://127.0.0.1/back'] })
  const rotated = (await platform.ask('owner', 'POST', `${base}/${made.id}/secret`)).json as AppWithSecret
  expect(rotated.client_secret).not.toBe(secret)
  expect((await platform.ask('owner', 'DELETE', `${base}/${made.id}`)).status).toBe(204)
  expect(await list()).toEqual([])
  const { json } = await platform.ask('owner', 'GET', '/platform/organizations/acme/audit?kind=app')
  const events = (json as { items: { event: string }[] }).items.map(({ event }) => event)
  expect(events).toEqual(['app.removed', 'app.secret_rotated', 'app.updated', 'app.created'])
  expect(JSON.stringify(json)).not.toContain(secret)
})

test('a public application has no secret, and gets none', async () => {
  const made = await register({ is_confidential: false })
  expect(made).toMatchObject({ is_confidential: false, secret_hint: null, client_secret: null })
  await platform.run({
    promise: 'none to rotate',
    as: 'owner',
    method: 'POST',
    path: `${base}/${made.id}/secret`,
    expect: 409,
    code: 'app_is_public',
  })
})

test('who may not change the organization sees applications and changes none, and other organizations have nothing of them', async () => {
  const { id } = await register()
  for (const as of ['developer', 'read-only'] as const) {
    await platform.run({ promise: 'registers none', as, method: 'POST', path: base, body: anApp, expect: 403, code: 'forbidden' })
    await platform.run({ promise: 'deletes none', as, method: 'DELETE', path: `${base}/${id}`, expect: 403, code: 'forbidden' })
  }
  const theirs = `/platform/organizations/elsewhere/apps/${id}`
  await platform.run({ promise: 'not deleted by others', as: 'outsider', method: 'DELETE', path: theirs, expect: 404, code: 'app_not_found' })
  await platform.run({ promise: 'no secret for others', as: 'outsider', method: 'POST', path: `${theirs}/secret`, expect: 404 })
  expect((await platform.ask('owner', 'DELETE', `${base}/x`)).status).toBe(404)
})

test.for([
  'http://example.com/callback',
  'javascript:alert(1)',
  'com.example.app:/callback',
  'data:text/html,x',
  'https://example.com/#x',
  'https://example.com/callback#',
  'https://ada@example.com/',
  'https://127.0.0.1.example.com@/x',
  'http://127.0.0.1.example.com/',
  'https://example.com/a b',
  'https:\\\\example.com',
  '/callback',
  'example.com/callback',
  '',
])('the address %s is refused', async (uri) => {
  expect((await platform.ask('owner', 'POST', base, { ...anApp, redirect_uris: [uri] })).status).toBe(400)
})

test.for([
  ['no address', { redirect_uris: [] }],
  ['too many addresses', { redirect_uris: Array.from({ length: 11 }, (_, index) => `https://example.com/${index}`) }],
  ['a name with a line break', { name: 'a\nb' }],
  ['no word whether it keeps a secret', { is_confidential: undefined }],
] as const)('%s is refused', async ([, changes]) => {
  expect((await platform.ask('owner', 'POST', base, { ...anApp, ...changes })).status).toBe(400)
})

test('an organization registers fifty at most, however many ask at once', async () => {
  const elsewhere = '/platform/organizations/elsewhere/apps'
  const statuses = await Promise.all(Array.from({ length: 53 }, async () => (await platform.ask('outsider', 'POST', elsewhere, anApp)).status))
  expect(statuses.filter((status) => status === 201)).toHaveLength(50)
  expect(statuses.filter((status) => status === 409)).toHaveLength(3)
})
