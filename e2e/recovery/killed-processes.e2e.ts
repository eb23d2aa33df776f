import type { Project } from '@colonnade/contracts/projects/projects'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  addressOf,
  type Api,
  askDatabase,
  connect,
  createInstallation,
  createProject,
  databasePassword,
  type Installation,
  signIn,
  untilRemoved,
  untilStatus,
} from './installation.ts'
import type { Server } from './server.ts'

let installation: Installation
let server: Server
let cookie: string
let project: Project

beforeAll(async () => {
  installation = await createInstallation()
  server = await installation.start()
  cookie = await signIn(server.url)
  const { slug } = await api().organizations.create({ body: { name: 'Acme' } })
  project = await createProject(api(), slug, 'Chinook')
  await createProject(api(), slug, 'Northwind')
})
afterAll(() => installation[Symbol.asyncDispose]())

/** The running server's API; after a restart it listens elsewhere, and the session goes on. */
function api(): Api {
  return connect(server.url, cookie)
}

/** Kills the project's server, and returns the statuses that it then went through until it was healthy again. */
async function statusesAfterKill(): Promise<string[]> {
  const leaving = new AbortController()
  const seen: string[] = []
  const killedAt = Date.now()
  process.kill((await installation.postmaster(project.ref))!, 'SIGKILL')
  for await (const { at, kind, status, step, state } of api().projects.events({ params: { ref: project.ref }, signal: leaving.signal })) {
    if (Date.parse(at) >= killedAt && (kind === 'status' || (step === 'verify' && state === 'done'))) seen.push(status)
    if (seen.at(-1) === 'ACTIVE_HEALTHY') leaving.abort()
  }
  return seen
}

test("a project's killed server comes back by itself, and the events and notifications tell", async () => {
  const before = await installation.postmaster(project.ref)
  expect(await statusesAfterKill()).toEqual(['UNHEALTHY', 'ACTIVE_HEALTHY'])
  const after = await api().projects.retrieve({ params: { ref: project.ref } })
  expect(after).toMatchObject({ status: 'ACTIVE_HEALTHY', problem: null })
  expect(await askDatabase(after)).toBe('postgres')
  expect(await installation.postmaster(project.ref)).not.toBe(before)

  const { items } = await api().notifications.list({ query: { project_ref: project.ref } })
  expect(items.slice(0, 2).map(({ priority, data }) => [priority, data.title])).toEqual([
    ['Info', 'Chinook is ready'],
    ['Critical', 'Chinook is unhealthy'],
  ])
})

/** Kills the control plane's own server, and resolves when there is another. */
async function killControlPlane(): Promise<void> {
  const before = (await installation.postmaster('platform'))!
  process.kill(before, 'SIGKILL')
  await expect.poll(async () => ((await installation.postmaster('platform')) ?? before) === before).toBe(false)
}

test("the control plane's killed server comes back by itself, and the sessions with it", async () => {
  await killControlPlane()
  await expect
    .poll(() =>
      api()
        .sessions.profile()
        .then(
          ({ primary_email }) => primary_email,
          ({ code }: { code: string }) => code,
        ),
    )
    .toBe('owner@example.com')
  const renamed = await api().projects.update({ params: { ref: project.ref }, body: { name: 'Chinook again' } })
  expect(renamed.name).toBe('Chinook again')
  await api().projects.restart({ params: { ref: project.ref } })
  project = await untilStatus(api(), project.ref, 'ACTIVE_HEALTHY')
  expect(server.hasEnded()).toBe(false)
})

test("a creation goes on when the control plane's own server was away for a moment", async () => {
  const { slug } = (await api().organizations.list())[0]!
  const { ref } = await api().projects.create({ body: { organization_slug: slug, name: 'Patient', db_pass: databasePassword } })
  await killControlPlane()
  await expect
    .poll(() =>
      api()
        .projects.retrieve({ params: { ref } })
        .then(
          ({ status }) => status,
          ({ code }: { code: string }) => code,
        ),
    )
    .toBe('ACTIVE_HEALTHY')
  expect(server.hasEnded()).toBe(false)
  await api().projects.remove({ params: { ref } })
  await untilRemoved(api(), ref)
})

test('after a kill of the platform the next one takes over what runs: same servers, same connections, same sessions', async () => {
  const refs = await installation.running()
  const before = await Promise.all(refs.map((ref) => installation.postmaster(ref)))
  await withClient(addressOf(project), async (client) => {
    await client.run(sql`create temporary table kept as select 42 as value`)
    await server.kill()
    expect(await client.first(sql`select value from kept`)).toEqual({ value: 42 })
    server = await installation.start()
    expect(await client.first(sql`select value from kept`)).toEqual({ value: 42 })
  })
  expect(await Promise.all(refs.map((ref) => installation.postmaster(ref)))).toEqual(before)
  expect(await api().sessions.profile()).toMatchObject({ primary_email: 'owner@example.com' })
  expect((await api().projects.list()).map(({ status }) => status)).toEqual(['ACTIVE_HEALTHY', 'ACTIVE_HEALTHY'])
  const reply = await api().queries.run({ params: { ref: project.ref }, body: { query: 'select 1' } })
  expect(reply.results[0]?.rows).toEqual([['1']])
})

test('an adopted server that is killed comes back too', async () => {
  expect(await statusesAfterKill()).toEqual(['UNHEALTHY', 'ACTIVE_HEALTHY'])
  expect(await askDatabase(await api().projects.retrieve({ params: { ref: project.ref } }))).toBe('postgres')
})

test('after a kill of everything, as by a power cut, the next start brings all of it back', async () => {
  await withClient(addressOf(project), (client) => client.run(sql`create table ledger as select generate_series(1, 1000) as entry`))
  await server.kill()
  for (const ref of await installation.running()) process.kill((await installation.postmaster(ref))!, 'SIGKILL')
  server = await installation.start()
  // it is still called healthy until the next look at it
  await expect
    .poll(() =>
      api()
        .queries.run({ params: { ref: project.ref }, body: { query: 'select count(*) from ledger' } })
        .then(
          ({ results }) => results[0]?.rows,
          ({ code }: { code: string }) => code,
        ),
    )
    .toEqual([['1000']])
  for (const { ref } of await api().projects.list()) await untilStatus(api(), ref, 'ACTIVE_HEALTHY')
})

test('a project that was paused stays so over a kill of the platform', async () => {
  await api().projects.pause({ params: { ref: project.ref } })
  await untilStatus(api(), project.ref, 'INACTIVE')
  await server.kill()
  server = await installation.start()
  expect(await api().projects.retrieve({ params: { ref: project.ref } })).toMatchObject({ status: 'INACTIVE' })
  expect(await installation.postmaster(project.ref)).toBeUndefined()
  await api().projects.restore({ params: { ref: project.ref } })
  expect(await askDatabase(await untilStatus(api(), project.ref, 'ACTIVE_HEALTHY'))).toBe('postgres')
})
