import { describe, expect, test } from 'vitest'
import { tokensOf } from '../../../../lib/sql-text/tokens.ts'
import type { Block } from './block.ts'
import { readBlocks } from './blocks.ts'

const read = (text: string) => readBlocks(tokensOf(text)).blocks
const show = ({ references }: Block) =>
  references.map(({ schema, name, alias, kind, columnNames }) =>
    [
      kind === 'relation' ? '' : `${kind} `,
      schema === null ? '' : `${schema}.`,
      name,
      alias === null ? '' : ` ${alias}`,
      columnNames ? `(${columnNames.join()})` : '',
    ].join(''),
  )
const outputs = ({ outputs: own }: Block) => own.map((output) => (output.kind === 'star' ? `${output.qualifier ?? ''}*` : output.name))

describe('what a statement reads', () => {
  test.each([
    ['select | from orders', ['orders']],
    ['select from Orders o, public."My t" as "M"', ['orders o', 'public.My t M']],
    ['select from a join b on a.x = b.x left join c using (id) where', ['a', 'b', 'c']],
    ['select from a cross join lateral f(a.x) as g(y), only d', ['a', 'function f g(y)', 'd']],
    ['select from (select 1 as one) s (two) where', ['query s s(two)']],
    ['select from (a join b on true), c', ['a', 'b', 'c']],
    ['update orders o set x = 1 from items i where', ['orders o', 'items i']],
    ['delete from orders using items i where', ['orders', 'items i']],
    ['insert into orders as o (id, x) values (1)', ['orders o']],
    ['merge into t using s as src on t.id = src.id when matched then update set x = 1', ['t', 's src']],
    ['select x is distinct from y from a', ['a']],
    ['select extract(year from made) from a', ['a']],
    ['alter table if exists only orders drop column', ['orders']],
    ['create index on orders (', ['orders']],
    ['create policy p on public.orders using (', ['public.orders']],
    ['create table t (a int references other (', ['other']],
    ['grant select on table orders to', ['orders']],
    ['copy orders (', ['orders']],
    ['select from generate_series(1, 2) with ordinality n', ['function generate_series n']],
    ['select from a where (', ['a']],
    ['select from a.', []],
    ['table orders', []],
    ['select from a for update of a', ['a']],
  ])('%s', (text, references) => expect(show(read(text)[0]!)).toEqual(references))
})

describe('what a query gives', () => {
  test.each([
    ['select a, b.c, d as e, f g, count(*), sum(x) total, x::int, 1 from t', ['a', 'c', 'e', 'g', 'count', 'total', 'x']],
    ['select *, o.*, "Q" from t', ['*', 'o*', 'Q']],
    ['select distinct a, case when b then c end, coalesce((select 1), 2) as d', ['a', 'case', 'd']],
    ['insert into t values (1) returning id, a as b', ['id', 'b']],
    ['with x as (select 1) select y from x', ['y']],
    ['select a + b, -c from t', []],
  ])('%s', (text, names) => expect(outputs(read(text)[0]!)).toEqual(names))
})

test('queries in a query stand in blocks of their own, and see the outer ones', () => {
  const [outer, inner] = read('select (select | from b where b.x = a.x) from a')
  expect([show(outer!), show(inner!)]).toEqual([['a'], ['b']])
  expect(inner!.outer).toBe(outer)
  const [all, exists] = read('select from a where exists (select from b')
  expect([show(all!), show(exists!)]).toEqual([['a'], ['b']])
  const [first, second] = read('select a from b union all select | from c')
  expect([show(first!), show(second!)]).toEqual([['b'], ['c']])
})

test('CTEs are known by name, one in the other too', () => {
  const blocks = read('with recursive a (x, y) as (select 1, 2), b as materialized (select x as z from a) select | from b join a on')
  expect(show(blocks[0]!)).toEqual(['cte b', 'cte a(x,y)'])
  expect(outputs(blocks[0]!.references[0]!.query!)).toEqual(['z'])
  expect(show(blocks[2]!)).toEqual(['cte a(x,y)'])
  const open = read('with a as (select 1 as one), b as (select | from a')
  expect(show(open[2]!)).toEqual(['cte a'])
})

test('a query inside of another statement', () => {
  for (const text of [
    'create view v as select | from a',
    'explain (analyze) select | from a',
    'create table t as with x as (select 1) select | from a',
  ])
    expect(show(read(text).find(({ verb, references }) => verb === 'select' && references.length > 0)!)).toEqual(['a'])
  const [insert, source] = read('insert into t (x) select y from s on conflict (x) do update set x = excluded.x returning id')
  expect([show(insert!), show(source!)]).toEqual([['t'], ['s']])
  expect(insert!.target?.name).toBe('t')
  expect(outputs(insert!)).toEqual(['id'])
  const [change] = read('with gone as (delete from a returning id) insert into b select id from gone')
  expect(change!.target?.name).toBe('b')
})

test('anything is borne', () => {
  const words = [
    'select',
    'from',
    '(',
    ')',
    ',',
    'a',
    '.',
    'as',
    'with',
    'join',
    'insert',
    'into',
    'on',
    "'",
    '*',
    'union',
    'update',
    'set',
    'returning',
    'using',
    'values',
    '"',
  ]
  let random = 3
  for (let turn = 0; turn < 3_000; turn += 1) {
    const text = Array.from({ length: 14 }, () => {
      random = (random * 1_103_515_245 + 12_345) % 2_147_483_648
      return words[Math.floor((random / 2_147_483_648) * words.length)]
    }).join(' ')
    expect(read(text).length).toBeGreaterThan(0)
  }
})
