import { AppError } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { eventReadersMax } from '@colonnade/row-feed'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { removalRequest, requestState } from '../../projects/projects/store.ts'
import { streamSummaries } from './service.ts'
import { type Outcome, outcomes } from './outcomes.ts'
import { insertForMembers, type NewNotification } from './store.ts'

const version = { version: '2' }
let platform: TestPlatform
let ids: string[]

beforeAll(async () => {
  platform = await openTestPlatform()
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
    promise: 'an organization filter may name several',
    as: 'owner',
    method: 'GET',
    path: '/platform/notifications?org_slug=elsewhere,acme',
    headers: version,
    expect: 200,
    check: (reply) =>
      expect((reply as { items: { data: object }[] }).items.map(({ data }) => data)).toMatchObject([
        { org_slug: 'acme' },
        { org_slug: 'acme' },
        { org_slug: 'acme' },
      ]),
  },
  {
    promise: 'a project filter finds what is about that project alone',
    as: 'owner',
    method: 'GET',
    path: '/platform/notifications?project_ref=abcdefghijklmnopqrst',
    headers: version,
    expect: 200,
    check: (reply) => expect(titles(reply)).toEqual([]),
  },
  {
    promise: 'filters narrow each other',
    as: 'owner',
    method: 'GET',
    path: '/platform/notifications?priority=Warning&status=seen',
    headers: version,
    expect: 200,
    check: (reply) => expect(titles(reply)).toEqual([]),
  },
  ...['status=', 'priority=', 'org_slug=', 'project_ref=', 'status=,,'].map((query): Scenario<Person> => ({
    promise: `an empty list filters nothing: ${query}`,
    as: 'owner',
    method: 'GET',
    path: `/platform/notifications?${query}`,
    headers: version,
    expect: 200,
    check: (reply) => expect(titles(reply)).toHaveLength(3),
  })),
  ...['priority=Warning,Dire', 'status=new,NEW', 'org_slug=%00', 'project_ref=%00', 'limit=0', 'limit=101', 'offset=-1', 'offset=x', 'limit=1.5'].map(
    (query): Scenario<Person> => ({
      promise: `refused: ${query}`,
      as: 'owner',
      method: 'GET',
      path: `/platform/notifications?${query}`,
      headers: version,
      expect: 400,
      code: 'invalid_input',
    }),
  ),
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
    const set = (status: string, if_status?: string) =>
      platform.ask('owner', 'PATCH', '/platform/notifications', [{ id: ids[1], status, if_status }], version)
    expect((await set('archived')).json).toMatchObject([{ id: ids[1], status: 'archived' }])
    const inbox = await platform.ask('owner', 'GET', '/platform/notifications', undefined, version)
    expect(titles(inbox.json)).toEqual(['third', 'first'])
    expect((await set('seen', 'new')).json).toMatchObject([{ status: 'archived' }])
    expect((await set('seen', 'archived')).json).toMatchObject([{ status: 'seen' }])
    expect((await set('archived')).json).toMatchObject([{ status: 'archived' }])
    expect((await set('seen')).json).toMatchObject([{ status: 'seen' }])
  })

  test('a page is ten long', async () => {
    await platform.ctx.database.run(sql`
      insert into notifications (user_id, priority, title, message)
      select ${platform.userId('owner')}, 'Info', 'more', '' from generate_series(1, 20)`)
    const page = await platform.ask('owner', 'GET', '/platform/notifications', undefined, version)
    expect(titles(page.json)).toHaveLength(10)
    expect(page.json).toMatchObject({ next_offset: 10 })
  })

  test('archive all empties the inbox and only once', async () => {
    const archive = () => platform.ask('owner', 'PATCH', '/platform/notifications/archive-all', undefined, version)
    expect((await archive()).json).toEqual({ archived: 3 })
    expect((await archive()).json).toEqual({ archived: 0 })
  })
})

describe('the end of an action', () => {
  let ref: string
  beforeAll(async () => {
    ref = await platform.project('Watched')
  })

  /** Writes who asked for what, and who is notified of its end. */
  const notified = async (
    event: string,
    by: Person,
    outcome: Outcome | null,
    entry: { minutesAgo?: number; subject?: string; token?: boolean } = {},
  ) => {
    const { minutesAgo = 0, subject = 'project_ref', token = false } = entry
    const details = { ...(subject !== 'project_ref' && { [subject]: ref }), ...(token && { access_token_id: 'any' }) }
    let found: readonly { user_id: string }[] = []
    // taken back, because the audit log keeps what is in it
    const undone = platform.ctx.database.transaction(async (tx) => {
      const { id } = (await tx.first<{ id: string }>(sql`select organization_id as id from projects where ref = ${ref}`))!
      await tx.run(sql`
        insert into audit_log (event, user_id, organization_id, project_ref, details, at)
        values (${event}, ${platform.userId(by)}, ${id}, ${subject === 'project_ref' ? ref : 'elsewhere'}, ${JSON.stringify(details)}::jsonb,
          clock_timestamp() - make_interval(mins => ${minutesAgo}))`)
      await insertForMembers(tx, { organizationId: id, projectRef: ref, priority: 'Info', title: 'end', message: '', actions: [], outcome })
      found = await tx.rows<{ user_id: string }>(sql`select user_id from notifications where title = 'end'`)
      throw new AppError('invalid_input', {}, { message: 'undone' })
    })
    await expect(undone).rejects.toThrow('undone')
    return (['owner', 'administrator', 'developer', 'read-only'] as const).filter((person) =>
      found.some((row) => row.user_id === platform.userId(person)),
    )
  }
  const others = ['owner', 'administrator', 'read-only']
  const all = ['owner', 'administrator', 'developer', 'read-only']
  const pairs = Object.entries(outcomes).flatMap(([outcome, events]) => events.map((event) => ({ outcome: outcome as Outcome, event })))

  test.each(pairs)('$outcome after $event is no news for who asked for it', async ({ outcome, event }) => {
    expect(await notified(event, 'developer', outcome)).toEqual(others)
  })

  test.each([
    { promise: 'of a branch, whose audit entry names it', entry: { subject: 'branch' }, told: others },
    { promise: 'of a restore to a new project, whose audit entry names it', entry: { subject: 'target_ref' }, told: others },
    { promise: 'that was asked for long ago', entry: { minutesAgo: 6 }, told: all },
    { promise: 'that an access token asked for', entry: { token: true }, told: all },
  ])('$promise notifies $told', async ({ entry, told }) => {
    expect(await notified('backup.restored', 'developer', 'project_replaced', entry)).toEqual(told)
  })

  test('notifies all of a failure, and of what that action doesn’t end in', async () => {
    expect(await notified('project.paused', 'developer', null)).toEqual(all)
    expect(await notified('project.paused', 'developer', 'project_upgraded')).toEqual(all)
  })
})

