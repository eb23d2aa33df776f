import type { Permission } from '@colonnade/contracts/foundation/permissions'
import type { Member } from '@colonnade/contracts/organizations/members'
import { maxOrganizationRoles, type OrganizationRole } from '@colonnade/contracts/organizations/organization-roles'
import type { Organization } from '@colonnade/contracts/organizations/organizations'
import type { Project } from '@colonnade/contracts/projects/projects'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { rateLimits } from '../../../kernel/limits.ts'
import { openTestPlatform, type Person, testPassword, type TestPlatform } from '../../../testing.ts'
import { runSql } from '../../data/sql-runs/testing.ts'
import { messages } from './messages.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  const many = { calls: 10_000, windowSeconds: 60 }
  platform = await openTestPlatform({ limits: { ...rateLimits, credentials: many, write: many, message: many } })
  ref = await platform.project('Ruled')
})
afterAll(() => platform[Symbol.asyncDispose]())

beforeEach(async () => {
  await platform.ctx.database.run(sql`delete from project_roles`)
  await platform.ctx.database.run(sql`delete from invitations`)
  await platform.ctx.database.run(sql`
    update members m set role = u.username, is_limited = false from users u where u.id = m.user_id and u.username in ('administrator', 'developer', 'read-only')`)
  await platform.ctx.database.run(sql`delete from organization_roles`)
})

const base = '/platform/organizations/acme'
const analyst: readonly Permission[] = ['projects:read', 'database:read']
const create = (name: string, permissions: readonly string[] = analyst, as: Person = 'owner', rest: object = {}) =>
  platform.ask(as, 'POST', `${base}/roles`, { name, permissions, ...rest })
const make = async (name: string, permissions: readonly string[] = analyst): Promise<OrganizationRole> => {
  const reply = await create(name, permissions)
  expect(reply.status).toBe(201)
  return reply.json as OrganizationRole
}
const change = ({ id, name, version }: OrganizationRole, permissions: readonly Permission[], as: Person = 'owner') =>
  platform.ask(as, 'PUT', `${base}/roles/${id}`, { name, permissions, version })
const drop = (id: string, replacement?: string, as: Person = 'owner') =>
  platform.ask(as, 'DELETE', `${base}/roles/${id}${replacement === undefined ? '' : `?replacement=${replacement}`}`)
const give = (person: Person, role: string, as: Person = 'owner') => platform.ask(as, 'PATCH', `${base}/members/${platform.userId(person)}`, { role })
const inProject = (person: Person, isLimited: boolean, role?: string, as: Person = 'owner') =>
  platform.ask(as, 'PUT', `${base}/members/${platform.userId(person)}/projects`, {
    is_limited: isLimited,
    project_roles: role === undefined ? [] : [{ project_ref: ref, role }],
  })
const list = async (as: Person = 'owner') => (await platform.ask(as, 'GET', `${base}/roles`)).json as OrganizationRole[]
const roleOf = async (person: Person) =>
  ((await platform.ask('owner', 'GET', `${base}/members`)).json as Member[]).find(({ username }) => username === person)
const own = async (as: Person) => (await platform.ask(as, 'GET', base)).json as Organization
const run = async (as: Person, query: string) => (await platform.ask(as, 'POST', `/platform/pg-meta/${ref}/query`, { query })).status
const projects = async (as: Person) => ((await platform.ask(as, 'GET', '/platform/projects')).json as Project[]).map(({ name }) => name)
const lastEvents = (count: number) =>
  platform.ctx.database.rows(sql`select event, details from audit_log where event like 'role.%' order by id desc limit ${count}`)
const pending = async (as: Person = 'owner') => (await platform.ask(as, 'GET', `${base}/invitations`)).json as { email: string; role_name: string }[]

