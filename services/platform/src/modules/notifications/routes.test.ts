import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../testing.ts'
import { insertForMembers } from './store.ts'

const version = { version: '2' }
let platform: TestPlatform
let ids: string[]

beforeAll(async () => {
  platform = await openTestPlatform({ firstPort: 41_000 })
})
afterAll(() => platform[Symbol.asyncDispose]())

beforeEach(async () => {
  const { database } = platform.ctx
  await database.run(sql`delete from notifications`)
  const organization = await database.first<{ id: string }>(sql`select id from organizations where slug = 'acme'`)
  for (const [title, priority] of [
    ['first', 'Info'],
    ['second', 'Warning'],
    ['third', 'Critical'],
  ] as const) {
    await insertForMembers(database, { organizationId: organization!.id, projectRef: null, priority, title, message: `about ${title}`, actions: [] })
  }
  const rows = await database.rows<{ id: string }>(sql`select id from notifications where user_id = ${platform.userId('owner')} order by inserted_at`)
  ids = rows.map(({ id }) => id)
})

const titles = (reply: unknown): string[] => (reply as { items: { data: { title: string } }[] }).items.map(({ data }) => data.title)
const unknownId = '00000000-0000-4000-8000-000000000000'

const scenarios: readonly Scenario<Person>[] = [
  { promise: 'a stranger is refused', as: null, method: 'GET', path: '/platform/notifications', headers: version, expect: 401, code: 'unauthorized' },
  {
    promise: 'a call without the version header is told to send it',
    as: 'owner',
    method: 'GET',
    path: '/platform/notifications',
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'newest come first',
    as: 'owner',
    method: 'GET',
    path: '/platform/notifications',
    headers: version,
    expect: 200,
    check: (reply) => expect(titles(reply)).toEqual(['third', 'second', 'first']),
  },
  {
    promise: 'comma lists filter by priority',
    as: 'owner',
    method: 'GET',
    path: '/platform/notifications?priority=Warning,Critical',
    headers: version,
    expect: 200,
    check: (reply) => expect(titles(reply)).toEqual(['third', 'second']),
  },
  {
    promise: 'a page says where the next one begins',
    as: 'owner',
    method: 'GET',
    path: '/platform/notifications?limit=2',
    headers: version,
    expect: 200,
    check: (reply) => expect(reply).toMatchObject({ next_offset: 2 }),
  },
  {
    promise: 'the last page says that it is the last',
    as: 'owner',
    method: 'GET',
    path: '/platform/notifications?limit=2&offset=2',
    headers: version,
    expect: 200,
    check: (reply) => expect(reply).toMatchObject({ next_offset: null }),
  },
  {
    promise: 'an organization filter that names another one finds nothing',
    as: 'owner',
    method: 'GET',
    path: '/platform/notifications?org_slug=elsewhere',
    headers: version,
    expect: 200,
    check: (reply) => expect(titles(reply)).toEqual([]),
  },
  {
    promise: 'an unknown status is named',
    as: 'owner',
    method: 'GET',
    path: '/platform/notifications?status=odd',
    headers: version,
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'the summary tells the number and the gravity',
    as: 'owner',
    method: 'GET',
    path: '/platform/notifications/summary',
    expect: 200,
    check: (reply) => expect(reply).toEqual({ unread_count: 3, has_warning: true, has_critical: true }),
  },
  {
    promise: 'somebody else sees none of them',
    as: 'outsider',
    method: 'GET',
    path: '/platform/notifications/summary',
    expect: 200,
    check: (reply) => expect(reply).toEqual({ unread_count: 0, has_warning: false, has_critical: false }),
  },
  {
    promise: 'nothing can be made new again',
    as: 'owner',
    method: 'PATCH',
    path: '/platform/notifications',
    headers: version,
    body: [{ id: unknownId, status: 'new' }],
    expect: 400,
    code: 'invalid_input',
  },
]

describe('notifications', () => {
  test.for(scenarios)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test('a change of several is all or nothing', async () => {
    const change = (id: string) => ({ id, status: 'archived' })
    await platform.run({
      promise: 'an unknown id refuses the whole change',
      as: 'owner',
      method: 'PATCH',
      path: '/platform/notifications',
      headers: version,
      body: [change(ids[0]!), change(unknownId)],
      expect: 404,
      code: 'notification_not_found',
    })
    const before = await platform.ask('owner', 'GET', '/platform/notifications?status=archived', undefined, version)
    expect(titles(before.json)).toEqual([])
  })

  test("nobody changes another person's", async () => {
    await platform.run({
      promise: 'another person',
      as: 'developer',
      method: 'PATCH',
      path: '/platform/notifications',
      headers: version,
      body: [{ id: ids[0], status: 'seen' }],
      expect: 404,
      code: 'notification_not_found',
    })
  })

  test('seen, archived and back to seen', async () => {
    const set = (status: string) => platform.ask('owner', 'PATCH', '/platform/notifications', [{ id: ids[1], status }], version)
    expect((await set('archived')).json).toMatchObject([{ id: ids[1], status: 'archived' }])
    const inbox = await platform.ask('owner', 'GET', '/platform/notifications', undefined, version)
    expect(titles(inbox.json)).toEqual(['third', 'first'])
    expect((await set('seen')).json).toMatchObject([{ status: 'seen' }])
  })

  test('archive all empties the inbox and only once', async () => {
    const archive = () => platform.ask('owner', 'PATCH', '/platform/notifications/archive-all', undefined, version)
    expect((await archive()).json).toEqual({ archived: 3 })
    expect((await archive()).json).toEqual({ archived: 0 })
  })
})
