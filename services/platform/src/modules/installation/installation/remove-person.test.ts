import type { Person as Account } from '@colonnade/contracts/installation/installation'
import { ident, sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type Person, testPassword, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
let ref: string
beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Kept')
})
afterAll(() => platform[Symbol.asyncDispose]())

const path = '/platform/installation/people'
const remove = (person: Person, as: Person = 'owner') => platform.ask(as, 'DELETE', `${path}/${platform.userId(person)}`)
const people = async (): Promise<Account[]> => ((await platform.ask('owner', 'GET', path)).json as { items: Account[] }).items
const signIn = (person: Person) => platform.ask(null, 'POST', '/platform/sign-in', { email: `${person}@example.com`, password: testPassword })

test('who alone owns an organization stays, and is told of with it; so does the owner of the installation', async () => {
  expect((await people()).find(({ username }) => username === 'outsider')?.organizations).toMatchObject([{ slug: 'elsewhere', is_only_owner: true }])
  expect((await people()).find(({ username }) => username === 'developer')?.organizations).toMatchObject([{ slug: 'acme', is_only_owner: false }])
  const reply = await remove('outsider')
  expect(reply).toMatchObject({ status: 409, json: { code: 'last_owner', details: { organizations: ['elsewhere'] } } })
  expect((reply.json as { message: string }).message).toContain('only owner of Elsewhere')
  expect(await remove('owner')).toMatchObject({ status: 409, json: { code: 'installation_needs_owner' } })
  for (const id of ['none', '00000000-0000-4000-8000-000000000000']) {
    expect(await platform.ask('owner', 'DELETE', `${path}/${id}`)).toMatchObject({ status: 404, json: { code: 'person_not_found' } })
  }
})

test('all that opens the account ends at once; what the person made for others stays with their name', async () => {
  const snippet = async (name: string, visibility: string) => {
    const id = crypto.randomUUID()
    const body = { id, name, visibility, content: `select '${name}'` }
    expect((await platform.ask('developer', 'POST', `/platform/projects/${ref}/snippets`, body)).status).toBe(201)
    return id
  }
  const shared = await snippet('shared', 'project')
  const own = await snippet('own', 'private')
  const token = (
    await platform.ask('developer', 'POST', '/platform/access-tokens', { name: 'Script', scopes: ['organization:read'], expires_at: null })
  ).json as { token: string }
  const follow = await platform.follow('developer', `/platform/projects/${ref}/events`)
  expect((await remove('developer')).status).toBe(204)
  let event: unknown
  do event = await follow.next()
  while (event !== null)
  expect((await platform.ask('developer', 'GET', '/platform/profile')).status).toBe(401)
  expect((await platform.ask(null, 'GET', '/platform/profile', undefined, { authorization: `Bearer ${token.token}` })).status).toBe(401)
  expect((await signIn('developer')).status).toBe(401)
  expect((await people()).map(({ username }) => username)).not.toContain('developer')
  const members = (await platform.ask('owner', 'GET', '/platform/organizations/acme/members')).json as { username: string }[]
  expect(members.map(({ username }) => username)).not.toContain('developer')

  expect(await platform.ask('owner', 'GET', `/platform/projects/${ref}/snippets/${shared}`)).toMatchObject({
    status: 200,
    json: { owner: { username: 'developer' } },
  })
  expect(await platform.ctx.database.first(sql`select from snippets where id = ${own}`)).toBeUndefined()
  const { database } = platform.ctx
  expect(await database.first(sql`select details ->> 'person' as person from audit_log where event = 'user.removed'`)).toEqual({
    person: 'developer@example.com',
  })
  expect(await database.first(sql`select kind from mails where recipient = 'developer@example.com' and kind = 'account_deleted'`)).toBeDefined()
  expect((await remove('developer')).status).toBe(404)
})

test('the address is free for somebody new', async () => {
  const userId = platform.userId('developer')
  await platform.ctx.database.run(sql`insert into users (email, username) values ('developer@example.com', 'another')`)
  expect(await platform.ctx.database.first(sql`select username from users where id = ${userId}`)).toEqual({ username: 'developer' })
})

test('what is begun for them at the same time does not survive', async () => {
  const { database } = platform.ctx
  const userId = platform.userId('administrator')
  const [, , ...rest] = await Promise.all([
    signIn('administrator'),
    signIn('administrator'),
    remove('administrator'),
    remove('administrator'),
    signIn('administrator'),
  ])
  expect(new Set(rest.slice(0, 2).map(({ status }) => status))).toEqual(new Set([204, 404]))
  for (const table of ['sessions', 'members', 'access_tokens', 'passkeys', 'identities']) {
    expect(await database.rows(sql`select from ${ident(table)} where user_id = ${userId}`)).toEqual([])
  }
})

test('only the owner of the installation deletes people', async () => {
  expect((await remove('read-only', 'outsider')).status).toBe(403)
})

/** What goes with a person who is deleted, of whom the row stays (`erasePerson`, or with their memberships); and what stays with it. */
const gone = [
  'access_tokens.user_id',
  'app_codes.user_id',
  'app_grants.user_id',
  'authenticators.user_id',
  'identities.user_id',
  'identity_flows.user_id',
  'mailed_links.user_id',
  'members.user_id',
  'notifications.user_id',
  'passkey_challenges.user_id',
  'passkeys.user_id',
  'pictures.user_id',
  'recovery_codes.user_id',
  'sessions.user_id',
  'sign_in_challenges.user_id',
  'snippet_favorites.user_id',
  'unlinked_identities.user_id',
]
const kept = [
  'attachments.user_id',
  'auth_setting_changes.changed_by',
  'branch_merges.applied_by',
  'branch_merges.created_by',
  'feedback.user_id',
  'function_versions.created_by',
  'invitations.accepted_by',
  'invitations.invited_by',
  'organization_roles.created_by',
  'projects.branched_by',
  'promotions.created_by',
  'restores.asked_by',
  'snippet_versions.author_id',
  'snippets.owner_id',
  'snippets.updated_by',
  'support_tickets.user_id',
  'table_copies.created_by',
  'upgrades.created_by',
]

test('of everything that names a person it is decided whether it goes with them', async () => {
  const rows = await platform.ctx.database.rows<{ place: string }>(sql`
    select c.conrelid::regclass || '.' || a.attname as place
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = 'users'::regclass`)
  expect(new Set(rows.map(({ place }) => place))).toEqual(new Set([...gone, ...kept]))
})
