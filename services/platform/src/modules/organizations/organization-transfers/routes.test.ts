import type { Member } from '@colonnade/contracts/organizations/members'
import type { OrganizationRole } from '@colonnade/contracts/organizations/organization-roles'
import type { OrganizationTransfer } from '@colonnade/contracts/organizations/organization-transfers'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestPlatform, type Person, people, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await openTestPlatform()
})
afterAll(() => platform[Symbol.asyncDispose]())

const base = '/platform/organizations/acme'
const offer = (to: Person, after = 'administrator', as: Person = 'owner') =>
  platform.ask(as, 'POST', `${base}/transfer`, { to: platform.userId(to), after })
const answer = (as: Person, word: 'accept' | 'decline') => platform.ask(as, 'POST', `${base}/transfer/${word}`)
const look = async (as: Person) => ((await platform.ask(as, 'GET', `${base}/transfer`)).json as { transfer: OrganizationTransfer | null }).transfer
const roles = async () => {
  const rows = await platform.ctx.database.rows<{ username: string; role: string }>(sql`
    select u.username, m.role from members m join users u on u.id = m.user_id join organizations o on o.id = m.organization_id
    where o.slug = 'acme'`)
  return Object.fromEntries(rows.map(({ username, role }) => [username, role]))
}
const asTheyWere = { owner: 'owner', administrator: 'administrator', developer: 'developer', 'read-only': 'read-only' }

beforeEach(async () => {
  const { database } = platform.ctx
  await database.run(sql`delete from organization_transfers`)
  await database.run(sql`delete from rate_limits`)
  for (const person of people.filter((each) => each !== 'outsider')) {
    await database.run(sql`
      insert into members (organization_id, user_id, role) select id, ${platform.userId(person)}, ${person} from organizations where slug = 'acme'
      on conflict (organization_id, user_id) do update set role = excluded.role`)
  }
})

test('nothing changes until the new owner accepts; then they own it, and who offered it is what they chose', async () => {
  const { status, json } = await offer('developer')
  expect([status, json]).toMatchObject([201, { to: { username: 'developer' }, after: 'administrator', reader: 'owner' }])
  expect(await roles()).toEqual(asTheyWere)
  expect((await look('developer'))?.reader).toBe('recipient')
  expect((await look('administrator'))?.reader).toBe('other')
  const [letter] = (await platform.letters('developer@example.com')).filter(({ kind }) => kind === 'transfer')
  expect(letter?.content).toMatchObject({ action: { path: '/org/acme/general' } })
  expect((await answer('developer', 'accept')).status).toBe(204)
  expect(await roles()).toEqual({ ...asTheyWere, owner: 'administrator', developer: 'owner' })
  expect(await look('developer')).toBeNull()
  const { json: log } = await platform.ask('developer', 'GET', `${base}/audit?kind=organization`)
  expect(log).toMatchObject({
    items: [{ event: 'organization.transferred', details: { from: 'owner@example.com' } }, { event: 'organization.transfer_offered' }],
  })
})

test('who offers it may leave: they have nothing of it from the moment the other accepts', async () => {
  await offer('administrator', 'leave')
  expect((await platform.ask('owner', 'GET', base)).status).toBe(200)
  expect((await answer('administrator', 'accept')).status).toBe(204)
  expect((await platform.ask('owner', 'GET', base)).status).toBe(404)
  expect(await roles()).toEqual({ administrator: 'owner', developer: 'developer', 'read-only': 'read-only' })
})

test('who offers it may have a role of the organization afterwards, which is not deleted meanwhile without another in its place', async () => {
  const made = await platform.ask('owner', 'POST', `${base}/roles`, { name: 'Advisers', permissions: ['audit:read'] })
  const { id } = made.json as OrganizationRole
  expect(await offer('developer', id)).toMatchObject({ status: 201, json: { after: id, after_name: 'Advisers' } })
  expect(await platform.ask('owner', 'DELETE', `${base}/roles/${id}`)).toMatchObject({ status: 409, json: { code: 'role_held' } })
  expect((await answer('developer', 'accept')).status).toBe(204)
  expect((await roles())['owner']).toBe(id)
  const letters = (await platform.letters('owner@example.com')).map(({ content }) => content.paragraphs[1])
  expect(letters).toContain(messages.accepted.role('Advisers'))
  const { json: log } = await platform.ask('developer', 'GET', `${base}/audit?kind=organization`)
  expect(log).toMatchObject({
    items: expect.arrayContaining([
      expect.objectContaining({ event: 'organization.transferred', details: expect.objectContaining({ after: 'Advisers', after_id: id }) as object }),
    ]) as unknown,
  })
  const back = await platform.ask('developer', 'DELETE', `${base}/roles/${id}?replacement=read-only`)
  expect(back.status).toBe(204)
})

test('a role that goes while it is promised gives its place to the other; one that there is not is refused', async () => {
  const made = await platform.ask('owner', 'POST', `${base}/roles`, { name: 'Advisers', permissions: ['audit:read'] })
  const { id } = made.json as OrganizationRole
  await offer('developer', id)
  expect((await platform.ask('owner', 'DELETE', `${base}/roles/${id}?replacement=developer`)).status).toBe(204)
  expect(await look('developer')).toMatchObject({ after: 'developer', after_name: 'Developer' })
  await platform.ask('owner', 'DELETE', `${base}/transfer`)
  expect(await offer('developer', id)).toMatchObject({ status: 404, json: { code: 'role_not_found' } })
  expect(await offer('developer', 'king')).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
})

