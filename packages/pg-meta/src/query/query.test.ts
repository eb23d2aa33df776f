import { expect, test } from 'vitest'
import { Query } from './query.ts'

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
  expect(users().select().filter('id', 'in', [1, 'x']).toSql()).toBe(where("id in (1, 'x')"))
  expect(users().select().filter('id', 'in', 'a,b').toSql()).toBe(where("id in ('a', 'b')"))
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
