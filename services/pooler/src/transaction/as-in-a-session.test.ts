import { connected } from '@colonnade/testing'
import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPooler, testLimits, type TestPooler, testPassword } from '../testing.ts'

/** More scripts, and others: COLONNADE_TEST_RUNS=1000 COLONNADE_TEST_SEED=7. */
const { COLONNADE_TEST_RUNS: runs = '25', COLONNADE_TEST_SEED: seed = '1' } = process.env

let pool: TestPooler
/** A database behind the pooler, with two connections for all clients, and one on the same server whose clients are connected directly. */
let pooled: pg.ClientConfig
let direct: pg.ClientConfig

beforeAll(async () => {
  pool = await openTestPooler()
  const ref = await pool.project()
  const { address } = await pool.ground.clusters.status(ref)
  pool.say(ref, { state: 'active', address, endpoint: await pool.ground.clusters.endpoint(ref), limits: { ...testLimits, servers: 2 } })
  pooled = { ...pool.target(ref), ...pool.pooler.transaction }
  direct = { ...address!, user: 'postgres', password: testPassword, database: 'mirror' }
  await connected(pooled, (client) => client.query('create database mirror'))
})
afterAll(() => pool[Symbol.asyncDispose]())

const scene = `
  drop schema if exists one cascade; drop schema if exists two cascade; create schema one; create schema two;
  create table one.things (a int); insert into one.things values (1); create table two.things (b text); insert into two.things values ('two');
  create sequence one.counter; grant usage on schema one, two to public; grant all on all tables in schema one, two to public; grant all on one.counter to public;
  create function one.hidden(text, text) returns void language plpgsql as $$ begin perform set_config($1, $2, false); end $$;
  create function one.hold() returns void language plpgsql as $$ begin perform pg_advisory_lock(7); execute 'listen news'; execute 'create temp table hidden_table (a int)'; end $$`

/** What a session shows of what was set in it. A setting of an extension can't be unset in Postgres, only be emptied. */
const observed = `select current_user::text, session_user::text, current_setting('timezone'), current_setting('search_path'), current_setting('datestyle'),
  nullif(current_setting('my.name', true), ''), current_setting('lock_timeout'), current_setting('default_transaction_read_only'),
  current_setting('client_encoding'), '2020-02-01 00:00'::timestamptz::text`
/** And of what is on its connection. */
const found = `select current_setting('statement_timeout'), to_regclass('pg_temp.mine')::text, to_regclass('pg_temp.hidden_table')::text,
  (select count(*)::int from pg_listening_channels()), (select count(*)::int from pg_cursors), (select count(*)::int from pg_prepared_statements where from_sql),
  (select count(*)::int from pg_locks where locktype = 'advisory' and pid = pg_backend_pid())`

const foundByUse = [['fetch 1 from held'], ['execute by_sql'], ['select lastval()']]

/** Texts, each of which is a query of its own, and whose effect is the same with and without a pooler. */
const kept: readonly (readonly string[])[] = [
  ["set timezone = 'Asia/Tokyo'"],
  ["set time zone 'Europe/Berlin'"],
  ['set search_path to one, public'],
  ['set search_path to two, public'],
  ["set datestyle to 'German'"],
  [`set my.name = 'it''s \\ one'`],
  ["set lock_timeout = '7s'"],
  ["set client_encoding to 'LATIN1'"],
  ["set timezone = 'Asia/Tokyo'; set lock_timeout = '9s'"],
  ["set timezone = 'Africa/Cairo'; select 1/0"],
  ["set standard_conforming_strings = off; set my.name = 'a\\\\b'"],
  ['set role anon'],
  ['reset role'],
  ['reset timezone'],
  ['reset all'],
  ['select pg_advisory_unlock_all(); close all; unlisten *; reset all'],
  ['discard all'],
  ['begin', "set timezone = 'Europe/Berlin'", 'set search_path to two', 'commit'],
  ['begin', "set timezone = 'Africa/Cairo'", 'set role anon', 'rollback'],
  ['begin', "set local timezone = 'Africa/Cairo'", 'savepoint s', "set lock_timeout = '3s'", 'rollback to s', 'commit'],
  ['begin', "set lock_timeout = '5s'", 'select 1/0', 'commit'],
  ["select set_config('my.name', 'by a call', false)"],
  ["select set_config('timezone', 'Asia/Kolkata', false)"],
  ["select one.hidden('timezone', 'Asia/Kolkata')"],
  ["do $$ begin perform set_config('datestyle', 'SQL, DMY', false); end $$"],
  ['set session characteristics as transaction read only'],
  ['set session characteristics as transaction read write'],
  ['alter table one.things add column if not exists more int default 5'],
  ['alter table one.things drop column if exists more'],
  ['alter table two.things alter column b type varchar(9)'],
  ['select * from things'],
  ['deallocate all'],
  [observed],
]
/** What the pooler does not keep: only that nobody else is shown it. */
const unkept = [
  ['create temp table if not exists mine (a int)'],
  ['select pg_advisory_lock(1)'],
  ['select one.hold()'],
  ["select one.hidden('statement_timeout', '1h')"],
  ["select one.hidden('work_mem', '1MB')"],
  ['begin', 'declare held cursor with hold for select 1', 'commit'],
  ['prepare by_sql as select 1'],
  ['listen news'],
  ["select nextval('one.counter')"],
]
const texts = [
  'select * from things',
  "select '2020-02-01 00:00'::timestamptz::text as moment",
  'select a from one.things',
  'select $1::int as a, * from one.things',
]

