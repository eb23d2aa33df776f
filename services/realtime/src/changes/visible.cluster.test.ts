import { type BatchConnection, type BatchStatement, openBatchConnection, type Tuple } from '@colonnade/pg'
import { silentLogger } from '@colonnade/core'
import { sql, userAuthored } from '@colonnade/sql'
import { openTestGround, type TestGround } from '@colonnade/testing'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Asker } from '../authorizations/policies.ts'
import type { ProjectDatabases } from '../project/project-databases.ts'
import type { Realtime } from '../realtime.ts'
import type { Channel } from '../channels/channel.ts'
import { Hub } from '../project/hub.ts'
import type { Change, TableChange } from './record.ts'
import { sendChanges } from './tell.ts'
import { createTables, type TableView } from './tables.ts'
import { visibleTo } from './visible.ts'

let ground: TestGround
let connection: BatchConnection
let asked: (readonly BatchStatement[])[] = []
// roles are the server's
const [role, owner] = [`reader_${randomUUID().slice(0, 8)}`, `owner_${randomUUID().slice(0, 8)}`]

const databases: ProjectDatabases = {
  enter: () =>
    Promise.resolve({
      run: (statements) => {
        asked.push(statements)
        return connection.run(statements)
      },
      leave: () => {},
    }),
  closeIdle: () => {},
  [Symbol.asyncDispose]: () => Promise.resolve(),
}
const tables = createTables(databases, () => Date.now())

const policies = {
  open: 'true',
  plain: `id > 3 and note in ('a', 'b') and coalesce(note, 'x') like 'a%' and not (kind is distinct from 'x' or kind::text = 'y')`,
  lower: `lower(note) = 'a' and note || id::text <> ''`,
  own: '"by" = auth.uid()',
  'own once': '"by" = (select auth.uid()) and auth.role() <> (select auth.role())',
  claims: `(auth.jwt() ->> 'org') = note`,
  setting: `current_setting('request.jwt.claims', true) = note`,
  session: 'current_user = note',
  random: 'random() > 0.5',
  ours: 'mine(id)',
  operator: 'id === 3',
  subquery: 'exists (select from other o where o.id = plain_id)',
  'own in subquery': '"by" in (select auth.uid() from other)',
  domain: 'note::checked is not null',
  tricky: `"{SUBLINK :funcid 1 " = 1`,
}

beforeAll(async () => {
  ground = await openTestGround()
  connection = await openBatchConnection(ground.database.target)
  const run = (text: string) => ground.database.run(userAuthored('statement', text))
  await run(
    `create role ${role}; create role ${owner}; create schema auth; grant usage on schema auth, public to public;
     create function auth.uid() returns uuid language sql stable return nullif(current_setting('request.jwt.claim.sub', true), '')::uuid;
     create function auth.role() returns text language sql stable return current_setting('request.jwt.claim.role', true);
     create function auth.jwt() returns jsonb language sql stable return '{}'::jsonb;
     create function mine(int) returns bool language sql immutable return true;
     create operator === (function = int4eq, leftarg = int, rightarg = int);
     create domain checked as text check (value <> auth.role());
     create type kind as enum ('x', 'y');
     create table other (id int);
     create table free (id int primary key);
     create table held (id int primary key); alter table held owner to ${owner}; alter table held enable row level security;
     grant ${owner} to ${role};
     create table forced (id int primary key); alter table forced owner to ${owner}; alter table forced enable row level security; alter table forced force row level security;
     create table fails (id int primary key); alter table fails enable row level security;
     create policy all_but_zero on fails to ${role} using (10 / (id % 10) > 0);
     grant select on all tables in schema public to ${role}`,
  )
  for (const [name, condition] of Object.entries(policies)) {
    await run(
      `create table "t ${name}" (id int primary key, note text, kind kind, "by" uuid, plain_id int, "{SUBLINK :funcid 1 " int);
       grant select on "t ${name}" to ${role}; alter table "t ${name}" enable row level security; create policy p on "t ${name}" using (${condition})`,
    )
  }
  await run(
    `create policy restrictive on "t open" as restrictive to ${role} using ("by" = auth.uid());
     create policy others on "t plain" for update using (mine(id)); create policy owners on "t plain" to ${owner} using (true);
     create policy nobodys on "t own" to pg_monitor using (mine(id))`,
  )
})
afterAll(async () => {
  await connection.close()
  await ground.database.run(userAuthored('statement', `drop owned by ${role}, ${owner} cascade; drop role ${role}, ${owner}`))
  await ground[Symbol.asyncDispose]()
})

