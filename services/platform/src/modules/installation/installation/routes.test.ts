import type { HostedOrganization, Machine, Person as Account } from '@colonnade/contracts/installation/installation'
import type { Scenario } from '@colonnade/testing'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, people, type Person, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const path = '/platform/installation'
const list = async <Item>(what: string): Promise<{ items: Item[]; next_offset: number | null }> =>
  (await platform.ask('owner', 'GET', `${path}/${what}`)).json as { items: Item[]; next_offset: number | null }

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'owners of organizations do not see everybody', as: 'outsider', method: 'GET', path: `${path}/people`, expect: 403, code: 'forbidden' },
  { promise: 'nor all organizations', as: 'administrator', method: 'GET', path: `${path}/organizations`, expect: 403, code: 'forbidden' },
  { promise: 'nor the machine', as: 'developer', method: 'GET', path: `${path}/machine`, expect: 403, code: 'forbidden' },
  {
    promise: 'a rule that there is not is refused',
    as: 'owner',
    method: 'PATCH',
    path,
    body: { sign_up: 'maybe' },
    expect: 400,
    code: 'invalid_input',
  },
  { promise: 'a page has an end', as: 'owner', method: 'GET', path: `${path}/people?limit=101`, expect: 400, code: 'invalid_input' },
]
test.for(scenarios)('$promise', async (scenario) => {
  await platform.run(scenario)
})

test('people are listed by name, with what they belong to and where they are signed in', async () => {
  await platform.ask('developer', 'GET', '/platform/profile')
  const { items, next_offset: next } = await list<Account>('people')
  expect(items.map(({ username }) => username)).toEqual([...people].toSorted((one, other) => one.localeCompare(other, 'en')))
  expect(next).toBeNull()
  expect(items.find(({ username }) => username === 'developer')).toMatchObject({
    session_count: 1,
    is_installation_owner: false,
    organizations: [{ slug: 'acme', name: 'Acme', role_name: 'Developer' }],
  })
})

test('they are searched in names and addresses, letter by letter, and come in pages', async () => {
  expect((await list<Account>('people?search=OUTSIDER%40')).items.map(({ username }) => username)).toEqual(['outsider'])
  expect((await list<Account>('people?search=%25')).items).toEqual([])
  const first = await list<Account>('people?limit=3')
  const second = await list<Account>(`people?limit=3&offset=${first.next_offset}`)
  expect(new Set([...first.items, ...second.items].map(({ id }) => id)).size).toBe(people.length)
  expect(second.next_offset).toBeNull()
})

test('organizations are told with their owners and how much is in them, also those one does not belong to', async () => {
  const { items } = await list<HostedOrganization>('organizations')
  expect(items).toMatchObject([
    { slug: 'acme', plan: { id: 'free', name: 'Free' }, member_count: 4, project_count: 0, owners: ['owner@example.com'] },
    { slug: 'elsewhere', member_count: 1, owners: ['outsider@example.com'] },
  ])
})

test('the machine is told as it is, and servers by what they do', async () => {
  const empty = (await platform.ask('owner', 'GET', `${path}/machine`)).json as Machine
  expect(empty.servers).toEqual({ running: 0, asleep: 0, paused: 0, changing: 0, failed: 0 })
  // the control plane's own server is none of a project
  expect(empty.memory.servers_bytes).toBe(0)
  const ref = await platform.project('Counted')
  const machine = (await platform.ask('owner', 'GET', `${path}/machine`)).json as Machine
  expect(machine).toMatchObject({ versions: { node: process.versions.node }, servers: { running: 1 } })
  expect(machine.versions.postgres).toMatch(/^\d+\.\d+/)
  expect(machine.memory.available_bytes).toBeLessThanOrEqual(machine.memory.total_bytes)
  expect(machine.memory.servers_bytes).toBeGreaterThan(1_000_000)
  expect(machine.volume.free_bytes).toBeLessThanOrEqual(machine.volume.total_bytes)
  await platform.ctx.database.run(sql`update projects set status = 'UNHEALTHY' where ref = ${ref}`)
  expect(((await platform.ask('owner', 'GET', `${path}/machine`)).json as Machine).servers).toMatchObject({ running: 0, failed: 1 })
})

test('the owner signs a person out everywhere, and stays signed in for themselves', async () => {
  const { items } = await list<Account>('people')
  const idOf = (name: Person): string => items.find(({ username }) => username === name)!.id
  const end = (as: Person, id: string) => platform.ask(as, 'DELETE', `${path}/people/${id}/sessions`)
  expect((await platform.ask('developer', 'GET', '/platform/profile')).status).toBe(200)
  expect((await end('outsider', idOf('developer'))).status).toBe(403)
  expect(await end('owner', idOf('developer'))).toMatchObject({ status: 200, json: { ended_sessions: 1 } })
  expect((await platform.ask('developer', 'GET', '/platform/profile')).status).toBe(401)
  platform.forget('developer')
  expect((await platform.ask('developer', 'GET', '/platform/profile')).status).toBe(200)
  expect(await end('owner', idOf('owner'))).toMatchObject({ status: 200, json: { ended_sessions: 0 } })
  expect((await platform.ask('owner', 'GET', '/platform/profile')).status).toBe(200)
  for (const id of ['none', '00000000-0000-4000-8000-000000000000']) {
    expect(await end('owner', id)).toMatchObject({ status: 404, json: { code: 'person_not_found' } })
  }
})

test('what can be in no text of Postgres is not looked for', async () => {
  for (const path of [
    'installation/people?search=',
    'installation/organizations?search=',
    'installation/invoices?search=',
    'organizations/acme/audit?project_ref=',
  ]) {
    for (const character of ['%00', 'a%00b']) {
      const { status, json } = await platform.ask('owner', 'GET', `/platform/${path}${character}`)
      expect([status, json], path).toMatchObject([400, { code: 'invalid_input', message: expect.stringContaining('NUL') as string }])
    }
  }
})
