import { loadModule, parsePlPgSQLSync, parseSync, scanSync } from 'libpg-query'
import { beforeAll, describe, expect, test } from 'vitest'
import { analyzeStatements } from './analyze.ts'
import type { Parser } from './parser.ts'
import { relationText } from './relation-name.ts'

const parser = { parseSync, parsePlPgSQLSync, scanSync } as unknown as Parser
beforeAll(() => loadModule())

function only(text: string) {
  const analysis = analyzeStatements(parser, text)
  if (analysis.kind !== 'statements' || analysis.statements.length !== 1) throw new Error(text)
  const [statement] = analysis.statements
  expect(statement!.problem).toBeNull()
  return statement!
}
const locks = (text: string) =>
  only(text).classification!.locks.map(({ relation, mode, work }) => `${relation === null ? '*' : relationText(relation)} ${mode} ${work}`)

describe('a lock that lasts is named', () => {
  test.each([
    ['alter table s.t add column a int generated always as identity', ['s.t ACCESS EXCLUSIVE rewrite']],
    ['alter table t add a bigserial', ['t ACCESS EXCLUSIVE rewrite']],
    ['alter table t add a uuid default gen_random_uuid()', ['t ACCESS EXCLUSIVE maybe_rewrite']],
    ['alter table t add a int unique check (a > 0)', ['t ACCESS EXCLUSIVE scan', 't ACCESS EXCLUSIVE index']],
    ['alter table t alter a type bigint, alter b set not null', ['t ACCESS EXCLUSIVE maybe_rewrite', 't ACCESS EXCLUSIVE scan']],
    ['alter table t add check (a > 0)', ['t ACCESS EXCLUSIVE scan']],
    ['alter table t add constraint f foreign key (a) references s.u (id)', ['t SHARE ROW EXCLUSIVE scan', 's.u SHARE ROW EXCLUSIVE scan']],
    ['alter table t add primary key (a)', ['t ACCESS EXCLUSIVE index']],
    ['alter table t set unlogged', ['t ACCESS EXCLUSIVE rewrite']],
    ['alter table p attach partition s.q for values in (1)', ['s.q ACCESS EXCLUSIVE scan']],
    ['create index on "Odd t" (a)', ['Odd t SHARE index']],
    ['vacuum full', ['* ACCESS EXCLUSIVE rewrite']],
    ['vacuum (full, analyze) a, b', ['a ACCESS EXCLUSIVE rewrite', 'b ACCESS EXCLUSIVE rewrite']],
    ['cluster t using i', ['t ACCESS EXCLUSIVE rewrite']],
    ['cluster', ['* ACCESS EXCLUSIVE rewrite']],
    ['reindex table t', ['t SHARE index']],
    ['reindex schema public', ['* SHARE index']],
    ['refresh materialized view m', ['m ACCESS EXCLUSIVE rewrite']],
    ['lock table t', ['t ACCESS EXCLUSIVE hold']],
    ['lock t, u in share mode', ['t SHARE hold', 'u SHARE hold']],
  ])('%s', (text, expected) => {
    expect(locks(text)).toEqual(expected)
  })

  test.each([
    'alter table t add a int',
    "alter table t add a timestamptz not null default now(), add b text default 'x'",
    'alter table t drop column a',
    'alter table t rename a to b',
    'alter table t add constraint c check (a > 0) not valid',
    'alter table t add constraint f foreign key (a) references u not valid',
    'alter table t validate constraint c',
    'alter table t add constraint p primary key using index i',
    'alter type c add attribute a int',
    'create index concurrently on t (a)',
    'vacuum t',
    'vacuum (full false) t',
    'reindex table concurrently t',
    'refresh materialized view concurrently m',
    'lock table t in access share mode',
    'drop table t',
    'select * from t for update',
  ])('a moment is none: %s', (text) => {
    expect(locks(text)).toEqual([])
  })
})

test('tables that are made are named, and those whose row-level security is switched on or off', () => {
  const made = (text: string) => only(text).classification!.madeTables.map(relationText)
  expect(made('create table s.t (a int)')).toEqual(['s.t'])
  expect(made('create table if not exists "T" as select 1')).toEqual(['T'])
  expect(made('select 1 as a into x')).toEqual(['x'])
  expect(made('create temp table t (a int)')).toEqual([])
  expect(made('create table pg_temp.t (a int)')).toEqual([])
  expect(made('create materialized view m as select 1')).toEqual([])
  expect(made('explain create table x as select 1')).toEqual([])
  expect(made('create schema s create table t (a int) create table s.u (a int) create view v as select 1')).toEqual(['s.t', 's.u'])
  expect(made('create schema authorization bob create table t (a int)')).toEqual(['bob.t'])
  expect(only('alter table s.t enable row level security').classification!.securedTables).toEqual([{ schema: 's', name: 't' }])
  expect(only('alter table s.t disable row level security').classification).toMatchObject({
    securedTables: [],
    openedTables: [{ schema: 's', name: 't' }],
  })
  expect(only('do $$ begin create table t (a int); alter table u disable row level security; end $$').classification).toMatchObject({
    madeTables: [{ schema: null, name: 't' }],
    openedTables: [{ schema: null, name: 'u' }],
  })
})

describe('rows that a condition finds can be counted', () => {
  const count = (text: string) => only(text).matched!.countText?.replaceAll(/\s+/g, ' ').replaceAll(' )', ')') ?? null
  test.each([
    ['delete from only s.t as x where x.a = 1 returning *', 'select count(*) from only s.t as x where x.a = 1'],
    ['update "where" set a = b is distinct from c where d', 'select count(*) from "where" where d'],
    ["UPDATE t SET a = (select 1 from u where true) WHERE b = 'é🏛' RETURNING a", "select count(*) from t where b = 'é🏛'"],
    [
      'delete from t using u join v using (id) where t.id = u.id',
      'select count(*) from t where exists (select from u join v using (id) where t.id = u.id)',
    ],
    ['update t x set a = 1 from u where x.id = u.id', 'select count(*) from t x where exists (select from u where x.id = u.id)'],
    [
      'with old as (select 1 as id) delete from t where id in (select id from old)',
      'with old as (select 1 as id) select count(*) from t where id in (select id from old)',
    ],
    ['delete from t -- all\nwhere a is distinct from b --', 'select count(*) from t -- all where a is distinct from b --'],
  ])('%s', (text, expected) => {
    expect(count(text)).toBe(expected)
    expect(only(only(text).matched!.countText!).classification).toMatchObject({ kind: 'SelectStmt', writes: false })
  })

  test('unless counting would change something, or there is no text for it', () => {
    expect(count('with gone as (delete from u where b returning id) delete from t where id in (select id from gone)')).toBeNull()
    expect(count('delete from t where current of c')).toBeNull()
    for (const text of ['delete from t', 'insert into t values (1)', 'select 1']) expect(only(text).matched).toBeNull()
  })
})
