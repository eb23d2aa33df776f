import { isAppError } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { type Api, connect, createInstallation, createProject, databasePassword, signIn, untilRemoved, untilStatus } from './installation.ts'

const installation = await createInstallation()
afterAll(() => installation[Symbol.asyncDispose]())
let server = await installation.start()
const cookie = await signIn(server.url)
const { slug } = await api().organizations.create({ body: { name: 'Acme', plan: 'pro' } })
const { ref } = await createProject(api(), slug, 'Reached')
/** Every point that is passed when a pooler of a project's own is turned on, and off again. */
const trace = await traceLife().catch(async (error: unknown) => {
  await installation[Symbol.asyncDispose]()
  throw error
})

test('ports of a project are opened and closed between failpoints', () => {
  for (const [step, passed] of Object.entries(trace)) {
    expect(passed).toEqual(['before', 'after', 'recorded'].map((when) => `dedicated-poolers.${step}.${when}`))
  }
})

test.each(trace.open)(
  'killed at %s while the project is being paused, its ports are open after the next start, and lead there again',
  async (failpoint) => {
    await turn(false)
    await dies(failpoint, async () => {
      await api().projects.pause({ params: { ref } })
      await choose(true)
    })
    const { session_port } = await settled()
    await untilStatus(api(), ref, 'INACTIVE')
    await expect.poll(() => whoAt(session_port).catch((error: unknown) => error)).toMatchObject({ details: { sqlstate: '57P03' } })
    await api().projects.restore({ params: { ref } })
    await untilStatus(api(), ref, 'ACTIVE_HEALTHY')
    expect(await whoAt(session_port)).toBe('postgres')
  },
)

test.each(trace.open)(
  'killed at %s of a change of its mode, the ports of the new one are open, where they were, with the size that was chosen',
  async (failpoint) => {
    await turn(true)
    const before = await settled()
    const { pool_size } = await api().connectionLimits.update({ params: { ref }, body: { pool_size: before.size === 5 ? 6 : 5 } })
    await dies(failpoint, () => api().dedicatedPoolers.update({ params: { ref }, body: { pool_mode: 'session' } }))
    expect(await settled()).toEqual({ ...before, pool_mode: 'session', db_port: before.session_port, size: pool_size.value })
    await expect(whoAt(before.db_port)).rejects.toMatchObject(noOne)
    await expect.poll(() => whoAt(before.session_port).catch(() => null)).toBe('postgres')
    await api().dedicatedPoolers.update({ params: { ref }, body: { pool_mode: 'transaction' } })
    expect(await settled()).toEqual({ ...before, size: pool_size.value })
    expect(await whoAt(before.db_port)).toBe('postgres')
  },
)

test.each(trace.close)('killed at %s of giving it up, its ports are gone after the next start, and the project answers', async (failpoint) => {
  await turn(true)
  const { db_port, session_port } = await settled()
  await dies(failpoint, () => choose(false))
  await expect.poll(() => state()).toBeNull()
  for (const port of [db_port, session_port]) await expect(whoAt(port)).rejects.toMatchObject(noOne)
  await api().queries.run({ params: { ref }, body: { query: 'select 1' } })
})

test.each(trace.close)('killed at %s of the deletion of its project, both are gone after the next start', async (failpoint) => {
  const { ref: doomed } = await createProject(api(), slug, failpoint)
  await turn(true, doomed)
  const { session_port } = await settled(doomed)
  await dies(failpoint, () => api().projects.remove({ params: { ref: doomed } }))
  await untilRemoved(api(), doomed)
  await expect.poll(() => whoAt(session_port).catch((error: unknown) => error)).toMatchObject(noOne)
})

/** The running server's API; after a restart it listens elsewhere, and the session goes on. */
function api(): Api {
  return connect(server.url, cookie)
}

function choose(isWanted: boolean, of = ref) {
  return api().addons.choose({ params: { ref: of }, body: { type: 'ipv4', variant: isWanted ? 'ipv4_default' : null } })
}

async function state(of = ref) {
  return (await api().dedicatedPoolers.retrieve({ params: { ref: of } })).state
}

async function turn(isWanted: boolean, of = ref): Promise<void> {
  await choose(isWanted, of)
  await expect.poll(() => state(of)).toBe(isWanted ? 'ON' : null)
}

/** Where it listens once it does, and how many connections its transactions share. */
async function settled(of = ref) {
  await expect.poll(() => state(of)).toBe('ON')
  const { pool_mode, db_port, session_port } = await api().dedicatedPoolers.retrieve({ params: { ref: of } })
  const { pool_size } = await api().connectionLimits.retrieve({ params: { ref: of } })
  return { pool_mode, db_port: db_port!, session_port: session_port!, size: pool_size.value }
}

/** Has the server die there while it does what is wished, and starts the next one. It may be gone before it has answered. */
async function dies(failpoint: string, wish: () => Promise<unknown>): Promise<void> {
  await server.dieAt(failpoint)
  await wish().catch((error: unknown) => {
    if (!isAppError(error, 'unavailable')) throw error
  })
  expect(await server.ended).toMatchObject({ signal: 'SIGKILL' })
  server = await installation.start()
}

const noOne = { code: 'connection_lost' }

/** Who a role is at a port of the project. After a start of the platform its ports are told before they are open again. */
async function whoAt(port: number): Promise<string> {
  const target = { host: '127.0.0.1', port, user: 'postgres', password: databasePassword, database: 'postgres' }
  return (await withClient(target, (client) => client.first<{ who: string }>(sql`select current_user::text as who`)))!.who
}

async function traceLife(): Promise<{ open: string[]; close: string[] }> {
  let mark = server.passed.length
  const taken = async (last: string): Promise<string[]> => {
    while (!server.passed.includes(last, mark)) await sleep(5)
    const names = new Set(server.passed.slice(mark).filter((name) => name.startsWith('dedicated-poolers.')))
    mark = server.passed.length
    return [...names]
  }
  await choose(true)
  const open = await taken('dedicated-poolers.open.recorded')
  await choose(false)
  return { open, close: await taken('dedicated-poolers.close.recorded') }
}
