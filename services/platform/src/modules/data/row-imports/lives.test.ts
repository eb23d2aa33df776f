import type { QueryReply } from '@colonnade/contracts/data/queries'
import type { ImportPlan, ImportProgress } from '@colonnade/contracts/data/row-imports'
import type { z } from 'zod'
import { type ClientRequest, request } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type Reply, type TestPlatform } from '../../../testing.ts'

let platform: TestPlatform
let ref: string
let other: string

beforeAll(async () => {
  platform = await openTestPlatform()
  ref = await platform.project('Lives of imports')
  other = await platform.project('Another')
  await run('create table cats (id int primary key, name text)')
})
beforeEach(() => run('truncate cats'))
afterAll(() => platform[Symbol.asyncDispose]())

const base = (of = ref) => `/platform/pg-meta/${of}/imports`

async function run(query: string): Promise<(string | null)[][]> {
  const reply = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query`, { query })
  expect(reply.status, JSON.stringify(reply.json)).toBe(200)
  return (reply.json as QueryReply).results.at(-1)?.rows as (string | null)[][]
}

const columns = ['id', 'name'].map((target, source) => ({ source, target }))

async function create(plan: Partial<z.input<typeof ImportPlan>> = {}, as: Person = 'owner'): Promise<string> {
  const body = { schema: 'public', table: 'cats', format: 'csv', columns, has_header: false, ...plan }
  const reply = await platform.ask(as, 'POST', base(), body)
  expect(reply.status, JSON.stringify(reply.json)).toBe(201)
  return (reply.json as { key: string }).key
}

const retrieve = (key: string, as: Person = 'owner') => platform.ask(as, 'GET', `${base()}/${key}`)
const upload = (key: string, file: string, as: Person = 'owner', of = ref): Promise<Reply> =>
  platform.ask(as, 'PUT', `${base(of)}/${key}/file`, Buffer.from(file), { 'content-type': 'application/octet-stream' })

/** Begins an upload over a real connection and sends rows; what is not ended waits for more. */
async function begin(key: string, rows = 50_000): Promise<{ upload: ClientRequest; answer: Promise<{ status: number; body: unknown }> }> {
  const { url, cookie } = await platform.address('owner')
  const sending = request(`${url}${base()}/${key}/file`, { method: 'PUT', headers: { cookie, 'content-type': 'application/octet-stream' } })
  const answer = new Promise<{ status: number; body: unknown }>((resolve) => {
    sending.on('response', (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body: JSON.parse(Buffer.concat(chunks).toString()) as unknown }))
    })
  })
  sending.on('error', () => {})
  sending.write(Array.from({ length: rows }, (_, index) => `${index},name\n`).join(''))
  await expect.poll(async () => ((await retrieve(key)).json as ImportProgress).rows).toBeGreaterThan(rows / 2)
  return { upload: sending, answer }
}

const running = async () =>
  (await run("select count(*) from pg_stat_activity where query ilike 'copy %' and state <> 'idle' and pid <> pg_backend_pid()"))[0]![0]

describe('an import under way', () => {
  test('tells how far it has come, and what came of it', async () => {
    const key = await create()
    expect((await retrieve(key)).json).toMatchObject({ state: 'waiting', bytes: 0, rows: 0, failure: null })
    const { upload: sending, answer } = await begin(key)
    expect((await retrieve(key)).json).toMatchObject({ state: 'running', bad_rows: 0 })
    expect(await upload(key, '1,x\n')).toMatchObject({ status: 409, json: { code: 'import_in_progress' } })
    sending.end('50000,last\n')
    expect(await answer).toMatchObject({ status: 200, body: { state: 'done', rows: 50_001 } })
    expect((await retrieve(key)).json).toMatchObject({ state: 'done', rows: 50_001 })
    expect(await upload(key, '1,x\n')).toMatchObject({ status: 409, json: { code: 'import_in_progress' } })
  })

  test('that is cancelled leaves nothing, even while nothing comes', async () => {
    const key = await create({ create: undefined })
    const { answer } = await begin(key)
    expect(await platform.ask('owner', 'DELETE', `${base()}/${key}`)).toMatchObject({ status: 204 })
    await expect.poll(running).toBe('0')
    expect(await answer).toMatchObject({ status: 499, body: { code: 'query_cancelled' } })
    expect(await run('select count(*) from cats')).toEqual([['0']])
    expect(await retrieve(key)).toMatchObject({ status: 404, json: { code: 'import_not_found' } })
  })

  test('whose sender hangs up leaves nothing, not even the table', async () => {
    const key = await create({
      table: 'hung',
      create: {
        columns: [
          { name: 'id', type: 'int' },
          { name: 'name', type: 'text' },
        ],
      },
    })
    const { upload: sending } = await begin(key)
    sending.destroy()
    await expect.poll(async () => ((await retrieve(key)).json as ImportProgress).state).toBe('failed')
    await expect.poll(running).toBe('0')
    expect(await run("select to_regclass('hung')")).toEqual([[null]])
  })

  test('whose connection to the database is lost says so', async () => {
    const key = await create()
    const { answer } = await begin(key)
    await run("select pg_terminate_backend(pid) from pg_stat_activity where query ilike 'copy %' and pid <> pg_backend_pid()")
    expect(await answer).toMatchObject({ status: 503, body: { code: 'connection_lost' } })
    expect(await run('select count(*) from cats')).toEqual([['0']])
  })

  test('is refused while it still comes, and its sender hears why', async () => {
    const key = await create()
    const { upload: sending, answer } = await begin(key)
    sending.write('not a number,x\n')
    // more than the server reads at once; then nothing more, and no end
    sending.write('1,x\n'.repeat(100_000))
    expect(await answer).toMatchObject({ status: 422, body: { code: 'import_row_invalid', details: { line: 50_001, column: 'id' } } })
    expect((await retrieve(key)).json).toMatchObject({ state: 'failed', failure: { code: 'import_row_invalid', details: { line: 50_001 } } })
    sending.destroy()
  })

  test('leaves the project to others, however many there are', async () => {
    const keys = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        create({ table: `cats_${index}`, create: { columns: [{ name: 'id', type: 'int' }] }, columns: columns.slice(0, 1) }),
      ),
    )
    const { url, cookie } = await platform.address('owner')
    const sending = keys.map((key) => {
      const each = request(`${url}${base()}/${key}/file`, { method: 'PUT', headers: { cookie, 'content-type': 'application/octet-stream' } })
      each.on('error', () => {}).write('1\n'.repeat(10_000))
      return each
    })
    await expect.poll(running).toBe('3')
    // of those that wait, one is not wanted any more
    const unwanted = await create()
    const waiting = upload(unwanted, '1,x\n')
    await expect.poll(async () => ((await retrieve(unwanted)).json as ImportProgress).state).toBe('running')
    expect(await platform.ask('owner', 'DELETE', `${base()}/${unwanted}`)).toMatchObject({ status: 204 })
    expect(await waiting).toMatchObject({ status: 499, json: { code: 'query_cancelled' } })
    const replies = await Promise.all(Array.from({ length: 20 }, () => run('select pg_sleep(0.01), count(*) from cats')))
    expect(replies).toHaveLength(20)
    const answers = sending.map(
      (each) => new Promise<number>((resolve) => each.on('response', (response) => resolve(response.resume().statusCode ?? 0))),
    )
    for (const each of sending) each.end()
    expect(await Promise.all(answers)).toEqual([200, 200, 200, 200, 200])
  })
})

describe('an import is its maker\u2019s', () => {
  test.for(['developer', 'administrator'] as const)('and not for a %s', async (person) => {
    const key = await create()
    expect(await upload(key, '1,x\n', person)).toMatchObject({ status: 404, json: { code: 'import_not_found' } })
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/rejects'],
      ['DELETE', ''],
    ] as const) {
      expect(await platform.ask(person, method, `${base()}/${key}${path}`), method).toMatchObject({ status: 404, json: { code: 'import_not_found' } })
    }
    expect(await upload(key, '1,x\n')).toMatchObject({ status: 200 })
  })

  test('and its project\u2019s', async () => {
    expect(await upload(await create(), '1,x\n', 'owner', other)).toMatchObject({ status: 404, json: { code: 'import_not_found' } })
  })

  test('a developer may, a reader may not', async () => {
    expect(await upload(await create({}, 'developer'), '1,x\n', 'developer')).toMatchObject({ status: 200 })
    expect(await platform.ask('read-only', 'POST', base(), {})).toMatchObject({ status: 403, json: { code: 'forbidden' } })
  })

  test('what is no file is refused by its type', async () => {
    const key = await create()
    expect(await platform.ask('owner', 'PUT', `${base()}/${key}/file`, { a: 1 })).toMatchObject({ status: 415 })
  })

  test('of twenty that wait the oldest makes room', async () => {
    const keys: string[] = []
    for (let index = 0; index < 21; index += 1) keys.push(await create({}, 'administrator'))
    expect((await retrieve(keys[0]!, 'administrator')).status).toBe(404)
    expect((await retrieve(keys[20]!, 'administrator')).status).toBe(200)
  })
})
