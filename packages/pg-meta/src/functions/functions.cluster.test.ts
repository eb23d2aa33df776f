import { catalogLines, changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { ident, literal, sql, toText } from '@colonnade/sql'
import { beforeAll, describe, expect, test } from 'vitest'
import * as functions from './functions.ts'

describe.each(await testVersions())('functions on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create role owner_of_functions superuser; create schema elsewhere; create table victims (id int);
      create table users (id int, name text); create type mood as enum ('ok')`)
  })

  const list = (options: Parameters<typeof functions.list>[0] = {}) => readList(database, functions.list(options))
  const retrieve = (identifier: functions.FunctionIdentifier) => readOne(database, functions.retrieve(identifier))
  const details = (identifier: functions.FunctionIdentifier) => readOne(database, functions.retrieveDetails(identifier))
  const create = (input: functions.CreateFunction) => database.run(functions.create(input).sql)
  const update = (row: functions.FunctionIdentifier, input: functions.UpdateFunction) => database.run(functions.update(row, input).sql)
  const remove = (row: functions.FunctionIdentifier, input: functions.RemoveFunction = {}) => database.run(functions.remove(row, input).sql)

  test('are made, changed in their place, and removed', async () => {
    await create({
      name: 'test_func',
      args: ['a int2', 'b int2'],
      definition: 'select a + b',
      return_type: 'integer',
      behavior: 'STABLE',
      security_definer: true,
      config_params: { search_path: 'hooks, auth', role: 'owner_of_functions' },
    })
    const made = (await retrieve({ name: 'test_func', args: ['a int2', 'b int2'] }))!
    expect(made).toEqual({
      id: made.id,
      schema: 'public',
      name: 'test_func',
      language: 'sql',
      definition: 'select a + b',
      complete_statement: `CREATE OR REPLACE FUNCTION public.test_func(a smallint, b smallint)
 RETURNS integer
 LANGUAGE sql
 STABLE SECURITY DEFINER
 SET search_path TO 'hooks', 'auth'
 SET role TO 'owner_of_functions'
AS $function$select a + b$function$
`,
      args: ['a', 'b'].map((name) => ({ mode: 'in', name, type_id: 21, has_default: false })),
      argument_types: 'a smallint, b smallint',
      identity_argument_types: 'a smallint, b smallint',
      return_type_id: 23,
      return_type: 'integer',
      return_type_relation_id: null,
      is_set_returning_function: false,
      behavior: 'STABLE',
      security_definer: true,
      config_params: { search_path: 'hooks, auth', role: 'owner_of_functions' },
    })
    await update(made, { name: 'renamed', schema: 'elsewhere', definition: 'select b - a' })
    expect(await retrieve({ id: made.id })).toEqual({
      ...made,
      schema: 'elsewhere',
      name: 'renamed',
      definition: 'select b - a',
      complete_statement: made.complete_statement
        .replace('public.test_func', 'elsewhere.renamed')
        .replace('a + b', 'b - a')
        .replace(/( SET search.*\n)( SET role.*\n)/, '$2$1'),
    })
    await remove(made)
    expect(await retrieve({ id: made.id })).toBeUndefined()
  })

  test('are listed with procedures, without aggregates and what is in system schemas', async () => {
    await database.run(`create function elsewhere.one() returns int language sql return 1; create procedure elsewhere.two() language sql begin atomic end;
      create aggregate elsewhere.three(int) (sfunc = int4pl, stype = int)`)
    const rows = await list({ includedSchemas: ['elsewhere'] })
    expect(rows.map(({ name, return_type: returns, definition }) => [name, returns, definition])).toEqual([
      ['one', 'integer', 'RETURN 1'],
      ['two', '', 'BEGIN ATOMIC\nEND'],
    ])
    expect((await list()).every(({ schema }) => schema !== 'pg_catalog')).toBe(true)
    const all = await list({ includeSystemSchemas: true, excludedSchemas: ['elsewhere'] })
    expect([all.length > 2_000, all.some(({ schema }) => schema === 'elsewhere')]).toEqual([true, false])
    expect((await list({ limit: 1, offset: 1, includedSchemas: ['elsewhere'] })).map(({ name }) => name)).toEqual(['two'])
  })

  test('tell their arguments and what they return', async () => {
    await database.run(`create function told(a int, inout b text, out c mood, variadic d int[] default '{}') language sql as 'select b, null::mood';
      create function told_table(int default 1) returns table (id int, name text) language sql as 'select 1, null';
      create function told_rows() returns setof users language sql as 'select * from users'; create function told_procedure() returns trigger language plpgsql as 'begin end'`)
    const told = (await list({ includedSchemas: ['public'] })).filter(({ name }) => name.startsWith('told'))
    expect(told.map(({ args }) => args.map(({ mode, name, has_default: optional }) => `${mode} ${name}${optional ? '?' : ''}`))).toEqual([
      ['in a', 'inout b', 'out c', 'variadic d?'],
      [],
      [],
      ['in ?', 'table id', 'table name'],
    ])
    expect(told.map(({ return_type: type, is_set_returning_function: isSet }) => [type, isSet])).toEqual([
      ['record', false],
      ['trigger', false],
      ['SETOF users', true],
      ['TABLE(id integer, name text)', true],
    ])
    expect(told[2]!.return_type_relation_id).toEqual((await database.run(`select 'users'::regclass::oid::int8 as id`))[0]!['id'])
    await database.run('drop function told, told_table, told_rows, told_procedure')
  })

  test.each([
    [['integer', 'text']],
    [['int4', 'varchar(20)']],
    [['a double precision', 'in b timestamp with time zone', 'inout c numeric(10, 2) default 1.5']],
    [['"odd, name" text = \'a, b\'', 'c in public.mood default null', 'variadic "d" mood[] = null']],
    [['time without time zone', 'interval', 'bit varying', '"char"', 'character varying']],
    [['a int, b int']],
    [[]],
  ])('are found by the types of their arguments: %j', async (args) => {
    await create({
      name: 'f',
      args,
      definition: 'begin end',
      language: 'plpgsql',
      return_type: args.some((arg) => arg.startsWith('inout')) ? 'numeric' : 'void',
      comment: 'c',
    })
    const row = await retrieve({ name: 'f', args })
    expect(row).toMatchObject({ name: 'f' })
    expect(await details({ name: 'f', args })).toMatchObject({ id: row!.id, comment: 'c' })
    await remove({ name: 'f', args })
    expect(await retrieve({ name: 'f', args })).toBeUndefined()
  })

  test('are told from others of their name', async () => {
    await database.run(
      `create function same(text) returns void language sql as ''; create function same(bool) returns void language sql as ''; create procedure same(int, out x int) language sql as 'select 1'`,
    )
    expect((await retrieve({ name: 'same', args: ['bool'] }))!.identity_argument_types).toBe('boolean')
    expect(await retrieve({ name: 'same', args: [] })).toBeUndefined()
    expect(await retrieve({ name: 'same', args: ['text', 'no_such_type'] })).toBeUndefined()
    const procedure = (await retrieve({ name: 'same', args: ['int', 'out x int'] }))!
    expect([(await details(procedure))!.type, procedure.identity_argument_types]).toEqual(['procedure', 'IN integer, OUT x integer'])
    await update(procedure, { comment: 'of the procedure', definition: 'select 2' })
    expect([await details(procedure), (await retrieve(procedure))!.definition]).toMatchObject([{ comment: 'of the procedure' }, 'select 2'])
    for (const row of (await list()).filter(({ name }) => name === 'same')) await remove(row)
  })

  test('keep everything that a change does not name', async () => {
    const base = {
      args: ["a text default 'x'"],
      return_type: 'setof int',
      language: 'sql',
      definition: 'select 1',
      strict: true,
      parallel: 'SAFE',
      cost: 7,
      rows: 3,
    } as const
    await create({ ...base, name: 'kept', behavior: 'IMMUTABLE', owner: 'owner_of_functions', comment: 'stays', leakproof: true })
    await database.run(`grant execute on function kept to pg_monitor; create view uses_kept as select kept() as x`)
    const row = (await retrieve({ name: 'kept', args: ['text'] }))!
    const change = await changesOf(database, () => update(row, { definition: 'select 2' }))
    expect(change.added.map((text) => text.replace('select 2', 'select 1'))).toEqual(change.removed)
    expect(change.added).toHaveLength(1)
    expect(await details(row)).toEqual({
      id: row.id,
      type: 'function',
      owner: 'owner_of_functions',
      comment: 'stays',
      strict: true,
      leakproof: true,
      parallel: 'SAFE',
      cost: 7,
      rows: 3,
    })
    expect((await changesOf(database, () => update(row, {}))).added).toEqual([])
    expect((await changesOf(database, () => update(row, { name: 'kept', schema: 'public', definition: 'select 2' }))).added).toEqual([])
    await expect(remove(row)).rejects.toMatchObject({ code: '2BP01' })
    await update(row, {
      behavior: 'STABLE',
      security_definer: true,
      strict: false,
      leakproof: false,
      parallel: 'RESTRICTED',
      cost: 8,
      rows: 4,
      owner: 'pg_monitor',
      comment: null,
    })
    expect(await details(row)).toEqual({
      id: row.id,
      type: 'function',
      owner: 'pg_monitor',
      comment: null,
      strict: false,
      leakproof: false,
      parallel: 'RESTRICTED',
      cost: 8,
      rows: 4,
    })
    expect(await retrieve(row)).toMatchObject({ behavior: 'STABLE', security_definer: true, definition: 'select 2' })
    await remove(row, { cascade: true })
    expect(await database.run(`select 1 from pg_class where relname = 'uses_kept'`)).toEqual([])
  })

  test('take settings as people write them and as rows hold them', async () => {
    await database.run(`set application_name = 'current-name'`)
    const written = {
      search_path: `''`,
      application_name: 'FROM CURRENT',
      work_mem: `'8MB'`,
      'app.jwt_secret': `'top-secret'`,
      datestyle: 'ISO, DMY',
      role: 'postgres',
    }
    await create({ name: 'set_up', definition: 'select 1', return_type: 'integer', config_params: { ...written, role: 'owner_of_functions' } })
    const row = (await retrieve({ name: 'set_up' }))!
    const held = {
      search_path: '""',
      application_name: 'current-name',
      work_mem: '8MB',
      'app.jwt_secret': 'top-secret',
      datestyle: 'ISO, DMY',
      role: 'owner_of_functions',
    }
    expect({ ...row.config_params, DateStyle: undefined }).toEqual({ ...held, datestyle: undefined, DateStyle: undefined })
    await update(row, { definition: 'select 2' })
    expect(await retrieve(row)).toMatchObject({ definition: 'select 2', config_params: row.config_params })
    await create({ name: 'set_up_again', definition: 'select 1', return_type: 'integer', config_params: row.config_params })
    expect((await retrieve({ name: 'set_up_again' }))!.config_params).toEqual(row.config_params)
    await update(row, { config_params: { search_path: '"$user", "Odd, one", PLAIN', work_mem: null, application_name: '' } })
    expect((await retrieve(row))!.config_params).toMatchObject({
      search_path: '"$user", "Odd, one", plain',
      'app.jwt_secret': 'top-secret',
      application_name: '',
    })
    expect(Object.keys((await retrieve(row))!.config_params!)).not.toContain('work_mem')
    await update(row, { config_params: { application_name: `it's \\ a\nnew line` }, definition: 'select 3' })
    expect((await retrieve(row))!.config_params).toMatchObject({ application_name: `it's \\ a\nnew line` })
    await update(row, { definition: 'select 4' })
    expect(await retrieve(row)).toMatchObject({ definition: 'select 4', config_params: { application_name: `it's \\ a\nnew line` } })
    await remove(row)
    await remove({ name: 'set_up_again' })
  })

  test('of the SQL standard follow renames, and change into texts and back', async () => {
    await create({
      name: 'standard',
      args: ['a int'],
      return_type: 'int',
      definition: 'begin atomic select case when a > 0 then 1 end; select 2; end;',
      comment: 'c',
    })
    const row = (await retrieve({ name: 'standard', args: ['int'] }))!
    await update(row, { name: 'standard_two', schema: 'elsewhere' })
    const moved = (await retrieve(row))!
    expect([moved.name, moved.definition]).toEqual(['standard_two', row.definition])
    await update(row, { definition: 'RETURN a + 1' })
    expect((await retrieve(row))!.definition).toBe('RETURN (a + 1)')
    await update(row, { definition: 'select a + 2' })
    expect((await retrieve(row))!.definition).toBe('select a + 2')
    await update(row, { definition: `-- as before\n/* ; */ ${moved.definition}` })
    expect((await retrieve(row))!.definition).toBe(row.definition)
    for (const more of ['return 1; drop table victims', 'begin atomic select 1; end; drop table victims; begin atomic end']) {
      expect(() => functions.update(row, { definition: more })).toThrow('after the function body')
      expect(() => functions.create({ name: 'x', definition: more })).toThrow('after the function body')
    }
    for (const identifier of [{ id: row.id }, { ...row, language: 'plpython3u' }]) {
      expect(() => functions.update(identifier, { definition: `return 1 # it's Python` })).not.toThrow()
    }
    await expect(update({ id: row.id }, { definition: 'return 1; drop table victims' })).rejects.toMatchObject({ code: '42601' })
    await remove(row)
  })

  test('made from their rows are the same', async () => {
    await database.run(`create function original(a int default 5, inout b text default 'it''s, $$', variadic c int[] default '{1}') returns text language plpgsql stable strict
        security definer set search_path = '' set work_mem = '8MB' as 'begin b := ''$function$''; end';
      create function original_table(mood) returns table (x int, "odd, name" mood) language sql rows 5 as 'select 1, $1';
      create procedure original_procedure(a int, inout b int default 2) language plpgsql as 'begin end'; comment on function original_table is 'c'`)
    const rows = (await list()).filter(({ name }) => name.startsWith('original'))
    const before = (await catalogLines(database)).filter((text) => text.includes('original'))
    for (const row of rows) {
      const { type, owner, comment, strict, parallel, rows: expected } = (await details(row))!
      await remove(row)
      const more = type === 'procedure' ? {} : { strict, parallel, ...(expected > 0 ? { rows: expected } : {}) }
      await create({ ...row, type, args: [row.argument_types], owner, comment, ...more })
    }
    expect((await catalogLines(database)).filter((text) => text.includes('original'))).toEqual(before)
    for (const row of rows) await database.run(row.complete_statement)
    expect((await catalogLines(database)).filter((text) => text.includes('original'))).toEqual(before)
    await database.run('drop function original, original_table; drop procedure original_procedure')
  })

  test('that are not there are said to be missing', async () => {
    await expect(update({ id: 7 }, { name: 'x' })).rejects.toMatchObject({ message: 'Cannot find function with: id = 7', code: '42704' })
    await expect(remove({ name: "no%ne'", args: ['text'] })).rejects.toThrow(
      "Cannot find function with: name = 'no%ne''' and schema = 'public' and args = 'text'",
    )
    const missing = {} as { id: number }
    for (const call of [() => functions.retrieve(missing), () => functions.update(missing, {}), () => functions.remove(missing)]) {
      expect(call).toThrow('Must provide either id or name and schema')
    }
  })

  test('are made as a whole or not at all', async () => {
    await expect(create({ name: 'half', definition: '', owner: 'nobody_there' })).rejects.toMatchObject({ code: '42704' })
    expect(await retrieve({ name: 'half' })).toBeUndefined()
  })

  test('can not be what Postgres has not', () => {
    expect(() => functions.create({ name: 'p', definition: '', type: 'procedure', return_type: 'int' })).toThrow(
      'A procedure can’t have a return type',
    )
    expect(() => functions.create({ name: 'p', definition: '', cost: -1 })).toThrow('greater than 0')
    expect(() => functions.create({ name: 'p', definition: '', args: ['a int) returns int; --'] })).toThrow('Unbalanced quotes')
    expect(() => functions.create({ name: 'p', definition: '', return_type: 'int; drop table victims' })).toThrow('semicolon')
    expect(() => functions.create({ name: 'p', definition: '', behavior: 'ODD' as 'STABLE' })).toThrow('Not a valid keyword')
  })

  test.each(hostileNames)('may be called %j, live in it, and hold it', async (name) => {
    await database.run(
      toText(sql`create schema ${ident(name)}; create role ${ident(name)} superuser; create type ${ident(name)}.${ident(name)} as enum ('x')`),
    )
    const type = toText(ident(name, name))
    const input = {
      schema: name,
      args: [toText(sql`${ident(name)} ${ident(name, name)} default null`)],
      definition: `begin perform ${toText(literal(name))}; end`,
      comment: name,
      owner: name,
    }
    const made = await changesOf(database, () =>
      create({ ...input, name, language: 'plpgsql', config_params: { search_path: toText(ident(name)), 'app.x': toText(literal(`x${name}`)) } }),
    )
    expect([made.removed, made.added.map((text) => text.split(' ')[0])]).toEqual([[], ['comment', 'function']])
    const row = (await retrieve({ schema: name, name, args: [type] }))!
    expect(row).toMatchObject({ schema: name, name, definition: input.definition, args: [{ name }], config_params: { 'app.x': `x${name}` } })
    expect(await details(row)).toMatchObject({ comment: name, owner: name })
    await update(row, {
      name: 'plain',
      schema: 'elsewhere',
      definition: `begin raise notice '%', ${toText(literal(name))}; end`,
      comment: null,
      owner: 'pg_monitor',
    })
    await update(
      { name: 'plain', schema: 'elsewhere', args: [type] },
      {
        ...input,
        name,
        config_params: { 'app.y': name, search_path: null },
      },
    )
    expect(await retrieve({ id: row.id })).toMatchObject({ schema: name, name, definition: input.definition })
    const gone = await changesOf(database, () => remove({ name, schema: name, args: input.args }))
    expect([gone.added, gone.removed.map((text) => text.split(' ')[0])]).toEqual([[], ['comment', 'function']])
    await database.run(toText(sql`drop schema ${ident(name)} cascade; drop role ${ident(name)}`))
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    for (const field of ['name', 'schema', 'owner', 'language']) {
      expect(() => functions.create({ name: 'x', definition: '', [field]: name })).toThrow('SQL identifier')
    }
    for (const field of ['name', 'schema', 'owner']) expect(() => functions.update({ id: 1 }, { [field]: name })).toThrow('SQL identifier')
  })
})
