import type { QueryReply } from '@colonnade/contracts/data/queries'
import type { ImportPlan, ImportProgress } from '@colonnade/contracts/data/row-imports'
import type { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type Reply, type TestPlatform } from '../../../testing.ts'
import { fileText } from './messages.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Imports')
  await run(`create table cats (id int primary key, name text not null check (name <> 'dog'), weight numeric, born date)`)
})
afterAll(() => platform[Symbol.asyncDispose]())

type Plan = Partial<z.input<typeof ImportPlan>>
const catColumns = ['id', 'name', 'weight', 'born'].map((target, source) => ({ source, target }))
const base = () => `/platform/pg-meta/${ref}/imports`

async function run(query: string): Promise<(string | null)[][]> {
  const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return (reply.json as QueryReply).results.at(-1)?.rows as (string | null)[][]
}

async function create(plan: Plan, as: Person = 'owner'): Promise<string> {
  const body = { schema: 'public', table: 'cats', format: 'csv', columns: catColumns, ...plan }
  const reply = await platform.ask(as, 'POST', base(), body)
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return (reply.json as { key: string }).key
}

const upload = (key: string, file: string | Uint8Array, as: Person = 'owner'): Promise<Reply> =>
  platform.ask(as, 'PUT', `${base()}/${key}/file`, Buffer.from(file as string), { 'content-type': 'application/octet-stream' })

/** Imports a file into an empty `cats` and answers with the reply and what is then in it. */
async function load(file: string | Uint8Array, plan: Plan = {}): Promise<{ reply: Reply; key: string; rows: (string | null)[][] }> {
  await run('truncate cats')
  const key = await create(plan)
  const reply = await upload(key, file)
  return { reply, key, rows: await run('select * from cats order by id') }
}

const done = (rows: number, bad = 0) => ({ status: 200, json: { state: 'done', rows, bad_rows: bad, failure: null } })
const refusedAt = (details: object) => ({ status: 422, json: { code: 'import_row_invalid', details } })

