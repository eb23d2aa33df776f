import type { CompletionCatalog } from '@colonnade/pg-meta/completion'
import type { RelationDetails } from '@colonnade/pg-meta/completion-details'
import { beforeAll, describe, expect, test } from 'vitest'
import { SqlCatalog } from '../catalog/sql-catalog.ts'
import { suggest } from './suggest.ts'

const tables: Record<string, string[]> = {
  'public.customers': ['id', 'name', 'email'],
  'public.orders': ['id', 'customer_id', 'placed_at', 'total'],
  'public.order_items': ['order_id', 'product_id', 'quantity'],
  'public.select': ['from', 'Größe'],
  'shop.products': ['id', 'title'],
}
const own: CompletionCatalog = {
  search_path: ['public'],
  schemas: ['pg_catalog', 'public', 'shop'],
  relations: Object.keys(tables).map((path, index) => [...(path.split('.') as [string, string]), 'r', index + 1]),
  functions: [
    ['public', 'place_order', 'customer integer, note text', 'bigint', 'f'],
    ['public', 'note_order', '', 'trigger', 'f'],
    ['shop', 'find_products', 'words text', 'SETOF shop.products', 'f'],
  ],
  types: [['public', 'Mood']],
  roles: ['anon', 'authenticated'],
}
const builtin: CompletionCatalog = {
  ...own,
  relations: [['pg_catalog', 'pg_class', 'r', 99]],
  functions: [['pg_catalog', 'coalesce_all', 'a int', 'int', 'f']],
  types: [['pg_catalog', 'circle']],
}
const column = (name: string) => ({
  name,
  type: name === 'id' ? 'integer' : 'text',
  is_nullable: name !== 'id',
  default: null,
  generated: name === 'id' ? ('identity' as const) : null,
  is_key: name === 'id',
  comment: null,
})
const details = (id: number): RelationDetails => {
  const [path, columns] = Object.entries(tables)[id - 1]!
  const [schema, name] = path.split('.') as [string, string]
  const references = {
    'public.orders': [
      { constraint: 'fkey', columns: ['customer_id'], other_schema: 'public', other: 'customers', other_columns: ['id'], is_incoming: false },
      { constraint: 'fkey', columns: ['id'], other_schema: 'public', other: 'order_items', other_columns: ['order_id'], is_incoming: true },
    ],
    'public.customers': [
      { constraint: 'fkey', columns: ['id'], other_schema: 'public', other: 'orders', other_columns: ['customer_id'], is_incoming: true },
    ],
  }[path]
  return { id, schema, name, kind: 'r', rows: null, comment: null, columns: columns.map(column), references: references ?? [] }
}

const catalog = new SqlCatalog(own, builtin, { relations: async (ids) => ids.map(details), functions: async () => [], renew: () => false })
beforeAll(() => catalog.load(own.relations.map(([schema, name]) => catalog.relation(schema, name)!)))

/** What is offered at the bar, as it would be written. */
const offer = (marked: string, isExplicit = true) => {
  const offset = marked.indexOf('|')
  return suggest(marked.replace('|', ''), offset, catalog, isExplicit)?.options ?? []
}
const written = (marked: string, kind?: string) =>
  offer(marked)
    .filter((option) => kind === undefined || option.kind === kind)
    .map(({ apply }) => apply)

describe('columns', () => {
  test.each([
    ['select | from orders', ['id', 'customer_id', 'placed_at', 'total']],
    ['select o.| from orders o', ['id', 'customer_id', 'placed_at', 'total']],
    ['select o.pl| from orders as O', ['placed_at']],
    ['select public.orders.| from public.orders', ['id', 'customer_id', 'placed_at', 'total']],
    ['select at| from orders', ['placed_at']],
    ['select "Gr|" from "select"', ['"Größe"']],
    ['select | from "select"', ['"from"', '"Größe"']],
    ['select na| from orders o join customers c on true', ['name']],
    ['select i| from orders o join customers c on true', ['o.id', 'c.id', 'customer_id']],
    ['select * from orders where tot|', ['total']],
    ['select * from orders order by pl|', ['placed_at']],
    ['select * from orders o where exists (select 1 from order_items i where i.order_id = o.|)', ['id', 'customer_id', 'placed_at', 'total']],
    ['update orders set |', ['id = ', 'customer_id = ', 'placed_at = ', 'total = ']],
    ['update orders o set total = o.|', ['id', 'customer_id', 'placed_at', 'total']],
    ['delete from orders where pla|', ['placed_at']],
    ['insert into orders (id, |)', ['customer_id', 'placed_at', 'total']],
    ['insert into orders (id) values (1) returning cu|', ['customer_id']],
    ['insert into orders (id) values (1) on conflict (|', ['id', 'customer_id', 'placed_at', 'total']],
    ['insert into orders (id) values (1) on conflict (id) do update set total = excluded.tot|', ['total']],
    ['create index on orders (pl|', ['placed_at']],
    ['alter table orders drop column pl|', ['placed_at']],
    ['create policy p on orders using (cust|', ['customer_id']],
    ['create policy p on orders for select to authenticated using (|', ['id', 'customer_id', 'placed_at', 'total']],
    ['create policy p on orders for insert with check (total = 1 and tot|', ['total']],
    ['comment on column orders.|', ['id', 'customer_id', 'placed_at', 'total']],
    ['comment on column public.orders.pl|', ['placed_at']],
    ['create table t (order_id int references orders (|', ['id', 'customer_id', 'placed_at', 'total']],
    ['with a as (select id as key, name from customers) select | from a', ['key', 'name']],
    ['with a (x) as (select id, name from customers) select a.| from a', ['x', 'name']],
    ['with a as (select * from customers), b as (select a.*, 1 as one from a) select b.| from b', ['id', 'name', 'email', 'one']],
    ['select s.| from (select o.total as sum, c.name from orders o join customers c on true) s', ['sum', 'name']],
    ['insert into customers select | from orders', ['id', 'customer_id', 'placed_at', 'total']],
    ['select 1 union select pl| from orders', ['placed_at']],
    ['merge into orders o using customers c on o.|', ['id', 'customer_id', 'placed_at', 'total']],
  ])('%s', (text, columns) => expect(written(text, 'column')).toEqual(columns))

  test('say what they are', () => {
    expect(offer('select o.i| from orders o')[0]).toEqual({ label: 'id', apply: 'id', kind: 'column', detail: 'integer · key' })
  })
})

