import { MemoryBudget, memoryLimitsFor, silentLogger, systemClock } from '@colonnade/core'
import type { Caller, ProjectDirectory, ServiceReply } from '@colonnade/projects'
import { sql } from '@colonnade/sql'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createRestService, type RestService } from './index.ts'
import { openTestProject, type TestProject } from './testing.ts'

const rows = 300_000
const caller: Caller = {
  ref: 'abcdefghijklmnopqrst',
  role: 'anon',
  claims: '{"role":"anon"}',
  userId: null,
  keyPrefix: null,
  address: '127.0.0.1',
  requestId: 'r1',
  tokenRefusal: null,
}
let project: TestProject
let service: RestService
const memory = new MemoryBudget(memoryLimitsFor(8 * 1024 ** 3))

beforeAll(async () => {
  project = await openTestProject()
  const { host, port } = project.service.target
  const projects: Pick<ProjectDirectory, 'resolve' | 'hold' | 'rest'> = {
    resolve: async () => ({ state: 'active', address: null, endpoint: { host, port }, limits: { sessions: 1, servers: 1, clients: 1 } }),
    hold: async () => () => {},
    rest: async () => ({ isEnabled: true, poolSize: 4, allowedOrigins: ['*'] }),
  }
  service = createRestService({ projects, memory, clock: systemClock, logger: silentLogger })
  await project.administer(sql`alter role authenticator set pgrst.db_max_rows = ''`)
  await project.run(sql`
    create table numbers (id int primary key, name text not null);
    insert into numbers select n, 'number "' || n || '"' from generate_series(1, 300000) as n;
    grant all on numbers to anon;
    create table arrivals (id int primary key, name text, note text);
    grant all on arrivals to anon, authenticator;
    create view wide as select n as id, repeat('x', 1000) as filling from generate_series(1, 40000) as n;
    grant select on wide to anon`)
}, 120_000)
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await project[Symbol.asyncDispose]()
})

interface Asked {
  readonly method?: string
  readonly headers?: Record<string, string>
  readonly body?: string
  readonly signal?: AbortSignal
}

const ask = (
  address: string,
  { method = 'GET', headers = {}, body = '', signal = new AbortController().signal }: Asked = {},
): Promise<ServiceReply> => {
  const [path = '', search = ''] = address.split('?')
  const bytes = Buffer.from(body)
  const pieces = Array.from({ length: Math.ceil(bytes.length / 65_536) }, (_, index) => bytes.subarray(index * 65_536, (index + 1) * 65_536))
  const sent = { 'content-length': String(bytes.length), ...headers }
  return service.serve({ method, path, search, headers: sent, publicUrl: 'https://example.com/rest/v1', body: Readable.from(pieces), signal }, caller)
}
const csv = { accept: 'text/csv' }
/** Opens a stream, and reads its beginning. */
const openStream = async (asked: Asked = {}): Promise<Readable> => {
  const { status, body } = await ask('/numbers?order=id', { headers: csv, ...asked })
  expect(status).toBe(200)
  const stream = body as Readable
  await new Promise((resolve) => stream.once('readable', resolve))
  return stream
}
const streaming = sql`select pid, wait_event as event from pg_stat_activity where query like 'with result as%' and state = 'active' and pid <> pg_backend_pid()`
const read = (reply: ServiceReply): Promise<string> => (reply.body instanceof Readable ? text(reply.body) : Promise.resolve(String(reply.body)))