type Step =
  | { readonly kind: 'queries'; readonly queries: readonly string[]; readonly isCompared: boolean }
  | { readonly kind: 'prepare'; readonly text: string }
  /** The statement that was prepared so many before. */
  | { readonly kind: 'use' | 'deallocate'; readonly back: number }
  /** Somebody else begins a transaction, or ends it: the others meet on the other connection. */
  | { readonly kind: 'move' }
type Script = readonly (readonly [who: 'leaver' | 'witness', Step])[]

const queries = (from: readonly (readonly string[])[], isCompared: boolean) =>
  fc.constantFrom(...from).map((each): Step => ({ kind: 'queries', queries: each, isCompared }))
const common = [
  { weight: 8, arbitrary: queries(kept, true) },
  { weight: 3, arbitrary: fc.constantFrom(...texts).map((text): Step => ({ kind: 'prepare', text })) },
  { weight: 4, arbitrary: fc.nat(2).map((back): Step => ({ kind: 'use', back })) },
  { weight: 1, arbitrary: fc.nat(2).map((back): Step => ({ kind: 'deallocate', back })) },
  { weight: 2, arbitrary: fc.constant<Step>({ kind: 'move' }) },
] as const
const scripts: fc.Arbitrary<Script> = fc.array(
  fc.oneof(
    fc.oneof(...common, { weight: 6, arbitrary: queries(unkept, false) }).map((step) => ['leaver', step] as const),
    fc.oneof(...common, { weight: 4, arbitrary: queries([[found], [observed], ...foundByUse], true) }).map((step) => ['witness', step] as const),
  ),
  { minLength: 8, maxLength: 30, size: 'max' },
)

/** What each step showed to whom took it. */
async function play(config: pg.ClientConfig, script: Script): Promise<unknown[]> {
  return connected(config, async (mover) => {
    await mover.query(scene)
    let isMoved = false
    return connected(config, (leaver) =>
      connected(config, async (witness) => {
        const clients = { leaver, witness }
        const prepared: Record<keyof typeof clients, string[]> = { leaver: [], witness: [] }
        const shown: unknown[] = []
        for (const [number, [who, step]] of script.entries()) {
          const client = clients[who]
          const ask = (query: string | pg.QueryConfig | pg.QueryArrayConfig): Promise<unknown> =>
            client.query(query as pg.QueryConfig).then(
              (answers) =>
                [answers].flat().map(({ rows, fields }: pg.QueryResult) => [fields?.map(({ name, dataTypeID }) => [name, dataTypeID]), rows]),
              ({ code, message }: pg.DatabaseError) => `${code} ${message}`,
            )
          const named = (name: string, text: string) => ask({ name, text, values: text.includes('$1') ? [number] : [] })
          if (step.kind === 'move') {
            await mover.query(isMoved ? 'rollback' : 'begin')
            isMoved = !isMoved
          } else if (step.kind === 'queries')
            for (const text of step.queries) shown.push([number, who, text, step.isCompared ? await ask(text) : void (await ask(text))])
          else if (step.kind === 'prepare') {
            prepared[who].push(step.text)
            shown.push([number, who, step.text, await named(`s${prepared[who].length - 1}`, step.text)])
          } else {
            const which = prepared[who].length - 1 - step.back
            const text = prepared[who][which]
            // constants of an older one may be those of the settings that were made since then
            if (text === undefined || (step.kind === 'use' && text.includes('moment'))) continue
            shown.push([number, who, step.kind, text, step.kind === 'use' ? await named(`s${which}`, text) : await ask(`deallocate s${which}`)])
          }
        }
        return shown
      }),
    )
  })
}

test('two clients who share a connection are shown what each would be shown on one of its own', async () => {
  await fc.assert(
    fc.asyncProperty(scripts, async (script) => {
      expect(await play(pooled, script)).toEqual(await play(direct, script))
    }),
    { seed: Number(seed), numRuns: Number(runs) },
  )
})
