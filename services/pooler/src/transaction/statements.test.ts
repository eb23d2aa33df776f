import { expect, test } from 'vitest'
import { effectOf, type Left } from './statements.ts'

const settingOf = (name: string, text: string) => ({ kind: 'setting', name, text })

const kept: readonly [string, string][] = [
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
]
test.each(kept)('%s is kept', (text, name) => expect(effectOf(text)).toEqual(settingOf(name, text)))

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

test.each(['reset all', 'DISCARD  ALL ;'])('%s is where sessions begin', (text) => expect(effectOf(text)).toEqual({ kind: 'reset' }))

test.each([
  ['reset role', 'role'],
  ['RESET "Role";', 'role'],
  ['reset time zone', 'timezone'],
  ['reset session authorization', 'session_authorization'],
  ['reset my.name', 'my.name'],
])('%s is one setting less', (text, name) => expect(effectOf(text)).toEqual({ kind: 'unset', name }))

test.each(['deallocate a', 'DEALLOCATE ALL', 'select 1; deallocate all'])('%s deallocates', (text) =>
  expect(effectOf(text)).toEqual({ kind: 'leaves', things: [], deallocates: true }),
)

const left: readonly [text: string, ...things: Left[]][] = [
  ['select 1; set role anon'],
  ['set role anon; set work_mem = 1'],
  ['begin;set role anon;commit'],
  ['select 1; reset role'],
  ['prepare a as select 1'],
  ['listen a'],
  ['do $$ begin end $$'],
  ['call p()'],
  ["load 'auto_explain'"],
  ["select set_config('role', 'anon', false)", 'setting'],
  ["select pg_catalog.set_config('role', 'anon', $1)"],
  ["select set_config('a', 'b', true), set_config('a', 'b', not true)"],
  ['select pg_advisory_lock(1)', 'advisory lock'],
  ['create temp table a (b int)', 'temporary table'],
  ['create temp table a (b int); create temp table c (d int) on commit drop', 'temporary table'],
  ['create temp table a (b int) on commit drop; create temp table c (d int)', 'temporary table'],
  ['create temp table a (b int) on commit delete rows', 'temporary table'],
  ['create or replace temporary view a as select 1', 'temporary table'],
  ['select 1 into temp a', 'temporary table'],
  ['create table pg_temp.a (b int); select pg_try_advisory_lock(1)', 'temporary table', 'advisory lock'],
  ['declare a cursor with hold for select 1', 'cursor'],
  ['set session characteristics as transaction read only'],
  [`select '${'x'.repeat(300_000)}'`],
]
test.each(left)('%.60s leaves something', (text, ...things) => expect(effectOf(text)).toEqual({ kind: 'leaves', things }))

test.each([';/*', '/**/', '$a', "e'\\", '(set_config', '--', "''", '$$', '"'])(
  'a text of many %s takes no longer than others',
  (part) => {
    const text = part.repeat(Math.floor(250_000 / part.length))
    for (let round = 0; round < 5; round += 1) effectOf(text)
    expect(text.length).toBeLessThan(256 * 1024)
  },
  10_000,
)
