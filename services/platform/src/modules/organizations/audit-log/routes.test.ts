import type { AuditEntry } from '@colonnade/contracts/organizations/audit-log'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform()
  await platform.ask('owner', 'PATCH', '/platform/organizations/acme', { name: 'Acme & Co.' }, { 'user-agent': '=cmd|"/c calc"' })
  await platform.ask('administrator', 'PATCH', '/platform/organizations/acme', { name: 'Acme' })
})
afterAll(() => platform[Symbol.asyncDispose]())

interface Entries {
  readonly items: readonly AuditEntry[]
  readonly next_before: number | null
}

const list = async (query = '', as: Person = 'owner'): Promise<Entries> => {
  const reply = await platform.ask(as, 'GET', `/platform/organizations/acme/audit${query}`)
  expect(reply).toMatchObject({ status: 200 })
  return reply.json as Entries
}
const events = async (query: string): Promise<string[]> => (await list(query)).items.map(({ event }) => event)

/** Events as others of the product write them, all at one instant. */
const insert = (event: string, count: number, at: string, ref: string | null = null) =>
  platform.ctx.database.run(sql`
    insert into audit_log (at, event, organization_id, project_ref, details)
    select ${at}, ${event}, o.id, ${ref}, jsonb_build_object('n', n) from organizations o, generate_series(1, ${count}) n where o.slug = 'acme'`)

test('what was done is listed with who did it, from where and with what, newest first', async () => {
  const { items } = await list('?kind=organization')
  expect(items.slice(0, 2)).toMatchObject([
    { event: 'organization.updated', details: { name: 'Acme' }, actor: { id: platform.userId('administrator') }, project: null },
    { event: 'organization.updated', details: { name: 'Acme & Co.' }, actor: { id: platform.userId('owner') }, user_agent: '=cmd|"/c calc"' },
  ])
  expect(items[0]!.address).toBe('127.0.0.1')
  expect(items[0]!.id).toBeGreaterThan(items[1]!.id)
})

test('pages follow each other without a gap or a repeat, also within one instant', async () => {
  await insert('snippet.removed', 25, '2026-03-01T00:00:00Z')
  const seen: number[] = []
  for (let before = ''; ;) {
    const { items, next_before: next } = await list(`?kind=snippet&limit=10${before}`)
    seen.push(...items.map(({ details }) => Number(details['n'])))
    if (next === null) break
    before = `&before=${next}`
  }
  expect(seen).toEqual(Array.from({ length: 25 }, (_, index) => 25 - index))
})

test('filters narrow it down, alone and together', async () => {
  await insert('project.fell_asleep', 1, '2026-02-01T10:00:00Z', 'a-project-that-is-gone')
  await insert('backup.scheduled', 1, '2026-02-01T11:00:00Z', 'a-project-that-is-gone')
  await insert('branch.expired', 1, '2026-02-02T00:00:00Z', 'another')
  expect(await events('?project_ref=a-project-that-is-gone')).toEqual(['backup.scheduled', 'project.fell_asleep'])
  expect((await list('?project_ref=a-project-that-is-gone')).items[0]!.project).toEqual({ ref: 'a-project-that-is-gone', name: null })
  expect(await events('?project_ref=a-project-that-is-gone&kind=backup')).toEqual(['backup.scheduled'])
  expect(await events('?since=2026-02-01T11:00:00Z&until=2026-02-02T00:00:00Z')).toEqual(['backup.scheduled'])
  expect(await events('?actor=system&until=2026-02-15T00:00:00Z')).toEqual(['branch.expired', 'backup.scheduled', 'project.fell_asleep'])
  expect(await events(`?actor=${platform.userId('administrator')}`)).toEqual(['organization.updated'])
  expect(await events('?kind=replica')).toEqual([])
})

test.each(['?kind=passwords', '?limit=101', '?limit=0', '?before=0', '?before=x', '?since=yesterday', '?actor=somebody'])(
  '%s is refused',
  async (query) => {
    expect(await platform.ask('owner', 'GET', `/platform/organizations/acme/audit${query}`)).toMatchObject({
      status: 400,
      json: { code: 'invalid_input' },
    })
  },
)

test('only who may read it does, and nobody that of others', async () => {
  const { items } = await list('', 'administrator')
  expect(items.length).toBeGreaterThan(0)
  for (const path of ['/platform/organizations/acme/audit', '/platform/organizations/acme/audit/file']) {
    expect(await platform.ask('developer', 'GET', path)).toMatchObject({ status: 403 })
    expect(await platform.ask('outsider', 'GET', path)).toMatchObject({ status: 404 })
    expect(await platform.ask(null, 'GET', path)).toMatchObject({ status: 401 })
  }
  const { slug } = (await platform.ask('outsider', 'POST', '/platform/organizations', { name: 'Apart' })).json as { slug: string }
  const own = (await platform.ask('outsider', 'GET', `/platform/organizations/${slug}/audit`)).json as Entries
  expect(own.items.map(({ event }) => event)).toEqual(['organization.created'])
  // an entry of others is no place to go on from
  const foreign = `/platform/organizations/${slug}/audit?before=${items[0]!.id}`
  expect((await platform.ask('outsider', 'GET', foreign)).json).toEqual({ items: [], next_before: null })
})

test('a file holds everything that was asked for, however much that is', async () => {
  await insert('ticket.updated', 2_500, '2026-01-01T00:00:00Z', 'p,"q"')
  const csv = await platform.ask('owner', 'GET', '/platform/organizations/acme/audit/file?kind=ticket')
  expect(csv.headers).toMatchObject({ 'content-disposition': expect.stringContaining('acme_audit.csv') })
  const lines = Buffer.from(csv.bytes).toString().trimEnd().split('\r\n')
  expect(lines[0]).toBe('id,at,event,actor_id,actor_username,actor_email,project_ref,project_name,address,user_agent,request_id,details')
  expect(lines).toHaveLength(2_501)
  expect(lines[1]).toMatch(/^\d+,2026-01-01T00:00:00.000Z,ticket.updated,,,,"p,""q""",,,,,"\{""n"": ?2500\}"$/)

  const ndjson = await platform.ask('owner', 'GET', '/platform/organizations/acme/audit/file?kind=ticket&format=ndjson')
  const entries = Buffer.from(ndjson.bytes)
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as AuditEntry)
  expect(new Set(entries.map(({ details }) => details['n'])).size).toBe(2_500)

  const agents = await platform.ask('owner', 'GET', '/platform/organizations/acme/audit/file?kind=organization')
  expect(Buffer.from(agents.bytes).toString()).toContain(`,"'=cmd|""/c calc""",`)
  const none = await platform.ask('owner', 'GET', '/platform/organizations/acme/audit/file?kind=replica&format=ndjson')
  expect(none).toMatchObject({ status: 200, bytes: expect.objectContaining({ length: 0 }) })
})

test('nobody alters it', async () => {
  const { database } = platform.ctx
  for (const statement of [sql`update audit_log set event = 'x'`, sql`delete from audit_log`, sql`truncate audit_log`]) {
    await expect(database.run(statement)).rejects.toThrow('The audit log can not be altered')
  }
})
