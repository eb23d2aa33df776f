import type { Branch } from '@colonnade/contracts/copies/branches'
import type { TableCopy } from '@colonnade/contracts/copies/table-copies'
import { sql } from '@colonnade/sql'
import type { Scenario } from '@colonnade/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { messages } from './messages.ts'

let platform: TestPlatform
let ref: string
let branch: Branch

/** Tables with everything that a copy could lose. */
const tables = `
  create type mood as enum ('calm', 'cross'); create type gone_type as enum ('x'); create sequence shared;
  create table customers (id int primary key); insert into customers values (1), (2);
  create table "Odd ""Orders""" (
    "Id" int generated always as identity (start 10 increment 5) primary key, "the name" text not null default 'it''s', mood mood,
    price numeric, doubled numeric generated always as (price * 2) stored, code serial unique,
    customer int references customers, gone int references customers, parent int references "Odd ""Orders""",
    constraint priced check (price > 0)
  );
  create index "by Name" on "Odd ""Orders""" (lower("the name")) where price > 1;
  insert into "Odd ""Orders""" ("the name", mood, price, customer, gone)
    select E'line\\n\\t\\\\' || n, 'cross', n, 1, 2 from generate_series(1, 3000) n;
  alter table "Odd ""Orders""" enable row level security; alter table "Odd ""Orders""" force row level security;
  create policy "own rows" on "Odd ""Orders""" for select to authenticated using ("Odd ""Orders""".price > 5);
  revoke all on "Odd ""Orders""" from anon;
  create table typed (id int, kind gone_type); insert into typed values (1, 'x');
  create table measured (at int, v text) partition by range (at);
  create table measured_1 partition of measured for values from (0) to (10); insert into measured values (1, 'a'), (2, null);
  analyze`

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Shop')
  await query(ref, tables)
  branch = (await platform.ask('owner', 'POST', `/platform/projects/${ref}/branches`, { name: 'before' })).json as Branch
  await platform.ctx.parts.reconciler.idle(branch.project_ref)
})
afterAll(() => platform[Symbol.asyncDispose]())

const at = (rest = '') => `/platform/projects/${ref}/branches/${branch.id}/table-copies${rest}`
async function query(of: string, text: string): Promise<readonly (string | null)[][]> {
  const { status, json } = await platform.ask('owner', 'POST', `/platform/pg-meta/${of}/query`, { query: text })
  if (status !== 200) throw new Error(JSON.stringify(json))
  return (json as { readonly results: readonly { readonly rows: (string | null)[][] }[] }).results.at(-1)?.rows ?? []
}
const valueOf = async (text: string) => (await query(ref, text))[0]?.[0]
const latest = async () => ((await platform.ask('read-only', 'GET', at())).json as TableCopy[])[0]!
async function copy(body: object): Promise<TableCopy> {
  const begun = await platform.ask('developer', 'POST', at(), { schema: 'public', ...body })
  expect(begun, JSON.stringify(begun.json)).toMatchObject({ status: 202, json: { status: 'COPYING' } })
  await platform.ctx.parts.tableCopies.idle((begun.json as TableCopy).id)
  return latest()
}
/** The columns of a table, in order. */
const shapeOf = (of: string, name: string) =>
  query(
    of,
    `select attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated from pg_attribute
      where attrelid = '${name}'::regclass and attnum > 0 order by attnum`,
  )

const odd = '"Odd ""Orders"""'
const refusals: readonly Scenario<Person>[] = [
  {
    promise: 'who may only read copies none',
    as: 'read-only',
    method: 'POST',
    path: at,
    body: { schema: 'public', name: 'typed' },
    expect: 403,
    code: 'forbidden',
  },
  {
    promise: 'a name that is taken is refused',
    as: 'owner',
    method: 'POST',
    path: at,
    body: { schema: 'public', name: 'typed' },
    expect: 409,
    code: 'duplicate_object',
  },
  {
    promise: 'so is one of a type',
    as: 'owner',
    method: 'POST',
    path: at,
    body: { schema: 'public', name: 'typed', target_name: 'mood' },
    expect: 409,
    code: 'duplicate_object',
  },
  {
    promise: 'a table that the branch lacks isn’t copied',
    as: 'owner',
    method: 'POST',
    path: at,
    body: { schema: 'public', name: 'x' },
    expect: 404,
    code: 'object_not_found',
  },
  {
    promise: 'nor one of ours',
    as: 'owner',
    method: 'POST',
    path: at,
    body: { schema: 'auth', name: 'users', target_name: 'u' },
    expect: 404,
    code: 'object_not_found',
  },
  {
    promise: 'a name that Postgres would cut off is refused',
    as: 'owner',
    method: 'POST',
    path: at,
    body: { schema: 'public', name: 'typed', target_name: 'ü'.repeat(32) },
    expect: 400,
    code: 'invalid_input',
  },
  {
    promise: 'a copy that is not there isn’t cancelled',
    as: 'owner',
    method: 'POST',
    path: () => at('/x/cancel'),
    expect: 404,
    code: 'table_copy_not_found',
  },
]

