import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { sql } from '@colonnade/sql'
import { connected } from '@colonnade/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DedicatedPoolingRequest, DedicatedWays } from './dedicated-poolers.ts'
import type { Address } from '@colonnade/projects'
import { openTestPooler, testLimits, testPassword, type TestPooler } from './testing.ts'

let pool: TestPooler
let ref: string
let other: string

beforeAll(async () => {
  pool = await openTestPooler()
  ref = await pool.project()
  other = await pool.project()
})
afterAll(() => pool[Symbol.asyncDispose]())

const wish: DedicatedPoolingRequest = { poolMode: 'transaction', sessionPort: null, transactionPort: null, avoid: new Set() }
const open = (which = ref, more: Partial<DedicatedPoolingRequest> = {}) => pool.pooler.dedicated.open(which, { ...wish, ...more })

const sleeping = sql`select from pg_stat_activity where query = 'select pg_sleep(60)' and state = 'active'`

/** With a pooler of its own, until it is over. */
async function withPooler<T>(work: (ways: DedicatedWays) => Promise<T>): Promise<T> {
  try {
    return await work(await open())
  } finally {
    await pool.pooler.dedicated.close(ref)
  }
}
/** A driver's settings for a port of the project. */
const at = (address: Address, user = 'postgres'): pg.ClientConfig => ({ ...address, user, password: testPassword, database: 'postgres' })
const one = async (client: pg.Client, text: string): Promise<unknown> =>
  Object.values((await client.query<Record<string, unknown>>(text)).rows[0]!)[0]
const refusal = (config: pg.ClientConfig) =>
  connected(config, async () => 'none').catch(({ code, message, hint }: pg.DatabaseError) => ({ code, message, hint }))

describe('a pooler of one project', () => {
  test('takes roles as they are, on both ports, plain and by TLS, and those that name the project too', async () => {
    await withPooler(async ({ session, transaction }) => {
      const ssl = { ca: await readFile(pool.pooler.certificatePath, 'utf8') }
      for (const address of [session, transaction!]) {
        expect(await connected(at(address), (client) => one(client, 'select current_user'))).toBe('postgres')
        expect(await connected({ ...at(address), ssl }, (client) => one(client, 'select current_user'))).toBe('postgres')
        expect(await connected(at(address, `postgres.${ref}`), (client) => one(client, 'select current_user'))).toBe('postgres')
      }
    })
  })

  test('leads to no other, and a wrong password opens nothing', async () => {
    await withPooler(async ({ session, transaction }) => {
      for (const address of [session, transaction!]) {
        expect(await refusal(at(address, `postgres.${other}`))).toEqual({
          code: '28000',
          message: `this port belongs to project ${ref}, but the user names project ${other}`,
          hint: expect.stringContaining('role without a project ref'),
        })
        expect(await refusal({ ...at(address), password: 'wrong' })).toMatchObject({ code: '28P01' })
        expect(await refusal(at(address, 'nobody'))).toMatchObject({ code: '28P01' })
      }
    })
  })

  test('shares connections in one mode, and has one for each session in the other', async () => {
    await withPooler(async ({ session, transaction }) => {
      const pids = (address: Address) =>
        connected(at(address), (first) =>
          connected(at(address), async (second) => [await one(first, 'select pg_backend_pid()'), await one(second, 'select pg_backend_pid()')]),
        )
      const { address } = await pool.ground.clusters.status(ref)
      const endpoint = await pool.ground.clusters.endpoint(ref)
      // with one connection for all, a client that had it to itself would leave nothing to the other
      pool.say(ref, { state: 'active', address, endpoint, limits: { ...testLimits, servers: 1 } })
      try {
        const [shared, sharedToo] = await pids(transaction!)
        expect(shared).toBe(sharedToo)
      } finally {
        pool.say(ref, null)
      }
      const [own, ownToo] = await pids(session)
      expect(own).not.toBe(ownToo)
    })
  })

  test('wakes the project, and its limits hold whichever port clients come by', async () => {
    await withPooler(async ({ session }) => {
      await pool.fallAsleep(ref)
      expect(await connected(at(session), (client) => one(client, 'select 1'))).toBe(1)
      await expect.poll(() => pool.pooler.statisticsOf(ref).sessions).toBe(0)
      const { address } = await pool.ground.clusters.status(ref)
      const endpoint = await pool.ground.clusters.endpoint(ref)
      pool.say(ref, { state: 'active', address, endpoint, limits: { ...testLimits, sessions: 1 } })
      try {
        await connected(pool.target(ref), async () => {
          expect(await refusal(at(session))).toMatchObject({ code: '53300' })
        })
      } finally {
        pool.say(ref, null)
      }
    })
  })

  test('cancels what its client asked', async () => {
    await withPooler(async ({ session, transaction }) => {
      for (const address of [session, transaction!]) {
        const failure = await connected(at(address), async (client) => {
          const slow = client.query('select pg_sleep(60)').catch((error: pg.DatabaseError) => error.code)
          await expect.poll(() => pool.asAdministrator(ref, (admin) => admin.rows(sleeping))).toHaveLength(1)
          const { processID, secretKey } = client as unknown as { processID: number; secretKey: number }
          const canceller = new pg.Client(at(address)) as unknown as {
            connection: {
              connect(port: number, host: string): void
              cancel(pid: number, key: number): void
              on(name: string, done: () => void): void
            }
          }
          canceller.connection.on('connect', () => canceller.connection.cancel(processID, secretKey))
          canceller.connection.connect(address.port, address.host)
          return slow
        })
        expect(failure).toBe('57014')
      }
    })
  })
})

