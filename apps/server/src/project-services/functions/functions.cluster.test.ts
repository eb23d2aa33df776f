import pg from 'pg'
import { build } from 'vite'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing.ts'
import { sql } from '@colonnade/sql'

let project: TestProject
beforeAll(async () => {
  project = await openTestProject('Edge', { hasPooler: true })
  await project.owner.run(sql`
    create table notes (id int primary key, text text not null);
    grant select on notes to service_role;
    insert into notes values (1, 'from the database');
  `)
})
afterAll(() => project[Symbol.asyncDispose]())

async function deploy(
  slug: string,
  text: string,
  more: object = {},
  { ref = project.ref, files = {} }: { ref?: string; files?: Record<string, string> } = {},
): Promise<void> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts', ...more }))
  form.append('file', new Blob([text]), 'index.ts')
  for (const [name, file] of Object.entries(files)) form.append('file', new Blob([file]), name)
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type')! }
  const path = `/v1/projects/${ref}/functions/deploy?slug=${slug}`
  const reply = await project.platform.ask('owner', 'POST', path, new Uint8Array(await sent.arrayBuffer()), headers)
  expect([reply.status, reply.json]).toMatchObject([201, { slug }])
}

const hello = `
  Deno.serve(async (request: Request) => {
    const { name } = await request.json()
    console.log('hello', name)
    const url = Deno.env.get('SUPABASE_URL') + '/rest/v1/notes?select=text'
    const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')!
    const notes = await fetch(url, { headers: { apikey: key, authorization: 'Bearer ' + key } })
    return Response.json({ name, secret: Deno.env.get('SECRET') ?? null, notes: await notes.json() })
  })`

test('the unmodified client calls a function, which reaches its own project, and whose lines are beside its call', async () => {
  await deploy('hello', hello)
  const client = project.client()
  const { data, error, response } = await client.functions.invoke('hello', { body: { name: 'you' } })
  expect([data, error]).toEqual([{ name: 'you', secret: null, notes: [{ text: 'from the database' }] }, null])
  const rows = await project.functionLogs(project.ref, { requestId: response!.headers.get('sb-request-id')!, limit: 10 })
  expect(rows).toMatchObject([
    { kind: 'line', text: 'hello you' },
    { kind: 'invocation', status: 200, is_cold: true },
  ])
})

test('who shows nothing is refused by a function that wants a token, in words that any page can read', async () => {
  const call = (method: string) => fetch(`${project.url}/functions/v1/hello`, { method, headers: { origin: 'https://app.example' } })
  const refused = await call('POST')
  expect([refused.status, await refused.json()]).toMatchObject([401, { code: 'UNAUTHORIZED_NO_AUTH_HEADER' }])
  expect(refused.headers.get('access-control-allow-origin')).toBe('*')
  await deploy('open', 'export default { fetch: (request: Request) => new Response(request.url) }', { verify_jwt: false })
  const open = async () => (await fetch(`${project.url}/functions/v1/open/deep?x=1`)).text()
  await expect.poll(open).toBe(`${new URL(project.url).origin}/open/deep?x=1`)
})

test('new secrets and versions reach callers without a restart, and a removed function nobody', async () => {
  const secrets = [{ name: 'SECRET', value: 'new' }]
  expect((await project.platform.ask('owner', 'POST', `/v1/projects/${project.ref}/secrets`, secrets)).status).toBe(201)
  const invoke = async () => (await project.client().functions.invoke('hello', { body: { name: 'a' } })).data as { secret: string } | string
  await expect.poll(invoke).toMatchObject({ secret: 'new' })
  await deploy('hello', 'Deno.serve(() => new Response("second"))')
  await expect.poll(invoke).toBe('second')
  expect((await project.platform.ask('owner', 'DELETE', `/v1/projects/${project.ref}/functions/hello`)).status).toBe(200)
  const status = async () => (await project.client().functions.invoke('hello')).response?.status
  await expect.poll(status).toBe(404)
})

/** The unmodified driver, in one file: tests fetch no packages. */
async function bundleDriver(): Promise<string> {
  const entry = fileURLToPath(import.meta.resolve('pg'))
  const options = { ssr: entry, write: false, rolldownOptions: { external: ['pg-native'], platform: 'node' as const } }
  const built = await build({ configFile: false, logLevel: 'silent', ssr: { noExternal: true }, build: options })
  const [chunk] = [built].flat().flatMap((each) => ('output' in each ? each.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The driver was not bundled')
  return chunk.code
}

/** What the variable says, with the worker's socket in place of the host that only the worker knows. */
const outsideUrl = `Deno.env.get('SUPABASE_DB_URL').replace(/@.*/, '@/postgres?host=' + Deno.env.get('TMPDIR').replace(/t$/, 's'))`

const reader = `
  import pg from './pg.js'
  Deno.serve(async () => {
    const url = Deno.env.get('SUPABASE_DB_URL')
    const client = new pg.Client(url)
    await client.connect()
    const { rows } = await client.query('select text, current_user as role from notes where id = $1', [1])
    await client.end()
    return Response.json({ url: ${outsideUrl}, rows })
  })`
const teller = `Deno.serve(() => Response.json({ url: ${outsideUrl} }))`

test('a function reaches its database with a password of its worker, which opens no other project and ends with the worker', async () => {
  const open = { verify_jwt: false }
  const other = await project.platform.project('Other')
  const call = async (slug: string, ref = project.ref): Promise<{ url: string; rows?: unknown }> => {
    const reply = await fetch(`${project.url.replace(project.ref, ref)}/functions/v1/${slug}`)
    expect(reply.status).toBe(200)
    return (await reply.json()) as { url: string }
  }
  const attempt = async (url: string, more: pg.ClientConfig = {}): Promise<string> => {
    const { host, user, password } = new pg.Client(url)
    const client = new pg.Client({ host, user, password: password!, database: 'postgres', ...more })
    // its socket can close while it is connected
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query<{ role: string }>('select current_user as role')).rows[0]!.role
    } catch (error) {
      return (error as { code: string }).code
    } finally {
      await client.end()
    }
  }
  await deploy('reader', reader, open, { files: { 'pg.js': await bundleDriver() } })
  await deploy('teller', teller, open, { ref: other })
  const { url, rows } = await call('reader')
  expect(rows).toEqual([{ text: 'from the database', role: 'postgres' }])
  const sleepOf = async () => (await project.platform.ask('owner', 'GET', `/platform/projects/${other}`)).json
  await expect.poll(() => project.platform.ask('owner', 'POST', `/platform/projects/${other}/sleep`)).toMatchObject({ status: 200 })
  const others = await call('teller', other)
  expect([await attempt(others.url, { password: 'wrong' }), await sleepOf()]).toMatchObject(['28P01', { sleep: 'asleep' }])
  expect([await attempt(others.url), await sleepOf()]).toMatchObject(['postgres', { sleep: 'awake' }])
  const password = new pg.Client(others.url).password!
  expect([await attempt(url), await attempt(url, { password }), await attempt(url, { user: 'authenticator' })]).toEqual([
    'postgres',
    '28P01',
    '28P01',
  ])
  expect(await attempt(others.url, { user: `postgres.${project.ref}` })).toBe('28000')
  const removed = await project.platform.ask('owner', 'DELETE', `/v1/projects/${project.ref}/functions/reader`)
  expect(removed.status).toBe(200)
  await expect.poll(() => attempt(url)).toBe('ENOENT')
  await deploy('next', teller, open)
  const next = await call('next')
  expect([await attempt(next.url), await attempt(next.url, { password: new pg.Client(url).password! })]).toEqual(['postgres', '28P01'])
})
