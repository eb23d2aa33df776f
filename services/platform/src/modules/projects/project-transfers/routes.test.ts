import type { Branch } from '@colonnade/contracts/copies/branches'
import type { ProjectTransferPreview } from '@colonnade/contracts/projects/project-transfers'
import type { Project } from '@colonnade/contracts/projects/projects'
import { newRef, systemRandom } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { openTestStream } from '../../../testing-stream.ts'
import { runSql } from '../../data/sql-runs/testing.ts'
import { recordHours } from '../../organizations/usage/collecting/store.ts'
import { messages, refusalText } from './messages.ts'

let platform: TestPlatform
/** A project that runs, with a branch. */
let ref: string
let branch: string
beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Shop')
  const made = await platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name: 'next' })
  branch = (made.json as Branch).project_ref
  await platform.ctx.parts.reconciler.idle(branch)
})
afterAll(() => platform[Symbol.asyncDispose]())

const run = (statement: Parameters<TestPlatform['ctx']['database']['run']>[0]) => platform.ctx.database.run(statement)
const first = <Row extends object>(query: Parameters<TestPlatform['ctx']['database']['run']>[0]) => platform.ctx.database.first<Row>(query)
const transfer = (to: string, as: Person = 'owner', of = ref) =>
  platform.ask(as, 'POST', `/platform/projects/${of}/transfer`, { organization_slug: to })
const preview = async (to: string, as: Person = 'owner', of = ref) =>
  platform.ask(as, 'GET', `/platform/projects/${of}/transfer?organization_slug=${to}`)
const refusals = async (to: string, of = ref) => ((await preview(to, 'owner', of)).json as ProjectTransferPreview).refusals
const idOf = async (slug: string) => (await first<{ id: string }>(sql`select id from organizations where slug = ${slug}`))!.id
const slugOf = async (of = ref) =>
  (await first<{ slug: string }>(sql`select o.slug from projects p join organizations o on o.id = p.organization_id where p.ref = ${of}`))?.slug
const join = (person: Person, role: string, slug = 'elsewhere') =>
  run(sql`
    insert into members (organization_id, user_id, role) select id, ${platform.userId(person)}, ${role} from organizations where slug = ${slug}
    on conflict (organization_id, user_id) do update set role = excluded.role, is_limited = false`)
const leave = (person: Person, slug = 'elsewhere') =>
  run(sql`delete from members m using organizations o where o.id = m.organization_id and o.slug = ${slug} and m.user_id = ${platform.userId(person)}`)
/** A project that rests, and that nothing is known of but its row. */
async function rest(slug = 'acme', name: string = newRef(systemRandom)): Promise<string> {
  const made = newRef(systemRandom)
  await run(sql`
    insert into projects (ref, organization_id, name, region, compute, password_verifier, status, desired)
    values (${made}, ${await idOf(slug)}, ${name}, 'local', 'nano', '', 'INACTIVE', 'inactive')`)
  return made
}

beforeEach(async () => {
  await run(sql`delete from rate_limits`)
  await run(sql`delete from project_roles`)
  await run(sql`update projects set organization_id = ${await idOf('acme')} where ref = ${ref}`)
  await run(sql`delete from project_transfers`)
  await run(sql`update organizations set plan = 'free', requires_two_factor = false`)
  for (const person of ['owner', 'administrator', 'developer', 'read-only'] as const) {
    await join(person, person, 'acme')
    await leave(person)
  }
  await join('owner', 'administrator')
})

test('it goes over with its branches, keeps its address, and nothing is restarted', async () => {
  const look = async () => [
    (await platform.ask('owner', 'GET', `/platform/projects/${ref}/databases`)).json,
    await first(sql`select count(*) as count from project_events where ref in (${ref}, ${branch})`),
  ]
  const before = await look()
  expect(await transfer('elsewhere')).toMatchObject({ status: 200, json: { ref, status: 'ACTIVE_HEALTHY', organization_slug: 'elsewhere' } })
  expect([await slugOf(), await slugOf(branch)]).toEqual(['elsewhere', 'elsewhere'])
  expect(await look()).toEqual(before)
  expect((await platform.ask('outsider', 'GET', `/platform/projects/${branch}`)).status).toBe(200)
  expect((await platform.ask('developer', 'GET', `/platform/projects/${ref}`)).json).toMatchObject({ code: 'project_not_found' })
  // and back, by who manages projects in both
  expect((await transfer('acme')).status).toBe(200)
  expect([await slugOf(), await slugOf(branch)]).toEqual(['acme', 'acme'])
})

