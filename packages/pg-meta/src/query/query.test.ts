import { expect, test } from 'vitest'
import * as format from '../format/format.ts'
import { table } from '../rows/fixtures.ts'
import { getTableRowsCountSql } from '../rows/table-rows-count.ts'
import { getTableRowsSql } from '../rows/table-rows.ts'
import { Query } from './query.ts'
import { operators, type FilterOperator } from './types.ts'

const users = () => new Query().from('users', 'public')

test('counts and selects with filters, sorts and a range', () => {
  expect(users().count().filter('id', '>', 5).toSql()).toBe('select count(*) from public.users where id > 5;')
  expect(users().select().match({ id: 1 }).order('users', 'name', false, true).range(0, 9).toSql()).toBe(
    'select * from public.users where id = 1 order by users.name desc nulls first limit 10 offset 0;',
  )
})

test('inserts rows by way of their JSON, every column of any row', () => {
  expect(
    users()
      .insert([{ id: 1, name: "O'Neil" }, { mail: 'a@b.c' }], { returning: true, enumArrayColumns: ['tags'] })
      .toSql(),
  ).toBe(
    `insert into public.users (id,name,mail) select id,name,mail from jsonb_populate_recordset(null::public.users, '[{"id":1,"name":"O''Neil"},{"mail":"a@b.c"}]') returning *, tags::text[];`,
  )
})

test('updates the rows that its filters name', () => {
  expect(users().update({ name: 'a' }, { returning: true }).match({ id: 1 }).toSql()).toBe(
    `update public.users set (name) = (select name from json_populate_record(null::public.users, '{"name":"a"}')) where id = 1 returning *;`,
  )
})

test('refuses what would touch every row, and an insert of nothing', () => {
  expect(() => users().delete().toSql()).toThrow('no filters for this delete query')
  expect(() => users().update({ a: 1 }).toSql()).toThrow('no filters for this update query')
  expect(() => users().insert([]).toSql()).toThrow('no value to insert')
})

test('a tuple filter names exact rows', () => {
  expect(
    users()
      .delete()
      .filter(['a', 'b'], 'in', [
        [1, 2],
        [3, 4],
      ])
      .toSql(),
  ).toBe('delete from public.users where (a, b) in ((1, 2), (3, 4));')
  expect(users().delete().filter(['a', 'b'], 'in', ['one,two', 'three,four']).toSql()).toBe(
    "delete from public.users where (a, b) in (('one', 'two'), ('three', 'four'));",
  )
  expect(users().delete().filter(['a', 'b'], '=', ['ARRAY[1]', true]).toSql()).toBe("delete from public.users where (a, b) = ('ARRAY[1]', true);")
  expect(users().delete().filter(['a', 'b'], '=', [1, 2]).toSql()).toBe('delete from public.users where (a, b) = (1, 2);')
  expect(() => users().delete().filter(['a', 'b'], '=', 1).toSql()).toThrow('Tuple filter value must be an array')
  expect(() => users().delete().filter(['a', 'b'], '=', [1]).toSql()).toThrow('Tuple filter value must have the same length as the column array')
  expect(() =>
    users()
      .delete()
      .filter(['a', 'b'], 'in', [[1]])
      .toSql(),
  ).toThrow('Tuple value length must match column length')
})

test('in takes a list or a comma text, is takes its four words, patterns work on any type', () => {
  const where = (text: string) => `select * from public.users where ${text};`
  expect(users().select().filter('id', 'in', [1, 'x']).toSql()).toBe(where("id in (1,'x')"))
  expect(users().select().filter('id', 'in', 'a,b').toSql()).toBe(where("id in ('a','b')"))
  expect(users().select().filter('id', 'in', []).toSql()).toBe(where('false'))
  expect(users().select().filter('id', 'is', 'not null').toSql()).toBe(where('id is not null'))
  expect(users().select().filter('id', 'is', null).toSql()).toBe(where('id is null'))
  expect(users().select().filter('id', '~~*', '1%').toSql()).toBe(where("id::text ~~* '1%'"))
  expect(() => users().select().filter('id', 'is', '1; drop table users').toSql()).toThrow('Not a valid keyword')
  expect(() =>
    users()
      .select()
      .filter('id', '= 1 or 1 =' as '=', 1)
      .toSql(),
  ).toThrow('Not a valid operator')
})

