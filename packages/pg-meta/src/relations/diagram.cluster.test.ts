import { readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { listDiagramTables } from './diagram.ts'

describe.each(await testVersions())('tables of a diagram on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create schema "S'p"; create schema other; create table other.far (id int primary key);
create table "S'p".orders (id int, region text not null, primary key (region, id));
create table "S'p"."Li""ne" (no int generated always as identity unique, order_region text, order_id int not null, far int references other.far,
  mail text, gone int, foreign key (order_region, order_id) references "S'p".orders (region, id));
create unique index on "S'p"."Li""ne" (lower(mail)); create unique index on "S'p"."Li""ne" (mail) where mail <> '';
create unique index on "S'p"."Li""ne" (mail) include (far);
alter table "S'p"."Li""ne" drop column gone; comment on table "S'p"."Li""ne" is 'lines';
create table "S'p".parts (id int references other.far) partition by list (id); create table "S'p".part_1 partition of "S'p".parts for values in (1);
create table other."of""it" (region text, id int not null unique, mail text, foreign key (region, id) references "S'p".orders (region, id));
create table other.part_of (id int, region text, foreign key (region, id) references "S'p".orders (region, id)) partition by list (id);
create table other.part_of_1 partition of other.part_of for values in (1);
create view "S'p".seen as select 1 as one; create table "S'p".bare ()`)
  })

  test('have their columns, whole keys, and foreign keys pair by pair; partitions and views stay out', async () => {
    const tables = await readList(database, listDiagramTables({ schema: "S'p" }))
    expect(tables.map(({ name, type }) => `${name} ${type}`)).toEqual(['Li"ne r', 'bare r', 'orders r', 'parts p'])
    expect(tables[0]).toMatchObject({
      comment: 'lines',
      columns: [
        { name: 'no', type: 'integer', is_nullable: false },
        { name: 'order_region', type: 'text', is_nullable: true },
        { name: 'order_id', type: 'integer', is_nullable: false },
        { name: 'far', type: 'integer', is_nullable: true },
        { name: 'mail', type: 'text', is_nullable: true },
      ],
      keys: [
        { is_primary: false, columns: ['no'] },
        { is_primary: false, columns: ['mail'] },
      ],
      references: [
        { name: 'Li"ne_far_fkey', columns: ['far'], to_schema: 'other', to_table: 'far', to_columns: ['id'] },
        {
          name: 'Li"ne_order_region_order_id_fkey',
          columns: ['order_region', 'order_id'],
          to_schema: "S'p",
          to_table: 'orders',
          to_columns: ['region', 'id'],
        },
      ],
    })
    expect(tables[1]).toMatchObject({ columns: [], keys: [], references: [] })
    expect(tables[2]!.keys).toEqual([{ is_primary: true, columns: ['region', 'id'] }])
    expect(tables[3]!.references).toHaveLength(1)
    const pair = { schema: 'other', columns: ['region', 'id'], to_columns: ['region', 'id'], is_optional: true }
    expect(tables.map(({ referrers }) => referrers)).toEqual([
      [],
      [],
      [
        { ...pair, name: 'of"it_region_id_fkey', table: 'of"it', is_unique: true },
        { ...pair, name: 'part_of_region_id_fkey', table: 'part_of', is_unique: false },
      ],
      [],
    ])
  })

  test('are so many at the most, by name', async () => {
    expect((await readList(database, listDiagramTables({ schema: "S'p", limit: 2 }))).map(({ name }) => name)).toEqual(['Li"ne', 'bare'])
    expect(await readList(database, listDiagramTables({ schema: 'not there' }))).toEqual([])
  })
})