describe("a role of the organization's own", () => {
  test('is made by an owner, listed for all with what every role may do, and told in the log', async () => {
    const made = await make('  Data   analysts ', ['database:read', 'projects:read'])
    expect(made).toMatchObject({
      name: 'Data analysts',
      is_built_in: false,
      version: 1,
      permissions: ['organizations:create', 'organization:read', 'projects:read', 'database:read'],
      held_by: { members: 0, in_projects: 0, invitations: 0 },
      created_by: { username: 'owner' },
    })
    for (const person of ['owner', 'read-only'] as const) {
      expect((await list(person)).map(({ name }) => name)).toEqual(['Owner', 'Administrator', 'Developer', 'Read-only', 'Data analysts'])
    }
    expect((await list())[0]).toMatchObject({ id: 'owner', is_built_in: true, held_by: { members: 1 } })
    expect(await lastEvents(1)).toMatchObject([{ event: 'role.created', details: { role: 'Data analysts', permissions: made.permissions } }])
  })

  test('brings with a permission what that is of no use without', async () => {
    expect((await make('Writers', ['database:write'])).permissions).toEqual([
      'organizations:create',
      'organization:read',
      'projects:read',
      'database:read',
      'database:write',
    ])
  })

  test('is what a member may do, from the next call on, and is called by its name', async () => {
    const { id } = await make('Analysts')
    expect(await give('developer', id)).toMatchObject({ status: 200, json: { role: id, role_name: 'Analysts' } })
    expect(await run('developer', 'select 1')).toBe(200)
    expect(await run('developer', 'create table if not exists nothing (id int)')).toBe(403)
    expect(await platform.ask('developer', 'PATCH', `/platform/projects/${ref}`, { name: 'x' })).toMatchObject({
      status: 403,
      json: {
        code: 'forbidden',
        message: 'Your role, Analysts, does not allow this: owners, administrators and developers can do it',
        details: { permission: 'projects:update', role: id },
      },
    })
    expect(await own('developer')).toMatchObject({ role: id, role_name: 'Analysts' })
    const line = await platform.ctx.database.first(sql`select details from audit_log where event = 'member.role_changed' order by id desc limit 1`)
    expect(line).toMatchObject({ details: { role: 'Analysts', role_id: id, before: 'developer' } })
    expect((await list()).at(-1)?.held_by).toEqual({ members: 1, in_projects: 0, invitations: 0 })
  })

  test('without projects leaves none in any list, and every call of theirs is refused', async () => {
    const { id } = await make('Auditors', ['audit:read'])
    await give('developer', id)
    expect(await projects('developer')).toEqual([])
    expect(await own('developer')).toMatchObject({ project_count: 0 })
    expect(await platform.ask('developer', 'GET', `/platform/projects/${ref}`)).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    expect(await platform.ask('developer', 'GET', '/platform/projects/aaaaaaaaaaaaaaaaaaaa')).toMatchObject({ status: 404 })
    expect((await platform.ask('developer', 'GET', `${base}/audit`)).status).toBe(200)
  })

  test('holds in one project, in place of the one in the organization', async () => {
    const { id } = await make('Analysts')
    expect((await inProject('developer', true, id)).status).toBe(200)
    expect(await run('developer', 'select 1')).toBe(200)
    expect(await run('developer', 'create table if not exists nothing (id int)')).toBe(403)
    expect((await own('developer')).project_permissions[ref]).toEqual(['organization:read', 'projects:read', 'database:read'])
    expect((await list()).at(-1)?.held_by).toEqual({ members: 0, in_projects: 1, invitations: 0 })
    const line = await platform.ctx.database.first(
      sql`select details from audit_log where event = 'member.projects_changed' order by id desc limit 1`,
    )
    expect(line).toMatchObject({ details: { project_roles: [{ project_ref: ref, role: 'Analysts', role_id: id }] } })
  })

  test('is what an invitation is to, as it is when it is accepted', async () => {
    const role = await make('Analysts')
    const reply = await platform.ask('owner', 'POST', `${base}/invitations`, { emails: ['new@example.com'], role: role.id })
    const [outcome] = (reply.json as { outcomes: { link: string; invitation: unknown }[] }).outcomes
    expect(outcome).toMatchObject({ invitation: { role: role.id, role_name: 'Analysts' } })
    expect((await change({ ...role, name: 'Readers' }, ['projects:read'])).status).toBe(200)
    expect(await pending()).toMatchObject([{ role_name: 'Readers' }])
    const token = outcome!.link.split('#')[1]
    const joining = { token, email: 'new@example.com', username: 'new', password: testPassword }
    expect((await platform.ask(null, 'POST', '/platform/invitations/join', joining)).status).toBe(201)
    expect(await roleOf('new' as Person)).toMatchObject({ role: role.id, role_name: 'Readers' })
    await platform.ctx.database.run(sql`delete from users where username = 'new'`)
  })

  test('goes with its organization, whoever has it', async () => {
    await platform.ask('owner', 'POST', '/platform/organizations', { name: 'Brief', slug: 'brief' })
    const made = await platform.ask('owner', 'POST', '/platform/organizations/brief/roles', { name: 'Short', permissions: analyst })
    const { id } = made.json as OrganizationRole
    await platform.ctx.database.run(sql`
      insert into members (organization_id, user_id, role) select o.id, ${platform.userId('developer')}, ${id} from organizations o where o.slug = 'brief'`)
    expect((await platform.ask('owner', 'DELETE', '/platform/organizations/brief')).status).toBe(204)
  })
})

