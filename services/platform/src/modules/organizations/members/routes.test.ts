import type { MemberRole } from '@colonnade/contracts/foundation/permissions'
import type { Member } from '@colonnade/contracts/organizations/members'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, people, type Person, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'

let platform: TestPlatform

beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

/** Everybody is again what their name says. */
beforeEach(async () => {
  for (const person of people.filter((each) => each !== 'outsider')) await belongs(person, person)
})

const belongs = (person: Person, role: MemberRole) =>
  platform.ctx.database.run(sql`
    insert into members (organization_id, user_id, role) select id, ${platform.userId(person)}, ${role} from organizations where slug = 'acme'
    on conflict (organization_id, user_id) do update set role = excluded.role`)
const base = '/platform/organizations/acme/members'
const give = (as: Person, person: Person, role: MemberRole) => platform.ask(as, 'PATCH', `${base}/${platform.userId(person)}`, { role })
const drop = (as: Person, person: Person) => platform.ask(as, 'DELETE', `${base}/${platform.userId(person)}`)
const leave = (as: Person) => platform.ask(as, 'POST', `${base}/leave`)
const list = async (as: Person = 'owner') => (await platform.ask(as, 'GET', base)).json as Member[]
const roleOf = async (person: Person) => (await list()).find(({ username }) => username === person)?.role
const lastEvents = (count: number) =>
  platform.ctx.database.rows(sql`select event, details from audit_log where event like 'member.%' order by id desc limit ${count}`)

test('everybody in it sees who belongs to an organization, as what, since when, and when they were last here', async () => {
  const all = await list('read-only')
  expect(all.map(({ username, role, is_self }) => [username, role, is_self])).toEqual([
    ['administrator', 'administrator', false],
    ['developer', 'developer', false],
    ['owner', 'owner', false],
    ['read-only', 'read-only', true],
  ])
  const self = all.find(({ is_self }) => is_self)!
  expect(Date.now() - Date.parse(self.last_seen_at!)).toBeLessThan(600_000)
  expect(Date.now() - Date.parse(self.joined_at)).toBeLessThan(600_000)
})

test('when somebody was last here is known when they have long signed out', async () => {
  await platform.ask('developer', 'POST', '/platform/sign-out')
  platform.forget('developer')
  expect((await list()).find(({ username }) => username === 'developer')?.last_seen_at).not.toBeNull()
})

describe('a role', () => {
  test('is changed, and the log keeps both', async () => {
    expect(await give('administrator', 'developer', 'read-only')).toMatchObject({ status: 200, json: { username: 'developer', role: 'read-only' } })
    expect(await roleOf('developer')).toBe('read-only')
    expect(await lastEvents(1)).toEqual([
      {
        event: 'member.role_changed',
        details: { member: 'developer@example.com', member_id: platform.userId('developer'), role: 'read-only', before: 'developer' },
      },
    ])
  })

  test.for<[Person, Person, MemberRole]>([
    ['administrator', 'administrator', 'owner'],
    ['administrator', 'developer', 'owner'],
    ['administrator', 'owner', 'administrator'],
    ['developer', 'read-only', 'developer'],
    ['developer', 'developer', 'administrator'],
    ['read-only', 'read-only', 'owner'],
  ])('%s does not make %s %s', async ([as, person, role]) => {
    await belongs('outsider', 'owner')
    expect(await give(as, person, role)).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    expect(await roleOf(person)).toBe(person)
    await drop('owner', 'outsider')
  })

  test('of an owner is given by owners, who may give up their own when another stays', async () => {
    expect(await give('owner', 'developer', 'owner')).toMatchObject({ status: 200 })
    expect(await give('developer', 'owner', 'developer')).toMatchObject({ status: 200 })
    expect(await give('developer', 'developer', 'read-only')).toMatchObject({
      status: 409,
      json: { code: 'last_owner', message: messages.lastOwner(true) },
    })
  })

  test('that nobody has, and members that are none, are named', async () => {
    expect(await platform.ask('owner', 'PATCH', `${base}/${platform.userId('developer')}`, { role: 'king' })).toMatchObject({ status: 400 })
    for (const id of [platform.userId('outsider'), 'none', '%00', "' or 1=1"]) {
      const path = `${base}/${encodeURIComponent(id)}`
      expect(await platform.ask('owner', 'PATCH', path, { role: 'developer' })).toMatchObject({ status: 404, json: { code: 'member_not_found' } })
      expect(await platform.ask('owner', 'DELETE', path)).toMatchObject({ status: 404, json: { code: 'member_not_found' } })
    }
    expect(await platform.ask('outsider', 'GET', base)).toMatchObject({ status: 404, json: { code: 'organization_not_found' } })
  })
})

