import { catalogLines, changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as columns from './columns.ts'

describe.each(await testVersions())('columns on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run('create schema s; create table victims (id int)')
  })
  beforeEach(async () => {
    await database.run('drop schema s cascade; create schema s; create table s.t ()')
  })

  const t = { schema: 's', table: 't' }
  const c = { ...t, name: 'c' }
  const retrieve = (identifier: columns.ColumnIdentifier = c) => readOne(database, columns.retrieve(identifier))
  const create = (column: Omit<columns.CreateColumn, 'schema' | 'table'>) => database.run(columns.create({ ...t, ...column }).sql)
  const update = async (change: columns.UpdateColumn, identifier: columns.ColumnIdentifier = c) =>
    changesOf(database, () => database.run(columns.update(identifier, change).sql))
  const constraints = async () =>
    (
      await database.run(
        `select conname || ' ' || pg_get_constraintdef(oid) as line from pg_constraint where conrelid = 's.t'::regclass and contype <> 'n' order by 1`,
      )
    ).map(({ line }) => line)

  test('are listed by table and by schema, and found by id and by name', async () => {
    await database.run(
      `create view s.v as select 1 as one; alter table s.t add a int check (a > 0) unique, add "B" text[] not null default '{}'; comment on column s.t.a is 'it''s'`,
    )
    const [a] = await readList(database, columns.list({ includedSchemas: ['s'], limit: 1 }))
    expect(a).toEqual({
      id: `${a!.table_id}.1`,
      table_id: a!.table_id,
      schema: 's',
      table: 't',
      name: 'a',
      ordinal_position: 1,
      data_type: 'integer',
      format: 'int4',
      format_schema: 'pg_catalog',
      is_identity: false,
      identity_generation: null,
      is_generated: false,
      is_nullable: true,
      is_updatable: true,
      is_unique: true,
      check: 'a > 0',
      default_value: null,
      enums: [],
      comment: "it's",
    })
    expect((await readList(database, columns.list({ tableId: a!.table_id }))).map(({ name }) => name)).toEqual(['a', 'B'])
    expect((await readList(database, columns.list({ includedSchemas: ['s'] }))).map(({ table }) => table)).toEqual(['t', 't', 'v'])
    expect(await retrieve({ id: a!.id })).toEqual(a)
    expect(await retrieve({ ...t, name: 'B' })).toMatchObject({
      name: 'B',
      data_type: 'ARRAY',
      format: '_text',
      default_value: `'{}'::text[]`,
      is_nullable: false,
    })
    await database.run(
      'drop role if exists reader; create role reader login; create table s.hidden (id int); grant usage on schema s to reader; grant select (a) on s.t to reader',
    )
    const seen = await database.runAs('reader', columns.list({ includedSchemas: ['s'] }).sql)
    expect(new Set(seen.map(({ table }) => table))).toEqual(new Set(['t']))
    await database.run('drop owned by reader; drop role reader')
  })

  test('show enums through arrays and domains, and the base types of domains', async () => {
    await database.run(`create type s.mood as enum ('sad', 'ok'); create domain s.feeling as s.mood not null; create domain s.amount as numeric(5,2);
      alter table s.t add a s.mood, add b s.mood[], add c s.feeling, add d s.amount, add e int generated always as identity, add f int generated always as (1) stored`)
    const rows = await readList(database, columns.list({ includedSchemas: ['s'] }))
    expect(rows.map((row) => [row.data_type, row.format, row.format_schema, row.enums.length, row.is_nullable])).toEqual([
      ['USER-DEFINED', 'mood', 's', 2, true],
      ['ARRAY', '_mood', 's', 2, true],
      ['USER-DEFINED', 'mood', 's', 2, false],
      ['numeric', 'numeric', 'pg_catalog', 0, true],
      ['integer', 'int4', 'pg_catalog', 0, false],
      ['integer', 'int4', 'pg_catalog', 0, true],
    ])
    expect(rows.slice(4).map((row) => [row.is_identity, row.identity_generation, row.is_generated])).toEqual([
      [true, 'ALWAYS', false],
      [false, null, true],
    ])
  })

  test.each([
    ['int2', 42, '42'],
    ['int8', -1, "'-1'::integer"],
    ['float8', 0.5, '0.5'],
    ['json', { a: 0, b: '1' }, `'{"a": 0, "b": "1"}'::jsonb`],
    ['json', [1, "it's", { a: null }], `'[1,"it''s",{"a":null}]'::json`],
    ['jsonb', [], "'[]'::jsonb"],
    ['text', "quote's", "'quote''s'::text"],
    ['bool', true, 'true'],
    ['bytea', '\\000', "'\\x00'::bytea"],
    ['date', '2025-05-09', "'2025-05-09'::date"],
  ])('of type %s take %j as their default', async (name, value, printed) => {
    await create({ name: 'c', type: { name }, default_value: value })
    expect(await retrieve()).toMatchObject({ format: name, default_value: printed })
  })

  test('take an array as JSON where they hold JSON', async () => {
    await create({ name: 'c', type: 'jsonb' })
    await create({ name: 'list', type: { name: 'jsonb', isArray: true }, default_value: [[1]].map(String) })
    await update({ default_value: ['a', [1]] })
    expect((await retrieve())!.default_value).toBe(`'["a", [1]]'::jsonb`)
    await update({ default_value: ['2', '3'] }, { ...t, name: 'list' })
    expect((await retrieve({ ...t, name: 'list' }))!.default_value).toBe(`'{2,3}'::jsonb[]`)
    await update({ type: 'JSON', default_value: [1] })
    expect((await retrieve())!.default_value).toBe(`'[1]'::json`)
  })

  test('are made with all that they carry, in one step', async () => {
    await create({
      name: 'c',
      type: { name: 'int4' },
      is_identity: true,
      is_primary_key: true,
      comment: 'key',
      identity_options: { start: '5', increment: 2n },
    })
    expect(await retrieve()).toMatchObject({ is_identity: true, identity_generation: 'BY DEFAULT', comment: 'key', is_nullable: false })
    await create({ name: 'tags', type: { name: 'text', isArray: true }, default_value: ['a"', 'b\\', null], is_nullable: false, is_unique: true })
    await create({
      name: 'money',
      type: 'numeric(10,2)',
      check: 'money > 0 -- always',
      default_value: 'random() + 1',
      default_value_format: 'expression',
    })
    await create({ name: 'twice', type: { name: 'int4' }, generation_expression: 'c * 2' })
    const [row] = await database.run('insert into s.t default values returning c, tags, twice')
    expect(row).toEqual({ c: 5, tags: ['a"', 'b\\', null], twice: 10 })
    expect(await constraints()).toEqual(['t_money_check CHECK ((money > (0)::numeric))', 't_pkey PRIMARY KEY (c)', 't_tags_key UNIQUE (tags)'])
    await expect(create({ name: 'bad', type: { name: 'int4' }, comment: 'x', check: 'nothing > 0' })).rejects.toThrow('nothing')
    expect(await retrieve({ ...t, name: 'bad' })).toBeUndefined()
  })

  test('can not take their values from two places', () => {
    const text = 'Columns cannot both be identity and have a default value'
    expect(() => columns.create({ ...c, type: 'int', is_identity: true, default_value: 1 })).toThrow(text)
    expect(() => columns.update(c, { is_identity: true, default_value: 1 })).toThrow(text)
    expect(() => columns.create({ ...c, type: 'int', generation_expression: '1', default_value: 1 })).toThrow('Generated columns')
    expect(() => columns.create({ ...c, type: 'int', check: 'true); drop table victims; --' })).toThrow('Unbalanced')
    expect(() => columns.create({ ...c, type: 'int; drop table victims' })).toThrow('semicolon')
  })

  test('change all at once as the interface says, and a repeated change is none', async () => {
    await create({ name: 'c', type: { name: 'int2' }, default_value: 42, comment: 'foo' })
    const row = (await retrieve())!
    const change: columns.UpdateColumn = {
      name: 'c1',
      type: { name: 'int4' },
      drop_default: true,
      is_identity: true,
      identity_generation: 'ALWAYS',
      is_nullable: false,
      comment: 'bar',
      is_unique: true,
      check: 'c1 > 0',
    }
    await expect(update(change, row)).rejects.toThrow('c1')
    expect(await retrieve()).toEqual(row)
    await update({ ...change, check: 'c > 0' }, row)
    const after = (await retrieve({ id: row.id }))!
    expect(after).toMatchObject({
      name: 'c1',
      format: 'int4',
      default_value: null,
      identity_generation: 'ALWAYS',
      is_nullable: false,
      comment: 'bar',
      is_unique: true,
      check: 'c1 > 0',
    })
    expect(await update({ ...change, check: 'c1 > 0' }, after)).toEqual({ added: [], removed: [] })
    expect(
      (await update({ is_identity: false, is_unique: false, check: null, is_nullable: true, comment: null, name: 'c' }, after)).removed.length,
    ).toBeGreaterThan(0)
    expect(await retrieve()).toMatchObject({ name: 'c', is_identity: false, is_unique: false, check: null, is_nullable: true, comment: null })
  })

  test('change only what is named', async () => {
    await database.run(
      `alter table s.t add c int unique, add d int, add unique (c, d), add check (c > d), add constraint first check (c > 0), add constraint second check (c < 9)`,
    )
    const change = await update({ check: 'c > 1', is_unique: false })
    expect(change.removed.filter((line) => line.startsWith('constraint')).sort()).toEqual([
      'constraint first on s.t: CHECK ((c > 0)) validated t',
      'constraint t_c_key on s.t: UNIQUE (c) validated t',
    ])
    expect(change.added).toEqual(['constraint first on s.t: CHECK ((c > 1)) validated t'])
    expect(await update({})).toEqual({ added: [], removed: [] })
    await update({ check: null })
    expect(await constraints()).toEqual(['second CHECK ((c < 9))', 't_c_d_key UNIQUE (c, d)', 't_check CHECK ((c > d))'])
  })

  test('keep what is their own when their type changes, and the rest of a check whose expression changes', async () => {
    await database.run(`alter table s.t add c text collate "C" constraint small check (c < 'x') no inherit; comment on constraint small on s.t is 'why';
      alter table s.t alter c set storage external, alter c set compression pglz, alter c set statistics 7`)
    const [before] = (await catalogLines(database)).filter((line) => line.startsWith('column s.t 1'))
    await update({ type: 'varchar(9)', check: `c < 'y'` })
    const lines = await catalogLines(database)
    expect(lines).toContain(before!.replace('type text', 'type character varying(9)'))
    expect(lines).toContain('comment on small on s.t: why')
    expect(await constraints()).toEqual([`small CHECK (((c)::text < 'y'::text)) NO INHERIT`])
    const own = `select attcompression as compression from pg_attribute where attrelid = 's.t'::regclass and attname = 'c'`
    expect(await database.run(own)).toEqual([{ compression: 'p' }])
    await update({ check: null, type: 'int', type_using: 'length(c)' })
    expect((await retrieve())!.format).toBe('int4')
  })

  test('keep what is their own in tables that inherit them and in partitions when their type changes', async () => {
    await database.run(`drop table s.t; create table s.t (k int, c text collate "C") partition by list (k); create table s.p partition of s.t default partition by list (k);
      create table s.q partition of s.p default; create table s.old (c text collate "C"); create table s.heir () inherits (s.old);
      alter table s.t alter c set storage main; alter table s.q alter c set storage external, alter c set compression pglz; alter table s.heir alter c set storage external, alter c set compression pglz`)
    const lines = async () => (await catalogLines(database)).filter((line) => /^column s.* c type/.test(line))
    const before = await lines()
    await update({ type: 'varchar(9)' })
    await update({ type: 'varchar(9)' }, { ...c, table: 'old' })
    expect(await lines()).toEqual(before.map((line) => line.replace('type text', 'type character varying(9)')))
    expect(before.filter((line) => line.includes('storage e compression p')).length).toBe(2)
  })

  test('change their type with values and default, and by an expression', async () => {
    await database.run(
      `create type s.mood as enum ('sad', 'ok'); alter table s.t add c text default 'ok', add k int primary key; insert into s.t (k) values (1)`,
    )
    await update({ type: { schema: 's', name: 'mood' } })
    expect(await retrieve()).toMatchObject({ format: 'mood', default_value: `('ok'::text)::s.mood` })
    await update({ type: { name: 'int4' }, type_using: `case c when 'ok' then 1 else 0 end`, default_value: 7 })
    await update({ type: 'varchar(20)' })
    await database.run('create view s.v as select c from s.t')
    expect(await update({ type: 'character varying(20)' })).toEqual({ added: [], removed: [] })
    await database.run('insert into s.t (k) values (2)')
    expect(await database.run('select c from s.t order by k')).toEqual([{ c: '1' }, { c: '7' }])
  })

  test('that become identities go on after what is there, and restart where asked', async () => {
    await database.run(`alter table s.t add c int not null, add d int; insert into s.t values (7), (3)`)
    await update({ is_identity: true })
    await update({ identity_generation: 'ALWAYS' })
    expect(await database.run('insert into s.t default values returning c')).toEqual([{ c: 8 }])
    await update({ identity_restart: '100', identity_options: { increment: 10 } })
    await update({ is_identity: true, identity_restart: 100 })
    expect(await database.run('insert into s.t default values; insert into s.t default values returning c')).toEqual([{ c: 110 }])
    expect(await update({ identity_restart: 5 }, { ...t, name: 'd' })).toEqual({ added: [], removed: [] })
    await update({ is_identity: false, default_value: 9 })
    expect(await retrieve()).toMatchObject({ is_identity: false, default_value: '9' })
    expect(await update({ is_identity: true }).catch((error: { code: string }) => error.code)).toBe('55000')
  })

  test('become no identities for those whom policies keep from seeing how far it has to go', async () => {
    await database.run(`drop role if exists reader; create role reader login; grant all on schema s to reader; alter table s.t add c int not null;
      insert into s.t values (7), (3); alter table s.t owner to reader, enable row level security, force row level security; create policy few on s.t using (c < 5)`)
    await expect(database.runAs('reader', columns.update(c, { is_identity: true }).sql)).rejects.toMatchObject({ code: '42501' })
    await database.run('alter table s.t no force row level security')
    const rows = await database.runAs(
      'reader',
      `begin; ${columns.update(c, { is_identity: true }).sql} insert into s.t default values; commit; select current_setting('row_security') as setting, max(c) from s.t group by 1`,
    )
    expect(rows).toEqual([{ setting: 'on', max: 8 }])
    await database.run('drop owned by reader; drop role reader')
  })

  test('that were serial become identities that go on, beside the sequence that they own', async () => {
    await database.run(`alter table s.t add c serial, add n int; insert into s.t (n) values (1), (2), (3)`)
    await update({ drop_default: true, is_identity: true })
    expect(await database.run('insert into s.t (n) values (4) returning c')).toEqual([{ c: 4 }])
  })

  test.runIf(version.major >= 17)('that are generated take another expression', async () => {
    await database.run('alter table s.t add a int, add c int generated always as (a + 1) stored; insert into s.t values (1)')
    await update({ generation_expression: 'a + 2' })
    expect(await database.run('select c from s.t')).toEqual([{ c: 3 }])
  })

  test.runIf(version.major >= 18)('may be virtual', async () => {
    await create({ name: 'c', type: 'int', generation_expression: '1 + 1', generation_kind: 'VIRTUAL' })
    expect(await database.run(`select attgenerated from pg_attribute where attrelid = 's.t'::regclass and attname = 'c'`)).toEqual([
      { attgenerated: 'v' },
    ])
  })

  test('that are generated become ordinary ones', async () => {
    await database.run('alter table s.t add a int, add c int generated always as (a + 1) stored')
    await update({ generation_expression: null })
    expect(await retrieve()).toMatchObject({ is_generated: false })
  })

  test('go away alone, or with what depends on them', async () => {
    await database.run('alter table s.t add c int; create view s.v as select c from s.t')
    await expect(database.run(columns.remove(c).sql)).rejects.toMatchObject({ code: '2BP01' })
    await database.run(columns.remove((await retrieve())!, { cascade: true }).sql)
    expect(await retrieve()).toBeUndefined()
  })

  test('that are not there are said to be missing', async () => {
    const missing = { schema: 's', table: 't', name: "n%o'" }
    await expect(update({ comment: 'x' }, missing)).rejects.toMatchObject({
      code: '42704',
      message: `Cannot find column with: name = 'n%o''' and schema = 's' and table = 't'`,
    })
    await expect(database.run(columns.remove({ id: '1.1' }).sql)).rejects.toThrow(`Cannot find column with: id = '1.1'`)
    for (const call of [columns.retrieve, columns.remove, (identifier: columns.ColumnIdentifier) => columns.update(identifier, {})]) {
      expect(() => call({ name: 'c' } as columns.ColumnIdentifier)).toThrow('Must provide either id or schema, name and table')
      expect(() => call({ id: 'x' })).toThrow('A column ID has the form')
    }
  })

  test('may have any name, in a table and schema of any name, and say anything', async () => {
    for (const name of hostileNames) {
      const where = { schema: name, table: name }
      await database.run(
        `create schema "${name.replaceAll('"', '""')}"; create table "${name.replaceAll('"', '""')}"."${name.replaceAll('"', '""')}" ()`,
      )
      const type = { schema: name, name: `e${name}`.slice(0, 20) }
      await database.run(`create type "${name.replaceAll('"', '""')}"."${type.name.replaceAll('"', '""')}" as enum ('x')`)
      const made = await changesOf(database, () =>
        database.run(
          columns.create({
            ...where,
            name,
            type: 'text',
            comment: name,
            default_value: name,
            is_unique: true,
            check: `${JSON.stringify('x').replaceAll('"', "'")} <> 'y'`,
          }).sql,
        ),
      )
      expect(made.removed, name).toEqual([])
      expect(
        made.added.filter((line) => !/^(column|constraint|index|comment) |^relation i/.test(line)),
        name,
      ).toEqual([])
      const row = (await retrieve({ ...where, name }))!
      expect(row).toMatchObject({ name, comment: name, schema: name, table: name })
      await update({ name: 'plain', type, default_value: 'x', comment: null, is_unique: false, check: null }, row)
      expect(await retrieve({ id: row.id })).toMatchObject({ name: 'plain', format: type.name, is_unique: false, check: null })
      await update({ name, type: 'int', type_using: '1', drop_default: true, is_identity: true, comment: name }, { id: row.id })
      await update(
        { is_identity: false, default_value: `'${name.replaceAll("'", "''")}'`.length, is_nullable: true, is_unique: true },
        { ...where, name },
      )
      const gone = await changesOf(database, () => database.run(columns.remove({ ...where, name }).sql))
      expect([gone.added, gone.removed.every((line) => /^(column|constraint|index|comment) |^relation i/.test(line))], name).toEqual([[], true])
    }
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    expect(() => columns.create({ ...t, name, type: 'int' })).toThrow('SQL identifier')
    expect(() => columns.create({ ...t, name: 'c', type: { name } })).toThrow('SQL identifier')
    expect(() => columns.update(c, { name })).toThrow('SQL identifier')
    expect(() => columns.create({ schema: name, table: 't', name: 'c', type: 'int' })).toThrow('SQL identifier')
  })
})