describe('making one is refused', () => {
  test.for(['administrator', 'developer', 'read-only'] as const)('to %s', async (person) => {
    expect(await create('Mine', analyst, person)).toMatchObject({ status: 403, json: { details: { permission: 'roles:manage' } } })
  })

  test('to others, for whom there is no such organization', async () => {
    expect(await create('Theirs', analyst, 'outsider')).toMatchObject({ status: 404, json: { code: 'organization_not_found' } })
  })

  test.for([
    ['permissions that there are not', 'x', ['projects:fly'], 'permissions'],
    ['none', 'x', [], 'Choose at least one'],
    ['only what every role may do', 'x', ['organization:read', 'organizations:create'], 'Choose at least one'],
    ['what stays with owners: deleting', 'x', ['organization:delete'], 'Only owners can delete the organization'],
    ['what stays with owners: money', 'x', ['billing:manage'], 'Only owners can manage billing'],
    ['what stays with owners: roles', 'x', ['roles:manage'], 'Only owners can manage roles'],
    ['a line break in the name', 'a\nb', analyst, 'control characters'],
    ['NUL in the name', 'a\u0000b', analyst, 'control characters'],
    ['what is not seen in the name', 'Own\u200ber', analyst, 'invisible'],
    ['a name that turns the text around', '\u202eabc', analyst, 'invisible'],
    ['a long name', 'x'.repeat(41), analyst, 'at most 40'],
    ['a name that is long once it is written out', '\ufdfa'.repeat(4), analyst, 'at most 40'],
    ['no name', '   ', analyst, 'Enter a name'],
    ['the name of a role that every organization has', 'oWNer', analyst, 'used by a built-in role'],
    ['such a name in wide letters', 'Ｏｗｎｅｒ', analyst, 'used by a built-in role'],
  ] as const)('with %s', async ([, name, permissions, words]) => {
    const reply = await create(name, permissions)
    expect(reply).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect(JSON.stringify(reply.json)).toContain(words)
    expect(await list()).toHaveLength(4)
  })

  test('with a long description, or one with NUL', async () => {
    for (const description of ['x'.repeat(201), 'a\u0000']) expect((await create('x', analyst, 'owner', { description })).status).toBe(400)
  })

  test('with a name that there is, however it is written, also when two ask at once', async () => {
    const role = await make('Größe')
    expect(await create('GRÖßE')).toMatchObject({ status: 409, json: { code: 'role_name_taken' } })
    const both = await Promise.all([create('Twice'), create('tWICE')])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    expect(await platform.ask('owner', 'PUT', `${base}/roles/${role.id}`, { name: 'TWICE', permissions: analyst, version: 1 })).toMatchObject({
      status: 409,
    })
    // itself, written another way
    expect((await platform.ask('owner', 'PUT', `${base}/roles/${role.id}`, { name: 'größe', permissions: analyst, version: 1 })).status).toBe(200)
  })

  test('beyond a number, which is told; of 1,000 at once no more are made', async () => {
    const replies = await Promise.all(Array.from({ length: 60 }, (_, index) => create(`Role ${index}`)))
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(maxOrganizationRoles)
    expect(replies.find(({ status }) => status !== 201)).toMatchObject({
      status: 409,
      json: { code: 'too_many_roles', details: { max: maxOrganizationRoles }, message: expect.stringContaining('50 custom roles') as string },
    })
  })

  test('with a token, for what the token may not do itself', async () => {
    const scopes = ['organization:read', 'organizations:create', 'roles:manage', 'projects:read']
    const reply = await platform.ask('owner', 'POST', '/platform/access-tokens', { name: 'Roles', scopes, expires_at: null })
    const { token } = reply.json as { token: string }
    const ask = (permissions: readonly Permission[]) =>
      platform.ask(null, 'POST', `${base}/roles`, { name: 'By token', permissions }, { authorization: `Bearer ${token}` })
    expect(await ask(['database:write'])).toMatchObject({ status: 403, json: { code: 'forbidden', details: { permission: 'database:read' } } })
    expect((await ask(['projects:read'])).status).toBe(201)
  })
})

