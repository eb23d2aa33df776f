import type { Member, ProjectRoleEntry } from '@colonnade/contracts/organizations/members'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { insertForMembers } from '../../installation/notifications/store.ts'

let platform: TestPlatform
/** Two projects of Acme, and one of somebody else. */
let first: string
let second: string
const foreign = 'foreignforeignforeig'

beforeAll(async () => {
  platform = await openTestPlatform()
  first = await platform.project('First')
  second = await platform.project('Second')
  await platform.ctx.database.run(sql`
    insert into projects (ref, organization_id, name, region, compute, password_verifier, status, desired, ready_at)
    select ${foreign}, id, 'Foreign', 'local', 'nano', '', 'INACTIVE', 'inactive', now() from organizations where slug = 'elsewhere'`)
})
afterAll(() => platform[Symbol.asyncDispose]())

beforeEach(async () => {
  for (const person of ['administrator', 'developer', 'read-only'] as const) await set(person, false)
})

const members = '/platform/organizations/acme/members'
const set = (person: Person, isLimited: boolean, roles: Readonly<Record<string, string>> = {}, as: Person = 'owner') =>
  platform.ask(as, 'PUT', `${members}/${platform.userId(person)}/projects`, {
    is_limited: isLimited,
    project_roles: Object.entries(roles).map(([project_ref, role]) => ({ project_ref, role })),
  })
const refs = async (as: Person, path: string) => ((await platform.ask(as, 'GET', path)).json as Project[]).map(({ ref }) => ref).toSorted()
const retrieve = (as: Person, ref: string) => platform.ask(as, 'GET', `/platform/projects/${ref}`)
const run = async (as: Person, ref: string, query: string) => (await platform.ask(as, 'POST', `/platform/pg-meta/${ref}/query`, { query })).status
const organization = async (as: Person) => (await platform.ask(as, 'GET', '/platform/organizations/acme')).json as Organization
const both = () => [first, second].toSorted()

