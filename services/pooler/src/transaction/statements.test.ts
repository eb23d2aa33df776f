import { expect, test } from 'vitest'
import { type Effect, effectOf, type Left } from './statements.ts'

const kept: readonly [text: string, ...settings: string[]][] = [
  ["set search_path = 'a'", 'search_path'],
  ["  /* first; */ SET -- now;\n TimeZone TO 'UTC';", 'timezone'],
  ["set time zone 'UTC'", 'timezone'],
  ["set session time zone 'UTC'", 'timezone'],
  ["set names 'utf8'", 'client_encoding'],
  ['set session work_mem = 1000', 'work_mem'],
  ['set role anon', 'role'],
  ['set session authorization anon', 'session_authorization'],
  ["set my.name = 'a;b'", 'my.name'],
  ["set session my.name = 'a'", 'my.name'],
  ['set my.name = $$a;b$$', 'my.name'],
  [`set session my."Name" = 'a'`, 'my.name'],
  ['reset role', 'role'],
  ['RESET "Role";', 'role'],
  ['reset time zone', 'timezone'],
  ['reset session authorization', 'session_authorization'],
  ['reset my.name', 'my.name'],
  ["select set_config('My.Name', 'anon', false)", 'my.name'],
  ["select set_config('a.b', 'c', true), set_config('a.c', 'b', not true)", 'a.c'],
  ['select 1; set role anon', 'role'],
  ['set role anon; set work_mem = 1', 'role', 'work_mem'],
  ['begin;set role anon;commit', 'role'],
  [
    'set session characteristics as transaction read only',
    'default_transaction_isolation',
    'default_transaction_read_only',
    'default_transaction_deferrable',
  ],
]
test.each(kept)('%s: these are asked for', (text, ...settings) => expect(effectOf(text)).toEqual({ settings }))

test.each([
  'select 1',
  'update t set a = 1; delete from t',
  "select 'set role anon; discard all'",
  'select "set_config"',
  "select e'it\\'s; set role anon'",
  'begin; set local role anon; set transaction read only; select 1; commit',
  "select set_config('request.jwt.claims', '{\"a\":(1)}', true), set_config('role', lower(('anon')), true)",
  'select pg_advisory_xact_lock(1)',
  'select temp from weather; insert into weather (temp) values (1)',
  '-- set role anon\nselect 1 /* ; reset all /* nested; */ discard all */',
  'create function f() returns void language sql as $body$ select 1; set role anon $body$',
  '',
  ';;',
  'create temp table a (b int) on commit drop',
])('%s leaves nothing', (text) => expect(effectOf(text)).toBeNull())

test.each(['reset all', 'do $$ begin end $$', 'call p()', "select pg_catalog.set_config($1, 'anon', $2)", `select '${'x'.repeat(300_000)}'`])(
  '%.60s may set whatever it likes',
  (text) => expect(effectOf(text)).toEqual({ settings: [], setsOthers: true }),
)

const deallocating: readonly [string, Effect['deallocates']][] = [
  ['deallocate a', { name: 'a' }],
  ['deallocate prepare "A ""1"""', { name: 'A "1"' }],
  ['DEALLOCATE ALL', 'all'],
  ['select 1; deallocate all', 'all'],
]
test.each(deallocating)('%s deallocates', (text, deallocates) => expect(effectOf(text)).toEqual({ settings: [], deallocates }))

test('DISCARD ALL does all of it', () => expect(effectOf('DISCARD  ALL ;')).toEqual({ settings: [], setsOthers: true, deallocates: 'all' }))

const left: readonly [text: string, ...things: Left[]][] = [
  ['prepare a as select 1'],
  ['listen a'],
  ["load 'auto_explain'"],
  ['select pg_advisory_lock(1)', 'advisory lock'],
  ['create temp table a (b int)', 'temporary table'],
  ['create temp table a (b int); create temp table c (d int) on commit drop', 'temporary table'],
  ['create temp table a (b int) on commit drop; create temp table c (d int)', 'temporary table'],
  ['create temp table a (b int) on commit delete rows', 'temporary table'],
  ['create or replace temporary view a as select 1', 'temporary table'],
  ['select 1 into temp a', 'temporary table'],
  ['create table pg_temp.a (b int); select pg_try_advisory_lock(1)', 'temporary table', 'advisory lock'],
  ['declare a cursor with hold for select 1', 'cursor'],
]
test.each(left)('%.60s leaves something', (text, ...things) => expect(effectOf(text)).toEqual({ settings: [], leaves: things }))

test.each([';/*', '/**/', '$a', "e'\\", '(set_config', '--', "''", '$$', '"'])(
  'a text of many %s takes no longer than others',
  (part) => {
    const text = part.repeat(Math.floor(250_000 / part.length))
    for (let round = 0; round < 5; round += 1) effectOf(text)
    expect(text.length).toBeLessThan(256 * 1024)
  },
  10_000,
)
