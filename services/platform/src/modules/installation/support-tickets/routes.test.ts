import type { Ticket } from '@colonnade/contracts/installation/support-tickets'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  const reply = await platform.ask('owner', 'POST', '/platform/projects', { organization_slug: 'acme', name: 'In trouble' })
  ref = (reply.json as { ref: string }).ref
  await platform.ctx.parts.reconciler.idle(ref)
})
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(async () => {
  await platform.ctx.database.run(sql`truncate support_tickets restart identity; delete from notifications`)
})

const path = '/platform/support-tickets'
const valid = { category: 'problem', subject: 'It is slow', message: 'Since this morning' }
const create = async (as: Person, more: object = {}) => (await platform.ask(as, 'POST', path, { ...valid, ...more })).json as Ticket
const update = (as: Person, { id }: { id: string }, change: object) => platform.ask(as, 'PATCH', `${path}/${id}`, change)
const list = async (as: Person, query = '') => (await platform.ask(as, 'GET', path + query)).json as { items: Ticket[]; next_offset: number | null }
const numbers = async (as: Person, query = '') => (await list(as, query)).items.map(({ number }) => number)
const inbox = async (as: Person) => {
  const reply = await platform.ask(as, 'GET', '/platform/notifications', undefined, { version: '2' })
  return (reply.json as { items: { priority: string; data: { title: string; message: string; actions: object[] } }[] }).items
}

const posting = { as: 'developer', method: 'POST', path, expect: 400, code: 'invalid_input' } as const
const refusals: readonly Scenario<Person>[] = [
  { promise: 'a stranger can not ask', as: null, method: 'POST', path, body: valid, expect: 401, code: 'unauthorized' },
  { promise: 'a stranger can not read', as: null, method: 'GET', path, expect: 401, code: 'unauthorized' },
  { ...posting, promise: 'a subject is needed', body: { ...valid, subject: ' \t' } },
  { ...posting, promise: 'a message is needed', body: { ...valid, message: '' } },
  { ...posting, promise: 'a subject of 201 characters is too long', body: { ...valid, subject: 'x'.repeat(201) } },
  { ...posting, promise: 'an unknown category is refused', body: { ...valid, category: 'gossip' } },
  { ...posting, promise: 'an unknown severity is refused', body: { ...valid, severity: 'Extreme' } },
  { ...posting, promise: 'NUL in the subject is refused', body: { ...valid, subject: 'a\u0000' } },
  { ...posting, promise: 'half a character is refused', body: JSON.stringify({ ...valid, error: '\ud800' }) },
  {
    ...posting,
    promise: 'a message of 1 MB is told how long it may be',
    body: { ...valid, message: 'x'.repeat(1024 * 1024) },
    check: (reply) => expect(reply).toMatchObject({ message: 'message: Use at most 10,000 characters' }),
  },
  {
    ...posting,
    promise: 'one of 3 MB is told how much may be sent',
    body: { ...valid, message: 'x'.repeat(3 * 1024 * 1024) },
    expect: 413,
    code: 'payload_too_large',
    check: (reply) => expect(reply).toMatchObject({ message: 'The request body is too large. Send at most 2 MB' }),
  },
  { ...posting, promise: 'a project that is none', body: { ...valid, project_ref: 'a\u0000' }, expect: 404, code: 'project_not_found' },
  { ...posting, promise: "others' organization", body: { ...valid, organization_slug: 'elsewhere' }, expect: 404, code: 'organization_not_found' },
  { promise: 'an unknown status in the filter', as: 'owner', method: 'GET', path: `${path}?status=open,lost`, expect: 400, code: 'invalid_input' },
  {
    promise: 'an id that is none',
    as: 'owner',
    method: 'PATCH',
    path: `${path}/1'--`,
    body: { status: 'closed' },
    expect: 404,
    code: 'ticket_not_found',
  },
]

