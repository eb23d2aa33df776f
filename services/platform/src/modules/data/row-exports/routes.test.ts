import type { QueryReply } from '@colonnade/contracts/data/queries'
import type { ExportInput } from '@colonnade/contracts/data/row-exports'
import type { z } from 'zod'
import { request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type Reply, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
let ref: string
let other: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Exports')
  other = await platform.project('Another')
  await run(`create table odd (id int generated always as identity primary key, label text, exact numeric, ratio float8, raw bytea, doc json, docb jsonb,
      tags text[], made_at timestamptz, span interval, is_on bool, pad char(4), twice int generated always as (1) stored);
    insert into odd (label, exact, ratio, raw, doc, docb, tags, made_at, span, is_on, pad) values
      (E'it''s "a\\\\b",\n\ttab', 12345678901234567890.1234567890, 0.1::float8 + 0.2, '\\xdeadbeef00', E'{"a" : 1.10,\n "b":"\\\\n"}', '{"a": 1.10}',
        array['x,y', null, 'a"b\\'], '2024-02-29 12:34:56.789+00', '1 mon 2 days 03:04:05', true, 'ab'),
      ('', 'NaN', '-Infinity', '', null, 'null', '{}', 'infinity', null, false, null),
      (null, -1, -0.5, null, '[]', '"\\\\"', null, null, null, null, '')`)
})
afterAll(() => platform[Symbol.asyncDispose]())

async function run(query: string): Promise<(string | null)[][]> {
  const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return (reply.json as QueryReply).results.at(-1)?.rows as (string | null)[][]
}

type Body = Partial<z.input<typeof ExportInput>>
const create = (body: Body, as: Person = 'owner'): Promise<Reply> =>
  platform.ask(as, 'POST', `/platform/pg-meta/${ref}/exports`, { query: 'select * from odd order by id', format: 'csv', file_name: 'odd', ...body })

async function link(body: Body, as: Person = 'owner'): Promise<string> {
  const reply = await create(body, as)
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return (reply.json as { url: string }).url
}

async function fileOf(body: Body, as: Person = 'owner'): Promise<string> {
  const reply = await platform.ask(as, 'GET', await link(body, as))
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return Buffer.from(reply.bytes).toString()
}

const all = 'select * from odd order by id'
const asText = 'select o::text from odd o order by id'