test('the preview says what goes along, what does not, and for whom', async () => {
  await join('developer', 'read-only')
  await run(sql`
    insert into project_roles (project_ref, user_id, organization_id, role) values (${ref}, ${platform.userId('read-only')}, ${await idOf('acme')}, 'developer')`)
  for (const person of ['administrator', 'developer'] as const) {
    await platform.ask(person, 'PUT', `/platform/projects/${ref}/snippets/${crypto.randomUUID()}`, { name: person, content: 'select 1' })
  }
  const snippets = await first<{ count: number }>(
    sql`select count(*)::int as count from snippets where project_ref = ${ref} and visibility = 'private'`,
  )
  await run(sql`update projects set compute = 'small' where ref = ${branch}`)
  await run(sql`update organizations set plan = 'pro'`)
  const { status, json } = await preview('elsewhere')
  expect([status, json]).toEqual([
    200,
    {
      to: { slug: 'elsewhere', name: 'Elsewhere', plan: 'pro', managed_by: null },
      refusals: [],
      losses: [],
      branch_count: 1,
      replica_count: 0,
      backup_count: 0,
      addons: [{ project_ref: branch, project_name: 'Shop / next', type: 'compute_instance', name: 'Small', monthly_cents: 1_500 }],
      currency: 'USD',
      // the administrator and who reads only; the owner of the other organization
      losing_count: 2,
      gaining_count: 1,
      project_role_count: 1,
      private_snippet_count: snippets!.count / 2,
    },
  ])
  await run(sql`update organizations set plan = 'free' where slug = 'elsewhere'`)
  expect(((await preview('elsewhere')).json as ProjectTransferPreview).losses[0]).toContain('Daily backups')
  expect(((await preview('elsewhere')).json as ProjectTransferPreview).addons[0]!.monthly_cents).toBe(0)
  await run(sql`update projects set compute = 'nano' where ref = ${branch}`)
})

test('what stands in the way is named with what to do, and nothing is changed', async () => {
  const own = await rest('acme', 'Taken')
  await rest('elsewhere', 'taken')
  expect(await refusals('elsewhere', own)).toEqual([refusalText.nameTaken('Taken', 'Elsewhere')])
  expect(await refusals('elsewhere', branch)).toEqual([refusalText.branch])
  expect(await refusals('acme', own)).toEqual([refusalText.there('Taken', 'Acme')])
  const other = await rest('acme', 'Other')
  for (const status of ['COMING_UP', 'PAUSING', 'RESTORING', 'GOING_DOWN']) {
    await run(sql`update projects set status = ${status} where ref = ${other}`)
    expect(await refusals('elsewhere', other)).toEqual([refusalText.unsettled('Other', status)])
  }
  await run(sql`update projects set status = 'INACTIVE' where ref = ${other}`)
  await run(sql`insert into dedicated_poolers (project_ref) values (${other})`)
  await run(sql`insert into recovery_windows (project_ref, days) values (${other}, 7)`)
  expect(await refusals('elsewhere', other)).toEqual([
    expect.stringMatching(/^Remove the dedicated pooler of Other/),
    expect.stringMatching(/^Turn off point-in-time recovery for Other/),
  ])
  const refused = await transfer('elsewhere', 'owner', other)
  expect(refused).toMatchObject({
    status: 409,
    json: { code: 'project_not_transferable', details: { refusals: [{}, {}].map(() => expect.any(String)) } },
  })
  expect(await slugOf(other)).toBe('acme')
  await run(sql`update organizations set plan = 'enterprise' where slug = 'elsewhere'`)
  expect(await refusals('elsewhere', other)).toEqual([])
  await run(sql`
    insert into restores (id, project_ref, restored_to, target_ref) values (gen_random_uuid(), ${other}, now(), ${newRef(systemRandom)})`)
  expect((await refusals('elsewhere', other))[0]).toBe(refusalText.restoring('Other'))
  await run(sql`delete from restores where project_ref = ${other}`)
  await run(sql`
    insert into promotions (id, project_ref, identifier, region, cluster_ref, is_forced) values (gen_random_uuid(), ${other}, 'x', 'local', 'x', false)`)
  expect((await refusals('elsewhere', other))[0]).toBe(refusalText.promoting('Other'))
  await run(sql`delete from promotions where project_ref = ${other}`)
})

