import type { Branch } from '@colonnade/contracts/copies/branches'
import type { BranchMerge } from '@colonnade/contracts/copies/merges'
import { logins } from '@colonnade/clusters'
import { withClient } from '@colonnade/pg'
import { getMarkAppliedSQL } from '@colonnade/pg-meta'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeExpired } from '../branches/service.ts'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'
import { migrationText } from './tasks.ts'

let platform: TestPlatform
let ref: string
let branch: Branch

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Shop')
  await query(
    ref,
    'create table people (id int primary key, name text); insert into people select n, n::text from generate_series(1, 5000) n; analyze',
  )
  branch = (await platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name: 'preview' })).json as Branch
  await platform.ctx.parts.reconciler.idle(branch.project_ref)
})
afterAll(() => platform[Symbol.asyncDispose]())

const at = (rest = '') => `/platform/projects/${ref}/branches/${branch.id}/merges${rest}`
const query = async (of: string, text: string, migration?: string) => {
  const body = { query: text, ...(migration !== undefined && { migration: { name: migration } }) }
  const { status, json } = await platform.ask('owner', 'POST', `/platform/pg-meta/${of}/query`, body)
  if (status !== 200) throw new Error(JSON.stringify(json))
  return json as { readonly results: readonly { readonly rows: readonly (string | null)[][] }[] }
}
const valueOf = async (of: string, text: string) => (await query(of, text)).results[0]?.rows[0]?.[0]
const list = async () => (await platform.ask('owner', 'GET', at())).json as BranchMerge[]
async function rehearse(): Promise<BranchMerge> {
  const begun = (await platform.ask('developer', 'POST', at())).json as BranchMerge
  expect(begun.status).toBe('REHEARSING')
  await platform.ctx.parts.merges.idle(begun.id)
  return (await list())[0]!
}
async function apply(id: string, body: object = {}): Promise<BranchMerge> {
  expect(await platform.ask('owner', 'POST', at(`/${id}/apply`), body)).toMatchObject({ status: 202, json: { status: 'APPLYING' } })
  await platform.ctx.parts.merges.idle(id)
  return (await list())[0]!
}
const versionsOf = (of: string) => valueOf(of, 'select string_agg(version, $$,$$ order by version) from supabase_migrations.schema_migrations')

const refusals: readonly Scenario<Person>[] = [
  { promise: 'who may only read rehearses none', as: 'read-only', method: 'POST', path: at, expect: 403, code: 'forbidden' },
  { promise: 'for others there are none', as: 'outsider', method: 'GET', path: at, expect: 404, code: 'project_not_found' },
  {
    promise: 'one that is not there is not applied',
    as: 'owner',
    method: 'POST',
    path: () => at('/x/apply'),
    body: {},
    expect: 404,
    code: 'merge_not_found',
  },
  {
    promise: 'another branch has none',
    as: 'owner',
    method: 'GET',
    path: () => at().replace(branch.id, '00000000-0000-4000-8000-000000000000'),
    expect: 404,
    code: 'branch_not_found',
  },
  {
    promise: 'nor anything to follow',
    as: 'owner',
    method: 'GET',
    path: () => at('/events').replace(branch.id, '00000000-0000-4000-8000-000000000000'),
    expect: 404,
    code: 'branch_not_found',
  },
]

