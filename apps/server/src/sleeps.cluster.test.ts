import type { Project } from '@colonnade/contracts/projects/projects'
import { createProjectDirectory, type PoolerAddress } from '@colonnade/platform'
import type { ProjectDirectory } from '@colonnade/projects'
import { openTestPlatform, type TestPlatform } from '@colonnade/platform/testing'
import { openPooler, type Pooler } from '@colonnade/pooler'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { poolerAddressOf } from './pooler-address.ts'

let platform: TestPlatform
let directory: ProjectDirectory & AsyncDisposable
let pooler: Pooler
let ref: string

beforeAll(async () => {
  platform = await openTestPlatform({ pooler: (): PoolerAddress => poolerAddressOf(pooler) })
  directory = createProjectDirectory(platform.ctx)
  const ways = { host: '127.0.0.1', sessionPort: 0, transactionPort: 0, dedicated: { host: null, firstPort: 0 } }
  pooler = await openPooler({ config: { ...ways, certificate: null, folder: join(platform.ground.home, 'pooler') }, projects: directory })
  ref = await platform.project('Sleepy')
})
afterAll(async () => {
  await pooler[Symbol.asyncDispose]()
  await directory[Symbol.asyncDispose]()
  await platform[Symbol.asyncDispose]()
})

const connect = async (mode: 'session' | 'transaction'): Promise<pg.Client> => {
  const client = new pg.Client({ ...pooler[mode], user: `postgres.${ref}`, password: 'a-database-password', database: 'postgres' })
  await client.connect()
  return client
}
const sleep = () => platform.ask('owner', 'POST', `/platform/projects/${ref}/sleep`)
const asleep = { status: 200, json: { sleep: 'asleep', status: 'ACTIVE_HEALTHY' } }
const busy = { status: 409, json: { code: 'project_busy' } }
const servers = () => pooler.statisticsOf(ref).servers

test('a project is put to sleep as soon as the last client of the transaction pooler has left', async () => {
  const clients = await Promise.all([connect('transaction'), connect('transaction'), connect('transaction')])
  await Promise.all(clients.map((client) => client.query('select pg_sleep(0.1)')))
  await Promise.all(clients.map((client) => client.end()))
  // one that was being opened for a client who got another meanwhile comes, too
  expect(servers()).toBeGreaterThanOrEqual(3)
  await expect.poll(sleep).toMatchObject(asleep)
  expect(servers()).toBe(0)
})

test('and while its clients ask nothing: their next transaction wakes it, with what they have set', async () => {
  const client = await connect('transaction')
  await client.query("set application_name = 'patient'")
  expect(await sleep()).toMatchObject(asleep)
  const { rows } = await client.query('show application_name')
  expect(rows).toEqual([{ application_name: 'patient' }])
  const { json } = await platform.ask('owner', 'GET', `/platform/projects/${ref}`)
  expect((json as Project).sleep).toBe('awake')
  await client.end()
})

test('but not in the middle of a transaction, which goes on, and not while somebody has a session', async () => {
  const client = await connect('transaction')
  await client.query('begin')
  expect(await sleep()).toMatchObject(busy)
  expect((await client.query('select 1')).rowCount).toBe(1)
  await client.query('commit')
  await client.end()
  const session = await connect('session')
  expect(await sleep()).toMatchObject(busy)
  await session.end()
  await expect.poll(sleep).toMatchObject(asleep)
})

test('clients who come while it is put to sleep are answered, each of them', async () => {
  const clients = await Promise.all(Array.from({ length: 5 }, () => connect('transaction')))
  for (let round = 0; round < 5; round += 1) {
    const asked = sleep()
    const answers = await Promise.all(clients.map((client, index) => client.query('select $1::int as n', [index])))
    expect(answers.map(({ rows }) => (rows[0] as { n: number }).n)).toEqual([0, 1, 2, 3, 4])
    expect((await asked).status).toBeOneOf([200, 409])
  }
  await Promise.all(clients.map((client) => client.end()))
  await expect.poll(sleep).toMatchObject(asleep)
})

test('a stranger wakes nobody, in neither mode; the right password does', async () => {
  await expect.poll(sleep).toMatchObject(asleep)
  for (const mode of ['session', 'transaction'] as const) {
    for (const user of ['postgres', 'nobody', 'anon']) {
      const stranger = new pg.Client({ ...pooler[mode], user: `${user}.${ref}`, password: 'wrong', database: 'postgres' })
      await expect(stranger.connect()).rejects.toMatchObject({ code: '28P01' })
    }
    expect((await platform.ctx.clusters.status(ref)).state).toBe('stopped')
  }
  const client = await connect('session')
  expect((await client.query('select 1')).rowCount).toBe(1)
  await client.end()
})