describe('CSV out', () => {
  test('of many rows is a stream with the right status, range and content', async () => {
    const reply = await ask('/numbers?select=name,id&order=id.desc&offset=1', { headers: { ...csv, prefer: 'count=exact' } })
    expect(reply).toMatchObject({
      status: 206,
      headers: { 'Content-Type': 'text/csv; charset=utf-8', 'Content-Range': `1-${rows - 1}/${rows}`, 'Preference-Applied': 'count=exact' },
    })
    expect(reply.body).toBeInstanceOf(Readable)
    const lines = (await read(reply)).split('\n')
    expect([lines.length, lines[0], lines[1], lines.at(-1)]).toEqual([rows, 'name,id', `"number ""${rows - 1}""",${rows - 1}`, '"number ""1""",1'])
    expect(reply.log).toMatchObject({ sql_ms: expect.any(Number) as number })
  })

  test('of few rows is sent whole', async () => {
    const reply = await ask('/numbers?id=lt.3&order=id', { headers: { ...csv, prefer: 'count=planned' } })
    expect(reply).toMatchObject({ status: 206, body: 'id,name\n1,"number ""1"""\n2,"number ""2"""' })
    expect(await ask('/numbers?id=eq.0', { headers: csv })).toMatchObject({ status: 200, body: '\n', headers: { 'Content-Range': '*/*' } })
  })

  test('fails with its own status before anything was sent', async () => {
    expect(await ask('/numbers?select=id::date', { headers: csv })).toMatchObject({ status: 400, log: { code: '42846' } })
    expect(await ask('/numbers?offset=900000', { headers: { ...csv, prefer: 'count=exact' } })).toMatchObject({ status: 416 })
  })

  test('waits for a slow reader, and others are served beside it', async () => {
    const stream = await openStream()
    await expect.poll(() => project.service.rows(streaming)).toMatchObject([{ event: 'ClientWrite' }])
    expect(await ask('/numbers?id=eq.7&select=id')).toMatchObject({ status: 200, body: '[{"id":7}]' })
    expect((await text(stream)).split('\n')).toHaveLength(rows + 1)
    await expect.poll(() => project.service.rows(streaming)).toEqual([])
  })

  test('ends when its reader leaves', async () => {
    const leaving = new AbortController()
    const stream = await openStream({ signal: leaving.signal })
    leaving.abort()
    await expect.poll(() => project.service.rows(streaming)).toEqual([])
    expect(stream.destroyed).toBe(true)
  })

  test('breaks when the database does, so that nobody takes a part for the whole', async () => {
    const stream = await openStream()
    const [backend] = await project.service.rows(streaming)
    await project.administer(sql`select pg_terminate_backend(${Number(backend!['pid'])})`)
    await expect(buffer(stream)).rejects.toThrow()
  })
})

test('the root path is a function’s to answer, if one is named', async () => {
  await project.run(
    sql`create function root() returns json language sql stable as $$ select '{"openapi": "3.1.0"}'::json $$; grant execute on function root() to anon`,
  )
  await project.administer(sql`alter role authenticator set pgrst.db_root_spec = 'public.root'; notify pgrst`)
  await expect.poll(async () => (await ask('/', { headers: { accept: 'application/openapi+json' } })).body).toBe('{"openapi": "3.1.0"}')
})

describe('JSON out', () => {
  test('is a stream once its shape is known to be large, and says the same', async () => {
    const first = await ask('/numbers?order=id', { headers: { prefer: 'count=exact' } })
    const second = await ask('/numbers?order=id', { headers: { prefer: 'count=exact' } })
    expect([typeof first.body, second.body instanceof Readable]).toEqual(['string', true])
    expect([second.status, second.headers]).toEqual([first.status, first.headers])
    expect(await read(second)).toBe(first.body)
    first.done!()
  })

  test('is claimed until it is sent, if it is whole', async () => {
    const { body, done } = await ask('/numbers?id=lt.9000&order=id')
    expect(memory.usedBy(caller.ref)).toBe(2 * (body as string).length)
    done!()
    expect(memory.usedBy(caller.ref)).toBe(0)
  })

  test('may be larger than a row of Postgres', async () => {
    const reply = await ask('/wide')
    expect(reply.status).toBe(200)
    expect((JSON.parse(await read(reply)) as unknown[]).length).toBe(40_000)
  })
})

test.each([
  ['CSV', 'text/csv', `id,name,note\n${Array.from({ length: 20_000 }, (_, id) => `${id},"number, ${id}",NULL`).join('\n')}`],
  ['JSON', 'application/json', JSON.stringify(Array.from({ length: 20_000 }, (_, id) => ({ id, name: `number, ${id}`, note: null })))],
])('a long body of %s is written', async (_kind, type, body) => {
  const headers = { 'content-type': type, prefer: 'count=exact,resolution=merge-duplicates' }
  const inserted = await ask('/arrivals', { method: 'POST', headers, body })
  expect(inserted).toMatchObject({ status: 201, headers: { 'Content-Range': '*/20000' } })
  expect(await project.service.first(sql`select count(*)::int as n, count(note)::int as notes, max(name) as name from public.arrivals`)).toEqual({
    n: 20_000,
    notes: 0,
    name: 'number, 9999',
  })
  expect((await ask('/arrivals', { method: 'POST', headers, body })).status).toBe(200)
  expect((await ask('/arrivals?id=gte.0', { method: 'DELETE' })).status).toBe(204)
  expect(memory.usedBy(caller.ref)).toBe(0)
})