describe('the live summary', () => {
  const path = '/platform/notifications/events'
  const counts = (unread: number) => ({ unread_count: unread, has_warning: unread > 1, has_critical: unread > 2 })

  test('comes at once and after every change of one’s own list, whatever the last event was', async () => {
    const stream = await platform.follow('owner', path, { 'last-event-id': '7' })
    expect(await stream.next()).toEqual(counts(3))
    await platform.ask('owner', 'PATCH', '/platform/notifications', [{ id: ids[2], status: 'seen' }], version)
    expect(await stream.next()).toEqual(counts(2))
    await platform.ask('developer', 'PATCH', '/platform/notifications/archive-all', undefined, version)
    await platform.ask('owner', 'PATCH', '/platform/notifications/archive-all', undefined, version)
    expect(await stream.next()).toEqual(counts(0))
    await platform.ctx.database.run(sql`delete from notifications where user_id = ${platform.userId('owner')}`)
    expect(await stream.next()).toEqual(counts(0))
    const organization = await platform.ctx.database.first<{ id: string }>(sql`select id from organizations where slug = 'acme'`)
    const news: NewNotification = { organizationId: organization!.id, projectRef: null, priority: 'Info', title: 'new', message: '', actions: [] }
    await insertForMembers(platform.ctx.database, news)
    expect(await stream.next()).toEqual(counts(1))
    await stream.close()
  })

  test('comes again to who sees a project as soon as another state of it is wanted', async () => {
    const {
      database,
      parts: { reconciler },
    } = platform.ctx
    const ref = await platform.project('Unwanted')
    const stream = await platform.follow('developer', path)
    const before = await stream.next()
    expect(await requestState(database, ref, removalRequest)).toBe(true)
    expect(await stream.next()).toEqual(before)
    await stream.close()
    reconciler.kick(ref)
    await reconciler.idle(ref)
  })

  test('says where nobody is signed in', async () => {
    expect(await platform.ask(null, 'GET', path)).toMatchObject({ status: 401, json: { code: 'unauthorized' } })
  })

  test('has an end to how many follow it', async () => {
    await platform.ask('read-only', 'GET', '/platform/profile')
    const streams = await Promise.all(Array.from({ length: eventReadersMax }, () => platform.follow('read-only', path)))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await platform.follow('read-only', path)).status).toBe(429)
    const other = await platform.follow('administrator', path)
    expect(await other.next()).toEqual(counts(3))
    await other.close()
    await Promise.all(streams.map((stream) => stream.close()))
    // the server hears of it a moment later
    let next = await platform.follow('read-only', path)
    while (next.status === 429) next = await platform.follow('read-only', path)
    expect(next.status).toBe(200)
    await next.close()
  })

  test('ends with the session, and so does the story of a project', async () => {
    const ref = await platform.project('Followed')
    for (const followed of [path, `/platform/projects/${ref}/events`]) {
      const stream = await platform.follow('developer', followed)
      await stream.next()
      await platform.ctx.database.run(sql`delete from sessions where user_id = ${platform.userId('developer')}`)
      while ((await stream.next()) !== null) continue
      expect(await platform.ask('developer', 'GET', '/platform/profile')).toMatchObject({ status: 401 })
      platform.forget('developer')
    }
  })

  test('ends when the session has run out, even where nothing happens', async () => {
    const { ctx } = platform
    const actor = { userId: platform.userId('owner'), sessionId: ids[0]!, isInstallationOwner: true }
    await ctx.database.run(sql`
      insert into sessions (id, user_id, token_hash, expires_at) values (${actor.sessionId}, ${actor.userId}, '\\x00', now() + interval '1 hour')`)
    // a bus whose time is up as soon as anybody waits
    const subscription = { next: async () => false, wake: () => {}, close: () => {} }
    const events = streamSummaries({ ...ctx, bus: { ...ctx.bus, subscribe: () => subscription } }, actor, { signal: new AbortController().signal })
    expect((await events.next()).value).toMatchObject({ data: counts(3) })
    await ctx.database.run(sql`update sessions set expires_at = now() where id = ${actor.sessionId}`)
    expect(await events.next()).toMatchObject({ done: true })
  })
})
