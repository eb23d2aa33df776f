import { ident, literal, sql, toText } from '@colonnade/sql'
import { catalogLines, changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { listTypeSummaries } from './type-summaries.ts'
import { listHeldValues, retrieveTypeUses } from './type-uses.ts'
import * as types from './types.ts'

describe.each(await testVersions())('types on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create role reader login; create role owner_of_types; grant create on schema public to owner_of_types; create table victims (id int); create schema elsewhere;
      create type user_status as enum ('ACTIVE', 'INACTIVE'); create type test_composite as (id int8, data text[]); create domain elsewhere.positive as int check (value > 0)`)
  })

  const list = (options: Parameters<typeof types.list>[0] = {}) => readList(database, types.list(options))
  const retrieve = (identifier: types.TypeIdentifier) => readOne(database, types.retrieve(identifier))
  const details = (identifier: types.TypeIdentifier) => readOne(database, types.retrieveDetails(identifier))
  const create = (input: types.CreateType) => database.run(types.create(input).sql)
  const update = (identifier: types.TypeIdentifier, input: types.UpdateType) => database.run(types.update(identifier, input).sql)
  const remove = (identifier: types.TypeIdentifier, input: types.RemoveType = {}) => database.run(types.remove(identifier, input).sql)
  const named = (name: string) => ({ name, schema: 'public' })
  const lines = async (part: string) => (await catalogLines(database)).filter((line) => line.includes(part))

  test('are listed and found; those of tables and arrays when asked for', async () => {
    const rows = await list()
    expect(rows).toMatchObject([
      { name: 'positive', schema: 'elsewhere', format: 'elsewhere.positive', enums: [], attributes: [], comment: null },
      {
        name: 'test_composite',
        schema: 'public',
        format: 'test_composite',
        enums: [],
        attributes: [
          { name: 'id', type_id: 20 },
          { name: 'data', type_id: 1009 },
        ],
        comment: null,
      },
      { name: 'user_status', schema: 'public', format: 'user_status', enums: ['ACTIVE', 'INACTIVE'], attributes: [], comment: null },
    ])
    expect(await retrieve(named('user_status'))).toEqual(rows[2])
    expect(await retrieve({ id: rows[0]!.id })).toEqual(rows[0])
    const names = async (options: types.TypeListOptions) => (await list({ includedSchemas: ['public'], ...options })).map(({ name }) => name)
    expect(await names({ includeTableTypes: true })).toEqual(['test_composite', 'user_status', 'victims'])
    expect(await names({ includeArrayTypes: true })).toEqual(['_test_composite', '_user_status', 'test_composite', 'user_status'])
    expect(await names({ includeArrayTypes: true, includeTableTypes: true })).toContain('_victims')
    expect(await names({ limit: 1, offset: 1 })).toEqual(['user_status'])
    expect(await names({ excludedSchemas: ['public'] })).toEqual([])
    expect((await list({ includeSystemSchemas: true })).map(({ name }) => name)).toContain('int4')
    const { sql: text, zod } = types.list({ includeTableTypes: true })
    expect(zod.parse(await database.runAs('reader', text)).map(({ name }) => name)).toEqual(['positive', 'test_composite', 'user_status'])
  })

  test('of some labels are made, changed and removed', async () => {
    await create({ kind: 'enum', name: 'mood', values: ['sad', 'ok', ''], owner: 'owner_of_types', comment: 'c' })
    const made = (await retrieve(named('mood')))!
    expect(made).toMatchObject({ enums: ['sad', 'ok', ''], comment: 'c' })
    expect(await details(made)).toEqual({ id: made.id, kind: 'enum', owner: 'owner_of_types', attributes: null, domain: null, range: null })
    await update(made, {
      values: [
        { add: 'awful', before: 'sad' },
        { add: 'happy', after: 'ok' },
        { add: 'last' },
        { add: 'last', if_not_exists: true },
        { rename: 'ok', to: 'fine' },
        { rename: 'sad', to: 'sad' },
      ],
    })
    expect((await retrieve(made))!.enums).toEqual(['awful', 'sad', 'fine', 'happy', '', 'last'])
    expect((await changesOf(database, () => update(made, { name: 'mood', schema: 'public' }))).added).toEqual([])
    await update(made, { name: 'moved', schema: 'elsewhere', owner: 'pg_monitor', comment: null })
    expect(await retrieve({ name: 'moved', schema: 'elsewhere' })).toMatchObject({ id: made.id, comment: null })
    expect((await details(made))!.owner).toBe('pg_monitor')
    await database.run('create table uses_it (mood elsewhere.moved)')
    await expect(remove(made)).rejects.toMatchObject({ code: '2BP01' })
    await remove(made, { cascade: true })
    expect(await retrieve(made)).toBeUndefined()
    await database.run('drop table uses_it')
  })

  test('of some labels get others in another order, with all columns that hold them', async () => {
    await create({ kind: 'enum', name: 'size', values: ['s', 'm', 'l'], comment: 'c', owner: 'owner_of_types' })
    await database.run(`revoke usage on type size from public; grant usage on type size to reader; create table sized (id int primary key, size size not null default 'm', others size[] default '{s,l}');
      create index on sized (size); comment on column sized.size is 'c'; create table split (id int, size size default 's') partition by list (id); create table split_s partition of split (size default 'l') default;
      insert into sized (id) values (1); insert into split default values; create table elsewhere."Odd" (size size);
      create foreign data wrapper w; create server s foreign data wrapper w; create foreign table far (size size default 'm', sizes size[]) server s`)
    const before = await catalogLines(database)
    await database.run(types.replaceValues(named('size'), { values: ['l', 'm', 's', `x'"l`] }).sql)
    expect((await retrieve(named('size')))!.enums).toEqual(['l', 'm', 's', `x'"l`])
    expect(await catalogLines(database)).toEqual(before.map((line) => line.replace('labels {s,m,l}', `labels {l,m,s,"x'\\"l"}`)))
    expect(await database.run(`insert into sized (id) values (2) returning size, others::text, size < 's' as is_before`)).toEqual([
      { size: 'm', others: '{s,l}', is_before: true },
    ])
    await expect(database.run(types.replaceValues(named('size'), { values: ['l'] }).sql)).rejects.toMatchObject({ code: '22P02' })
    await database.run('create table by_size (size size) partition by list (size)')
    await expect(database.run(types.replaceValues(named('size'), { values: ['l', 'm', 's'] }).sql)).rejects.toThrow('partition key')
    await database.run(
      `drop table by_size; create function sized_function(size) returns void language sql as ''; create view sized_view as select size from sized`,
    )
    await expect(database.run(types.replaceValues(named('size'), { values: ['l', 'm', 's'] }).sql)).rejects.toMatchObject({
      code: '2BP01',
      message: 'Cannot replace the values of type public.size: objects other than columns depend on it',
      detail: 'column size of view sized_view, function sized_function(size)',
    })
    await database.run(`drop table sized, split, elsewhere."Odd" cascade; drop foreign data wrapper w cascade; drop function sized_function`)
    await remove(named('size'))
  })

  test('tell what they are made of, which columns hold them and in how many rows', async () => {
    await database.run(`create schema lists; create type lists."Odd, type" as enum ('a''b', 'c"d', ''); create type lists.pair as (x int, y numeric(4,1)); create domain lists.short as varchar(5);
      create type lists.span as range (subtype = date); comment on type lists.pair is 'two'; create type lists.many as enum (${Array.from({ length: 20 }, (_, index) => `'${index}'`).join()});
      create table lists."The ""table" (id int, "The value" lists."Odd, type" default 'c"d', several lists."Odd, type"[]); create table lists.typed of lists.pair;
      insert into lists."The ""table" values (1, 'a''b', array['c"d', 'c"d', '']::lists."Odd, type"[]), (2, 'a''b', null); create table lists.heir () inherits (lists."The ""table"); insert into lists.heir (id) values (3)`)
    const summaries = await readList(database, listTypeSummaries({ schema: 'lists' }))
    expect(summaries).toMatchObject([
      { name: 'Odd, type', kind: 'enum', parts: 3, made_of: `a'b, c"d, ` },
      { name: 'many', kind: 'enum', parts: 20, made_of: '0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11', comment: null, extension: null },
      { name: 'pair', kind: 'composite', parts: 2, made_of: 'x integer, y numeric(4,1)', comment: 'two' },
      { name: 'short', kind: 'domain', parts: null, made_of: 'character varying(5)' },
      { name: 'span', kind: 'range', parts: null, made_of: 'date' },
    ])
    const id = summaries[0]!.id
    const uses = (await readOne(database, retrieveTypeUses({ id })))!
    expect(uses).toMatchObject({
      columns: [
        { schema: 'lists', table: 'The "table', column: 'The value', is_array: false, is_own: true, default_value: `'c"d'::lists."Odd, type"` },
        { column: 'several', is_array: true, is_own: true, default_value: null },
        { table: 'heir', column: 'The value', is_own: false },
        { table: 'heir', column: 'several', is_own: false },
      ],
      typed_tables: [],
      others: null,
    })
    expect(uses.columns[0]!.bytes).toBeGreaterThan(8_000)
    expect(await readList(database, listHeldValues(uses.columns, [`a'b`, 'c"d', 'gone']))).toEqual([
      { value: `a'b`, schema: 'lists', table: 'The "table', column: 'The value', rows: 2 },
      { value: 'c"d', schema: 'lists', table: 'The "table', column: 'The value', rows: 1 },
      { value: 'c"d', schema: 'lists', table: 'The "table', column: 'several', rows: 1 },
    ])
    expect(await readList(database, listHeldValues(uses.columns, []))).toEqual([])
    expect((await readOne(database, retrieveTypeUses({ id: summaries[2]!.id })))!.typed_tables).toEqual(['lists.typed'])
    await database.run('create view lists.seen as select several from lists.heir')
    expect((await readOne(database, retrieveTypeUses({ id })))!.others).toBe('column several of view lists.seen')
    expect(await readOne(database, retrieveTypeUses({ id: 1 }))).toBeUndefined()
    await database.run('drop schema lists cascade')
  })

  test('of attributes are made, changed and removed', async () => {
    await create({
      kind: 'composite',
      name: 'point3',
      attributes: [
        { name: 'x', type: 'numeric(10, 2)' },
        { name: 'y', type: { schema: 'pg_catalog', name: 'int4', isArray: true } },
        { name: 'note', type: 'text', collation: { schema: 'pg_catalog', name: 'C' } },
      ],
    })
    const made = (await retrieve(named('point3')))!
    await database.run('create table typed of point3')
    await expect(update(made, { attributes: [{ drop: 'y' }] })).rejects.toMatchObject({ code: '2BP01' })
    await update(made, {
      attributes: [
        { add: { name: 'z', type: 'int' }, cascade: true },
        { alter: 'z', type: 'bigint', cascade: true },
        { rename: 'z', to: 'depth', cascade: true },
        { drop: 'y', cascade: true },
      ],
    })
    expect((await details(made))!.attributes).toEqual([
      { name: 'x', type: 'numeric(10,2)', collation: null },
      { name: 'note', type: 'text', collation: { schema: 'pg_catalog', name: 'C' } },
      { name: 'depth', type: 'bigint', collation: null },
    ])
    await database.run('drop table typed')
    await update(made, { attributes: [{ drop: 'note' }, { drop: 'x' }, { drop: 'depth' }] })
    expect((await details(made))!.attributes).toEqual([])
    await remove(made)
  })

  test('over others are made, changed and removed', async () => {
    await create({
      kind: 'domain',
      name: 'percent',
      base_type: 'numeric(5, 2)',
      default_value: '50 % 100',
      not_null: true,
      checks: [{ name: 'low', expression: 'value >= 0 -- %' }, { expression: 'value < 1000' }],
    })
    const made = (await retrieve(named('percent')))!
    const domain = async () => (await details(made))!.domain!
    expect(await domain()).toEqual({
      base_type: 'numeric(5,2)',
      collation: null,
      default_value: '(50 % 100)',
      not_null: true,
      checks: [
        { name: 'low', expression: '(VALUE >= (0)::numeric)', is_validated: true },
        { name: 'percent_check', expression: '(VALUE < (1000)::numeric)', is_validated: true },
      ],
    })
    await database.run('create table uses_it (p percent); insert into uses_it values (7)')
    await update(made, {
      default_value: null,
      not_null: false,
      checks: [{ drop: 'percent_check' }, { rename: 'low', to: 'lowest' }, { add: { name: 'odd', expression: 'value % 2 = 1' }, not_valid: true }],
    })
    expect(await domain()).toMatchObject({ default_value: null, not_null: false, checks: [{ name: 'lowest' }, { name: 'odd', is_validated: false }] })
    await update(made, { default_value: `'7'`, not_null: true, checks: [{ validate: 'odd' }] })
    expect(await domain()).toMatchObject({
      default_value: expect.stringContaining('7') as string,
      not_null: true,
      checks: [{ name: 'lowest' }, { name: 'odd', is_validated: true }],
    })
    await expect(update(made, { checks: [{ add: { expression: 'value > 7' } }] })).rejects.toMatchObject({ code: '23514' })
    await remove(made, { cascade: true })
    await database.run('drop table uses_it')
    await expect(update(named('user_status'), { not_null: true })).rejects.toMatchObject({ code: '42809' })
  })

  test('made from their rows are the same', async () => {
    await database.run(`create function copied_diff(text, text) returns float8 language sql immutable as 'select 1::float8'; comment on type user_status is '%';
      create domain copied_domain as varchar(9) collate "C" default 'a''b' not null constraint "Odd, one" check (value <> '$$') check (length(value) > 0);
      create type copied_range as range (subtype = text, subtype_opclass = text_pattern_ops, collation = "C", subtype_diff = copied_diff, multirange_type_name = copied_ranges);
      create type copied_enum as enum ('a,b', '{}'); create type copied_composite as ("Odd, one" copied_domain, b copied_range[], c varchar(3) collate "C")`)
    const before = await lines('copied')
    const rows = await list({ includedSchemas: ['public'] })
    const all = await Array.fromAsync(['copied_domain', 'copied_range', 'copied_enum', 'copied_composite'], async (name) => ({
      row: rows.find((row) => row.name === name)!,
      more: (await details(named(name)))!,
    }))
    expect((await details(named('copied_ranges')))!.kind).toBe('multirange')
    for (const { row } of all.toReversed()) await remove(row)
    for (const {
      row: { name, enums: values },
      more: { attributes, domain, range },
    } of all) {
      if (domain !== null) await create({ kind: 'domain', name, ...domain })
      else if (range !== null) await create({ kind: 'range', name, ...range })
      else if (attributes !== null) await create({ kind: 'composite', name, attributes })
      else await create({ kind: 'enum', name, values })
    }
    expect(await lines('copied')).toEqual(before)
    for (const { row } of all.toReversed()) await remove(named(row.name))
    await database.run('drop function copied_diff')
  })

  test('that are not there are said to be missing', async () => {
    await expect(update({ id: 1 }, { name: 'x' })).rejects.toMatchObject({ message: 'Cannot find type with: id = 1', code: '42704' })
    await expect(remove(named("no%ne'"))).rejects.toThrow(`Cannot find type with: name = 'no%ne''' and schema = 'public'`)
    await expect(database.run(types.replaceValues({ id: 1 }, { values: [] }).sql)).rejects.toThrow('Cannot find type')
    const missing = { name: 'x' } as unknown as { id: number }
    for (const call of [
      () => types.retrieve(missing),
      () => types.retrieveDetails(missing),
      () => types.update(missing, {}),
      () => types.remove(missing),
      () => types.replaceValues(missing, { values: [] }),
    ]) {
      expect(call).toThrow('Must provide either id or name and schema')
    }
  })

  test('are made as a whole or not at all', async () => {
    await expect(create({ kind: 'enum', name: 'half', values: [], owner: 'nobody_there' })).rejects.toMatchObject({ code: '42704' })
    expect(await retrieve(named('half'))).toBeUndefined()
  })

  test('can not be what Postgres has not', () => {
    expect(() => types.create({ kind: 'enum', name: 'x', values: ['a', 'a'] })).toThrow('Duplicate value')
    expect(() => types.replaceValues({ id: 1 }, { values: ['a', 'a'] })).toThrow('Duplicate value')
    expect(() => types.update({ id: 1 }, { values: [{ add: 'x', before: 'a', after: 'b' }] })).toThrow('before or after')
    expect(() => types.create({ kind: 'domain', name: 'x', base_type: 'int; drop table victims' })).toThrow('semicolon')
    expect(() => types.create({ kind: 'domain', name: 'x', base_type: 'int', checks: [{ expression: 'true) check (true' }] })).toThrow(
      'Unbalanced quotes',
    )
    expect(() => types.update({ id: 1 }, { default_value: '1) not null' })).toThrow('Unbalanced quotes')
    expect(types.CreateType.safeParse({ kind: 'enum', name: 'x', attributes: [] }).success).toBe(false)
  })

  test.each(hostileNames)('may be called %j, and so all that they name', async (name) => {
    await database.run(
      toText(
        sql`create schema ${ident(name)}; create role ${ident(name)}; grant create on schema ${ident(name)} to ${ident(name)}; create collation ${ident(name, name)} from "C"`,
      ),
    )
    const base = { name, schema: name, owner: name, comment: name }
    const expression = toText(sql`value <> ${literal(name)}`)
    const collation = { schema: name, name }
    const inputs: types.CreateType[] = [
      { ...base, kind: 'enum', values: [name, 'other'] },
      { ...base, kind: 'composite', attributes: [{ name, type: { schema: 'pg_catalog', name: 'text', isArray: true }, collation }] },
      { ...base, kind: 'domain', base_type: 'text', collation, default_value: toText(literal(name)), checks: [{ name, expression }] },
      { ...base, kind: 'range', subtype: 'text', collation, multirange: { schema: name, name: 'multirange' } },
    ]
    const changed: types.UpdateType[] = [
      {
        values: [
          { rename: name, to: 'renamed' },
          { add: name, before: 'renamed' },
          { add: 'third', after: name },
        ],
      },
      {
        attributes: [{ rename: name, to: 'renamed' }, { add: { name, type: 'int' } }, { alter: name, type: 'text', collation }, { drop: 'renamed' }],
      },
      {
        default_value: toText(literal(name)),
        checks: [{ rename: name, to: 'renamed' }, { add: { name, expression }, not_valid: true }, { validate: name }, { drop: 'renamed' }],
      },
      {},
    ]
    for (const [index, input] of inputs.entries()) {
      const made = await changesOf(database, () => create(input))
      expect([made.removed, made.added.some((line) => line.startsWith('type '))]).toEqual([[], true])
      const row = (await retrieve({ name, schema: name }))!
      expect(row).toMatchObject({ name, schema: name, comment: name })
      expect(await details({ name, schema: name })).toMatchObject({ id: row.id, kind: input.kind, owner: name })
      await update({ name, schema: name }, { name: 'plain', schema: 'elsewhere', owner: 'pg_monitor', comment: null })
      await update({ id: row.id }, { ...base, ...changed[index] })
      const shown = (await retrieve({ id: row.id }))!
      if (input.kind === 'enum') {
        expect(shown.enums).toEqual([name, 'third', 'renamed', 'other'])
        const table = ident(name, 'holder')
        await database.run(
          toText(sql`create table ${table} (${ident(name)} ${ident(name, name)} default ${literal(name)}); insert into ${table} default values`),
        )
        await database.run(types.replaceValues({ name, schema: name }, { values: ['first', name] }).sql)
        expect(await database.run(toText(sql`insert into ${table} default values; select ${ident(name)}::text as x from ${table}`))).toEqual([
          { x: name },
          { x: name },
        ])
        expect(await retrieve({ name, schema: name })).toMatchObject({ enums: ['first', name], comment: name })
        await database.run(toText(sql`drop table ${table}`))
      } else if (input.kind === 'composite') {
        expect(await details(shown)).toMatchObject({ attributes: [{ name, type: 'text', collation }] })
      } else if (input.kind === 'domain') {
        expect((await details(shown))!.domain).toMatchObject({ collation, checks: [{ name, is_validated: true }] })
      } else {
        expect((await details(shown))!.range).toMatchObject({ collation, multirange: { schema: name, name: 'multirange' } })
      }
      expect((await changesOf(database, () => remove({ name, schema: name }))).added).toEqual([])
      expect(await retrieve({ name, schema: name })).toBeUndefined()
    }
    await database.run(toText(sql`drop owned by ${ident(name)}; drop schema ${ident(name)} cascade; drop role ${ident(name)}`))
  })

  test('whose values are replaced get no privileges besides, and their arrays stay where they are stored', async () => {
    await database.run(`create type plain as enum ('a'); create table of_plain (list plain[]); alter table of_plain alter list set storage external;
      alter default privileges grant usage on types to reader`)
    await database.run(types.replaceValues(named('plain'), { values: ['a', 'b'] }).sql)
    expect(await database.run(`select typacl::text like '%reader%' as is_readers from pg_type where typname = 'plain'`)).toEqual([
      { is_readers: false },
    ])
    expect(await database.run(`select attstorage as storage from pg_attribute where attrelid = 'of_plain'::regclass and attname = 'list'`)).toEqual([
      { storage: 'e' },
    ])
    await database.run('alter default privileges revoke usage on types from reader; drop table of_plain; drop type plain')
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    for (const field of ['name', 'schema', 'owner']) {
      expect(() => types.create({ kind: 'enum', name: 'x', values: [], [field]: name })).toThrow('SQL identifier')
      expect(() => types.update({ id: 1 }, { [field]: name })).toThrow('SQL identifier')
    }
    expect(() => types.create({ kind: 'composite', name: 'x', attributes: [{ name, type: 'int' }] })).toThrow('SQL identifier')
    expect(() => types.create({ kind: 'domain', name: 'x', base_type: 'int', checks: [{ name, expression: 'true' }] })).toThrow('SQL identifier')
    if (name === '') return
    expect(() => types.create({ kind: 'enum', name: 'x', values: [name] })).toThrow('SQL identifier')
    expect(() => types.update({ id: 1 }, { values: [{ add: name }] })).toThrow('SQL identifier')
    expect(() => types.replaceValues({ id: 1 }, { values: [name] })).toThrow('SQL identifier')
  })
})
