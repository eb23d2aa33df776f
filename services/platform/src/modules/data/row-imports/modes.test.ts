import type { QueryReply } from '@colonnade/contracts/data/queries'
import type { ImportPlan } from '@colonnade/contracts/data/row-imports'
import type { z } from 'zod'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type Reply, type TestPlatform } from '../../../testing.ts'
import { fileText } from './messages.ts'
import { sweepRejects } from './sweep-rejects.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Ways to import')
  await run(`create table cats (id int primary key, name text not null, kin int references cats, data jsonb, tags text[], weight numeric);
    create table numbered (id int generated always as identity, twice int generated always as (1) stored, a int);
    create table "select" ("from" text, "a ""b"", line 7" int)`)
})
beforeEach(() => run('truncate cats'))
afterAll(() => platform[Symbol.asyncDispose]())

type Plan = Partial<z.input<typeof ImportPlan>>
const base = () => `/platform/pg-meta/${ref}/imports`

async function run(query: string): Promise<(string | null)[][]> {
  const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return (reply.json as QueryReply).results.at(-1)?.rows as (string | null)[][]
}

const fields = (...names: string[]) => names.map((target, source) => ({ source, target }))
const members = (...names: string[]) => names.map((target) => ({ source: target, target }))

const ask = (plan: Plan, as: Person = 'owner') =>
  platform.ask(as, 'POST', base(), { schema: 'public', table: 'cats', format: 'csv', columns: fields('id', 'name'), has_header: false, ...plan })

async function create(plan: Plan, as: Person = 'owner'): Promise<string> {
  const reply = await ask(plan, as)
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return (reply.json as { key: string }).key
}

const upload = (key: string, file: string, as: Person = 'owner'): Promise<Reply> =>
  platform.ask(as, 'PUT', `${base()}/${key}/file`, Buffer.from(file), { 'content-type': 'application/octet-stream' })
const load = async (file: string, plan: Plan = {}): Promise<Reply> => upload(await create(plan), file)

const done = (rows: number, bad = 0) => ({ status: 200, json: { state: 'done', rows, bad_rows: bad } })

test('dates of which the day stands first are read as such, and a day that is none is a bad row', async () => {
  await run('drop table if exists days; create table days (id int primary key, at date, stamp timestamp)')
  const plan: Plan = { table: 'days', columns: fields('id', 'at', 'stamp') }
  const file = '1,03.04.2024,04/03/2024 14:30\n2,2024-12-31,31-12-2024 00:00\n'
  expect(await load(file, { ...plan, day_first: true })).toMatchObject(done(2))
  expect(await run('select at::text, stamp::text from days order by id')).toEqual([
    ['2024-04-03', '2024-03-04 14:30:00'],
    ['2024-12-31', '2024-12-31 00:00:00'],
  ])
  expect(await load('3,03/04/2024,\n', plan)).toMatchObject(done(1))
  expect(await run('select at::text from days where id = 3')).toEqual([['2024-03-04']])
  expect(await load('4,31.12.2024,\n', plan)).toMatchObject({ status: 422, json: { code: 'import_row_invalid', details: { line: 1, column: 'at' } } })
})