describe('a file of CSV', () => {
  test('goes into the table, with its quotes, line breaks and NULLs', async () => {
    const { reply, rows } = await load(
      'id,name,weight,born\n1,Tom,4.50,2020-01-31\n2,"Kit, the ""second""\nof them",,\n3,"",0.10000000000000000001,\n',
    )
    expect(reply).toMatchObject(done(3))
    expect(rows).toEqual([
      ['1', 'Tom', '4.50', '2020-01-31'],
      ['2', 'Kit, the "second"\nof them', null, null],
      ['3', '', '0.10000000000000000001', null],
    ])
  })

  test.for([
    ['a BOM', '\ufeffid,name\n1,Tom\n'],
    ['CRLF', 'id,name\r\n1,Tom\r\n'],
    ['CR', 'id,name\r1,Tom\r'],
    ['no last line end', 'id,name\n1,Tom'],
    ['a last line end of a carriage return', 'id,name\r\n1,Tom\r'],
    ['mixed line ends', 'id,name\n1,Tom\r\n'],
    ['empty lines', '\n\nid,name\n\n1,Tom\n\n\n'],
    ['quoted names', '"i\nd","na""me"\n1,Tom\n'],
  ] as const)('may have %s', async ([, file]) => {
    const { reply, rows } = await load(file, { columns: catColumns.slice(0, 2) })
    expect(reply).toMatchObject(done(1))
    expect(rows).toEqual([['1', 'Tom', null, null]])
  })

  test.for([
    ['utf-16le', 'le'],
    ['utf-16be', 'be'],
  ] as const)('may be %s', async ([encoding, order]) => {
    const bytes = Buffer.from('\ufeffid,name\n1,Žofie 🐈\n', 'utf16le')
    const { reply, rows } = await load(order === 'be' ? bytes.swap16() : bytes, { encoding, columns: catColumns.slice(0, 2) })
    expect(reply).toMatchObject(done(1))
    expect(rows[0]![1]).toBe('Žofie 🐈')
  })

  // second bytes may be a backslash or the delimiter
  test.for([
    ['shift_jis', '表ソ能ポ〜', '955c835c945c837c8160'],
    ['windows-31j', '表～', '955c8160'],
    ['gb18030', '北京', 'b1b1bea9'],
    ['big5', '功許', 'a55cb35c'],
    ['euc-kr', '서울', 'bcadbfef'],
    ['windows-1251', 'Пермь', 'cfe5f0ecfc'],
  ] as const)('may be %s', async ([encoding, name, hex]) => {
    const file = Buffer.concat([Buffer.from('id|name\n1|'), Buffer.from(hex, 'hex'), Buffer.from('\n')])
    const { reply, rows } = await load(file, { encoding, delimiter: '|', columns: catColumns.slice(0, 2) })
    expect(reply).toMatchObject(done(1))
    expect(rows).toEqual([['1', name, null, null]])
  })

  test('may begin with lines that are no part of it, and lines are counted with them', async () => {
    const plan = { skip_lines: 1, delimiter: ';', columns: catColumns.slice(0, 2) }
    expect((await load('sep=;\r\nid;name\r\n1;Tom\r\n', plan)).rows).toEqual([['1', 'Tom', null, null]])
    expect((await load('sep=;\nid;name\n1;Tom\nx;Kit\n', plan)).reply).toMatchObject(refusedAt({ line: 4, column: 'id' }))
  })

  test('may be windows-1252, without names, with another delimiter and word for NULL', async () => {
    const { reply, rows } = await load(Buffer.from([0x31, 0x7c, 0x80, 0x7c, 0x4e, 0x41, 0x0a]), {
      encoding: 'windows-1252',
      delimiter: '|',
      has_header: false,
      null_text: 'NA',
      columns: catColumns.slice(0, 3),
    })
    expect(reply).toMatchObject(done(1))
    expect(rows).toEqual([['1', '€', null, null]])
  })

  test('may have its fields in another order, and more of them', async () => {
    const { reply, rows } = await load('what,name,id\nx,"Tom, the cat",1\n"y\n,",Kit,2\n', {
      columns: [
        { source: 2, target: 'id' },
        { source: 1, target: 'name' },
      ],
    })
    expect(reply).toMatchObject(done(2))
    expect(rows.map(([id, name]) => [id, name])).toEqual([
      ['1', 'Tom, the cat'],
      ['2', 'Kit'],
    ])
  })

  test('may be separated by tabs, or be a single field that looks like an end', async () => {
    expect((await load('1\tTom\n', { format: 'tsv', has_header: false, columns: catColumns.slice(0, 2) })).reply).toMatchObject(done(1))
    await run('create table words (word text)')
    const key = await create({ table: 'words', has_header: false, columns: [{ source: 0, target: 'word' }] })
    expect(await upload(key, '\n\\.\nend\n')).toMatchObject(done(3))
    expect(await run("select coalesce(word, 'NULL') from words")).toEqual([['NULL'], ['\\.'], ['end']])
  })

  test('comes in pieces of any size', async () => {
    const file = Buffer.from(Array.from({ length: 2_000 }, (_, index) => `${index},"name ""${index}""\r\n,"\r\n`).join(''))
    await run('truncate cats')
    const key = await create({ has_header: false, columns: catColumns.slice(0, 2) })
    const { reply } = await uploadInPieces(key, file, 7)
    expect(reply).toMatchObject({ state: 'done', rows: 2_000, bytes: file.length })
    expect(await run('select count(distinct name), min(length(name)) from cats')).toEqual([['2000', '11']])
  })

  test('may have a cell of 10 MB', async () => {
    const { reply } = await load(`1,"${'x\n'.repeat(5 * 1024 * 1024)}"\n`, { has_header: false, columns: catColumns.slice(0, 2) })
    expect(reply).toMatchObject(done(1))
    expect(await run('select length(name) from cats')).toEqual([['10485760']])
  })

  test('may have 1,600 columns', async () => {
    const names = Array.from({ length: 1_600 }, (_, index) => `c${index}`)
    const columns = names.map((target, source) => ({ source, target }))
    const key = await create({ table: 'wide', columns, create: { columns: names.map((name) => ({ name, type: 'smallint' })) } })
    expect(await upload(key, `${names.join(',')}\n${names.map((_, index) => index).join(',')}\n`)).toMatchObject(done(1))
    expect(await run('select c1599 from wide')).toEqual([['1599']])
  })
})

