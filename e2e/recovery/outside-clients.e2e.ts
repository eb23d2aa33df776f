import type { Project } from '@colonnade/contracts/projects/projects'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
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
  untilStatus,
} from './installation.ts'

let installation: Installation
let api: Api
let project: Project
let neighbour: Project

beforeAll(async () => {
  installation = await createInstallation()
  const server = await installation.start()
  api = connect(server.url, await signIn(server.url))
  const { slug } = await api.organizations.create({ body: { name: 'Acme' } })
  project = await createProject(api, slug, 'Chinook')
  neighbour = await createProject(api, slug, 'Northwind', 'quite-another-password')
})
afterAll(() => installation[Symbol.asyncDispose]())

const hasPsql = spawnSync('psql', ['--version']).status === 0

test('what the platform wrote an outside driver reads, and the reverse', async () => {
  await api.queries.run({ params: { ref: project.ref }, body: { query: "create table artist (name text); insert into artist values ('AC/DC')" } })
  await withClient(addressOf(project), async (client) => {
    expect(await client.rows(sql`select name from artist`)).toEqual([{ name: 'AC/DC' }])
    await client.run(sql`insert into artist values ('Accept')`)
  })
  const { results } = await api.queries.run({ params: { ref: project.ref }, body: { query: 'select name from artist order by 1' } })
  expect(results[0]?.rows).toEqual([['AC/DC'], ['Accept']])
})

test.skipIf(!hasPsql)('psql connects with the connection string that the platform shows', async () => {
  const [primary] = await api.projects.databases({ params: { ref: project.ref } })
  const url = primary!.connection_string!.replace('[YOUR-PASSWORD]', databasePassword)
  const { stdout } = await promisify(execFile)('psql', [url, '-XAtc', 'select current_user, current_database()'], { timeout: 60_000 })
  expect(stdout.trim()).toBe('postgres|postgres')
})

test.each(['wrong', '', 'quite-another-password'])('the password "%s" is refused', async (password) => {
  await expect(withClient({ ...addressOf(project), password }, (client) => client.first(sql`select 1`))).rejects.toThrow()
})

test.each(['supabase_admin', 'supabase_read_only_user', 'authenticator', 'supabase_auth_admin', 'nobody_at_all'])(
  '%s is refused over TCP',
  async (user) => {
    await expect(withClient({ ...addressOf(project), user }, (client) => client.first(sql`select 1`))).rejects.toThrow()
  },
)

test('the password of one project opens no other', async () => {
  expect(await askDatabase(project)).toBe('postgres')
  await expect(askDatabase(neighbour)).rejects.toThrow()
})

test('a new password works at once, and the old one no more', async () => {
  const { db_pass } = await api.projects.resetPassword({ params: { ref: neighbour.ref }, body: {} })
  const address = addressOf(neighbour)
  expect(await withClient({ ...address, password: db_pass }, (client) => client.first(sql`select 1 as one`))).toEqual({ one: 1 })
  await expect(withClient({ ...address, password: 'quite-another-password' }, (client) => client.first(sql`select 1`))).rejects.toThrow()
})

test.each(['session', 'transaction'])(
  'the %s pooler leads to the project that the user names, and to none from where the project takes nobody, and to none while it is paused',
  async (mode) => {
    const ways = await api.projectSettings.supavisor({ params: { ref: project.ref } })
    const way = ways.find(({ pool_mode }) => pool_mode === mode)
    const target = { host: way!.db_host, port: way!.db_port, user: way!.db_user, database: way!.db_name, password: databasePassword }
    const artists = () => withClient({ ...target, tls: 'unverified' }, (client) => client.rows(sql`select name from artist order by 1`))
    const statistics = async () => (await api.poolerStatistics.retrieve({ params: { ref: project.ref } }))!
    const before = await statistics()
    expect(await artists()).toEqual([{ name: 'AC/DC' }, { name: 'Accept' }])
    const now = mode === 'session' ? { sessions: 1, transaction_clients: 0 } : { sessions: 0, transaction_clients: 1 }
    await withClient(target, async (client) => {
      await client.run(sql`select 1`)
      // the one before leaves
      await expect.poll(statistics).toMatchObject({ ...now, since: before.since, waiting: 0, refused: before.refused, sessions_max: 14 })
    })
    const after = await statistics()
    expect(after.served).toBeGreaterThan(before.served)
    expect(after.average_wait_ms).toBeGreaterThan(0)
    expect(after.bytes_to_clients).toBeGreaterThan(before.bytes_to_clients)
    await expect(withClient({ ...target, user: `postgres.${neighbour.ref}` }, (client) => client.first(sql`select 1`))).rejects.toThrow('password')
    const restrict = (networks: string[] | null) => api.networkRestrictions.update({ params: { ref: project.ref }, body: { networks } })
    await restrict(['203.0.113.0/24'])
    await expect(artists()).rejects.toThrow(`project ${project.ref} does not allow connections from 127.0.0.1`)
    await restrict(null)
    await api.projects.pause({ params: { ref: project.ref } })
    await untilStatus(api, project.ref, 'INACTIVE')
    await expect(artists()).rejects.toThrow(`project ${project.ref} is paused`)
    expect((await statistics()).refused).toBe(before.refused + 2)
    await api.projects.restore({ params: { ref: project.ref } })
    await untilStatus(api, project.ref, 'ACTIVE_HEALTHY')
    expect(await artists()).toHaveLength(2)
  },
)