test('numbers are read as they are written, in columns of numbers only, and what is none in that form is a bad row', async () => {
  await run(`drop table if exists sums; drop domain if exists euros; create domain euros as numeric(10,2);
    create table sums (id int primary key, price euros, whole bigint, share float8, said text)`)
  const plan: Plan = { table: 'sums', columns: fields('id', 'price', 'whole', 'share', 'said'), delimiter: ';', number_form: 'decimal_comma' }
  const file = `1;1.500,25;"12.345.678";-0,5;1,5\n2;;1\u00a0500;NaN;1.500,25\r\n3;,5;+7;1,5e3;"a\nb"\n`
  expect(await load(file, plan)).toMatchObject(done(3))
  expect(await run('select price::text, whole::text, share::text, said from sums order by id')).toEqual([
    ['1500.25', '12345678', '-0.5', '1,5'],
    [null, '1500', 'NaN', '1.500,25'],
    ['0.50', '7', '1500', 'a\nb'],
  ])
  // a point is no decimal sign here: 1.5 is neither 1.5 nor 15
  expect(await load(`5;1,5;1;1;"x\ny"\n6;1.5;1;1;x\n`, plan)).toMatchObject({
    status: 422,
    json: { code: 'import_row_invalid', details: { line: 3, column: 'price', value: '1.5', reason: expect.stringContaining('decimal comma') } },
  })
  // what Postgres refuses is told of the line, too
  expect(await load(`5;1,5;1,5;1;x\n`, plan)).toMatchObject({ status: 422, json: { details: { line: 1, column: 'whole', value: '1.5' } } })
  const update: Plan = { ...plan, on_conflict: 'update', key: ['id'], on_bad_row: 'collect', number_form: 'decimal_point', delimiter: ',' }
  expect(await load(`1,"2,500.75","1'000",1.5,x\n2,"1.500,25",1,1,x\n4,1 000,"1,00",1,x\n`, update)).toMatchObject(done(1, 2))
  expect(await run('select price::text, whole::text, share::text from sums where id = 1')).toEqual([['2500.75', '1000', '1.5']])
})

test('rows that bring their own numbers take the numbering with them, and refused ones do not', async () => {
  await run(`drop table if exists ticket, seat; create table seat (no serial primary key, code text);
    create table ticket (id bigint generated by default as identity primary key, title text not null); insert into ticket (title) values ('here')`)
  const next = () => run(`insert into ticket (title) values ('next') returning id`)
  const plan: Plan = { table: 'ticket', columns: fields('id', 'title') }
  expect(await load('5,five\n7,seven\n', plan)).toMatchObject(done(2))
  expect(await next()).toEqual([['8']])
  expect(await load('20,twenty\n21,\n', plan)).toMatchObject({ status: 422 })
  expect(await next()).toEqual([['9']])
  expect(await load('5,again\n30,thirty\n', { ...plan, on_conflict: 'update', key: ['id'] })).toMatchObject(done(2))
  expect(await next()).toEqual([['31']])
  expect(await load('{"no": 3, "code": "A"}\n', { table: 'seat', format: 'ndjson', columns: members('no', 'code') })).toMatchObject(done(1))
  expect(await load('B\n', { table: 'seat', columns: fields('code') })).toMatchObject(done(1))
  expect(await run('select no from seat')).toEqual([['3'], ['4']])
})