describe('JSON whose rows stand within an object', () => {
  const members = ['id', 'name'].map((name) => ({ source: name, target: name }))
  const plan: Plan = { format: 'json', rows_member: 'ro"ws', columns: members }
  const file = String.raw`{"total": {"ro\"ws": [0]}, "x": "ro\"ws", "ro\"ws": [{"id": 1, "name": "To]m"},
{"id": 2, "name": "Kit"}], "next": [{"id": 3}]}`

  test.for([file.length, 1, 7])('is loaded from there, in pieces of %i bytes', async (size) => {
    await run('truncate cats')
    const { reply } = await uploadInPieces(await create(plan), Buffer.from(file), size)
    expect([reply.rows, await run('select id, name from cats order by id')]).toEqual([
      2,
      [
        ['1', 'To]m'],
        ['2', 'Kit'],
      ],
    ])
  })

  test.for([
    ['{"rows": 5}', fileText.memberNoArray('rows')],
    ['{"a": [{"rows": []}]}', fileText.noMember('rows')],
    ['[1]', fileText.noObject],
    ['{"a": 1', fileText.noMember('rows')],
  ] as const)('%s is refused', async ([text, reason]) => {
    const { reply } = await load(text, { ...plan, rows_member: 'rows' })
    expect(reply).toMatchObject({ status: 422, json: { code: 'import_file_invalid', details: { line: 1, reason: expect.stringContaining(reason) } } })
  })
})

describe('an odd quote', () => {
  const columns = catColumns.slice(0, 2)
  const parts = [
    ['before a value', '1,Tom\n2,"Kit\n3,Bob\n4,"Sam, ""the"" second"\n5,Max\n', ['1', '3', '4', '5']],
    ['within a value', '1,Tom\n2,Kit 6" long\n3,Bob\n4,"Sam"\n5,Max\n', ['1', '3', '4', '5']],
    ['in lines that end in CRLF', '1,Tom\r\n2,"Kit\r\n3,Bob\r\n4,"Sam"\r\n5,Max', ['1', '3', '4', '5']],
    ['in the last row', '1,Tom\n2,"line\nend"\n3,"Kit\n4,Bob', ['1', '2', '4']],
    ['twice', '1,"Tom\n2,"Kit\n3,"Bob"\n', ['3']],
  ] as const
  test.for(parts)('%s takes no other row along, however the file is cut', async ([, file, ids]) => {
    for (const pieces of [file.length, 1]) {
      await run('truncate cats')
      const key = await create({ columns, has_header: false, on_bad_row: 'collect' })
      const { reply } = await uploadInPieces(key, Buffer.from(file), pieces)
      expect([reply.rows, (await run('select id from cats order by id')).flat()]).toEqual([ids.length, ids])
    }
  })
})

describe('a bad row ends an import, and nothing is kept', () => {
  test.for([
    ['a value that does not fit', '1,Tom,x,\n', { line: 2, column: 'weight', value: 'x', reason: expect.stringContaining('numeric') }],
    ['a long one', `1,Tom,${'9x'.repeat(500)},\n`, { line: 2, column: 'weight', value: expect.stringMatching(/^(9x){10}.{1,100}$/) }],
    ['after rows with line breaks', '1,"a\nb",,\n2,"c\n\nd",,\n\n3,Kit,,x\n', { line: 8, column: 'born', value: 'x' }],
    ['too few fields', '1,Tom,,\n2,Kit\n', { line: 3, column: null, reason: expect.stringContaining('2 fields') }],
    ['too many fields', '1,Tom,,,\n', { line: 2, reason: expect.stringContaining('5 fields') }],
    ['a bad value before a ragged row', '1,Tom,x,\n2\n', { line: 2, column: 'weight' }],
    ['a missing value', '1,Tom,,\n2,,,\n', { line: 3, column: 'name' }],
    ['a broken check', '1,dog,,\n', { line: 2, reason: expect.stringContaining('cats_name_check') }],
    ['a key that comes twice', '1,Tom,,\n2,Kit,,\n1,Bob,,\n', { line: 4, column: 'id', value: '1', sqlstate: '23505' }],
    ['a quote that is never closed', '1,Tom,,\n2,"Kit,,\n3,Bob,,\n', { line: 3, reason: expect.stringContaining('never closed') }],
    ['a NUL byte', '1,T\0m,,\n', { line: 2, reason: expect.stringContaining('NUL') }],
  ] as const)('%s', async ([, file, details]) => {
    const { reply, key, rows } = await load(`id,name,weight,born\n${file}`)
    expect(reply, JSON.stringify(reply.json)).toMatchObject(refusedAt(details))
    expect(rows).toEqual([])
    const kept = await platform.ask('owner', 'GET', `${base()}/${key}`)
    expect(kept.json).toMatchObject({ state: 'failed', failure: { code: 'import_row_invalid', details } })
  })

  test('bytes that are no UTF-8', async () => {
    const { reply } = await load(Buffer.concat([Buffer.from('1,Tom\n2,'), Buffer.from([0xff]), Buffer.from('\n')]), {
      has_header: false,
      columns: catColumns.slice(0, 2),
    })
    expect(reply).toMatchObject(refusedAt({ line: 2, reason: expect.stringContaining('UTF8') }))
  })

  test('far into a file', async () => {
    const lines = Array.from({ length: 60_000 }, (_, index) => (index % 7 === 0 ? `${index},"a\nb",,` : `${index},${'x'.repeat(100)},,`))
    const before = lines.slice(0, 50_000).join('\n').split('\n').length
    lines[50_000] = '50000,Bad,kg,'
    const { reply } = await load(`${lines.join('\n')}\n`, { has_header: false })
    expect(reply).toMatchObject(refusedAt({ line: before + 1, column: 'weight', value: 'kg' }))
  })

  test('a row that refers to none', async () => {
    await run('create table owners (cat int references cats)')
    const key = await create({ table: 'owners', has_header: false, columns: [{ source: 0, target: 'cat' }] })
    expect(await upload(key, '404\n')).toMatchObject(refusedAt({ line: null, column: 'cat', value: '404', sqlstate: '23503' }))
  })

  test('a deferred constraint that fails at the end', async () => {
    await run('create table chain (id int primary key, next int references chain deferrable initially deferred)')
    const columns = ['id', 'next'].map((target, source) => ({ source, target }))
    const good = await create({ table: 'chain', has_header: false, columns })
    expect(await upload(good, '1,2\n2,1\n')).toMatchObject(done(2))
    const bad = await create({ table: 'chain', has_header: false, columns })
    expect((await upload(bad, '3,4\n')).json).toMatchObject({ code: 'foreign_key_violation' })
    expect(await run('select count(*) from chain')).toEqual([['2']])
  })
})