describe('nobody gives more than they have', () => {
  test('also not by a role that an owner made', async () => {
    const strong = await make('Strong', ['members:manage', 'projects:delete'])
    const weak = await make('Weak', ['members:manage'])
    await give('developer', weak.id)
    expect((await give('read-only', strong.id, 'developer')).status).toBe(403)
    expect((await give('read-only', weak.id, 'developer')).status).toBe(403)
    expect((await inProject('read-only', false, strong.id, 'developer')).status).toBe(403)
    expect((await platform.ask('developer', 'POST', `${base}/invitations`, { emails: ['x@example.com'], role: strong.id })).status).toBe(403)
    expect((await platform.ask('developer', 'POST', `${base}/invitations`, { emails: ['x@example.com'], role: weak.id })).status).toBe(200)
    expect((await give('administrator', 'read-only', 'developer')).status).toBe(403)
    // an administrator has all of it
    expect((await give('read-only', strong.id, 'administrator')).status).toBe(200)
  })

  test('and who may give less from now on keeps no invitations to more', async () => {
    const role = await make('Heads', ['members:manage', 'projects:delete', 'projects:operate'])
    const lesser = await make('Hands', ['projects:delete'])
    await give('developer', role.id)
    const invite = (email: string, to: string) => platform.ask('developer', 'POST', `${base}/invitations`, { emails: [email], role: to })
    expect((await invite('one@example.com', lesser.id)).status).toBe(200)
    expect((await invite('two@example.com', role.id)).status).toBe(200)
    await change(role, ['members:manage', 'projects:operate'])
    expect((await pending()).map(({ email }) => email)).toEqual(['two@example.com'])
  })
})

test('who acts while their role is narrowed has acted before, or is refused; nothing is left that they may not give', async () => {
  for (let round = 0; round < 6; round += 1) {
    const role = await make(`Narrowed ${round}`, ['members:manage', 'projects:delete'])
    const lesser = await make(`Lesser ${round}`, ['projects:delete'])
    await give('developer', role.id)
    const email = `narrowed${round}@example.com`
    const [invited, given, narrowed] = await Promise.all([
      platform.ask('developer', 'POST', `${base}/invitations`, { emails: [email], role: lesser.id }),
      give('read-only', lesser.id, 'developer'),
      change(role, ['projects:read']),
    ])
    expect([200, 403]).toContain(invited.status)
    expect([200, 403]).toContain(given.status)
    expect(narrowed.status).toBe(200)
    expect((await pending()).map((each) => each.email)).not.toContain(email)
    await platform.ctx.database.run(sql`
      update members m set role = u.username from users u where u.id = m.user_id and u.username in ('developer', 'read-only')`)
  }
})