describe('a letter tells a member', () => {
  const letters = async (person: Person) => (await platform.letters(`${person}@example.com`)).filter(({ kind }) => kind === 'membership')
  beforeEach(() => platform.ctx.database.run(sql`delete from mails`))

  test('what somebody else made them, and not what they are already', async () => {
    await give('administrator', 'developer', 'developer')
    expect(await letters('developer')).toEqual([])
    await give('administrator', 'developer', 'read-only')
    expect(await letters('developer')).toMatchObject([
      {
        content: {
          paragraphs: ['Hello developer,', 'administrator changed your role in Acme on Colonnade from Developer to Read-only.'],
          action: { label: 'Open Acme', path: '/org/acme' },
        },
      },
    ])
    expect(await letters('administrator')).toEqual([])
  })

  test('that somebody else removed them', async () => {
    await drop('administrator', 'developer')
    expect(await letters('developer')).toMatchObject([
      { content: { paragraphs: ['Hello developer,', expect.stringContaining('administrator removed you from Acme')], action: null } },
    ])
  })

  test('that somebody else gave them other projects, and nothing of the same ones', async () => {
    const path = `${base}/${platform.userId('developer')}/projects`
    for (const round of [1, 2]) {
      expect((await platform.ask('owner', 'PUT', path, { is_limited: true, project_roles: [] })).status, `round ${round}`).toBe(200)
    }
    expect(await letters('developer')).toMatchObject([{ content: { paragraphs: ['Hello developer,', messages.projects.text('owner', 'Acme')] } }])
    await platform.ask('owner', 'PUT', path, { is_limited: false, project_roles: [] })
  })

  test('nothing of what they did themselves, and nothing of what was refused', async () => {
    await give('administrator', 'administrator', 'developer')
    await leave('administrator')
    await drop('read-only', 'developer')
    for (const person of ['administrator', 'developer', 'read-only'] as const) expect(await letters(person)).toEqual([])
  })
})

describe('the only owner', () => {
  test('is not removed, not made something else, and does not leave', async () => {
    for (const reply of [
      await drop('administrator', 'owner'),
      await drop('owner', 'owner'),
      await leave('owner'),
      await give('owner', 'owner', 'developer'),
    ]) {
      expect(reply).toMatchObject({ status: 409, json: { code: 'last_owner' } })
    }
    expect(await roleOf('owner')).toBe('owner')
  })

  const attempts: Readonly<Record<string, (as: Person, other: Person) => ReturnType<typeof drop>>> = {
    'remove each other': drop,
    'demote each other': (as, other) => give(as, other, 'developer'),
    leave: (as) => leave(as),
  }
  test.for(Object.keys(attempts))('is left when two owners %s at the same instant, again and again', async (name) => {
    for (let round = 0; round < 8; round += 1) {
      await belongs('owner', 'owner')
      await belongs('developer', 'owner')
      const replies = await Promise.all([attempts[name]!('owner', 'developer'), attempts[name]!('developer', 'owner')])
      const [won, lost] = replies.toSorted((a, b) => a.status - b.status)
      expect(won!.status).toBeLessThan(300)
      // the one who comes second is told so, or may not do it any more, or is a member no more
      expect([403, 404, 409]).toContain(lost!.status)
      const owners = await platform.ctx.database.rows(sql`
        select from members m join organizations o on o.id = m.organization_id where o.slug = 'acme' and m.role = 'owner'`)
      expect(owners).toHaveLength(1)
    }
  })
})

describe('who is removed', () => {
  test('reads nothing of it with the next call, and what they follow ends', async () => {
    const ref = await platform.project('Left behind')
    const stream = await platform.follow('developer', `/platform/projects/${ref}/events`)
    await stream.next()
    expect(await drop('administrator', 'developer')).toMatchObject({ status: 204 })
    while ((await stream.next()) !== null);
    expect((await platform.ask('developer', 'GET', `/platform/projects/${ref}`)).status).toBe(404)
    expect((await platform.ask('developer', 'GET', '/platform/organizations/acme')).status).toBe(404)
    expect((await platform.ask('developer', 'GET', '/platform/profile')).status).toBe(200)
    expect(await lastEvents(1)).toMatchObject([{ event: 'member.removed', details: { member: 'developer@example.com', role: 'developer' } }])
  })

  test('keeps no notification of it', async () => {
    const ours = sql`select from notifications where user_id = ${platform.userId('read-only')}`
    await platform.ctx.database.run(sql`
      insert into notifications (user_id, organization_id, priority, title, message, actions)
      select ${platform.userId('read-only')}, id, 'Info', 'x', 'x', '[]' from organizations where slug = 'acme'`)
    expect(await platform.ctx.database.rows(ours)).not.toHaveLength(0)
    await drop('owner', 'read-only')
    expect(await platform.ctx.database.rows(ours)).toHaveLength(0)
  })

  test('is not above who removes them', async () => {
    expect(await drop('developer', 'read-only')).toMatchObject({ status: 403 })
    await belongs('outsider', 'owner')
    expect(await drop('administrator', 'owner')).toMatchObject({ status: 403, json: { message: messages.onlyOwners } })
    expect(await drop('owner', 'outsider')).toMatchObject({ status: 204 })
  })
})

test('everybody but the only owner may leave', async () => {
  for (const person of ['administrator', 'developer', 'read-only'] as const) {
    expect(await leave(person)).toMatchObject({ status: 204 })
    expect(await leave(person)).toMatchObject({ status: 404, json: { code: 'organization_not_found' } })
  }
  expect((await list()).map(({ username }) => username)).toEqual(['owner'])
  expect(await lastEvents(1)).toMatchObject([{ event: 'member.left', details: { role: 'read-only' } }])
})