describe('tables', () => {
  test.each([
    ['select * from cu|', ['customers']],
    ['select * from items|', ['order_items']],
    ['select * from sel|', ['"select"']],
    ['select * from prod|', ['shop.products']],
    ['select * from shop.|', ['products']],
    ['select * from pg_cl|', ['pg_class']],
    ['update cust|', ['customers']],
    ['insert into cust|', ['customers']],
    ['delete from cust|', ['customers']],
    ['select * from orders, cust|', ['customers']],
    ['alter table cust|', ['customers']],
    ['drop table if exists cust|', ['customers']],
    ['grant select on cust|', ['customers']],
    ['grant select on | to anon', ['customers', 'order_items', 'orders', '"select"']],
    ['comment on column cust|', ['customers']],
    ['create table t (a int references cust|', ['customers']],
    ['select * from orders where cust|', []],
  ])('%s', (text, names) => expect(written(text, 'table')).toEqual(names))

  test('CTEs come first', () => {
    expect(offer('with custom as (select 1) select * from cust|').map(({ label }) => label)).toEqual(['custom', 'customers'])
  })

  test('are offered unasked after FROM, elsewhere when there is a letter', () => {
    expect(offer('select * from |', false).length).toBeGreaterThan(3)
    expect(offer('select | from orders', false)).toEqual([])
  })
})

describe('joins', () => {
  test('come from foreign keys, in both directions', () => {
    expect(written('select * from orders o join |', 'join')).toEqual(['customers c on c.id = o.customer_id', 'order_items oi on oi.order_id = o.id'])
    expect(written('select * from orders o join customers c on |', 'join')).toEqual(['c.id = o.customer_id'])
    expect(written('select * from customers c left join orders on |', 'join')).toEqual(['orders.customer_id = c.id'])
  })
})