describe('its ports', () => {
  test('are the same when it is opened again, the next free ones where somebody else has them, and never those kept for others', async () => {
    const first = await open()
    const wanted = { sessionPort: first.session.port, transactionPort: first.transaction!.port }
    expect(await open()).toEqual(first)
    await pool.pooler.dedicated.close(ref)
    await expect(connected(at(first.session), async () => 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    expect(await open(ref, wanted)).toEqual(first)
    await pool.pooler.dedicated.close(ref)

    const stranger = createServer().listen(wanted.sessionPort, '127.0.0.1')
    await once(stranger, 'listening')
    const elsewhere = await open(ref, wanted)
    expect(elsewhere.session.port).not.toBe(wanted.sessionPort)
    expect(elsewhere.transaction).toEqual(first.transaction)
    expect(await connected(at(elsewhere.session), (client) => one(client, 'select 1'))).toBe(1)
    await pool.pooler.dedicated.close(ref)
    stranger.close()
  })

  test('of transactions there are none where the pool mode is session, and changing it ends nobody’s session', async () => {
    const { session, transaction } = await open()
    await connected(at(session), async (client) => {
      expect(await open(ref, { poolMode: 'session' })).toEqual({ session, transaction: null })
      await expect(connected(at(transaction!), async () => 1)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
      expect(await one(client, 'select 1')).toBe(1)
      const again = await open()
      expect(await connected(at(again.transaction!), (other) => one(other, 'select 1'))).toBe(1)
    })
    await pool.pooler.dedicated.close(ref)
  })

  test('are closed with their clients told, between two transactions', async () => {
    const { session } = await open()
    const client = new pg.Client(at(session))
    const lost = new Promise<pg.DatabaseError>((resolve) => client.on('error', (error) => resolve(error as pg.DatabaseError)))
    await client.connect()
    await pool.pooler.dedicated.close(ref)
    expect(await lost).toMatchObject({ code: '57P01' })
    // the ports of all projects go on
    expect(await connected(pool.target(ref), (shared) => one(shared, 'select 1'))).toBe(1)
  })

  test('are searched from a place on, past those that are taken or somebody else’s', async () => {
    const { listenOnFree } = await import('./listen.ts')
    const servers = [createServer(), createServer(), createServer()]
    const [taken, next, again] = servers
    try {
      taken!.listen(0, '127.0.0.1')
      await once(taken!, 'listening')
      const { port } = taken!.address() as AddressInfo
      const got = await listenOnFree(next!, '127.0.0.1', { from: port, avoid: new Set([port + 1]) })
      expect(got).toBeGreaterThan(port + 1)
      await expect(listenOnFree(again!, '192.0.2.1', { from: port })).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
    } finally {
      for (const server of servers) server.close()
    }
  })
})