test('who is limited to some projects has all of them as owner', async () => {
  await platform.ctx.database.run(sql`update members set is_limited = true where user_id = ${platform.userId('developer')}`)
  await offer('developer', 'owner')
  expect((await answer('developer', 'accept')).status).toBe(204)
  const { json } = await platform.ask('developer', 'GET', `${base}/members`)
  expect((json as Member[]).find(({ is_self: isSelf }) => isSelf)).toMatchObject({ role: 'owner', is_limited: false })
  expect((await roles())['owner']).toBe('owner')
})

test('an offer is answered once, whoever races', async () => {
  await offer('developer')
  const statuses = (await Promise.all([1, 2, 3].map(() => answer('developer', 'accept')))).map(({ status }) => status)
  expect(statuses.filter((status) => status === 204)).toHaveLength(1)
  expect(statuses.filter((status) => status === 404)).toHaveLength(2)
})

test('of an acceptance and a withdrawal at once one holds, and there is one owner in either case', async () => {
  await offer('developer')
  const [accepted, withdrawn] = await Promise.all([answer('developer', 'accept'), platform.ask('owner', 'DELETE', `${base}/transfer`)])
  expect((accepted.status === 204) !== (withdrawn.status === 204)).toBe(true)
  expect(Object.values(await roles()).filter((role) => role === 'owner')).toHaveLength(1)
})

test('of two offers at once one is made', async () => {
  const both = await Promise.all([offer('developer'), offer('administrator')])
  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([201, 409]))
})

test('it is declined, and withdrawn, and neither can be accepted after', async () => {
  await offer('developer')
  expect((await answer('developer', 'decline')).status).toBe(204)
  expect((await answer('developer', 'accept')).status).toBe(404)
  await offer('developer')
  expect((await platform.ask('owner', 'DELETE', `${base}/transfer`)).status).toBe(204)
  expect((await answer('developer', 'accept')).status).toBe(404)
  expect(await roles()).toEqual(asTheyWere)
})

test('after seven days it is nobody’s, and another can be made', async () => {
  const { json } = await offer('developer')
  const { created_at: from, expires_at: until } = json as OrganizationTransfer
  expect(Date.parse(until) - Date.parse(from)).toBe(7 * 86_400_000)
  await platform.ctx.database.run(sql`update organization_transfers set expires_at = now()`)
  expect(await look('owner')).toBeNull()
  expect((await answer('developer', 'accept')).json).toMatchObject({ code: 'transfer_not_found' })
  expect((await offer('administrator')).status).toBe(201)
})

test.for(['developer', 'owner'] as const)('it ends when the %s is no member any more', async (person) => {
  await platform.ctx.database.run(sql`
    insert into members (organization_id, user_id, role) select id, ${platform.userId('administrator')}, 'owner' from organizations where slug = 'acme'
    on conflict (organization_id, user_id) do update set role = 'owner'`)
  await offer('developer')
  await platform.ask('administrator', 'DELETE', `${base}/members/${platform.userId(person)}`)
  expect(await look('administrator')).toBeNull()
  expect((await answer('developer', 'accept')).status).toBe(404)
})

test('who is no owner any more has offered nothing', async () => {
  await offer('developer')
  await platform.ctx.database.run(sql`
    update members set role = case when user_id = ${platform.userId('administrator')} then 'owner' else 'developer' end
    where user_id = any(${[platform.userId('administrator'), platform.userId('owner')]}::uuid[])`)
  expect((await answer('developer', 'accept')).json).toMatchObject({ code: 'transfer_not_found' })
  expect((await roles())['developer']).toBe('developer')
})

test('only owners offer it, to members who do not own it, and only who it is offered to answers', async () => {
  await platform.run({
    promise: 'no administrator',
    as: 'administrator',
    method: 'POST',
    path: `${base}/transfer`,
    body: { to: platform.userId('developer'), after: 'leave' },
    expect: 403,
    code: 'forbidden',
  })
  expect((await offer('outsider')).json).toMatchObject({ code: 'member_not_found' })
  expect((await offer('owner')).json).toMatchObject({ code: 'already_owner' })
  expect((await platform.ask('owner', 'POST', `${base}/transfer`, { to: 'x', after: 'leave' })).status).toBe(400)
  expect((await platform.ask('owner', 'POST', `${base}/transfer`, { to: platform.userId('developer'), after: 'king' })).status).toBe(400)
  await offer('developer')
  for (const other of ['administrator', 'read-only', 'owner'] as const) {
    expect((await answer(other, 'accept')).json).toMatchObject({ code: 'transfer_not_found' })
    expect((await answer(other, 'decline')).status).toBe(404)
  }
  expect((await answer('outsider', 'accept')).json).toMatchObject({ code: 'organization_not_found' })
  await platform.run({ promise: 'withdrawn by owners only', as: 'developer', method: 'DELETE', path: `${base}/transfer`, expect: 403 })
})

test('no access token hands an organization over', async () => {
  const { json } = await platform.ask('owner', 'POST', '/platform/access-tokens', {
    name: 'All',
    scopes: ['organization:read', 'organization:delete'],
    organization_slug: null,
    expires_at: null,
  })
  const headers = { authorization: `Bearer ${(json as { token: string }).token}` }
  const reply = await platform.ask(null, 'POST', `${base}/transfer`, { to: platform.userId('developer'), after: 'leave' }, headers)
  expect(reply).toMatchObject({ status: 403, json: { code: 'access_token_refused' } })
})