describe('a role that is not there', () => {
  const nowhere = '00000000-0000-4000-8000-000000000000'

  test("and one of another organization's are the same, everywhere", async () => {
    const elsewhere = await platform.ask('outsider', 'POST', '/platform/organizations/elsewhere/roles', { name: 'Foreign', permissions: analyst })
    const foreign = (elsewhere.json as OrganizationRole).id
    const mine = await make('Mine')
    for (const id of [nowhere, foreign]) {
      const missing = { status: 404, json: { code: 'role_not_found' } }
      expect(await give('developer', id)).toMatchObject(missing)
      expect(await inProject('developer', false, id)).toMatchObject(missing)
      expect(await platform.ask('owner', 'POST', `${base}/invitations`, { emails: ['x@example.com'], role: id })).toMatchObject(missing)
      expect(await change({ ...mine, id }, analyst)).toMatchObject(missing)
      expect(await drop(id)).toMatchObject(missing)
      expect(await drop(mine.id, id)).toMatchObject(missing)
    }
    expect(await roleOf('developer')).toMatchObject({ role: 'developer' })
  })

  test('nor are those that every organization has to be changed or deleted', async () => {
    expect(await change({ ...(await make('x')), id: 'developer' }, analyst)).toMatchObject({ status: 404, json: { code: 'role_not_found' } })
    for (const id of ['owner', 'none', '%00', "'; --"]) expect(await drop(id)).toMatchObject({ status: 404 })
  })

  test('nor is what is no name of a role', async () => {
    for (const role of ['Owner', '', 'a\u0000b', 7, null]) {
      expect(await platform.ask('owner', 'PATCH', `${base}/members/${platform.userId('developer')}`, { role })).toMatchObject({ status: 400 })
    }
  })
})

describe('changing one', () => {
  test('counts only for who saw it as it is: of two at once one is told', async () => {
    const role = await make('Analysts')
    const both = await Promise.all([change(role, ['projects:read']), change(role, ['database:write'])])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)).toMatchObject({ json: { code: 'role_changed', details: { version: 2 } } })
    expect(await change(role, analyst)).toMatchObject({ status: 409 })
    expect((await change({ ...role, version: 2 }, analyst)).status).toBe(200)
    expect(await lastEvents(1)).toMatchObject([{ event: 'role.updated', details: { role: 'Analysts', before: { name: 'Analysts' } } }])
  })

  test('holds at once for sessions and for access tokens', async () => {
    const role = await make('Writers', ['database:write'])
    await give('developer', role.id)
    const made = await platform.ask('developer', 'POST', '/platform/access-tokens', {
      name: 'Script',
      scopes: ['projects:read', 'database:read', 'database:write'],
      expires_at: null,
    })
    const { token } = made.json as { token: string }
    const byToken = async (query: string) =>
      (await platform.ask(null, 'POST', `/platform/pg-meta/${ref}/query`, { query }, { authorization: `Bearer ${token}` })).status
    const write = 'create table if not exists written (id int)'
    expect([await run('developer', write), await byToken(write)]).toEqual([200, 200])
    await change(role, analyst)
    expect([await run('developer', write), await byToken(write)]).toEqual([403, 403])
    expect([await run('developer', 'select 1'), await byToken('select 1')]).toEqual([200, 200])
    await change({ ...role, version: 2 }, ['projects:read'])
    expect([await run('developer', 'select 1'), await byToken('select 1')]).toEqual([403, 403])
  })

  test('ends what its holders follow, and no more than that', async () => {
    const role = await make('Watchers', ['projects:read'])
    await give('developer', role.id)
    const theirs = await platform.follow('developer', `/platform/projects/${ref}/events`)
    const others = await platform.follow('read-only', `/platform/projects/${ref}/events`)
    await Promise.all([theirs.next(), others.next()])
    await change(role, ['audit:read'])
    while ((await theirs.next()) !== null);
    expect(await platform.ask('developer', 'GET', `/platform/projects/${ref}/events`)).toMatchObject({ status: 403 })
    expect((await platform.ask('read-only', 'GET', `/platform/projects/${ref}`)).status).toBe(200)
  })

  test('ends SQL sessions of who may not write any more, with what they had begun', async () => {
    const role = await make('Writers', ['database:write'])
    await give('developer', role.id)
    const id = crypto.randomUUID()
    const statement = (query: string, isContinued: boolean) =>
      runSql(platform, ref, 'developer', { query, session: { id, is_continued: isContinued } })
    await run('developer', 'create table if not exists begun (id int)')
    expect((await statement('begin; insert into begun values (1)', false)).status).toBe(200)
    await change(role, analyst)
    await expect.poll(() => run('owner', "select 1 / (count(*) = 0)::int from pg_stat_activity where state = 'idle in transaction'")).toBe(200)
    expect(await statement('commit', true)).toMatchObject({ status: 409, json: { code: 'sql_session_lost' } })
  })
})

