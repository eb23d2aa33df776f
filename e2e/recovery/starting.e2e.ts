import { withClient } from '@colonnade/pg'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connect, cookieOf, createInstallation, createProject, type Installation, signIn } from './installation.ts'
import { ownerEmail, ownerPassword, runUntilEnd, type Server } from './server.ts'

let installation: Installation
let server: Server

beforeAll(async () => {
  installation = await createInstallation()
  // no owner in the environment, as most people start it
  server = await installation.start({ COLONNADE_OWNER_EMAIL: '', COLONNADE_OWNER_PASSWORD: '' })
})
afterAll(() => installation[Symbol.asyncDispose]())

function setUp(url: string, token: string, email = ownerEmail): Promise<Response> {
  return fetch(`${url}/platform/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, email, password: ownerPassword }),
  })
}

function tokenIn(output: string): string | undefined {
  return /\/sign-in\?setup=(\S+)/.exec(output)?.[1]
}

test('the first start prints a link; a restart prints another, and only the newest works', async () => {
  const earlier = tokenIn(server.output())
  expect(earlier).toBeDefined()
  await server.stop()
  server = await installation.start({ COLONNADE_OWNER_EMAIL: '', COLONNADE_OWNER_PASSWORD: '' })
  expect(tokenIn(server.output())).not.toBe(earlier)
  for (const wrong of ['guessed', earlier!]) {
    const refused = await setUp(server.url, wrong)
    expect([refused.status, await refused.json()]).toMatchObject([404, { code: 'setup_link_invalid' }])
  }
})

test('the link makes the owner and signs in, once', async () => {
  const token = tokenIn(server.output())!
  const answers = await Promise.all([setUp(server.url, token), setUp(server.url, token)])
  const [made, ...others] = answers.filter(({ status }) => status === 201)
  expect(others).toEqual([])
  expect(await made!.json()).toMatchObject({ is_installation_owner: true })
  const api = connect(server.url, cookieOf(made!))
  expect(await api.sessions.profile()).toMatchObject({ is_installation_owner: true })
  const again = await setUp(server.url, token, 'third@example.com')
  expect([again.status, await again.json()]).toMatchObject([409, { code: 'already_set_up' }])
})

test('once there is an owner, a start prints where to sign in, and the environment makes no second one', async () => {
  await server.stop()
  server = await installation.start({ COLONNADE_OWNER_EMAIL: 'intruder@example.com' })
  expect(server.output()).toContain('Sign in:')
  expect(tokenIn(server.output())).toBeUndefined()
  await expect(signIn(server.url, { email: 'intruder@example.com', password: ownerPassword })).rejects.toThrow('invalid_credentials')
})

test('a second start on the same home is refused and says which process holds it', async () => {
  const { code, output } = await runUntilEnd(installation.paths.home)
  expect(code).toBe(1)
  expect(output).toContain(`Process ${server.pid} already runs Colonnade in ${installation.paths.home}`)
  expect((await fetch(`${server.url}/platform/setup`)).status).toBe(200)
})

test('a taken port: it takes the next one and says so', async () => {
  const occupant = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => occupant.once('listening', resolve))
  const { port } = occupant.address() as AddressInfo
  await server.stop()
  server = await installation.start({ PORT: String(port) })
  const got = Number(new URL(server.url).port)
  expect(got).toBeGreaterThan(port)
  expect(server.output()).toContain(`Port ${port} is taken, so it listens on ${got}.`)
  occupant.close()
})

test('wrong settings are all named at once', async () => {
  const { code, output } = await runUntilEnd(installation.paths.home, {
    PORT: 'eighty',
    COLONNADE_POOL_SIZE: '-1',
    COLONNADE_OWNER_EMAIL: 'me@example.com',
  })
  expect(code).toBe(1)
  for (const name of ['PORT', 'COLONNADE_POOL_SIZE', 'COLONNADE_OWNER_PASSWORD']) expect(output).toContain(name)
  expect(output).not.toMatch(/^ +at /m)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s stops every cluster cleanly and leaves nothing running', async (signal) => {
  if (server.hasEnded()) server = await installation.start()
  process.kill(server.pid, signal)
  expect(await server.ended).toEqual({ code: 0, signal: null })
  expect(await installation.processes()).toEqual([])
})

test('a stop does not wait for ever for what hangs in the control plane', async () => {
  if (server.hasEnded()) server = await installation.start()
  const cookie = await signIn(server.url)
  const { socket, description } = installation.paths.cluster('platform')
  const { port } = JSON.parse(await readFile(description, 'utf8')) as { port: number }
  await withClient({ host: socket, port, user: 'supabase_admin', database: 'colonnade' }, async ({ client }) => {
    await client.query('begin; select from public.users for update')
    const change = connect(server.url, cookie)
      .sessions.updatePreferences({ body: { theme: 'dark' } })
      .then(
        () => 'done',
        () => 'cut off',
      )
    const waiting = async (): Promise<number> => (await client.query('select from pg_locks where not granted')).rowCount ?? 0
    await expect.poll(waiting).toBe(1)
    expect(await server.stop()).toEqual({ code: 0, signal: null })
    expect(await change).toBe('cut off')
  })
  expect(await installation.processes()).toEqual([])
})

test('a stop in the middle of a creation is clean, and the next start goes on with it', async () => {
  const fresh = await createInstallation()
  await using _ = fresh
  server = await fresh.start()
  const cookie = await signIn(server.url)
  const api = connect(server.url, cookie)
  const { slug } = await api.organizations.create({ body: { name: 'Acme' } })
  const created = await api.projects.create({ body: { organization_slug: slug, name: 'Interrupted' } })
  expect(await server.stop()).toEqual({ code: 0, signal: null })
  expect(await fresh.processes()).toEqual([])
  server = await fresh.start()
  await expect
    .poll(async () => (await connect(server.url, cookie).projects.list()).map(({ ref, status }) => [ref, status]))
    .toEqual([[created.ref, 'ACTIVE_HEALTHY']])
  await createProject(connect(server.url, cookie), slug, 'Another')
  await server.stop()
})