describe('JSON', () => {
  const columns = members('id', 'name', 'data', 'weight')

  test('keeps every digit, and what is nested', async () => {
    const objects = [
      `{"id": 1, "name": "Tom \\"T\\"\\n,", "weight": 12345678901234567890.123456789, "data": {"a": [1.10, "}"], "b": null}, "else": [1]}`,
      `{"weight": 1e-7,"name":"","id":2,"data":null}`,
      `{"na\\u006de": "\\\\.", "id": 3, "name": "last"}`,
    ]
    for (const [format, file] of [
      ['json', `\n[${objects.join(' ,\n')}\n]\n`],
      ['ndjson', `${objects.join('\r\n')}\n\n`],
    ] as const) {
      await run('truncate cats')
      expect(await load(file, { format, columns })).toMatchObject(done(3))
      expect(await run('select id, name, weight, data::text from cats order by id')).toEqual([
        ['1', 'Tom "T"\n,', '12345678901234567890.123456789', '{"a": [1.10, "}"], "b": null}'],
        ['2', '', '0.0000001', null],
        ['3', 'last', null, null],
      ])
    }
  })

  test('fills columns of arrays, as an export writes them', async () => {
    await run(
      'drop table if exists lists; create table lists (id int primary key, words text[], grid int[], docs jsonb[], nums numeric[], doc jsonb)',
    )
    const made = `insert into lists values (1, array['a', null, 'NULL', 'x,y', E'q"q\\\\', '', '{}'], '{{1,2},{3,4}}', array['{"a": [1, "]"]}'::jsonb],
      '{1.10,12345678901234567890.5}', '[1, 2]'), (2, '{}', '{}', null, null, null)`
    await run(made)
    const [before, [[file]]] = [
      await run('select l::text from lists l order by id'),
      (await run(`select string_agg(row_to_json(l)::text, E'\\n') from lists l`)) as [[string]],
    ]
    for (const on_conflict of ['insert', 'update'] as const) {
      await run('truncate lists')
      const key = on_conflict === 'insert' ? [] : ['id']
      const plan = { table: 'lists', format: 'ndjson', columns: members('id', 'words', 'grid', 'docs', 'nums', 'doc'), on_conflict, key } as const
      expect(await load(`${file}\n`, plan)).toMatchObject(done(2))
      expect(await run('select l::text from lists l order by id')).toEqual(before)
    }
  })

  test('fills columns of rows, pairs and documents, also within arrays and domains, as an export writes them', async () => {
    await run(`drop table if exists nested; drop schema if exists parts cascade; create schema parts; create extension if not exists hstore;
      create type parts.size as (width numeric, unit text);
      create type parts.crate as (size parts.size, tags text[], doc jsonb);
      create domain parts.pair as int[] check (cardinality(value) = 2);
      create domain parts.fine as parts.size check ((value).width > 0);
      create table nested (id int primary key, size parts.size, fine parts.fine, sizes parts.size[], crate parts.crate, pairs parts.pair[], map hstore,
        maps hstore[], doc jsonb, docs jsonb[], boxes box[], span int4range[], ids oidvector)`)
    await run(`insert into nested values (1, '(1.10,"a ""b"", \\\\c)")', '(2,)', array['(1,x)', '(,"")']::parts.size[],
      row(row(3, null), array['a', null, 'x,y'], '{"a": [1.0]}')::parts.crate, array['{1,2}', '{3,4}']::parts.pair[], '"a b"=>"1", c=>NULL, "q\\"q"=>""',
      array['a=>1', '']::hstore[], '"a text"', array['[1, 2]', '"x"', '"12"', '{"a": null}']::jsonb[], '{(2,2),(0,0);(1,1),(0,0)}', '{"[1,5)",empty,NULL}', '1 2'),
      (2, null, null, null, null, null, null, null, null, null, null, null, null)`)
    const before = await run('select n::text from nested n order by id')
    const [[file]] = (await run(`select string_agg(row_to_json(n)::text, E'\n') from nested n`)) as [[string]]
    await run('truncate nested')
    const names = ['id', 'size', 'fine', 'sizes', 'crate', 'pairs', 'map', 'maps', 'doc', 'docs', 'boxes', 'span', 'ids']
    expect(await load(`${file}\n`, { table: 'nested', format: 'ndjson', columns: members(...names) })).toMatchObject(done(2))
    expect(await run('select n::text from nested n order by id')).toEqual(before)
    expect(await load('{"id": 3, "size": {"depth": 1}}\n', { table: 'nested', format: 'ndjson', columns: members('id', 'size') })).toMatchObject({
      status: 422,
      json: { code: 'import_row_invalid', details: { line: 1, column: 'size' } },
    })
  })

  test.for([
    ['ndjson', '{"id": 1, "name": "a"}\n{"id": }\n', 'import_row_invalid', { line: 2, reason: expect.stringContaining(fileText.notJson('')) }],
    ['ndjson', '{"id": 1, "name": "a"}\n[1]\n', 'import_row_invalid', { line: 2 }],
    ['ndjson', '{"id": 1, "name": "a\\u0000"}\n', 'import_row_invalid', { line: 1, column: 'name' }],
    ['ndjson', '{"id": 1, "name": "\\ud800"}\n', 'import_row_invalid', { line: 1, column: 'name' }],
    ['json', '[{"id": 1, "name": "a"},\n{"id": "x", "name": "b\\nc"}]', 'import_row_invalid', { line: 2, column: 'id', value: 'x' }],
    ['json', '[{"id": 1, "name": "a"}', 'import_file_invalid', { line: 1 }],
    ['json', '{"id": 1}', 'import_file_invalid', { line: 1 }],
    ['json', '[]\n[]', 'import_file_invalid', { line: 2 }],
    ['json', '', 'import_file_invalid', { line: 1 }],
  ] as const)('%s that is %j is refused', async ([format, file, code, details]) => {
    expect(await load(file, { format, columns: columns.slice(0, 2) })).toMatchObject({ status: 422, json: { code, details } })
    expect(await run('select * from cats')).toEqual([])
  })

  test('of no rows is an import of none', async () => {
    expect(await load(' [ ] ', { format: 'json', columns })).toMatchObject(done(0))
    expect(await load('', { format: 'ndjson', columns })).toMatchObject(done(0))
    expect(await load('')).toMatchObject(done(0))
  })
})