test('who may not create projects there can not send one there, and an organization of others is not there', async () => {
  for (const ask of [transfer, preview]) {
    expect(await ask('elsewhere', 'developer')).toMatchObject({ status: 403, json: { details: { permission: 'projects:delete' } } })
    expect(await ask('elsewhere', 'outsider')).toMatchObject({ status: 404, json: { code: 'project_not_found' } })
    const [foreign, none] = [await ask('elsewhere', 'administrator'), await ask('nowhere', 'administrator')]
    expect([foreign.status, none.status]).toEqual([404, 404])
    expect([foreign.json, none.json]).toMatchObject([
      { code: 'organization_not_found', message: (none.json as { message: string }).message },
      { code: 'organization_not_found' },
    ])
    await join('administrator', 'developer')
    expect(await ask('elsewhere', 'administrator')).toMatchObject({ status: 403, json: { details: { permission: 'projects:create' } } })
    await leave('administrator')
    expect((await ask('Not a slug', 'owner')).status).toBe(400)
  }
  await run(sql`update organizations set requires_two_factor = true where slug = 'elsewhere'`)
  expect(await transfer('elsewhere')).toMatchObject({ status: 403, json: { code: 'two_factor_required', details: { slug: 'elsewhere' } } })
  expect(await slugOf()).toBe('acme')
})

test('no access token sends a project away', async () => {
  const { json } = await platform.ask('owner', 'POST', '/platform/access-tokens', {
    name: 'All',
    scopes: ['projects:read', 'projects:delete', 'projects:create'],
    organization_slug: null,
    expires_at: null,
  })
  const headers = { authorization: `Bearer ${(json as { token: string }).token}` }
  const reply = await platform.ask(null, 'POST', `/platform/projects/${ref}/transfer`, { organization_slug: 'elsewhere' }, headers)
  expect(reply).toMatchObject({ status: 403, json: { code: 'access_token_refused' } })
})

test('both organizations have it in their logs, who manages projects in either is told, and owners of either also by mail', async () => {
  await run(sql`delete from notifications`)
  await run(sql`delete from mails`)
  for (const person of ['developer', 'administrator'] as const) {
    await run(sql`
      insert into notifications (user_id, organization_id, project_ref, priority, title, message, actions)
      values (${platform.userId(person)}, ${await idOf('acme')}, ${ref}, 'Info', 'Of the project', '', '[]')`)
  }
  await join('developer', 'read-only')
  await transfer('elsewhere')
  const details = { name: 'Shop', from: 'acme', from_name: 'Acme', to: 'elsewhere', to_name: 'Elsewhere' }
  for (const slug of ['acme', 'elsewhere']) {
    const line = await first(sql`
      select a.event, a.user_id, a.project_ref, a.details from audit_log a join organizations o on o.id = a.organization_id
      where o.slug = ${slug} and a.event like 'project.%' order by a.id desc limit 1`)
    expect(line).toEqual({ event: 'project.transferred', user_id: platform.userId('owner'), project_ref: ref, details })
  }
  const { database } = platform.ctx
  const told = await database.rows(sql`
    select u.username, o.slug, n.project_ref, n.title from notifications n join users u on u.id = n.user_id left join organizations o on o.id = n.organization_id
    order by u.username, n.title`)
  expect(told).toEqual([
    { username: 'administrator', slug: 'acme', project_ref: null, title: messages.sent.title('Shop', 'Elsewhere') },
    { username: 'developer', slug: 'elsewhere', project_ref: ref, title: 'Of the project' },
    { username: 'outsider', slug: 'elsewhere', project_ref: ref, title: messages.received.title('Shop', 'Acme') },
  ])
  const [letter, ...more] = (await platform.letters('outsider@example.com')).filter(({ kind }) => kind === 'transfer')
  expect([letter!.content.paragraphs[0], letter!.content.action?.path, more.length]).toEqual([
    'owner transferred the project Shop, with its branches, from Acme to Elsewhere.',
    '/org/elsewhere',
    0,
  ])
  // who did it, and who owns neither
  for (const person of ['owner', 'administrator']) {
    expect((await platform.letters(`${person}@example.com`)).filter(({ kind }) => kind === 'transfer')).toEqual([])
  }
  // its new name is none of the former organization's business
  await platform.ask('outsider', 'PATCH', `/platform/projects/${ref}`, { name: 'Secret' })
  const { json } = await platform.ask('owner', 'GET', '/platform/organizations/acme/audit?kind=project')
  expect(JSON.stringify(json)).not.toContain('Secret')
  await platform.ask('outsider', 'PATCH', `/platform/projects/${ref}`, { name: 'Shop' })
})