describe('merges', () => {
  test.for(refusals)('$promise', async (scenario) => {
    await platform.run(scenario)
    expect(await list()).toEqual([])
  })

  test('a branch without migrations of its own has nothing to apply, and tells what is different', async () => {
    await query(branch.project_ref, 'create table notes (id int)')
    const merge = await rehearse()
    expect(merge).toMatchObject({ status: 'REHEARSED', migrations: [], changes: [], copy: null, problem: null })
    expect(merge.left).toEqual([{ kind: 'table', name: 'public.notes', before: null, after: expect.stringContaining('id integer') as string }])
    expect(await platform.ask('owner', 'POST', at(`/${merge.id}/apply`), {})).toMatchObject({ status: 409, json: { code: 'project_busy' } })
    await query(branch.project_ref, 'drop table notes')
  })

  test('a rehearsal is given up, and leaves nothing', async () => {
    await query(branch.project_ref, 'create table slow (id int)', 'slow')
    await query(
      branch.project_ref,
      "drop table slow; update supabase_migrations.schema_migrations set statements = '{select pg_sleep(60)}' where name = 'slow'",
    )
    const begun = (await platform.ask('developer', 'POST', at())).json as BranchMerge
    await expect.poll(async () => (await list())[0]?.step, { timeout: 30_000 }).toBe('replay')
    expect((await platform.ask('read-only', 'POST', at(`/${begun.id}/cancel`))).status).toBe(403)
    expect(await platform.ask('developer', 'POST', at(`/${begun.id}/cancel`))).toMatchObject({ status: 200, json: { status: 'CANCELLED' } })
    expect((await list())[0]).toMatchObject({ id: begun.id, status: 'CANCELLED', problem: null })
    const audited = sql`select event, details ->> 'name' as name from audit_log where details ->> 'merge' = ${begun.id} order by id`
    expect(await platform.ctx.database.rows(audited)).toEqual([
      { event: 'branch.merge_rehearsed', name: branch.name },
      { event: 'branch.merge_rehearsal_cancelled', name: branch.name },
    ])
    expect(await platform.ask('developer', 'POST', at(`/${begun.id}/cancel`))).toMatchObject({ status: 409, json: { code: 'project_busy' } })
    expect(await platform.ask('owner', 'POST', at(`/${begun.id}/apply`), {})).toMatchObject({ status: 409 })
    await query(branch.project_ref, "delete from supabase_migrations.schema_migrations where name = 'slow'")
  })

  test('a rehearsal tells what each migration takes, and changes nothing', async () => {
    await query(branch.project_ref, 'alter table people alter id type bigint', 'wider ids')
    await query(branch.project_ref, 'create index concurrently people_name on people (name)', 'find by name')
    await query(branch.project_ref, 'create view adults as select * from people', 'adults')
    await query(branch.project_ref, 'create function unrecorded() returns int language sql as $$select 1$$')
    await query(ref, 'create table elsewhere (id int)', 'of main')
    await query(ref, "update supabase_migrations.schema_migrations set version = '20200101000000' where name = 'of main'")
    const merge = await rehearse()
    expect(merge).toMatchObject({ status: 'REHEARSED', problem: null, conflicts: [], ahead: [{ name: 'of main' }] })
    expect(merge.migrations.map(({ name, is_in_transaction, problem }) => [name, is_in_transaction, problem])).toEqual([
      ['wider ids', true, null],
      ['find by name', false, null],
      ['adults', true, null],
    ])
    const [wider, , adults] = merge.migrations
    expect(wider!.rewrites).toEqual([{ relation: 'public.people', bytes: expect.any(Number) as number }])
    expect(wider!.rewrites[0]!.bytes).toBeGreaterThan(100_000)
    expect(wider!.locks).toMatchObject([{ relation: 'public.people', lock: 'ACCESS EXCLUSIVE', rows_estimate: 5000 }])
    expect(adults).toMatchObject({ locks: [], rewrites: [] })
    expect(merge.changes.map(({ kind, name, before, after }) => [kind, name, before !== null, after !== null])).toEqual([
      ['index', 'public.people_name', false, true],
      ['table', 'public.people', true, true],
      ['view', 'public.adults', false, true],
    ])
    // what no migration has stays in the branch, and what only the project has is not taken away
    expect(merge.left.map(({ kind, name, after }) => [kind, name, after !== null])).toEqual([
      ['function', 'public.unrecorded()', true],
      ['table', 'public.elsewhere', false],
    ])
    expect(merge.copy!.bytes).toBeGreaterThan(1_000_000)
    expect(await valueOf(ref, "select to_regclass('adults')")).toBeNull()
  })

  test('what changed since it was rehearsed is not applied', async () => {
    await query(ref, 'alter table people add seen date')
    const outdated = await apply((await list())[0]!.id)
    expect(outdated).toMatchObject({ status: 'OUTDATED', applied: [], problem: messages.outdated })
    expect(await valueOf(ref, "select to_regclass('adults')")).toBeNull()
  })

  test('a locked project asks for its name; then it has what the branch has, under the same versions', async () => {
    const merge = await rehearse()
    await platform.ctx.database.run(sql`update projects set is_production_locked = true where ref = ${ref}`)
    expect(await platform.ask('owner', 'POST', at(`/${merge.id}/apply`), {})).toMatchObject({ status: 409, json: { code: 'production_locked' } })
    const stream = await platform.follow('owner', at('/events'))
    expect(await stream.next()).toMatchObject([{ id: merge.id, status: 'REHEARSED' }, {}, {}, {}])
    const merged = await apply(merge.id, { confirmed_name: 'Shop' })
    expect(await stream.next()).toMatchObject([{ status: 'APPLYING' }, {}, {}, {}])
    await stream.close()
    expect(merged).toMatchObject({ status: 'MERGED', applied_by: 'owner', problem: null, applied: merge.migrations.map(({ version }) => version) })
    await platform.ctx.database.run(sql`update projects set is_production_locked = false where ref = ${ref}`)
    expect(await valueOf(ref, 'select pg_typeof(id)::text from people limit 1')).toBe('bigint')
    expect(await valueOf(ref, "select indisvalid from pg_index where indexrelid = 'people_name'::regclass")).toBe('t')
    expect(String(await versionsOf(ref)).split(',')).toEqual(expect.arrayContaining(merged.applied.slice()))
    expect(await platform.ask('owner', 'POST', at(`/${merge.id}/apply`), {})).toMatchObject({ status: 409, json: { code: 'project_busy' } })
    // cut off before it was noted, it goes on with what is not there yet
    const branches = await platform.follow('owner', at().replace(/\/[^/]+\/merges$/, '/events'))
    expect(await branches.next()).toMatchObject([{ is_default: true, merge: null }, { merge: null }])
    await platform.ctx.database.run(sql`update branch_merges set status = 'APPLYING', applied = '{}', merged_at = null where id = ${merge.id}`)
    expect(await branches.next()).toMatchObject([{ is_default: true, merge: null }, { merge: 'APPLYING' }])
    await branches.close()
    for (const one of [ref, branch.project_ref]) {
      for (const [path, body] of Object.entries({ pause: undefined, restart: undefined, resize: { compute: 'micro' } })) {
        expect(await platform.ask('owner', 'POST', `/platform/projects/${one}/${path}`, body), path).toMatchObject({
          status: 409,
          json: { code: 'project_busy', message: messages.branchBeingMerged },
        })
      }
    }
    await platform.ctx.parts.merges.start()
    await platform.ctx.parts.merges.idle(merge.id)
    expect((await list())[0]).toMatchObject({ status: 'MERGED', applied: merged.applied })
    await query(branch.project_ref, "update supabase_migrations.schema_migrations set statements = '{select 1}' where name = 'adults'")
    expect(await rehearse()).toMatchObject({ status: 'REHEARSED', migrations: [], changes: [], conflicts: [{ name: 'adults' }] })
  })

  test('what fails when it is applied is told with what stays, and applied again it goes on from there', async () => {
    await query(branch.project_ref, 'create table tags (name text)', 'tags')
    await query(branch.project_ref, 'create unique index concurrently people_names on people (name)', 'names')
    const merge = await rehearse()
    expect(merge.status).toBe('REHEARSED')
    await query(ref, 'insert into people values (0, $$1$$)')
    const failed = await apply(merge.id)
    const [tags, names] = merge.migrations
    expect(failed).toMatchObject({ status: 'FAILED', applied: [tags!.version] })
    expect(failed.problem).toBe(
      `${messages.failed(migrationText(names!), 'could not create unique index "people_names"')}. ${messages.applied([migrationText(tags!)])}`,
    )
    const news = await platform.ask('owner', 'GET', '/platform/notifications', undefined, { version: '2' })
    expect(JSON.stringify(news.json)).toContain(messages.notice.title('preview', 'Shop'))
    // what is left of the index is no use, and is not in the way
    expect(await valueOf(ref, "select indisvalid from pg_index where indexrelid = 'people_names'::regclass")).toBe('f')
    await query(ref, 'delete from people where id = 0')
    expect(await apply(merge.id)).toMatchObject({ status: 'MERGED', applied: [tags!.version, names!.version], problem: null })
  })

  test('what goes well in the branch one by one goes well together: it is committed in between where it has to be, and what one sets is gone', async () => {
    for (const of of [ref, branch.project_ref]) await query(of, "create type mood as enum ('sad')")
    await query(branch.project_ref, "alter type mood add value 'glad'", 'glad')
    await query(branch.project_ref, "create table faces (mood mood default 'glad')", 'faces')
    await query(branch.project_ref, 'create schema aside; set search_path = aside', 'aside')
    await query(branch.project_ref, 'create table pairs (id int primary key, other int references pairs deferrable initially deferred)', 'pairs')
    await query(branch.project_ref, 'insert into pairs values (1, 2), (2, 1)', 'rows')
    await query(branch.project_ref, 'alter table pairs add note text', 'note')
    const merge = await rehearse()
    expect(merge).toMatchObject({ status: 'REHEARSED', problem: null })
    expect(merge.migrations.filter(({ commits_before }) => commits_before).map(({ name }) => name)).toEqual(['faces'])
    expect(merge.changes.map(({ kind, name }) => `${kind} ${name}`)).toEqual([
      'schema aside',
      'table public.faces',
      'table public.pairs',
      'type public.mood',
    ])
    expect(await apply(merge.id)).toMatchObject({ status: 'MERGED', problem: null })
    expect(await valueOf(ref, 'select note from pairs where id = 1')).toBeNull()
    expect((await rehearse()).left.filter(({ name }) => /pairs|faces|aside|mood/.test(name))).toEqual([])
  })

  test('a migration that commits in its middle is applied whole and recorded once', async () => {
    const text = "alter type mood add value 'torn'; commit; begin; alter table faces alter mood set default 'torn'; create table torn (id int)"
    await query(branch.project_ref, `${text}; commit`)
    await query(branch.project_ref, getMarkAppliedSQL({ version: '29990101000000', name: 'torn', statements: [text], createdBy: '' }).sql)
    const merge = await rehearse()
    expect(merge.migrations).toMatchObject([{ name: 'torn', is_in_transaction: false, problem: null }])
    expect(await apply(merge.id)).toMatchObject({ status: 'MERGED', problem: null })
    expect(
      await valueOf(
        ref,
        "select concat_ws(' ', to_regclass('torn'), (select count(*) from supabase_migrations.schema_migrations where name = 'torn'))",
      ),
    ).toBe('torn 1')
    expect((await rehearse()).migrations).toEqual([])
  })

  test('one that was cut off goes on: what is under way of it is ended first, and what it has made is not made again', async () => {
    await query(branch.project_ref, 'create index concurrently people_both on people (id, name)', 'both')
    await query(branch.project_ref, 'create index concurrently people_odd on people (id) where id % 2 = 1', 'odd')
    await query(branch.project_ref, 'create table later (id int)', 'later')
    const merge = await rehearse()
    const server = { ...(await platform.ctx.clusters.endpoint(ref)), ...logins.owner, applicationName: `colonnade merge ${merge.id}` }
    await withClient(server, async ({ client }) => {
      // a platform that was killed has made the first, and had not noted it; its transaction waits for a statement and holds a lock
      await client.query('create index concurrently people_both on people (id, name)')
      await client.query('begin; lock table people in access exclusive mode')
      const ended = client.query('select pg_sleep(300)').then(
        () => null,
        (error: { code?: string }) => error.code,
      )
      expect(await apply(merge.id)).toMatchObject({ status: 'OUTDATED' })
      expect(await ended).toBe('57P01')
    })
    await platform.ctx.database.run(sql`update branch_merges set status = 'APPLYING', is_begun = true where id = ${merge.id}`)
    await platform.ctx.parts.merges.start()
    await platform.ctx.parts.merges.idle(merge.id)
    expect((await list())[0]).toMatchObject({ status: 'MERGED', problem: null, applied: merge.migrations.map(({ version }) => version) })
    expect(await platform.ctx.database.rows(sql`select is_begun from branch_merges where id = ${merge.id}`)).toEqual([{ is_begun: true }])
    expect(
      await valueOf(
        ref,
        "select count(*) from pg_index where indrelid = 'people'::regclass and indisvalid and indexrelid::regclass::text in ('people_both', 'people_odd')",
      ),
    ).toBe('2')
  })

  test('who keeps a table locked keeps no merge waiting for ever, and a rehearsal that waits can be given up', async () => {
    await query(branch.project_ref, 'alter table people add waited int', 'waited')
    const merge = await rehearse()
    const server = { ...(await platform.ctx.clusters.endpoint(ref)), ...logins.owner }
    await withClient(server, async ({ client }) => {
      await client.query('begin; lock table people in access exclusive mode')
      const begun = (await platform.ask('developer', 'POST', at())).json as BranchMerge
      await expect.poll(async () => (await list())[0]?.step, { timeout: 5_000 }).toBe('compare')
      expect(await platform.ask('developer', 'POST', at(`/${begun.id}/cancel`))).toMatchObject({ status: 200, json: { status: 'CANCELLED' } })
      await platform.ctx.database.run(sql`delete from branch_merges where id = ${begun.id}`)
      const applying = await platform.ask('owner', 'POST', at(`/${merge.id}/apply`), {})
      expect(applying.status).toBe(202)
      // what goes on by what the branch has, if it is cut off, goes on with it
      const own = at().slice(0, -'/merges'.length)
      const isMerged = { status: 409, json: { code: 'project_busy', message: messages.branchBeingMerged } }
      expect(await platform.ask('owner', 'POST', `${own}/reset`, {})).toMatchObject(isMerged)
      expect(await platform.ask('owner', 'DELETE', own)).toMatchObject(isMerged)
      await platform.ctx.database.run(sql`update projects set expires_at = now() - interval '1 minute' where ref = ${branch.project_ref}`)
      await removeExpired(platform.ctx)
      await platform.ctx.database.run(sql`update projects set expires_at = null where ref = ${branch.project_ref}`)
      await platform.ctx.parts.merges.idle(merge.id)
      const failed = (await list())[0]!
      expect(failed).toMatchObject({ status: 'FAILED', applied: [], problem: expect.stringContaining(messages.nothingChanged) as string })
      await client.query('commit')
    })
    expect(await apply(merge.id)).toMatchObject({ status: 'MERGED', problem: null })
  }, 60_000)

  test('what no migration has is told of every kind of object', async () => {
    const before = (await rehearse()).left.map(({ kind, name }) => `${kind} ${name}`)
    await query(
      branch.project_ref,
      `create rule stay as on delete to people do instead nothing; create statistics people_both_ways on id, name from people;
      alter default privileges in schema public revoke select on tables from anon; comment on schema public is 'ours'; create cast (text as mood) with inout;
      create collation german (provider = icu, locale = 'de'); create operator public.=== (leftarg = int, rightarg = int, function = int4eq)`,
    )
    const left = (await rehearse()).left.map(({ kind, name }) => `${kind} ${name}`).filter((each) => !before.includes(each))
    expect(left).toEqual([
      'cast text as public.mood',
      'collation public.german',
      'default privileges of postgres in public for tables',
      'operator public.===(integer,integer)',
      'rule stay on public.people',
      'schema public',
      'statistics public.people_both_ways',
    ])
    await query(
      branch.project_ref,
      `drop rule stay on people; drop statistics people_both_ways; alter default privileges in schema public grant select on tables to anon;
      comment on schema public is 'standard public schema'; drop cast (text as mood); drop collation german; drop operator public.=== (int, int)`,
    )
  })

  test('what is lost by it is told with its rows', async () => {
    await query(
      ref,
      'create table odd (id int, note text); insert into odd values (1), (2); create table old (id int); insert into old select generate_series(1, 3)',
    )
    await query(ref, 'create table logs (id int); insert into logs values (1); analyze')
    await query(branch.project_ref, 'create table odd (id int, note text); create table old (id int); create table logs (id int)')
    await query(branch.project_ref, 'drop table old; delete from odd; truncate logs; alter table odd drop column note', 'clean up')
    const merge = await rehearse()
    expect(merge).toMatchObject({ status: 'REHEARSED', problem: null })
    expect(merge.losses.map(({ kind, name, rows_estimate }) => [kind, name, rows_estimate])).toEqual([
      ['all_rows', 'public.logs', 1],
      ['rows', 'public.odd', 2],
      ['column', 'public.odd.note', 2],
      ['table', 'public.old', 3],
    ])
    await query(branch.project_ref, "delete from supabase_migrations.schema_migrations where name = 'clean up'")
  })

  test('a migration that fails on the data of the project is told, with its statement, and those after it are not run', async () => {
    await query(
      branch.project_ref,
      'alter table people add check (id < 100) not valid; alter table people drop constraint people_id_check',
      'harmless',
    )
    await query(branch.project_ref, 'delete from people where id > 99; alter table people add constraint few check (id < 100)', 'few')
    await query(branch.project_ref, 'create table after_it (id int)', 'after it')
    // recorded as if the rows had been deleted by hand
    await query(
      branch.project_ref,
      "update supabase_migrations.schema_migrations set statements = array['alter table people add constraint few check (id < 100)'] where name = 'few'",
    )
    const merge = await rehearse()
    expect(merge.status).toBe('REHEARSAL_FAILED')
    expect(merge.problem).toMatch(/Migration \d+ “few” failed: check constraint "few" of relation "people" is violated by some row/)
    expect(merge.migrations.map(({ problem, duration_ms }) => [problem?.sqlstate ?? null, duration_ms !== null])).toEqual([
      [null, true],
      ['23514', true],
      [null, false],
    ])
    expect(await platform.ask('owner', 'POST', at(`/${merge.id}/apply`), {})).toMatchObject({ status: 409 })
  })
})