describe('a member of some projects only', () => {
  test('has those, and no other is there', async () => {
    expect(await set('developer', true, { [first]: 'developer' })).toMatchObject({ status: 200, json: { is_limited: true } })
    expect(await refs('developer', '/platform/projects')).toEqual([first])
    expect(await refs('developer', '/platform/organizations/acme/projects')).toEqual([first])
    expect(await organization('developer')).toMatchObject({ project_count: 1, is_limited: true })
    expect((await retrieve('developer', first)).status).toBe(200)
    for (const ref of [second, foreign]) {
      expect(await retrieve('developer', ref)).toMatchObject({ status: 404, json: { code: 'project_not_found' } })
      expect(await run('developer', ref, 'select 1')).toBe(404)
    }
    expect(await refs('read-only', '/platform/projects')).toEqual(both())
  })

  test('with none has nothing, and belongs all the same', async () => {
    await set('developer', true)
    expect(await refs('developer', '/platform/projects')).toEqual([])
    expect(await organization('developer')).toMatchObject({ project_count: 0, project_permissions: {} })
  })

  test('stands for no invitations any more', async () => {
    const path = '/platform/organizations/acme/invitations'
    expect((await platform.ask('administrator', 'POST', path, { emails: ['late@example.com'], role: 'developer' })).status).toBe(200)
    const pending = async () => ((await platform.ask('owner', 'GET', path)).json as { readonly email: string }[]).map(({ email }) => email)
    expect(await pending()).toEqual(['late@example.com'])
    await set('administrator', true, { [first]: 'administrator' })
    expect(await pending()).toEqual([])
  })

  test('has no more of the organization than to see it', async () => {
    await set('administrator', true, { [first]: 'administrator' })
    expect((await organization('administrator')).permissions.toSorted()).toEqual(['organization:read', 'organizations:create'])
    const tries: readonly (readonly [string, string, unknown?])[] = [
      ['PATCH', '/platform/organizations/acme', { name: 'Mine' }],
      ['GET', '/platform/organizations/acme/audit'],
      ['POST', '/platform/organizations/acme/invitations', { emails: ['x@example.com'], role: 'read-only' }],
      ['PATCH', `${members}/${platform.userId('developer')}`, { role: 'read-only' }],
      ['PUT', `${members}/${platform.userId('developer')}/projects`, { is_limited: false, project_roles: [] }],
      ['POST', '/platform/projects', { organization_slug: 'acme', name: 'Third' }],
    ]
    for (const [method, path, body] of tries) expect([path, (await platform.ask('administrator', method, path, body)).status]).toEqual([path, 403])
    expect((await platform.ask('administrator', 'PATCH', `/platform/projects/${first}`, { name: 'First' })).status).toBe(200)
    expect((await platform.ask('administrator', 'PATCH', `/platform/projects/${second}`, { name: 'Mine' })).status).toBe(404)
  })

  test('writes feedback and tickets about those only', async () => {
    await set('developer', true, { [first]: 'read-only' })
    const send = (projectRef: string) =>
      platform.ask('developer', 'POST', '/platform/feedback/send', { message: 'Hello', category: 'Feedback', tags: [], projectRef, pathname: '/' })
    expect((await send(first)).status).toBeLessThan(300)
    expect(await send(second)).toMatchObject({ status: 404, json: { code: 'project_not_found' } })
  })

  test('is told of those only, and forgets what was told of others', async () => {
    const tell = (projectRef: string | null) =>
      platform.ctx.database.run(sql`delete from notifications`).then(async () => {
        const row = await platform.ctx.database.first<{ id: string }>(sql`select id from organizations where slug = 'acme'`)
        await insertForMembers(platform.ctx.database, {
          organizationId: row!.id,
          projectRef,
          priority: 'Info',
          title: 't',
          message: 'm',
          actions: [],
        })
        const told = await platform.ctx.database.rows<{ username: string }>(sql`
          select u.username from notifications n join users u on u.id = n.user_id order by 1`)
        return told.map(({ username }) => username)
      })
    await set('developer', true, { [first]: 'developer' })
    expect(await tell(second)).toEqual(['administrator', 'owner', 'read-only'])
    expect(await tell(first)).toEqual(['administrator', 'developer', 'owner', 'read-only'])
    expect(await tell(null)).toEqual(['administrator', 'developer', 'owner', 'read-only'])
    await tell(first)
    await set('developer', true, { [second]: 'developer' })
    expect(await platform.ctx.database.rows(sql`select from notifications where user_id = ${platform.userId('developer')}`)).toHaveLength(0)
  })

  test('follows a project no longer than they have it', async () => {
    const stream = await platform.follow('developer', `/platform/projects/${second}/events`)
    await stream.next()
    await set('developer', true, { [first]: 'developer' })
    while ((await stream.next()) !== null);
    expect((await retrieve('developer', second)).status).toBe(404)
  })
})