describe('a table that is made', () => {
  const made = {
    columns: [
      { name: 'id', type: 'bigint', is_identity: true },
      { name: 'name', type: 'varchar(3)', is_nullable: false },
    ],
    primary_key: ['id'],
    comment: 'from a file',
  }

  test('comes with its rows, with row-level security, and known to the planner', async () => {
    expect(await load('Tom\nKit\n', { table: 'made', create: made, columns: fields('name') })).toMatchObject(done(2))
    expect(
      await run(`select relrowsecurity, obj_description(oid), reltuples, (select string_agg(id || name, ' ' order by id) from made)
        from pg_class where relname = 'made'`),
    ).toEqual([['t', 'from a file', '2', '1Tom 2Kit']])
    const [[version, by, statements] = []] = await run(
      `select version, created_by, array_to_string(statements, ';') from supabase_migrations.schema_migrations where name = 'Create table made'`,
    )
    expect([version, by]).toEqual([expect.stringMatching(/^\d{14}$/), expect.stringContaining('@')])
    await run(`drop table made; ${statements}`)
    expect(await run("select relrowsecurity, obj_description(oid) from pg_class where relname = 'made'")).toEqual([['t', 'from a file']])
  })

  test('is not there when a row is bad', async () => {
    expect(await load('Tom\nToo long\n', { table: 'not_made', create: made, columns: fields('name') })).toMatchObject({
      status: 422,
      json: { details: { line: 2, column: 'name', reason: expect.stringContaining('too long') } },
    })
    expect(await run("select to_regclass('not_made')")).toEqual([[null]])
    expect(await run("select count(*) from supabase_migrations.schema_migrations where name = 'Create table not_made'")).toEqual([['0']])
  })

  test('that is there already is refused', async () => {
    expect(await load('Tom\n', { create: made, columns: fields('name') })).toMatchObject({ status: 409, json: { code: 'duplicate_object' } })
  })
})

