import { logins } from '@colonnade/clusters'
import { withClient } from '@colonnade/pg'
import type { SleepReport } from '@colonnade/contracts/projects/sleeps'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPlatform, type TestPlatform } from '../../../testing.ts'
import type { ProjectDirectory } from '@colonnade/projects'
import { createProjectDirectory } from '../../connections/directory/directory.ts'

let platform: TestPlatform
let directory: ProjectDirectory & AsyncDisposable
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform()
  directory = createProjectDirectory(platform.ctx)
  ref = await platform.project('Reached')
})
afterAll(async () => {
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const wish = async (end: string, body?: unknown) => {
  await platform.ask('owner', 'POST', `/platform/projects/${ref}/${end}`, body)
  await platform.ctx.parts.reconciler.idle(ref)
}

test('an active project is where its server listens, and keeps some connections for others', async () => {
  const { address } = await platform.ctx.clusters.status(ref)
  const endpoint = await platform.ctx.clusters.endpoint(ref)
  expect(await directory.resolve(ref)).toEqual({ state: 'active', address, endpoint, limits: { sessions: 14, servers: 16, clients: 2_000 } })
})

test('a larger one may have more', async () => {
  await wish('resize', { compute: 'micro' })
  expect(await directory.resolve(ref)).toMatchObject({ state: 'active', limits: { sessions: 26, servers: 24, clients: 3_000 } })
})

test('a paused one says so, and one that is restored is active', async () => {
  await wish('pause')
  expect(await directory.resolve(ref)).toMatchObject({ state: 'paused' })
  await wish('restore')
  expect(await directory.resolve(ref)).toMatchObject({ state: 'active' })
})

test('one that restarts is waited for, however many do', async () => {
  await platform.ask('owner', 'POST', `/platform/projects/${ref}/restart`)
  await Promise.all(Array.from({ length: 200 }, () => directory.settled(ref)))
  expect(await directory.resolve(ref)).toMatchObject({ state: 'active' })
  await directory.settled('abcdefghijklmnopqrst')
})

test('who holds one that sleeps wakes it, and the journal says as whom; one that is paused is left alone', async () => {
  const sleeps = async () => (await platform.ask('owner', 'GET', `/platform/projects/${ref}/sleeps`)).json as SleepReport
  await platform.ask('owner', 'POST', `/platform/projects/${ref}/sleep`)
  const holds = await Promise.all(
    [1, 2, 3].map(() => directory.hold(ref, { mode: 'session', role: 'reporting', address: '127.0.0.1', isEncrypted: false })),
  )
  expect(await directory.resolve(ref)).toMatchObject({ state: 'active' })
  expect((await sleeps()).sleeps).toEqual([
    expect.objectContaining({ woken_by: { kind: 'connection', what: 'session', who: 'reporting' }, woken_at: expect.any(String) }),
  ])
  expect((await platform.ask('owner', 'POST', `/platform/projects/${ref}/sleep`)).status).toBe(409)
  for (const release of holds) release()
  expect((await platform.ask('owner', 'POST', `/platform/projects/${ref}/sleep`)).json).toMatchObject({ sleep: 'asleep' })
  await wish('pause')
  ;(await directory.hold(ref, { mode: 'transaction', role: 'postgres', address: null, isEncrypted: false }))()
  expect(await directory.resolve(ref)).toMatchObject({ state: 'paused' })
  await wish('restore')
  ;(await directory.hold('abcdefghijklmnopqrst', { mode: 'session', role: 'postgres', address: '127.0.0.1', isEncrypted: false }))()
})

test.each([
  ['COMING_UP', 'starting'],
  ['RESTORING', 'starting'],
  ['PAUSING', 'paused'],
  ['UNHEALTHY', 'unhealthy'],
  ['INIT_FAILED', 'unhealthy'],
] as const)('%s is %s to clients', async (status, state) => {
  await platform.ctx.database.run(sql`update projects set status = ${status} where ref = ${ref}`)
  expect(await directory.resolve(ref)).toMatchObject({ state })
})

test('one that is being removed or never was is none', async () => {
  expect(await directory.resolve('abcdefghijklmnopqrst')).toBeNull()
  await platform.ctx.database.run(sql`update projects set status = 'GOING_DOWN' where ref = ${ref}`)
  expect(await directory.resolve(ref)).toBeNull()
  await platform.ctx.database.run(sql`update projects set status = 'ACTIVE_HEALTHY' where ref = ${ref}`)
})

test('a role’s verifier is what its server keeps, and nobody gets those that are the platform’s own', async () => {
  const login = (role: string) => directory.login(ref, role)
  expect(await login('postgres')).toEqual({ verifier: expect.stringMatching(/^SCRAM-SHA-256\$4096:/), canLogin: true })
  expect(await login('anon')).toEqual({ verifier: null, canLogin: false })
  for (const role of ['supabase_admin', 'supabase_read_only_user', 'authenticator', 'supabase_auth_admin', 'platform_realtime', 'nobody', ''])
    expect(await login(role)).toBeNull()
  const administrator = { ...(await platform.ctx.clusters.endpoint(ref)), ...logins.administrator }
  await withClient(administrator, (client) => client.run(sql`create role brief login password 'a-password' valid until '2020-01-01'`))
  expect(await login('brief')).toEqual({ verifier: null, canLogin: true })
})

test('after a restart it is still found', async () => {
  const before = await directory.login(ref, 'postgres')
  await wish('restart')
  expect(await directory.login(ref, 'postgres')).toEqual(before)
})

test('while a project sleeps its roles are those that it fell asleep with, sealed; who is not among them wakes nobody', async () => {
  const [before] = [await directory.login(ref, 'postgres'), await platform.ask('owner', 'POST', `/platform/projects/${ref}/sleep`)]
  expect(await directory.login(ref, 'postgres')).toEqual({ ...(before as object), isKept: true })
  for (const role of ['anon', 'nobody', 'supabase_admin']) expect(await directory.login(ref, role)).toBeNull()
  const kept = () => platform.ctx.database.rows<{ logins: string | null }>(sql`select logins from project_sleeps where ref = ${ref} order by id desc`)
  expect((await kept())[0]!.logins).toMatch(/^v1\./)
  expect((await platform.ctx.clusters.status(ref)).state).toBe('stopped')
  await wish('wake')
  expect((await kept()).map(({ logins: found }) => found)).not.toContainEqual(expect.any(String))
})