describe('deleting one', () => {
  test('that nobody has takes nothing more', async () => {
    const { id } = await make('Unused')
    expect((await drop(id)).status).toBe(204)
    expect(await lastEvents(1)).toMatchObject([{ event: 'role.removed', details: { role: 'Unused', role_id: id } }])
    expect(await drop(id)).toMatchObject({ status: 404 })
  })

  test('that somebody has says who, and asks for another', async () => {
    const { id } = await make('Used')
    await give('developer', id)
    await inProject('read-only', false, id)
    await platform.ask('owner', 'POST', `${base}/invitations`, { emails: ['x@example.com'], role: id })
    expect(await drop(id)).toMatchObject({
      status: 409,
      json: {
        code: 'role_held',
        message: messages.inUse('Used', `${messages.heldBy('developer, read-only', 0, 2)}, and ${messages.invitedTo(1)}`),
        details: { members: ['developer', 'read-only'], invitations: 1 },
      },
    })
    expect(await roleOf('developer')).toMatchObject({ role: id })
  })

  test('gives everybody the other in the same moment: in the organization, in projects and by invitations', async () => {
    const { id } = await make('Used', ['members:manage'])
    const other = await make('Other')
    await give('developer', id)
    await inProject('read-only', false, id)
    await platform.ask('developer', 'POST', `${base}/invitations`, { emails: ['theirs@example.com'], role: id })
    await platform.ask('owner', 'POST', `${base}/invitations`, { emails: ['x@example.com'], role: id })
    expect((await drop(id, other.id)).status).toBe(204)
    expect(await roleOf('developer')).toMatchObject({ role: other.id })
    expect(await roleOf('read-only')).toMatchObject({ role: 'read-only', project_roles: [{ role: other.id }] })
    expect((await list()).at(-1)?.held_by).toEqual({ members: 1, in_projects: 1, invitations: 1 })
    expect(await pending()).toMatchObject([{ email: 'x@example.com', role_name: 'Other' }])
    expect(await lastEvents(1)).toMatchObject([{ details: { role: 'Used', replacement: 'Other', members: ['developer', 'read-only'] } }])
    const [letter] = (await platform.letters('developer@example.com')).filter(({ kind }) => kind === 'membership')
    expect(letter?.content.paragraphs).toContain('owner changed your role in Acme on Colonnade from Used to Other.')
  })

  test('makes nobody an owner, and does not take its own place', async () => {
    const { id } = await make('Used')
    await give('developer', id)
    expect(await drop(id, 'owner')).toMatchObject({ status: 400 })
    expect(await drop(id, id)).toMatchObject({ status: 404 })
    expect(await drop(id, 'read-only', 'administrator')).toMatchObject({ status: 403 })
  })

  test('while it is given ends in one or the other, and nobody is left without a role', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { id } = await make(`Round ${round}`)
      const [given, invited, gone] = await Promise.all([
        give('developer', id),
        platform.ask('owner', 'POST', `${base}/invitations`, { emails: [`round${round}@example.com`], role: id }),
        drop(id, round % 2 === 0 ? 'read-only' : undefined),
      ])
      expect([200, 404]).toContain(given.status)
      expect([200, 404]).toContain(invited.status)
      expect([204, 409]).toContain(gone.status)
      const { role } = (await roleOf('developer'))!
      expect(['developer', 'read-only', id]).toContain(role)
      expect(gone.status === 409).toBe((await list()).some((each) => each.id === id))
      await platform.ctx.database.run(sql`update members set role = 'developer' where user_id = ${platform.userId('developer')}`)
    }
  })

  test('while its holder is made owner, and while two delete it, leaves one owner more and no role', async () => {
    const { id } = await make('Contested')
    await give('developer', id)
    const [, ...drops] = await Promise.all([give('developer', 'owner'), drop(id, 'read-only'), drop(id, 'read-only')])
    expect(drops.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([204, 404])
    expect(['owner']).toContain((await roleOf('developer'))!.role)
  })
})
