import { existsSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { withClient } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { logins } from '../../logins.ts'
import type { EmbeddedClusters } from '../../capabilities.ts'
import { asRole, createTestHome, dieAt, type TestHome, testRef, untilState } from '../fixtures.ts'
import { run as command } from '../process/run.ts'

let home: TestHome
let clusters: EmbeddedClusters
let source: string
/** Called once, when the next server has been launched. */
let whenLaunched: (() => void) | undefined

beforeAll(async () => {
  home = await createTestHome()
  clusters = await home.open({
    poolTarget: 1,
    failpoint(name) {
      if (name !== 'clusters.start.launch.after') return
      whenLaunched?.()
      whenLaunched = undefined
    },
  })
})
beforeEach(async () => {
  source = testRef()
  await clusters.ensure(source, { compute: 'nano' })
  await clusters.start(source)
})
afterAll(() => home[Symbol.asyncDispose]())

const run = (ref: string, statement: Fragment, role: 'postgres' | 'supabase_admin' = 'postgres'): Promise<number> =>
  asRole(clusters, ref, role, (client) => client.run(statement))
const ask = (ref: string, expression: Fragment, among = clusters): Promise<unknown> =>
  asRole(
    among,
    ref,
    'supabase_admin',
    async (client) => (await client.first<{ answer: unknown }>(sql`select (${expression})::text as answer`))?.answer,
  )

/** But the next ready copy, which may be on its way. */
async function leftovers(): Promise<string[]> {
  await clusters.pool.fill()
  return home.leftovers()
}

async function branch(options = { isWithData: true }): Promise<string> {
  const ref = testRef()
  await clusters.copies.branch(ref, source, { compute: 'nano' }, options)
  await clusters.start(ref)
  return ref
}

test('a branch has all that was committed, and then both go their own ways', async () => {
  await run(source, sql`create table kept as select generate_series(1, 1000) as id`)
  // a copy is made while others write: it has every commit from before, and no half of any from after
  let isWriting = true
  const writing = asRole(clusters, source, 'postgres', async (client) => {
    while (isWriting) await client.run(sql`insert into kept select generate_series(1, 10)`)
  })
  // what is not copied of it is there from the template, in a ready copy
  await clusters.pool.fill()
  const ref = await branch()
  isWriting = false
  await writing
  const copied = Number(await ask(ref, sql`select count(*) from public.kept`))
  expect(copied).toBeGreaterThanOrEqual(1000)
  expect(copied % 10).toBe(0)
  await run(ref, sql`insert into kept values (0)`)
  await run(source, sql`drop table kept`)
  expect(await ask(ref, sql`select count(*) from public.kept`)).toBe(String(copied + 1))
  const identifier = sql`select system_identifier from pg_control_system()`
  expect(await ask(ref, identifier)).not.toBe(await ask(source, identifier))
  expect(await ask(ref, sql`select current_setting('fsync') || current_setting('autovacuum')`)).toBe('onon')
  expect(await ask(source, sql`select count(*) from pg_replication_slots`)).toBe('0')
  expect(await leftovers()).toEqual([])
  // it lives, dies and recovers like any other, and can be branched again
  await clusters.machine.restart(ref)
  const second = testRef()
  await clusters.copies.branch(second, ref, { compute: 'micro' }, { isWithData: true })
  await clusters.destroy(ref)
  await clusters.start(second)
  expect(await ask(second, sql`select count(*) from public.kept`)).toBe(String(copied + 1))
})

test('what is rehearsed on a copy is seen by nobody, and nothing of it is left', async () => {
  await run(source, sql`create table orders as select generate_series(1, 10) as id`)
  const before = await leftovers()
  const rehearsal = clusters.copies.rehearse(source, async (server) => {
    await withClient({ ...server, ...logins.owner }, (client) => client.run(sql`delete from orders`))
    return withClient({ ...server, ...logins.owner }, (client) => client.first(sql`select count(*) as left from orders`))
  })
  expect(await rehearsal).toEqual({ left: 0 })
  expect(await ask(source, sql`select count(*) from public.orders`)).toBe('10')
  await expect(clusters.copies.rehearse(source, () => Promise.reject(new Error('no good')))).rejects.toThrow('no good')
  await expect(clusters.copies.rehearse(testRef(), async () => {})).rejects.toMatchObject({ code: 'cluster_not_found' })
  const given = new AbortController()
  given.abort()
  await expect(clusters.copies.rehearse(source, async () => {}, { signal: given.signal })).rejects.toThrow()
  expect(await leftovers()).toEqual(before)
})

test('without data it has the structure, and what says which migrations were applied', async () => {
  await run(
    source,
    sql`create schema "odd ""name";
      create table "odd ""name"."a table" (id serial primary key, parent int references "odd ""name"."a table");
      insert into "odd ""name"."a table" (parent) values (1), (1);
      create table parts (id int) partition by range (id); create table part partition of parts for values from (0) to (10);
      insert into parts values (1);
      create materialized view seen as select * from parts;
      create table schema_migrations (version text); insert into schema_migrations values ('20260101');
      create function never() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger never before truncate on parts execute function never();
      create trigger always before truncate on parts execute function never();
      alter table parts enable always trigger always;
      -- also an index that is built empty folds what it can
      create function ordinary() returns int language plpgsql immutable as $$ begin
        if (select rolsuper from pg_catalog.pg_roles where rolname = session_user) then raise 'run as a superuser'; end if; return 1; end $$;
      create table folding (id int); create index on folding ((ordinary() + id));
      insert into auth.users (id, email) values (gen_random_uuid(), 'user@example.com');
      insert into _colonnade.auth_mails (id, kind, state, envelope, expires_at) values (gen_random_uuid(), 'invite', 'waiting', 'sealed', now());
      create table profiles (id uuid primary key references auth.users); insert into profiles select id from auth.users;
      create trigger always before truncate on auth.users execute function never();
      select lo_from_bytea(0, 'secret')`,
  )
  await run(source, sql`create database another`)
  const ref = await branch({ isWithData: false })
  expect(
    await ask(
      ref,
      sql`select (select count(*) from "odd ""name"."a table") || ' ' || (select count(*) from public.parts) || ' ' || (select count(*) from pg_largeobject_metadata)
        || ' ' || (select relispopulated from pg_class where relname = 'seen') || ' ' || (select count(*) from public.schema_migrations)
        || ' ' || (select count(statement) from _colonnade.schema_changes)
        || ' ' || (select string_agg(tgenabled::text, '' order by tgname) from pg_trigger where tgrelid = 'public.parts'::regclass)
        || ' ' || (select count(*) from pg_roles where rolname ~ 'emptying')
        || ' ' || (select count(*) from auth.users) || ' ' || (select count(*) > 0 from auth.schema_migrations) || ' ' || (select count(*) from _colonnade.auth_mails)`,
    ),
  ).toBe('0 0 0 false 1 0 AO 0 0 true 0')
  await run(ref, sql`insert into "odd ""name"."a table" default values`)
  expect(await ask(ref, sql`select max(id) from "odd ""name"."a table"`)).toBe('1')
})

test('a branch takes part in no replication of its source, and counts its own users', async () => {
  await run(
    source,
    sql`create subscription news connection 'host=/nowhere dbname=postgres' publication news with (connect = false)`,
    'supabase_admin',
  )
  await run(source, sql`alter subscription news enable`, 'supabase_admin')
  await run(source, sql`insert into _colonnade.auth_active_users (user_id) values (gen_random_uuid())`, 'supabase_admin')
  const ref = await branch()
  expect(await ask(ref, sql`select subenabled || ' ' || coalesce(subslotname::text, 'none') from pg_subscription`)).toBe('false none')
  expect(await ask(source, sql`select subenabled || ' ' || subslotname from pg_subscription`)).toBe('true news')
  // users whom the source counted were active there
  expect(await ask(ref, sql`select count(*) from _colonnade.auth_active_users`)).toBe('0')
  expect(await ask(source, sql`select count(*) from _colonnade.auth_active_users`)).toBe('1')
})

test('what can not be copied is refused, and a copy that is given up leaves nothing behind', async () => {
  const ref = testRef()
  const make = (of: string, signal?: AbortSignal) =>
    clusters.copies.branch(ref, of, { compute: 'nano' }, { isWithData: true, ...(signal !== undefined && { signal }) })
  await expect(make(testRef())).rejects.toMatchObject({ code: 'cluster_not_found' })
  const replica = testRef()
  await clusters.replicas.replicate(replica, source, { compute: 'nano' })
  await expect(make(replica)).rejects.toMatchObject({ code: 'cluster_is_replica' })
  await clusters.destroy(replica)
  await expect(make(source, AbortSignal.abort())).rejects.toMatchObject({ cause: { name: 'AbortError' } })
  await clusters.stop(source)
  await expect(make(source)).rejects.toMatchObject({ code: 'cluster_not_running' })
  expect((await clusters.status(ref)).state).toBe('absent')
  expect(await leftovers()).toEqual([])
})

const copying = ['clusters.branch.copy.after', 'clusters.branch.recover.after', 'clusters.branch.claim.before', 'clusters.branch.claim.after']
/** Only what is to be settled before anybody sees it has a server on the way. */
const operationOf = (failpoint: string) => (failpoint === 'clusters.branch.recover.after' ? 'empty-branch' : 'branch')

test.each(copying)('a platform killed at %s leaves a source that works, and a branch that the next life completes', async (failpoint) => {
  await using own = await createTestHome()
  const first = await own.open()
  const [main, ref] = [testRef(), testRef()]
  await first.ensure(main, { compute: 'nano' })
  await first.start(main)
  await first.close({ stopClusters: false })
  await dieAt(own, { ref, operations: operationOf(failpoint), failpoint, primary: main })
  const next = await own.open()
  await untilState(next, main, 'running')
  expect(await own.leftovers()).toEqual([])
  expect((await next.status(ref)).state).toBe(failpoint === 'clusters.branch.claim.after' ? 'stopped' : 'absent')
  await next.copies.branch(ref, main, { compute: 'nano' }, { isWithData: true })
  await next.start(ref)
  expect(await ask(ref, sql`select count(*) from pg_replication_slots`, next)).toBe('0')
})

test('a branch whose first start is cut off comes up at the next, with all that its source had', async () => {
  await run(source, sql`create table paid as select generate_series(1, 5000) as id`)
  const ref = testRef()
  await clusters.copies.branch(ref, source, { compute: 'nano' }, { isWithData: true })
  const { data } = home.paths.cluster(ref)
  const hasRecovered = (): boolean => !existsSync(join(data, 'backup_label'))
  expect(hasRecovered()).toBe(false)
  const given = new AbortController()
  whenLaunched = () => given.abort()
  const starting = clusters.start(ref, { signal: given.signal })
  await expect(starting).rejects.toMatchObject({ name: 'AbortError' })
  await clusters.start(ref)
  expect(hasRecovered()).toBe(true)
  expect(await ask(ref, sql`select count(*) from public.paid`)).toBe('5000')
  // and its own WAL goes on where the copied ends
  await run(ref, sql`insert into paid values (0)`)
  await run(ref, sql`checkpoint`, 'supabase_admin')
  await clusters.machine.restart(ref)
  expect(await ask(ref, sql`select count(*) from public.paid`)).toBe('5001')
})

test('what a copy takes is known before it is made, and nothing is left of finding out', async () => {
  const before = await clusters.copies.copyCost(source)
  await run(source, sql`create table large as select repeat('x', 1000) as text from generate_series(1, 20000)`)
  await run(source, sql`checkpoint`, 'supabase_admin')
  const after = await clusters.copies.copyCost(source)
  expect(after.bytes - before.bytes).toBeGreaterThan(20_000_000)
  // WAL is not copied
  expect(after.bytes).toBeLessThan((await clusters.machine.size(source)) - 4_000_000)
  expect(after.isShared).toBe(await canClone(home.paths.making))
  expect(await clusters.copies.measureCopying()).toBeGreaterThan(1_000_000)
  expect(await leftovers()).toEqual([])
  await expect(clusters.copies.copyCost(testRef())).rejects.toMatchObject({ code: 'cluster_not_found' })
})

/** What the system's own program says. */
async function canClone(folder: string): Promise<boolean> {
  const [one, other] = [join(folder, 'one'), join(folder, 'other')]
  await writeFile(one, 'x'.repeat(100_000))
  const isCloned = await command('cp', ['--reflink=always', one, other]).then(
    () => true,
    () => false,
  )
  await Promise.all([one, other].map((path) => rm(path, { force: true })))
  return isCloned
}