test('the operators of the known interface come first, and those that are ours take values as text', () => {
  expect(operators.slice(0, 12)).toEqual(['=', '<>', '>', '<', '>=', '<=', '~~', '~~*', '!~~', '!~~*', 'in', 'is'])
  const where = (operator: FilterOperator, value: unknown) =>
    users().select().filter('c', operator, value).toSql().slice('select * from public.users where '.length, -1)
  expect(where('not in', ['a', "b'"])).toBe("c not in ('a','b''')")
  expect(where('not in', [])).toBe('true')
  expect(where('is distinct from', 'a')).toBe("c is distinct from 'a'")
  expect(where('!~*', '^a')).toBe("c::text !~* '^a'")
  expect(where('@>', '{"a": 1}')).toBe(`c @> '{"a": 1}'`)
  expect(where('?', 'key')).toBe("c ? 'key'")
  expect(where('@@', 'a or "b c"')).toBe(`c @@ pg_catalog.websearch_to_tsquery('a or "b c"')`)
  const tuple = (operator: FilterOperator) => users().select().filter(['a', 'b'], operator, [1, 2]).toSql()
  expect(tuple('is not distinct from')).toContain('where (a, b) is not distinct from (1, 2);')
  expect(
    users()
      .select()
      .filter(['a', 'b'], 'not in', [[1, 2]])
      .toSql(),
  ).toContain('where (a, b) not in ((1, 2));')
  for (const operator of ['~', '@>', '@@', 'is', '~~'] as const) expect(() => tuple(operator)).toThrow('Not a valid operator for a tuple')
})

test('a condition in SQL stands among the filters of rows, and stays between its parentheses', () => {
  const filters = [{ sql: "c > 1 or d = ')' -- and more" }, { column: 'a', operator: '=', value: 1 } as const]
  const where = "where (\nc > 1 or d = ')' -- and more\n) and a = 1"
  expect(getTableRowsSql({ table: table(), filters }).sql).toContain(where)
  expect(getTableRowsCountSql({ table: table(), filters, enforceExactCount: true }).sql).toBe(
    `select count(*) as count, false as is_estimate from public.t ${where};`,
  )
  for (const text of ['', '-- nothing', 'true) or (true', 'true; drop table t', "a = 'b", 'a /* b', '"a', '$$a', 'a\0']) {
    expect(() => getTableRowsSql({ table: table(), filters: [{ sql: text }] }), text).toThrow()
  }
})

test('true and false are words in filters, and only arrays of constants are taken as they are written', () => {
  const where = (value: unknown) => users().select().filter('c', '=', value).toSql().slice('select * from public.users where c = '.length, -1)
  expect(users().select().match({ active: true, role: 'admin' }).toSql()).toBe("select * from public.users where active = true and role = 'admin';")
  const arrays = ["ARRAY['a','it''s']", "array['a', NULL]::mood[]", 'ARRAY[1,-2.5]::"My".numbers', 'ARRAY[]::text[]']
  expect(arrays.map(where)).toEqual(arrays)
  const texts = ['ARRAY[pg_sleep(1)]', "ARRAY['a'] or true", "ARRAY['a\\']", 'ARRAY[1', "ARRAY['a'];", 'ARRAY[a]', "ARRAY['a']::text[] || x"]
  for (const text of texts) expect(where(text)).toBe(format.literal(text))
  expect(() => where("ARRAY['\0']")).toThrow('NUL')
})

test('a sort without a column is none', () => {
  expect(users().select().order('users', '').toSql()).toBe('select * from public.users;')
})

test('truncates, with cascade when asked; a clone goes its own way', () => {
  expect(users().truncate().toSql()).toBe('truncate public.users;')
  expect(users().truncate({ cascade: true }).toSql()).toBe('truncate public.users cascade;')
  const base = users().select().match({ a: 1 })
  const fork = base.clone().match({ b: 2 })
  expect([base.toSql(), fork.toSql()]).toEqual(['select * from public.users where a = 1;', 'select * from public.users where a = 1 and b = 2;'])
})

test('hostile names stay names', () => {
  expect(new Query().from('a"b; drop', 'Ünïcode 🏛').delete().match({ 'c"': "x'\\" }).toSql()).toBe(
    `delete from "Ünïcode 🏛"."a""b; drop" where "c""" = E'x''\\\\';`,
  )
})