describe('keys that are there already', () => {
  const columns = fields('id', 'name', 'weight')
  const file = '1,New,1\n2,Two,\n2,Twice,2\n3,Three,\n'

  test('are updated, the last row of a key winning', async () => {
    await run("insert into cats (id, name, data) values (1, 'Old', '{}')")
    expect(await load(file, { columns, on_conflict: 'update', key: ['id'] })).toMatchObject(done(3))
    expect(await run('select id, name, data::text, weight from cats order by id')).toEqual([
      ['1', 'New', '{}', '1'],
      ['2', 'Twice', null, '2'],
      ['3', 'Three', null, null],
    ])
  })

  test('are skipped, the first row of a key staying', async () => {
    await run("insert into cats (id, name) values (1, 'Old')")
    expect(await load(file, { columns, on_conflict: 'skip', key: ['id'] })).toMatchObject(done(2))
    expect(await run('select id, name from cats order by id')).toEqual([
      ['1', 'Old'],
      ['2', 'Two'],
      ['3', 'Three'],
    ])
  })

  test.for(['update', 'skip'] as const)('with %s a bad row is still found by its line', async (on_conflict) => {
    const lines = Array.from({ length: 300 }, (_, index) => `${index},"a\nb",`)
    lines[200] = '200,,'
    expect(await load(lines.join('\n'), { columns, on_conflict, key: ['id'] })).toMatchObject({
      status: 422,
      json: { code: 'import_row_invalid', details: { line: 401, column: 'name', sqlstate: '23502' } },
    })
    expect(await load('1,a,\n2,b,kg\n', { columns, on_conflict, key: ['id'] })).toMatchObject({
      status: 422,
      json: { details: { line: 2, column: 'weight', value: 'kg' } },
    })
    expect(await run('select count(*) from cats')).toEqual([['0']])
  })

  test('that are no key are refused', async () => {
    expect(await load(file, { columns, on_conflict: 'update', key: ['name'] })).toMatchObject({ status: 400, json: { code: 'database_error' } })
  })
})

describe('bad rows that are collected', () => {
  const columns = fields('id', 'name', 'kin', 'weight')
  const rejectsOf = async (key: string): Promise<string[]> => {
    const reply = await platform.ask('owner', 'GET', `${base()}/${key}/rejects`)
    expect(reply).toMatchObject({ status: 200, headers: { 'content-disposition': expect.stringContaining('cats-bad-rows.csv') } })
    return Buffer.from(reply.bytes).toString().trimEnd().split('\n')
  }

  test('are exactly those that do not fit, and the others are in', async () => {
    const file = [
      '1,Tom,,1.5',
      '2,"Ki\nt",,kg', // 2
      '3', // 4
      '4,,,', // 5
      '1,Again,,', // 6
      '5,Child,6,', // 7: its parent comes later
      '7,Orphan,404,', // 8
      '6,Parent,,',
      '9,T\0m,,', // 10
      '10,Last,1,',
    ].join('\n')
    const key = await create({ columns, on_bad_row: 'collect' })
    expect(await upload(key, file)).toMatchObject(done(4, 6))
    expect(await run('select id, kin from cats order by id')).toEqual([
      ['1', null],
      ['5', '6'],
      ['6', null],
      ['10', '1'],
    ])
    const rejects = await rejectsOf(key)
    expect(rejects[0]).toBe('line,column,reason,record')
    const byLine = rejects.slice(1).filter((line) => /^\d+,/.test(line))
    expect(byLine.map((line) => line.split(',').slice(0, 2)).sort((a, b) => Number(a[0]) - Number(b[0]))).toEqual([
      ['2', 'weight'],
      ['4', ''],
      ['5', 'name'],
      ['6', 'id'],
      ['8', 'kin'],
      ['10', ''],
    ])
    expect(rejects.join('\n')).toContain('"2,""Ki\nt"",,kg"')
  })

  test('are found among many, whatever refuses them', async () => {
    await run(`create or replace function picky() returns trigger language plpgsql as
      $$ begin if new.id % 1000 = 7 then raise exception 'not %', new.id; end if; return null; end $$;
      create or replace trigger picky after insert on cats for each row execute function picky()`)
    const file = Array.from({ length: 12_000 }, (_, index) => `${index},${index % 100 === 50 ? '' : 'x'},,${index % 100 === 70 ? 'x' : ''}`).join(
      '\n',
    )
    try {
      const key = await create({ columns, on_bad_row: 'collect' })
      expect(await upload(key, file)).toMatchObject(done(12_000 - 252, 252))
      expect(await run('select count(*), count(*) filter (where id % 100 in (50, 70) or id % 1000 = 7) from cats')).toEqual([['11748', '0']])
      expect(await rejectsOf(key)).toHaveLength(253)
    } finally {
      await run('drop trigger picky on cats')
    }
  })

  test('may be collected while keys are updated', async () => {
    await run("insert into cats (id, name) values (1, 'Old')")
    const key = await create({ columns, on_bad_row: 'collect', on_conflict: 'update', key: ['id'] })
    expect(await upload(key, '1,New,,\n2,,,\n3,Bad,,kg\n4,Good,,\n4,Better,1,\n')).toMatchObject(done(2, 2))
    expect(await run('select id, name from cats order by id')).toEqual([
      ['1', 'New'],
      ['4', 'Better'],
    ])
  })

  test('end the import when there are too many', async () => {
    const key = await create({ columns, on_bad_row: 'collect', max_bad_rows: 2 })
    expect(await upload(key, '1,Tom,,\n2\n3\n4\n')).toMatchObject({
      status: 422,
      json: { code: 'import_row_invalid', details: { line: 4, bad_rows: 3 } },
    })
    expect(await run('select * from cats')).toEqual([])
  })

  test('are none where there are none; and their file goes with the import, and with a restart', async () => {
    const folder = join(platform.ctx.config.dataDir, 'import-rejects')
    const before = await readdir(folder)
    const good = await create({ columns, on_bad_row: 'collect' })
    expect(await upload(good, '1,Tom,,\n')).toMatchObject(done(1))
    expect(await rejectsOf(good)).toEqual(['line,column,reason,record'])
    const bad = await create({ columns, on_bad_row: 'collect' })
    expect(await upload(bad, '3,Kit,,\n2\n')).toMatchObject(done(1, 1))
    expect(await readdir(folder)).toHaveLength(before.length + 1)
    await sweepRejects(platform.ctx)
    expect(await readdir(folder)).toHaveLength(before.length + 1)
    expect((await platform.ask('owner', 'DELETE', `${base()}/${bad}`)).status).toBe(204)
    expect(await readdir(folder)).toEqual(before)
    const forgotten = { ...platform.ctx, parts: { ...platform.ctx.parts, imports: { has: () => false } } } as unknown as typeof platform.ctx
    await sweepRejects(forgotten)
    expect(await readdir(folder)).toEqual([])
  })
})