test('what people have open who do not have it any more ends at once: streams, and connections with what runs in them', async () => {
  const streams = await Promise.all([ref, branch].map((each) => platform.follow('developer', `/platform/projects/${each}/events`)))
  const kept = await platform.follow('owner', `/platform/projects/${ref}/events`)
  const token = (await platform.ask('owner', 'POST', '/platform/access-tokens', {
    name: 'Acme alone',
    scopes: ['projects:read'],
    organization_slug: 'acme',
    expires_at: null,
  })) as { json: { token: string } }
  const { url } = await platform.address('owner')
  const limited = await openTestStream(`${url}/platform/projects/${ref}/events`, { authorization: `Bearer ${token.json.token}` })
  for (const stream of [...streams, kept, limited]) expect([stream.status, await stream.next()]).toMatchObject([200, {}])
  const id = crypto.randomUUID()
  const open = `select count(*) from pg_stat_activity where state = 'idle in transaction'`
  expect((await runSql(platform, ref, 'developer', { query: 'begin', session: { id, is_continued: false } })).status).toBe(200)
  expect((await runSql(platform, ref, 'owner', { query: open })).rows).toEqual([['1']])
  await transfer('elsewhere')
  for (const stream of [...streams, limited]) {
    let event: unknown = {}
    while (event !== null) event = await stream.next()
  }
  await expect.poll(async () => (await runSql(platform, ref, 'owner', { query: open })).rows).toEqual([['0']])
  await kept.close()
})

test('hours that were over before count for the organization that had it, whenever they are closed; the hour in which it goes counts for the other', async () => {
  const hour = new Date(Math.floor(Date.now() / 3_600_000) * 3_600_000)
  const before = (hours: number) => new Date(hour.getTime() - hours * 3_600_000)
  await run(sql`update projects set inserted_at = ${before(4)} where ref = ${branch}`)
  await transfer('elsewhere')
  await run(sql`update project_transfers set at = ${before(1.5)}`)
  await recordHours(platform.ctx.database, before(3), hour)
  const rows = await platform.ctx.database.rows(sql`
    select o.slug, extract(epoch from e.starts_at)::int as at, e.quantity::int as quantity from usage_events e join organizations o on o.id = e.organization_id
    where e.source_ref = ${branch} and e.metric = 'branches' order by e.starts_at`)
  expect(rows).toEqual([3, 2, 1].map((hours) => ({ slug: hours === 3 ? 'acme' : 'elsewhere', at: before(hours).getTime() / 1_000, quantity: 3_600 })))
  // what it used there is shown there still, by the name that it had
  const day = before(3).toISOString().slice(0, 10)
  const usage = await platform.ask('owner', 'GET', `/platform/organizations/acme/usage?project_ref=${ref}&start=${day}&end=${day}`)
  expect(usage.status).toBe(200)
  const daily = await platform.ask('owner', 'GET', `/platform/organizations/acme/usage/daily?metric=branches&start=${day}&end=${day}`)
  expect(JSON.stringify(daily.json)).toContain('"name":"Shop"')
})

test('a change that the former organization allowed is undone when the project has gone over meanwhile', async () => {
  const { database } = platform.ctx
  const writeLine = (requestId: string | null) =>
    database.run(sql`
      insert into audit_log (event, organization_id, project_ref, request_id, details)
      select 'project.tried', id, ${ref}, ${requestId}, '{}' from organizations where slug = 'acme'`)
  await transfer('elsewhere')
  await expect(writeLine('r')).rejects.toMatchObject({ code: 'serialization_failure' })
  // what the platform does by itself is told to who has the project
  await writeLine(null)
  expect(await first(sql`select organization_id as id from audit_log where event = 'project.tried'`)).toEqual({ id: await idOf('elsewhere') })
})

test('of two transfers to two organizations at once one happens, and each branch is where its project is', async () => {
  await run(sql`insert into organizations (slug, name) values ('third', 'Third')`)
  await join('owner', 'owner', 'third')
  for (let round = 0; round < 4; round++) {
    const former = await slugOf()
    const others = ['acme', 'elsewhere', 'third'].filter((slug) => slug !== former)
    const statuses = (await Promise.all(others.map((slug) => transfer(slug)))).map(({ status }) => status)
    // the later one may have been asked when the project was there already, and be allowed once more
    expect(statuses).toContain(200)
    expect(await slugOf()).not.toBe(former)
    expect(await slugOf(branch)).toBe(await slugOf())
  }
  const both = await Promise.all(['acme', 'elsewhere', 'third'].map((slug) => rest(slug)))
  // in a ring, so that locks would be waited for in a circle
  const statuses = await Promise.all(both.map((each, index) => transfer(['elsewhere', 'third', 'acme'][index]!, 'owner', each)))
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200])
})