describe('a support ticket', () => {
  test.for(refusals)('$promise', async (scenario) => {
    await platform.run(scenario)
  })

  test("others' projects can not be named", async () => {
    const reply = await platform.ask('outsider', 'POST', path, { ...valid, project_ref: ref })
    expect(reply).toMatchObject({ status: 404, json: { code: 'project_not_found' } })
    const own = await platform.ask('owner', 'POST', '/platform/organizations', { name: 'Second' })
    const { slug } = own.json as { slug: string }
    expect(await platform.ask('owner', 'POST', path, { ...valid, project_ref: ref, organization_slug: slug })).toMatchObject({
      status: 400,
      json: { message: 'The project belongs to another organization' },
    })
  })

  test('has a number that counts from 1, and tells what it is about', async () => {
    const first = await create('developer', { project_ref: ref, error: 'connection refused', pathname: '/support/new', severity: 'Low' })
    expect(first).toMatchObject({
      number: 1,
      status: 'open',
      ...valid,
      severity: 'Low',
      error: 'connection refused',
      pathname: '/support/new',
      project_ref: ref,
      project_name: 'In trouble',
      organization_slug: 'acme',
      author: { username: 'developer', primary_email: 'developer@example.com' },
      is_mine: true,
      reply: null,
      closed_at: null,
    })
    expect(await create('outsider')).toMatchObject({ number: 2, severity: 'Normal', project_ref: null, project_name: null, organization_slug: null })
  })

  test('takes the longest texts in any script', async () => {
    const long = '漢'.repeat(10_000)
    const ticket = await create('developer', { message: long, error: long })
    expect([ticket.message, ticket.error]).toEqual([long, long])
  })

  test.for(["'; drop table support_tickets; --", '<img src=x onerror=alert(1)>', '‮rtl', '🏳️‍🌈', '$1', '\\', '""'])(
    'keeps %j as it is',
    async (text) => {
      await create('developer', { subject: text, message: text, error: text, pathname: text })
      expect((await list('developer')).items).toMatchObject([{ subject: text, message: text, error: text, pathname: text }])
      expect((await inbox('owner'))[0]!.data.message).toBe(`#1: ${text}`)
    },
  )

  test('is seen by its author and the owner of the installation, newest first', async () => {
    await create('developer')
    await create('outsider')
    await create('developer')
    expect(await numbers('developer')).toEqual([3, 1])
    expect(await numbers('outsider')).toEqual([2])
    expect(await numbers('administrator')).toEqual([])
    expect(await numbers('owner')).toEqual([3, 2, 1])
    expect((await list('owner')).items.map(({ is_mine }) => is_mine)).toEqual([false, false, false])
    expect(await list('owner', '?limit=2')).toMatchObject({ next_offset: 2 })
    expect(await list('owner', '?limit=2&offset=2')).toMatchObject({ items: [{ number: 1 }], next_offset: null })
  })

  test("of others is left out of the list of one's own", async () => {
    await create('owner')
    await create('developer')
    expect(await numbers('owner', '?whose=mine')).toEqual([1])
    expect(await numbers('owner', '?whose=all')).toEqual([2, 1])
    expect(await numbers('developer', '?whose=all')).toEqual([2])
  })

  test('is filtered by status', async () => {
    const first = await create('developer')
    await create('developer')
    await update('developer', first, { status: 'closed' })
    expect(await numbers('developer', '?status=closed')).toEqual([1])
    expect(await numbers('developer', '?status=open')).toEqual([2])
    expect(await numbers('developer', '?status=open,closed')).toEqual([2, 1])
  })

  test('of others does not exist, and only the owner of the installation answers', async () => {
    const ticket = await create('developer')
    for (const as of ['administrator', 'outsider'] as const) {
      expect(await update(as, ticket, { status: 'closed' })).toMatchObject({ status: 404, json: { code: 'ticket_not_found' } })
    }
    expect(await update('developer', ticket, { reply: 'I know it myself', status: 'closed' })).toMatchObject({
      status: 403,
      json: { code: 'forbidden', message: 'Only the owner of this installation can answer tickets' },
    })
    expect((await list('developer')).items).toMatchObject([{ status: 'open', reply: null }])
    expect(await update('developer', ticket, {})).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect(await update('owner', ticket, { reply: ' ' })).toMatchObject({ status: 400, json: { message: 'reply: Enter a reply' } })
  })

  test('is closed and opened again', async () => {
    const ticket = await create('developer')
    const closed = (await update('developer', ticket, { status: 'closed' })).json as Ticket
    expect(closed).toMatchObject({ status: 'closed', closed_at: expect.any(String) })
    expect((await update('owner', ticket, { status: 'closed' })).json).toMatchObject({ closed_at: closed.closed_at })
    expect((await update('owner', ticket, { status: 'open' })).json).toMatchObject({ status: 'open', closed_at: null })
    const lines = await platform.ctx.database.rows<{ event: string }>(
      sql`select event from audit_log where details ->> 'ticket_id' = ${ticket.id} order by id`,
    )
    expect(lines.map(({ event }) => event)).toEqual(['ticket.created', 'ticket.updated', 'ticket.updated', 'ticket.updated'])
  })
})

describe('who is told', () => {
  test.for([
    ['Low', 'Info'],
    ['Normal', 'Info'],
    ['High', 'Warning'],
    ['Urgent', 'Critical'],
  ] as const)('the owner of the installation, of a new one: %s as %s', async ([severity, priority]) => {
    await create('developer', { severity })
    expect(await inbox('owner')).toMatchObject([
      {
        priority,
        data: { title: 'New ticket from developer', message: '#1: It is slow', actions: [{ label: 'Open inbox', action_type: 'open_inbox' }] },
      },
    ])
    expect(await inbox('developer')).toEqual([])
  })

  test('not the owner, of their own', async () => {
    await create('owner')
    expect(await inbox('owner')).toEqual([])
  })

  test('the author, of what somebody else did', async () => {
    const ticket = await create('developer')
    const told = async () => (await inbox('developer')).map(({ data }) => data.title)
    await update('owner', ticket, { reply: 'Try again now' })
    await update('owner', ticket, { status: 'closed' })
    await update('owner', ticket, { status: 'closed' })
    await update('owner', ticket, { status: 'open' })
    await update('owner', ticket, { reply: 'It was the disk', status: 'closed' })
    expect(await told()).toEqual(['Your ticket #1 was answered and closed', 'Your ticket #1 was closed', 'Your ticket #1 was answered'])
    expect((await inbox('developer'))[0]).toMatchObject({
      priority: 'Info',
      data: { message: 'It is slow', actions: [{ label: 'Open tickets', action_type: 'open_tickets' }] },
    })
    await update('developer', ticket, { status: 'open' })
    expect(await told()).toHaveLength(3)
  })

  test('nobody, of what the owner does with their own', async () => {
    const ticket = await create('owner')
    await update('owner', ticket, { reply: 'Found it', status: 'closed' })
    expect(await inbox('owner')).toEqual([])
  })
})
