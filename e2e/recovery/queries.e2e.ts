import type { Project } from '@colonnade/contracts/projects/projects'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addressOf, type Api, connect, createInstallation, createProject, type Installation, signIn } from './installation.ts'
import type { Server } from './server.ts'

let installation: Installation
let server: Server
let api: Api
let project: Project

beforeAll(async () => {
  installation = await createInstallation()
  server = await installation.start()
  api = connect(server.url, await signIn(server.url))
  const { slug } = await api.organizations.create({ body: { name: 'Acme' } })
  project = await createProject(api, slug, 'Chinook')
})
afterAll(() => installation[Symbol.asyncDispose]())

function run(query: string, more: { key?: string; timeout_ms?: number; row_limit?: number; signal?: AbortSignal } = {}) {
  const { signal, ...input } = more
  return api.queries.run({ params: { ref: project.ref }, body: { query, ...input }, signal })
}

/** Backends that run a text with this in it, asked over a connection of our own. */
async function backendsRunning(part: string): Promise<number[]> {
  const rows = await withClient(addressOf(project), (client) =>
    client.rows<{ pid: number }>(sql`
      select pid from pg_stat_activity where state = 'active' and pid <> pg_backend_pid() and position(${part} in query) > 0`),
  )
  return rows.map(({ pid }) => pid)
}

async function untilRunning(part: string): Promise<number> {
  await expect.poll(() => backendsRunning(part)).toHaveLength(1)
  return (await backendsRunning(part))[0]!
}

/** Resolves when the project answers a query again; until then it may only say that it is not there. */
async function untilAnswering(): Promise<void> {
  await expect
    .poll(() =>
      run('select 1').then(
        () => 'answered',
        ({ code }: { code: string }) => code,
      ),
    )
    .toBe('answered')
}

test('a query whose backend is killed fails as connection_lost, and the project goes on', async () => {
  const query = run('select pg_sleep(410)')
  const refused = expect(query).rejects.toMatchObject({ code: 'connection_lost' })
  process.kill(await untilRunning('pg_sleep(410)'), 'SIGKILL')
  await refused
  await untilAnswering()
})

test('a query whose server is killed fails as connection_lost, and the project goes on', async () => {
  const query = run('select pg_sleep(420)')
  const refused = expect(query).rejects.toMatchObject({ code: 'connection_lost' })
  await untilRunning('pg_sleep(420)')
  process.kill((await installation.postmaster(project.ref))!, 'SIGKILL')
  await refused
  await untilAnswering()
})

test('a query whose connection an administrator ends fails with the reason, and the next one gets another connection', async () => {
  const query = run('select pg_sleep(430)')
  const refused = expect(query).rejects.toMatchObject({ code: 'connection_lost' })
  const pid = await untilRunning('pg_sleep(430)')
  await withClient(addressOf(project), (client) => client.run(sql`select pg_terminate_backend(${pid})`))
  await refused
  expect((await run('select 1')).results[0]?.rows).toEqual([['1']])
})

test('a query is cancelled by its key long before it would end', async () => {
  const query = run('select pg_sleep(1000)', { key: 'long', timeout_ms: 0 })
  const end = query.then(
    () => 'done',
    ({ code, message }: { code: string; message: string }) => (code === 'query_cancelled' ? code : `${code}: ${message}`),
  )
  await untilRunning('pg_sleep(1000)')
  const { cancelled } = await api.queries.cancel({ params: { ref: project.ref }, body: { key: 'long' } })
  // one that was not cancelled may run on
  expect([cancelled, await Promise.race([end, Promise.resolve(cancelled ? end : 'goes on')])]).toEqual([true, 'query_cancelled'])
  await expect(api.queries.cancel({ params: { ref: project.ref }, body: { key: 'long' } })).rejects.toMatchObject({ code: 'query_not_found' })
})

test('a caller that hangs up takes the query along', async () => {
  const leaving = new AbortController()
  const query = run('select pg_sleep(1001)', { timeout_ms: 0, signal: leaving.signal })
  const left = expect(query).rejects.toThrow()
  await untilRunning('pg_sleep(1001)')
  leaving.abort()
  await left
  await expect.poll(() => backendsRunning('pg_sleep(1001)')).toEqual([])
})

test('callers that hang up while they wait for a connection run nothing', async () => {
  const leaving = new AbortController()
  const waiting = Array.from({ length: 12 }, (_, index) =>
    run(`select pg_sleep(600) /* waiting ${index} */`, { timeout_ms: 0, signal: leaving.signal }).catch(() => 'left'),
  )
  await expect.poll(() => backendsRunning('/* waiting')).toHaveLength(8)
  leaving.abort()
  await Promise.all(waiting)
  await expect.poll(() => backendsRunning('/* waiting')).toEqual([])
  expect((await run('select 1')).results[0]?.rows).toEqual([['1']])
})

test.each([
  ['one statement', 'select * from generate_series(1, 5000000) as n'],
  ['several statements', 'select 1; select * from generate_series(1, 5000000) as n'],
])('five million rows of %s are cut off, say so, and need little memory', async (_, query) => {
  const before = memory('VmRSS')
  const { results } = await run(query)
  expect(results.at(-1)).toMatchObject({ truncated: true })
  expect(results.at(-1)?.rows).toHaveLength(1_000)
  if (process.platform === 'linux') expect(memory('VmHWM') - before).toBeLessThan(150 * 1024)
})

test('rows of a megabyte each are cut off before they fill the memory', async () => {
  const before = memory('VmRSS')
  const { results } = await run("select repeat('x', 1000000) from generate_series(1, 2000)", { row_limit: 100_000 })
  expect(results[0]?.truncated).toBe(true)
  if (process.platform === 'linux') expect(memory('VmHWM') - before).toBeLessThan(600 * 1024)
})

/** The server's resident memory in kB: now (VmRSS), or the most it ever was (VmHWM). */
function memory(field: 'VmRSS' | 'VmHWM'): number {
  if (process.platform !== 'linux') return 0
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1])
}

test('an import that the server is killed under leaves nothing, not even its table', async () => {
  const { ref } = project
  const { key } = await api.rowImports.create({
    params: { ref },
    body: {
      schema: 'public',
      table: 'made',
      format: 'csv',
      columns: [{ source: 0, target: 'id' }],
      create: { columns: [{ name: 'id', type: 'int' }] },
    },
  })
  const headers = { cookie: await signIn(server.url), 'content-type': 'application/octet-stream' }
  const upload = request(`${server.url}/platform/pg-meta/${ref}/imports/${key}/file`, { method: 'PUT', headers })
  const lost = once(upload, 'error')
  upload.write('1\n'.repeat(500_000))
  await expect.poll(async () => (await api.rowImports.retrieve({ params: { ref, key } })).rows).toBeGreaterThan(100_000)
  await server.kill()
  await lost
  server = await installation.start()
  api = connect(server.url, await signIn(server.url))
  await untilAnswering()
  await expect.poll(() => backendsRunning('copy ')).toEqual([])
  expect((await run("select to_regclass('made')")).results[0]!.rows).toEqual([[null]])
  await expect(api.rowImports.retrieve({ params: { ref, key } })).rejects.toMatchObject({ code: 'import_not_found' })
})