test('while the other organization is deleted, it has the project or is gone', async () => {
  for (let round = 0; round < 4; round++) {
    const slug = `going-${round}`
    await run(sql`insert into organizations (slug, name) values (${slug}, 'Going')`)
    await join('owner', 'owner', slug)
    const moving = await rest()
    const [moved, removed] = await Promise.all([transfer(slug, 'owner', moving), platform.ask('owner', 'DELETE', `/platform/organizations/${slug}`)])
    expect([200, 404]).toContain(moved.status)
    expect([removed.status, await slugOf(moving)]).toEqual(moved.status === 200 ? [409, slug] : [204, 'acme'])
  }
})

test('while it is deleted, or somebody is removed there, or the plan there changes, each ends in one state', async () => {
  for (let round = 0; round < 3; round++) {
    const going = await rest()
    const [moved, removed] = await Promise.all([
      transfer('elsewhere', 'owner', going),
      platform.ask('owner', 'DELETE', `/platform/projects/${going}`),
    ])
    const row = await first<{ desired: string }>(sql`select desired from projects where ref = ${going}`)
    expect(row!.desired).toBe(removed.status === 202 ? 'removed' : 'inactive')
    expect(await slugOf(going)).toBe(moved.status === 200 ? 'elsewhere' : 'acme')
    expect([202, 409, 404, 403]).toContain(removed.status)
  }
  for (let round = 0; round < 3; round++) {
    await join('administrator', 'administrator')
    const moving = await rest()
    const member = `/platform/organizations/elsewhere/members/${platform.userId('administrator')}`
    const [moved, out] = await Promise.all([transfer('elsewhere', 'administrator', moving), platform.ask('outsider', 'DELETE', member)])
    expect(out.status).toBe(204)
    expect([200, 404]).toContain(moved.status)
    expect(await slugOf(moving)).toBe(moved.status === 200 ? 'elsewhere' : 'acme')
  }
  for (let round = 0; round < 3; round++) {
    await run(sql`update organizations set plan = 'pro'`)
    const pooled = await rest()
    await run(sql`insert into dedicated_poolers (project_ref) values (${pooled})`)
    const [moved, changed] = await Promise.all([
      transfer('elsewhere', 'owner', pooled),
      platform.ask('outsider', 'PUT', '/platform/organizations/elsewhere/billing/plan', { plan: 'free' }),
    ])
    expect(new Set([moved.status, changed.status])).toEqual(new Set([200, 409]))
    expect(await slugOf(pooled)).toBe(moved.status === 200 ? 'elsewhere' : 'acme')
    await run(sql`delete from dedicated_poolers where project_ref = ${pooled}`)
  }
})

test('whoever changes a branch meanwhile does not keep the project, and neither waits for the other forever', async () => {
  const { id } = (await first<{ id: string }>(sql`select branch_id as id from projects where ref = ${branch}`))!
  for (let round = 0; round < 8; round++) {
    const to = (await slugOf()) === 'acme' ? 'elsewhere' : 'acme'
    const [moved, renamed] = await Promise.all([
      transfer(to),
      platform.ask('owner', 'PATCH', `/platform/projects/${ref}/branches/${id}`, { name: `next-${round}` }),
    ])
    expect(moved.status).toBe(200)
    const name = await first(sql`select name from projects where ref = ${branch}`)
    if (renamed.status === 200) expect(name).toEqual({ name: `next-${round}` })
    else
      expect([renamed, name]).toMatchObject([
        { status: 409, json: { code: 'serialization_failure', message: expect.stringContaining('went over') } },
        {},
      ])
  }
})

test('a branch that is made meanwhile is where its project is', async () => {
  const [moved, made] = await Promise.all([
    transfer('elsewhere'),
    platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name: 'meanwhile' }),
  ])
  expect(moved.status).toBe(200)
  expect([201, 409]).toContain(made.status)
  const strays = await first<{ count: number }>(sql`
    select count(*)::int as count from projects b join projects p on p.ref = b.parent_ref where b.organization_id <> p.organization_id`)
  expect(strays).toEqual({ count: 0 })
  if (made.status !== 201) return
  const { project_ref: late } = made.json as Branch
  await platform.ctx.parts.reconciler.idle(late)
  expect(((await platform.ask('outsider', 'GET', `/platform/projects/${late}`)).json as Project).organization_slug).toBe('elsewhere')
})
