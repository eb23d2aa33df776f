import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestProject, type TestProject } from '../testing.ts'
import { sql } from '@colonnade/sql'

let project: TestProject
beforeAll(async () => {
  project = await openTestProject('Edge')
  await project.owner.run(sql`
    create table notes (id int primary key, text text not null);
    grant select on notes to service_role;
    insert into notes values (1, 'from the database');
  `)
})
afterAll(() => project[Symbol.asyncDispose]())

async function deploy(slug: string, text: string, more: object = {}): Promise<void> {
  const form = new FormData()
  form.append('metadata', JSON.stringify({ entrypoint_path: 'index.ts', ...more }))
  form.append('file', new Blob([text]), 'index.ts')
  const sent = new Response(form)
  const headers = { 'content-type': sent.headers.get('content-type')! }
  const path = `/v1/projects/${project.ref}/functions/deploy?slug=${slug}`
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
