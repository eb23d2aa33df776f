import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import type { ProjectDirectory } from '@colonnade/projects'
import { createProjectDirectory } from '../directory/directory.ts'

let platform: TestPlatform
let directory: ProjectDirectory & AsyncDisposable
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Fenced')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const path = (): string => `/platform/projects/${ref}/network-restrictions`
const put = (networks: unknown, as: Person = 'owner') => platform.ask(as, 'PUT', path(), { networks })
const hold = (address: string) => directory.hold(ref, { mode: 'session', role: 'postgres', address, isEncrypted: false })

const refused = (promise: string, networks: unknown): Scenario<Person> => ({
  promise,
  as: 'owner',
  method: 'PUT',
  path,
  body: { networks },
  expect: 400,
  code: 'invalid_input',
})

test.for([
  refused('a word is no network', ['everywhere']),
  refused('nor is a mask that is too long', ['203.0.113.0/33']),
  refused('nor a name', ['example.com']),
  refused('nor an empty text', ['']),
  refused('nor one with something after it', ["10.0.0.0/8'; drop table projects"]),
  refused(
    'more than a hundred are too many',
    Array.from({ length: 101 }, (_, index) => `10.0.0.${index}`),
  ),
  refused('something must be said', undefined),
  { promise: 'a developer changes none', as: 'developer', method: 'PUT', path, body: { networks: null }, expect: 403, code: 'forbidden' },
  { promise: 'a stranger sees none', as: 'outsider', method: 'GET', path, expect: 404, code: 'project_not_found' },
] satisfies Scenario<Person>[])('$promise', async (scenario) => {
  await platform.run(scenario)
})

test('at first clients may come from everywhere', async () => {
  expect((await platform.ask('read-only', 'GET', path())).json).toEqual({ networks: null, own_address: '127.0.0.1' })
  ;(await hold('198.51.100.1'))()
})

test('then only from where it was said, and whoever is refused does not wake the project', async () => {
  expect((await put(['203.0.113.0/24', '2001:db8::/32', '203.0.113.0/24'])).json).toMatchObject({ networks: ['203.0.113.0/24', '2001:db8::/32'] })
  expect((await platform.ask('owner', 'POST', `/platform/projects/${ref}/sleep`)).json).toMatchObject({ sleep: 'asleep' })
  await expect(hold('::ffff:198.51.100.1')).rejects.toMatchObject({
    code: 'address_not_allowed',
    message: `project ${ref} does not allow connections from 198.51.100.1`,
  })
  expect((await platform.ctx.clusters.status(ref)).state).toBe('stopped')
  ;(await hold('::ffff:203.0.113.9'))()
  ;(await hold('2001:db8::9'))()
  expect((await platform.ctx.clusters.status(ref)).state).toBe('running')
  expect((await put([])).json).toMatchObject({ networks: [] })
  await expect(hold('203.0.113.9')).rejects.toMatchObject({ code: 'address_not_allowed' })
  // connections that transactions share are for clients who were let in
  ;(await directory.hold(ref, { mode: 'transaction', role: 'postgres', address: null, isEncrypted: true }))()
  expect((await put(null)).json).toMatchObject({ networks: null })
  ;(await hold('203.0.113.9'))()
})