describe('table copies', () => {
  test.for(refusals)('$promise', async (scenario) => {
    await platform.run(scenario)
    expect((await platform.ask('owner', 'GET', at())).json).toEqual([])
  })

  test('a dropped table comes back with its rows, keys, numbers and protection', async () => {
    const shape = await shapeOf(ref, odd)
    const sum = `select count(*), md5(string_agg(t::text, '|' order by "Id")) from ${odd} t`
    const rows = await query(ref, sum)
    await query(
      ref,
      `alter table customers rename to clients; drop table ${odd}; create table customers (id int primary key); insert into customers values (1)`,
    )
    const listed = await platform.ask('developer', 'GET', at('/tables'))
    expect(listed.json).toMatchObject({
      has_more: false,
      tables: [
        { name: 'Odd "Orders"', is_taken: false, free_name: 'Odd "Orders"', rows_estimate: 3000, rls_enabled: true },
        { name: 'customers', is_taken: true, free_name: 'customers_restored' },
        { name: 'measured', is_partitioned: true, rows_estimate: 2 },
        { name: 'measured_1' },
        { name: 'typed' },
      ],
    })
    const copied = await copy({ name: 'Odd "Orders"' })
    expect(copied).toMatchObject({ status: 'COMPLETED', rows: 3000, problem: null, created_by: 'developer' })
    expect(copied.left_out.map(({ kind, name }) => [kind, name])).toEqual([['foreign_key', 'Odd "Orders"_gone_fkey']])
    expect(copied.left_out[0]!.reason).toContain('violates foreign key constraint')
    expect(await valueOf(`select ${copied.table_id}::regclass`)).toBe(odd)
    expect([await shapeOf(ref, odd), await query(ref, sum)]).toEqual([shape, rows])
    expect(
      await query(
        ref,
        `select contype, conname, pg_get_constraintdef(oid) from pg_constraint where conrelid = '${odd}'::regclass and contype <> 'n' order by contype, conname`,
      ),
    ).toEqual([
      ['c', 'priced', 'CHECK ((price > (0)::numeric))'],
      ['f', 'Odd "Orders"_customer_fkey', 'FOREIGN KEY (customer) REFERENCES customers(id)'],
      ['f', 'Odd "Orders"_parent_fkey', `FOREIGN KEY (parent) REFERENCES ${odd}("Id")`],
      ['p', 'Odd "Orders"_pkey', 'PRIMARY KEY ("Id")'],
      ['u', 'Odd "Orders"_code_key', 'UNIQUE (code)'],
    ])
    // the numbers go on after the last ones
    expect(await query(ref, `insert into ${odd} (price) values (1) returning "Id", code`)).toEqual([[String(10 + 3000 * 5), '3001']])
    expect(
      await query(
        ref,
        `select relrowsecurity, relforcerowsecurity, has_table_privilege('anon', oid, 'select'), has_table_privilege('authenticated', oid, 'select'),
          pg_get_userbyid(relowner), (select string_agg(polname, ',') from pg_policy where polrelid = c.oid)
          from pg_class c where oid = '${odd}'::regclass`,
      ),
    ).toEqual([['t', 't', 'f', 't', 'postgres', 'own rows']])
  })

  test('a table that is still there gets a copy beside it, which shares nothing with it', async () => {
    await query(ref, `truncate ${odd}`)
    const copied = await copy({ name: 'Odd "Orders"', target_name: 'orders_restored' })
    expect(copied).toMatchObject({ status: 'COMPLETED', rows: 3000 })
    expect(copied.left_out.map(({ name }) => name)).toEqual(['Odd "Orders"_gone_fkey'])
    expect(await query(ref, `select (select count(*) from ${odd}), (select count(*) from orders_restored)`)).toEqual([['0', '3000']])
    expect(
      await query(
        ref,
        `select pg_get_serial_sequence('orders_restored', 'code'), pg_get_expr(adbin, adrelid),
          (select pg_get_constraintdef(k.oid) from pg_constraint k where conrelid = adrelid and conname like '%parent%'),
          (select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = adrelid)
        from pg_attrdef where adrelid = 'orders_restored'::regclass and pg_get_expr(adbin, adrelid) like '%nextval%'`,
      ),
    ).toEqual([
      [
        'public.orders_restored_code_seq',
        "nextval('orders_restored_code_seq'::regclass)",
        'FOREIGN KEY (parent) REFERENCES orders_restored("Id")',
        '(price > (5)::numeric)',
      ],
    ])
    expect(await query(ref, 'insert into orders_restored (price) values (1) returning code')).toEqual([['3001']])
  })

  test('a partitioned table comes back as an ordinary one, and says so', async () => {
    const copied = await copy({ name: 'measured', target_name: 'measured whole' })
    expect(copied).toMatchObject({ status: 'COMPLETED', rows: 2, left_out: [{ kind: 'partitioning' }] })
    expect(await query(ref, 'select * from "measured whole" order by 1')).toEqual([
      ['1', 'a'],
      ['2', null],
    ])
  })

  test('a missing type is named, and nothing of the table is left', async () => {
    await query(ref, 'drop table typed; drop type gone_type')
    const copied = await copy({ name: 'typed' })
    expect(copied).toMatchObject({ status: 'FAILED', table_id: null })
    expect(copied.problem).toBe(`${messages.unchanged}. ${messages.missing('type "public.gone_type" does not exist')}`)
    expect(await valueOf("select to_regclass('typed')")).toBe(null)
  })

  test('an interrupted copy that was committed isn’t made twice', async () => {
    const { id, target_name } = await latestCompleted()
    await platform.ctx.database.run(sql`update table_copies set status = 'COPYING', ended_at = null where id = ${id}`)
    platform.ctx.parts.tableCopies.kick(id)
    await platform.ctx.parts.tableCopies.idle(id)
    expect(await latestCompleted()).toMatchObject({ id, target_name, rows: 2, problem: null })
  })

  test('a copy is cancelled while it runs, and holds back what would interrupt it', async () => {
    await query(
      branch.project_ref,
      'create function slow(int) returns int language sql immutable as $$select 1$$; alter table typed add check (slow(id) = 1)',
    )
    await query(
      ref,
      "create type gone_type as enum ('x'); create function slow(int) returns int language sql immutable as $$select 1 from pg_sleep(60)$$",
    )
    const begun = (await platform.ask('developer', 'POST', at(), { schema: 'public', name: 'typed' })).json as TableCopy
    await expect.poll(async () => (await latest()).step, { timeout: 20_000 }).toBe('rows')
    const busy = { status: 409, json: { code: 'project_busy', message: messages.inProgress } }
    expect(await platform.ask('owner', 'POST', `/platform/projects/${ref}/pause`)).toMatchObject(busy)
    expect(await platform.ask('developer', 'POST', at(), { schema: 'public', name: 'customers', target_name: 'c' })).toMatchObject(busy)
    expect(await platform.ask('developer', 'POST', at(`/${begun.id}/cancel`))).toMatchObject({ status: 200, json: { status: 'CANCELLED' } })
    expect(await platform.ask('developer', 'POST', at(`/${begun.id}/cancel`))).toMatchObject({ status: 409, json: { code: 'project_busy' } })
    expect(await valueOf("select to_regclass('typed')")).toBe(null)
    const audited = sql`select event from audit_log where details ->> 'copy' = ${begun.id} order by id`
    expect(await platform.ctx.database.rows(audited)).toEqual([{ event: 'branch.table_copied' }, { event: 'branch.table_copy_cancelled' }])
  })

  async function latestCompleted(): Promise<TableCopy> {
    return ((await platform.ask('owner', 'GET', at())).json as TableCopy[]).find(({ status }) => status === 'COMPLETED')!
  }
})