describe('a role in one project', () => {
  test('raises there, and nowhere else', async () => {
    await set('read-only', false, { [first]: 'developer' })
    const write = 'create table if not exists raised (id int)'
    expect(await run('read-only', first, write)).toBe(200)
    expect(await run('read-only', second, write)).toBeGreaterThanOrEqual(400)
    const own = await organization('read-only')
    expect(own.project_permissions[first]).toContain('database:write')
    expect(own.permissions).not.toContain('database:write')
    expect((await platform.ask('read-only', 'PATCH', `/platform/projects/${second}`, { name: 'x' })).status).toBe(403)
  })

  test('limits there, and nowhere else', async () => {
    await set('administrator', false, { [first]: 'read-only' })
    expect(await platform.ask('administrator', 'POST', `/platform/projects/${first}/restart`)).toMatchObject({
      status: 403,
      json: { details: { role: 'read-only' } },
    })
    expect((await platform.ask('administrator', 'PATCH', '/platform/organizations/acme', { name: 'Acme' })).status).toBe(200)
  })

  test('holds in its branches', async () => {
    await platform.ctx.database.run(sql`
      insert into projects (ref, organization_id, name, region, compute, password_verifier, status, desired, ready_at, parent_ref, source_ref, branch_id)
      select 'branchbranchbranchbr', organization_id, 'branch', region, compute, '', 'INACTIVE', 'inactive', now(), ref, ref, gen_random_uuid() from projects where ref = ${first}`)
    await set('developer', true, { [first]: 'read-only' })
    expect((await retrieve('developer', 'branchbranchbranchbr')).status).toBe(200)
    expect((await platform.ask('developer', 'PATCH', '/platform/projects/branchbranchbranchbr', { name: 'x' })).status).toBe(403)
    await set('developer', true, { [second]: 'read-only' })
    expect((await retrieve('developer', 'branchbranchbranchbr')).status).toBe(404)
    await platform.ctx.database.run(sql`delete from projects where ref = 'branchbranchbranchbr'`)
  })

  test('is in the log with what was before', async () => {
    await set('developer', true, { [first]: 'read-only' })
    await set('developer', false, { [second]: 'administrator' })
    const line = await platform.ctx.database.first(sql`select event, details from audit_log where event like 'member.%' order by id desc limit 1`)
    const entry = (project_ref: string, role: string) => [{ project_ref, role }]
    expect(line).toMatchObject({
      event: 'member.projects_changed',
      details: {
        member: 'developer@example.com',
        is_limited: false,
        project_roles: entry(second, 'administrator'),
        before: { is_limited: true, project_roles: entry(first, 'read-only') },
      },
    })
  })

  test('is seen by who manages members and by who has it', async () => {
    await set('developer', true, { [first]: 'read-only' })
    const seen = async (as: Person): Promise<ProjectRoleEntry[]> =>
      ((await platform.ask(as, 'GET', members)).json as Member[]).find(({ username }) => username === 'developer')!.project_roles
    expect(await seen('administrator')).toHaveLength(1)
    expect(await seen('developer')).toHaveLength(1)
    expect(await seen('read-only')).toHaveLength(0)
  })
})

describe('it is refused', () => {
  test('for an owner, who has all', async () => {
    await platform.ask('owner', 'PATCH', `${members}/${platform.userId('developer')}`, { role: 'owner' })
    expect(await set('developer', true)).toMatchObject({ status: 409, json: { code: 'owner_has_all_projects' } })
    await platform.ask('owner', 'PATCH', `${members}/${platform.userId('developer')}`, { role: 'developer' })
  })

  test('for oneself, and by who does not manage members', async () => {
    expect(await set('administrator', false, { [first]: 'administrator' }, 'administrator')).toMatchObject({ status: 403 })
    expect(await set('read-only', true, {}, 'developer')).toMatchObject({ status: 403 })
    expect(await set('developer', true, {}, 'outsider')).toMatchObject({ status: 404 })
  })

  test('for projects of others, for none, and for roles that there are not', async () => {
    for (const ref of [foreign, 'nothing', '']) {
      expect(await set('developer', true, { [ref]: 'developer' })).toMatchObject({ status: 404, json: { code: 'project_not_found' } })
    }
    expect(await set('developer', true, { [first]: 'owner' })).toMatchObject({ status: 400 })
    expect(await refs('developer', '/platform/projects')).toEqual(both())
  })

  test('and becoming an owner ends it', async () => {
    await set('developer', true, { [first]: 'read-only' })
    const path = `${members}/${platform.userId('developer')}`
    expect(await platform.ask('owner', 'PATCH', path, { role: 'owner' })).toMatchObject({ json: { is_limited: false, project_roles: [] } })
    expect(await refs('developer', '/platform/projects')).toEqual(both())
    await platform.ask('owner', 'PATCH', path, { role: 'developer' })
    expect(await refs('developer', '/platform/projects')).toEqual(both())
  })
})