describe('the rest', () => {
  test.each([
    ['select 1::|', 'text'],
    ['select cast(x as ci|', 'circle'],
    ['select x::mo|', '"Mood"'],
    ['create table t (id |', 'bigint'],
    ['create table t (id int, name |', 'text'],
    ['alter table orders add column x |', 'uuid'],
    ['grant select on orders to |', 'anon'],
    ['create policy p on orders to auth|', 'authenticated'],
    ['set role |', 'anon'],
    ['select place|', 'place_order('],
    ['select place_order(no|', 'note => '],
    ['select place_order(1, |', 'customer => '],
    ['create policy p on orders using (place|', 'place_order('],
    ['select shop.f|', 'find_products('],
    ['select coal| from orders', 'coalesce'],
    ['sel|', 'select'],
    ['select * from orders o wh|', 'where'],
    ['select * from orders le|', 'left join'],
    ['select id fr|', 'from'],
    ['select * from orders where id is|', 'is null'],
    ['select | from orders o', 'o.'],
    ['select * from s|', 'shop.'],
    ['select * from shop.f|', 'find_products('],
  ])('%s', (text, option) => expect(written(text)).toContain(option))

  test('a trigger takes the functions that return one, and nothing else', () => {
    expect(offer('create trigger t after insert on orders for each row execute function |', false).map(({ apply }) => apply)).toEqual([
      'note_order()',
    ])
    expect(written('create trigger t after insert on orders for each row execute procedure no|')).toEqual(['note_order()'])
    expect(written('create event trigger t on ddl_command_end execute function |')).toEqual([])
  })

  test('a star becomes its columns', () => {
    expect(written('select *| from customers')).toEqual(['id, name, email'])
    expect(written('select c.*| from customers c join orders o on true')).toEqual(['c.id, c.name, c.email'])
    expect(written('select *| from customers c join shop.products p on true')).toEqual(['c.id, c.name, c.email, p.id, p.title'])
  })

  test('an INSERT is written with the columns that can be given', () => {
    expect(written('insert into orders |', 'snippet')).toEqual(['(customer_id, placed_at, total)\nvalues (${customer_id}, ${placed_at}, ${total})'])
  })

  test('statements begin with snippets, too', () => {
    expect(offer('ups|').map(({ label }) => label)).toContain('upsert …')
    expect(offer('select 1; |')).not.toEqual([])
  })

  test.each([
    'select total as i|',
    'select id as n|, name from customers',
    'select 1 from customers as i|',
    'insert into orders as n| (id) values (1)',
    'update orders as n| set id = 1',
    'delete from orders returning id as n|',
    'select * from coalesce_all(1) as n|',
  ])('a name that is made up needs no list: %s', (marked) => expect(offer(marked)).toEqual([]))

  test.each(['select cast(id as t| from orders', 'create view names as s|', 'create table copied as s|'])('%s is no name', (marked) =>
    expect(offer(marked)).not.toEqual([]),
  )

  test('nothing is offered in constants, comments and numbers', () => {
    for (const text of ["select 'na|' from orders", 'select -- na|', 'select /* na| */ 1', 'select 12|', '\\d na|']) expect(offer(text)).toEqual([])
  })

  test('ten thousand tables are searched in no time that anybody sees', () => {
    const many = new SqlCatalog(
      { ...own, relations: Array.from({ length: 10_000 }, (_, index) => ['public', `table_of_things_${index}`, 'r', index + 10]) },
      null,
      {
        relations: async () => [],
        functions: async () => [],
        renew: () => false,
      },
    )
    expect(suggest('select * from things_99', 23, many, true)?.options.length).toBe(60)
  })
})

describe('in the body of a function', () => {
  const inBody = (body: string) =>
    `create function place(customer integer, note text default 'x') returns setof orders as $$\n${body}\n$$ language plpgsql`
  const texts = (marked: string, isExplicit = true) => offer(marked, isExplicit).map(({ apply }) => apply)
  const block = (statement: string) => inBody(`declare\n  bought orders;\n  n integer := 0;\nbegin\n${statement}\nend`)

  test.for([
    ['a statement of SQL', 'select cu| from customers;', 'customer'],
    ['the columns of what it reads', 'select em| from customers;', 'email'],
    ['its tables', 'delete from ord|', 'orders'],
    ['its functions', 'perform place_o|', 'place_order('],
    ['a condition', 'if bou| is null then return; end if;', 'bought'],
    ['an assignment', 'n := no|;', 'note'],
    ['the fields of a row', 'n := bought.|;', 'placed_at'],
    ['the fields of a row that is given a value', 'bought.pl|', 'placed_at := '],
    ['what a query is read into', 'select total into bou| from orders;', 'bought'],
    ['a statement that begins', 'bou|', 'bought := '],
    ['its words', 'rais|', 'raise notice'],
    ['a query that is given back', 'return query select tot| from orders;', 'total'],
    ['a loop over a query', 'for each in select na| from customers loop', 'name'],
    ['the rows of a loop', 'for each in select id, name from customers loop n := each.na|; end loop;', 'name'],
    ['a CASE of an expression', 'n := case when n > 0 then no| else 1 end;', 'note'],
    ['a message', "raise notice 'so %', bou|;", 'bought'],
  ])('offers what fits: %s', ([, statement, wanted]) => {
    expect(texts(block(statement!))).toContain(wanted)
  })

  test('offers types where a variable is declared, rows and columns of tables too', () => {
    const declared = (text: string) => texts(inBody(`declare ${text}`))
    expect(declared('a tex|')).toContain('text')
    expect(declared('a ord|')).toContain('orders%rowtype')
    expect(declared('a orders.pl|')).toContain('placed_at%type')
    expect(declared('a int := cust|')).toContain('customer')
    expect(declared('a|')).toEqual([])
  })

  test('replaces the word that is written, at its place in the whole text', () => {
    const text = block('select em| from customers;')
    const at = text.indexOf('|')
    expect(suggest(text.replace('|', ''), at, catalog, true)).toMatchObject({ from: at - 2, to: at })
  })

  test('knows bodies of SQL, of DO, and those of triggers', () => {
    expect(texts('create function f(customer int) returns int as $$ select 1; select cus| from customers $$ language sql')).toContain('customer')
    expect(texts('do $$ begin update orders set tot| end $$')).toContain('total = ')
    expect(texts('create function t() returns trigger language plpgsql as $body$ begin if tg_| then')).toContain('tg_op')
    expect(texts(`create function t() returns text as $$ return ord| $$ language plpython3u`)).toEqual([])
    expect(texts(block("raise notice 'ord|'"))).toEqual([])
    expect(texts(block('-- ord|'))).toEqual([])
  })
})