describe('what makes no sense', () => {
  test.for([
    [{ columns: fields('id', 'id') }, 'columns.1.target'],
    [{ format: 'json', columns: fields('id') }, 'columns.0.source'],
    [{ columns: members('id') }, 'columns.0.source'],
    [{ on_conflict: 'update' }, 'key'],
    [{ on_conflict: 'update', key: ['weight'] }, 'key.0'],
    [{ delimiter: 'ab' }, 'delimiter'],
  ] as const)('is refused at once: %j', async ([plan, place]) => {
    const reply = await ask(plan as Plan)
    expect(reply).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect((reply.json as { message: string }).message).toContain(place)
  })

  test.for([
    ['a field that is not there', { columns: [{ source: 5, target: 'id' }] }, 422, 'import_file_invalid'],
    ['a table that is not there', { table: 'nowhere' }, 400, 'undefined_object'],
    ['a column that is not there', { columns: fields('nothing') }, 400, 'undefined_object'],
    ['a generated column', { table: 'numbered', columns: fields('twice') }, 400, 'invalid_input'],
    ['a column that is always numbered', { table: 'numbered', columns: fields('id') }, 400, 'invalid_input'],
  ] as const)('is refused with the file: %s', async ([, plan, status, code]) => {
    expect(await load('1,2\n', plan as Plan)).toMatchObject({ status, json: { code } })
  })

  test('names of any kind do', async () => {
    const columns = fields('from', 'a "b", line 7')
    expect(await load('x,1\n', { table: 'select', columns })).toMatchObject(done(1))
    expect(await load('x,1\ny,z\n', { table: 'select', columns })).toMatchObject({
      status: 422,
      json: { details: { line: 2, column: 'a "b", line 7', value: 'z' } },
    })
  })
})
