import type { CompletionCatalog } from '@colonnade/pg-meta/completion'
import { beforeAll, describe, expect, test } from 'vitest'
import { SqlCatalog } from '../catalog/sql-catalog.ts'
import { changesNames, createdNames, unknownNames } from './name-check.ts'

const tables: Record<string, string[]> = { orders: ['id', 'total'], items: ['id', 'order_id'] }
const names = Object.keys(tables)
const own: CompletionCatalog = {
  search_path: ['public'],
  schemas: ['public'],
  relations: names.map((name, index) => ['public', name, 'r', index + 1]),
  functions: [],
  types: [],
  roles: [],
}
const column = (name: string) => ({ name, type: 'text', is_nullable: true, default: null, generated: null, is_key: false, comment: null })
const catalog = new SqlCatalog(own, null, {
  relations: async (ids) =>
    ids.map((id) => {
      const name = names[id - 1]!
      return { id, schema: 'public', name, kind: 'r', rows: null, comment: null, columns: tables[name]!.map(column), references: [] }
    }),
  functions: async () => [],
  renew: () => false,
})
beforeAll(() => catalog.load(names.map((name) => catalog.relation(null, name)!)))

/** What is marked in statements that are split at their semicolons. */
const marked = (text: string) =>
  text.split(';').flatMap((own) => unknownNames(own, catalog, createdNames(text)).map(({ span }) => own.slice(span.from, span.to)))

describe('what the database does not have is marked', () => {
  test.each([
    ['select * from nothing', ['nothing']],
    ['select id, totl from orders', ['totl']],
    ['select o.totl from orders o', ['totl']],
    ['alter table orders add column note text; select totl from orders', ['totl']],
    ['insert into orders (id, totl) values (1, 2)', ['totl']],
    ['insert into orders as o ("Total", total) select 1, 2', ['"Total"']],
    ['merge into orders using items s on orders.id = s.order_id when matched then update set total = s.totl', ['totl']],
    ['with recursive r as (select id from orders) cycle id set is_cycle using path select pth from r', ['pth']],
  ])('%s', (text, expected) => expect(marked(text)).toEqual(expected))
})

describe('what the text makes itself is not', () => {
  test.each([
    'create table "a b" (x int); select x from "a b"',
    'create table if not exists public."my-table" (x int); insert into public."my-table" values (1)',
    'create or replace view "v ""w" as select 1; select * from "v ""w"',
    'create table Made (x int); select * from made; select * from "made"',
    'create sequence counted; select last_value from counted',
    'select 1 as a into made; select a from made',
    'alter table orders rename to "Old orders"; select any_column from "Old orders"',
    'alter table orders add column note text; select note, o.note from orders o',
    'alter table orders add if not exists "A note" text; select "A note" from orders',
    'alter table orders rename column total to sum_total; select sum_total from orders',
    'alter table orders add note text; insert into orders (id, note) values (1, 2)',
    'insert into orders (select id, total from orders)',
    'insert into orders values (id, totl)',
    'alter table orders rename total to sum_total; select sum_total from orders where sum_total > 1',
  ])('%s', (text) => expect(marked(text)).toEqual([]))
})

describe('words of a statement are no names', () => {
  test.each([
    'merge into orders using items on orders.id = items.order_id when matched then delete when not matched then do nothing',
    'merge into orders o using items s on o.id = s.order_id when not matched by source then delete when not matched by target and s.id > 1 then do nothing',
    'with recursive r (n) as (select 1 union all select n + 1 from r) cycle n set is_cycle using path select n, is_cycle, path from r',
    "with recursive r as (select id from orders) search depth first by id set ord cycle id set c to 'y' default 'n' using way select id from r order by ord, way",
  ])('%s', (text) => expect(marked(text)).toEqual([]))
})

test('nothing is compared where names may mean something else', () => {
  expect(['set search_path to shop', "do $$ begin execute 'x'; end $$", 'create temp table t (a int)'].map(changesNames)).toEqual([true, true, true])
  expect(changesNames('create trigger t before insert on orders for each row execute function f()')).toBe(false)
})