describe('a file', () => {
  test('of CSV is what COPY writes, and goes back in by an import', async () => {
    const file = await fileOf({ query: `${all}; -- everything` })
    expect(file.split('\n')[0]).toBe('id,label,exact,ratio,raw,doc,docb,tags,made_at,span,is_on,pad,twice')
    await run('create table again (like odd)')
    const names = file.split('\n')[0]!.split(',')
    const plan = { schema: 'public', table: 'again', format: 'csv', columns: names.map((target, source) => ({ source, target })) }
    const { key } = (await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/imports`, plan)).json as { key: string }
    const headers = { 'content-type': 'application/octet-stream' }
    const loaded = await platform.ask('owner', 'PUT', `/platform/pg-meta/${ref}/imports/${key}/file`, Buffer.from(file), headers)
    expect(loaded.json).toMatchObject({ state: 'done', rows: 3 })
    expect(await run('select o::text from again o order by id')).toEqual(await run(asText))
  })

  test('of NDJSON is an object a line, with every digit', async () => {
    const file = await fileOf({ format: 'ndjson', query: all })
    const lines = file.trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[0]).toContain('"exact":12345678901234567890.1234567890,"ratio":0.30000000000000004')
    expect(lines[0]).toContain('"doc":{"a" : 1.10,  "b":"\\n"}')
    const rows = lines.map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(rows[0]).toMatchObject({ label: 'it\'s "a\\b",\n\ttab', tags: ['x,y', null, 'a"b\\'], raw: '\\xdeadbeef00' })
    expect(rows[1]).toMatchObject({ label: '', exact: 'NaN', doc: null })
    expect(rows[2]).toMatchObject({ label: null, docb: '\\' })
  })

  test('of JSON is one array, also of none', async () => {
    const rows = JSON.parse(await fileOf({ format: 'json', query: all })) as { id: number }[]
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3])
    expect(JSON.parse(await fileOf({ format: 'json', query: 'select 1 as a where false' }))).toEqual([])
    expect(
      await fileOf({ format: 'json', query: "select n, E'\\\\' as b from generate_series(1, 20000) n" }).then(
        (text) => (JSON.parse(text) as unknown[]).length,
      ),
    ).toBe(20_000)
  })

  test('of SQL makes the same rows', async () => {
    const file = await fileOf({ format: 'sql', query: all, table: { schema: 'public', name: 'odd' } })
    expect(file).toContain('overriding system value')
    expect(file).not.toContain('twice')
    const before = await run(asText)
    await run(`truncate odd; ${file}`)
    expect(await run(asText)).toEqual(before)
    const many = await fileOf({ format: 'sql', query: 'select n from generate_series(1, 2500) n', table: { schema: 'My', name: 'se"lect' } })
    expect(many.match(/insert into "My"."se""lect" \(n\) values/g)).toHaveLength(3)
    expect(many.trimEnd().endsWith(';')).toBe(true)
    expect(await fileOf({ format: 'sql', query: 'select 1 as a where false', table: { schema: 'a', name: 'b' } })).toBe('')
  })

  test('may have 1,600 columns, or two of one name', async () => {
    const wide = Array.from({ length: 1_600 }, (_, index) => `${index} as c${index}`).join(', ')
    expect((await fileOf({ format: 'sql', query: `select ${wide}`, table: { schema: 'public', name: 'wide' } })).match(/, /g)).toHaveLength(2 * 1_599)
    expect(await fileOf({ query: 'select 1 as a, 2 as a' })).toBe('a,a\n1,2\n')
    expect(await fileOf({ format: 'ndjson', query: 'select 1 as a, 2 as a' })).toBe('{"a":1,"a":2}\n')
    // as the row is called in the statement of the export
    expect(await fileOf({ format: 'ndjson', query: 'select 1 as a, p as r from (select 2 as b) p' })).toBe('{"a":1,"r":{"b":2}}\n')
  })

  test('may have rows larger than its chunks', async () => {
    const file = await fileOf({ query: 'select n, repeat(n::text, 600000) as much from generate_series(1, 9) n' })
    expect(file).toHaveLength('n,much\n'.length + 9 * 600_003)
  })

  test('is named, and neither run nor kept by a browser', async () => {
    const reply = await platform.ask('owner', 'GET', await link({ file_name: 'Žofie/"1"' }))
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="_ofie__1_.csv"; filename*=UTF-8''%C5%BDofie_%221%22.csv`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
  })
})

describe('as whom', () => {
  test('it is read is as a query would be', async () => {
    const query = "select current_user::text as who, current_setting('request.jwt.claims', true) as claims"
    expect(await fileOf({ query, role: 'anon', claims: { sub: 'x' } })).toBe('who,claims\nanon,"{""sub"":""x""}"\n')
    expect(await fileOf({ query: 'select current_user::text as who' }, 'read-only')).toBe('who\nsupabase_read_only_user\n')
    expect(await create({ query: 'select 1', role: 'anon' }, 'read-only')).toMatchObject({ status: 403, json: { code: 'forbidden' } })
    expect(await create({ query: 'select * from pg_authid', role: 'anon' })).toMatchObject({ status: 403, json: { code: 'insufficient_privilege' } })
  })
})

describe('what is no export', () => {
  test.for([
    ['select 1 x y', 'syntax_error', { position: 12 }],
    ["  select '😀', x", 'undefined_object', { position: 15 }],
    ['select 1; select 2', 'invalid_input', {}],
    ['-- nothing', 'invalid_input', {}],
    ['select', 'invalid_input', {}],
    ['delete from odd returning *', 'syntax_error', {}],
    ['with gone as (delete from odd returning *) select * from gone', 'database_error', {}],
    ['select 1) to stdout; drop table odd; --', 'invalid_input', {}],
    ['select 1/0', 'invalid_value', {}],
  ] as const)('%j is refused at once', async ([query, code, details]) => {
    expect((await create({ query })).json).toMatchObject({ code, details })
  })

  test('SQL of no table is refused', async () => {
    expect(await create({ format: 'sql' })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  })

  test('what a function would change is not changed', async () => {
    await run("create function writes() returns int language plpgsql as $$ begin insert into odd (label) values ('x'); return 1; end $$")
    expect(await platform.ask('owner', 'GET', await link({ query: 'select writes() from odd' }))).toMatchObject({
      status: 403,
      json: { code: 'read_only' },
    })
  })

  test('what fails before the first row is an error as any', async () => {
    const url = await link({ query: 'select 1 / (id - 1) as x from odd order by id' })
    expect(await platform.ask('owner', 'GET', url)).toMatchObject({ status: 400, json: { code: 'invalid_value' } })
  })
})

describe('a link', () => {
  test('is good once, for its maker, in its project', async () => {
    const url = await link({ query: 'select 1 as a' })
    expect(await platform.ask('developer', 'GET', url)).toMatchObject({ status: 404, json: { code: 'export_not_found' } })
    expect(await platform.ask('owner', 'GET', url.replace(ref, other))).toMatchObject({ status: 404, json: { code: 'export_not_found' } })
    const { url: server, cookie } = await platform.address('owner')
    expect((await fetch(server + url, { method: 'HEAD', headers: { cookie } })).status).toBe(404)
    expect((await platform.ask('owner', 'GET', `${url}/outcome`)).json).toEqual({ state: 'waiting', failure: null })
    expect((await platform.ask('owner', 'GET', url)).status).toBe(200)
    expect((await platform.ask('owner', 'GET', `${url}/outcome`)).json).toEqual({ state: 'done', failure: null })
    expect(await platform.ask('developer', 'GET', `${url}/outcome`)).toMatchObject({ status: 404, json: { code: 'export_not_found' } })
    expect(await platform.ask('owner', 'GET', url)).toMatchObject({ status: 404, json: { code: 'export_not_found' } })
  })
})

describe('a file under way', () => {
  const slow = "select n, repeat('x', 1000) as much, case when n > 40000 then 1 / (n - 40001) end as fails from generate_series(1, 5000000) n"

  async function open(query: string) {
    const { url, cookie } = await platform.address('owner')
    const asking = request(url + (await link({ query })), { headers: { cookie } })
    asking.on('error', () => {})
    const response = await new Promise<import('node:http').IncomingMessage>((resolve) => asking.end().on('response', resolve))
    return { asking, response, outcome: `${asking.path}/outcome` }
  }
  const running = async () => (await run("select count(*) from pg_stat_activity where query ilike 'copy %' and state <> 'idle'"))[0]![0]

  test('is cut off where it fails, so that it is not taken for a whole one', async () => {
    const { response, outcome: outcomeUrl } = await open(slow)
    expect(response.statusCode).toBe(200)
    const outcome = await new Promise<string>((resolve) => {
      response.on('end', () => resolve('end')).on('error', () => resolve('cut'))
      response.resume()
    })
    expect(outcome).toBe('cut')
    expect((await platform.ask('owner', 'GET', outcomeUrl)).json).toMatchObject({
      state: 'failed',
      failure: { code: 'invalid_value', message: 'division by zero' },
    })
  })

  test('waits for its reader, and ends when that hangs up', async () => {
    const { asking, response } = await open(slow.replace('40000', '400000'))
    response.pause()
    expect(await running()).toBe('1')
    asking.destroy()
    await expect.poll(running).toBe('0')
  })
})