const viewOf = async (table: string): Promise<TableView> => {
  const found = await ground.database.first<{ oid: string }>(sql`select pg_catalog.format('%I', ${table}::text)::regclass::oid::text as oid`)
  return (await tables.find('ref', Number(found!.oid), role))!
}

test('policies are asked for once for a role, a user or the claims, by what they depend on', async () => {
  const expected = {
    open: 'user',
    plain: 'role',
    lower: 'role',
    own: 'user',
    'own once': 'user',
    claims: 'claims',
    setting: 'claims',
    session: 'claims',
    random: 'claims',
    ours: 'claims',
    operator: 'claims',
    subquery: 'claims',
    'own in subquery': 'claims',
    domain: 'claims',
    tricky: 'role',
  }
  const found = await Promise.all(Object.keys(policies).map(async (name) => [name, (await viewOf(`t ${name}`)).visibility]))
  expect(Object.fromEntries(found)).toEqual(expected)
  expect(await Promise.all(['free', 'held', 'forced'].map(async (name) => (await viewOf(name)).visibility))).toEqual(['all', 'all', 'none'])
})

test('a policy that fails for a row hides that row alone', async () => {
  const asker: Asker = {
    ref: 'ref',
    identity: { token: null, role, claims: '{}', userId: null, endsAt: Infinity },
    headers: '{}',
  }
  await ground.database.run(sql`insert into fails select generate_series(1, 100)`)
  const view = await viewOf('fails')
  const changes = Array.from({ length: 100 }, (_, index): Change => {
    const row = { value: () => String(index + 1) } as unknown as Tuple
    return { kind: 'INSERT', at: new Date(), columns: [{ name: 'id', isKey: true, typeOid: 23, typeModifier: -1 }], row, old: null }
  })
  asked = []
  const { seen, failed } = await visibleTo(databases, asker, view, changes)
  const ids = (of: ReadonlySet<Change>): number[] => [...of].map(({ row }) => Number(row!.value(0)))
  expect(ids(failed)).toEqual([10, 20, 30, 40, 50, 60, 70, 80, 90, 100])
  expect(seen.size).toBe(90)
  expect(asked.length).toBeLessThan(150)
  // where none fails, one question is enough
  asked = []
  expect((await visibleTo(databases, asker, view, changes.slice(0, 9))).seen.size).toBe(9)
  expect(asked.length).toBe(1)
})

test('a change is asked about as rarely as its policies allow, and told to whom they show it', async () => {
  const uuid = (last: string): string => `00000000-0000-4000-8000-00000000000${last}`
  /** Two sessions of one user, and one of another: who is told, after how many questions. */
  const told = async (table: string): Promise<unknown> => {
    const { oid } = await viewOf(table)
    const hub = new Hub('ref', {} as Hub['settings'], () => {})
    const heard: string[] = []
    for (const [name, last] of [
      ['a1', 'a'],
      ['a2', 'a'],
      ['b', 'b'],
    ] as const) {
      const identity = { token: null, role, claims: JSON.stringify({ session: name }), userId: uuid(last), endsAt: Infinity }
      const channel = {
        identity,
        topic: 'realtime:t',
        isOver: false,
        config: { isOld: false },
        client: { version: 2 },
        deliver: () => heard.push(name),
      } as unknown as Channel
      hub.subscriptions.add({ channel, id: 1, event: '*', schema: 'public', table, filters: [], select: null })
    }
    const columns = [{ name: 'id', isKey: true, typeOid: 23, typeModifier: -1 }]
    const relation = { kind: 'relation', oid, schema: 'public', name: table, identity: 'default', columns } as const
    const change: TableChange = {
      kind: 'INSERT',
      at: new Date(),
      transaction: 3,
      relation,
      columns,
      row: { value: () => '11' } as unknown as Tuple,
      old: null,
    }
    asked = []
    await sendChanges({ databases, tables, logger: silentLogger } as unknown as Realtime, hub, [change])
    // whether the transaction can be seen yet is another question
    return [asked.filter(([first]) => first!.name !== 'snapshot').length, heard.sort()]
  }
  for (const name of ['plain', 'own', 'ours']) {
    await ground.database.run(userAuthored('statement', `insert into "t ${name}" values (11, 'a', 'x', '${uuid('a')}', 1, 1)`))
  }
  expect(await told('t plain')).toEqual([1, ['a1', 'a2', 'b']])
  expect(await told('t own')).toEqual([2, ['a1', 'a2']])
  expect(await told('t ours')).toEqual([3, ['a1', 'a2', 'b']])
  expect(await told('forced')).toEqual([0, []])
  expect(await told('free')).toEqual([0, ['a1', 'a2', 'b']])
})