describe('a file that is made to be costly is refused where its cost shows', () => {
  const name = [{ source: 'name', target: 'name' }]
  const mebibyte = 1024 * 1024
  test.for([
    ['brackets within brackets', { format: 'ndjson', columns: name }, `{"name":${'['.repeat(5 * mebibyte)}\n`, 'nested too deeply'],
    ['more values than a record may have', { format: 'ndjson', columns: name }, `{"name":[${'1,'.repeat(300_000)}1]}\n`, 'too many values'],
    ['one value taken many times', { format: 'ndjson', columns: taken('name', 1_600) }, `{"name":"${'x'.repeat(mebibyte)}"}\n`, 'larger than 32 MB'],
    ['a long field taken many times', { columns: taken(0, 1_600), has_header: false }, `${'x'.repeat(mebibyte)}\n`, 'larger than 32 MB'],
    ['a row that never ends', { columns: catColumns, has_header: false }, `"${'x'.repeat(33 * mebibyte)}`, 'larger than 32 MB'],
  ] as const)('%s', async ([, plan, file, reason]) => {
    const { columns } = plan
    const key = await create({ ...plan, columns, ...(columns.length > 100 && { table: 'copies', create: { columns: copies(columns) } }) })
    expect(await upload(key, file)).toMatchObject(refusedAt({ line: 1, reason: expect.stringContaining(reason) }))
  })

  test('a first row of more fields than a table could have', async () => {
    expect(await upload(await create({}), ','.repeat(20_000))).toMatchObject({
      status: 422,
      json: { code: 'import_file_invalid', message: expect.stringContaining('20001 fields') },
    })
  })
})

function taken(source: string | number, times: number) {
  return Array.from({ length: times }, (_, index) => ({ source, target: `c${index}` }))
}

function copies(columns: readonly { readonly target: string }[]) {
  return columns.map(({ target }) => ({ name: target, type: 'text' }))
}

/** Sends a file over a real connection, piece by piece. */
async function uploadInPieces(key: string, file: Buffer, size: number): Promise<{ reply: ImportProgress }> {
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < file.length; at += size) controller.enqueue(file.subarray(at, at + size))
      controller.close()
    },
  })
  const { url, cookie } = await platform.address('owner')
  const headers = { cookie, 'content-type': 'application/octet-stream' }
  const response = await fetch(`${url}${base()}/${key}/file`, { method: 'PUT', headers, body: stream, duplex: 'half' })
  return { reply: (await response.json()) as ImportProgress }
}
