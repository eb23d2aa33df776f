import { sql } from '@colonnade/sql'
import { connected } from '@colonnade/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestPooler, testLimits, type TestPooler } from '../testing.ts'
import { messageOf } from './client-messages.ts'

let pool: TestPooler
/** A project with one connection for all clients. */
let ref: string

beforeAll(async () => {
  pool = await openTestPooler()
  ref = await pool.project()
  const { address } = await pool.ground.clusters.status(ref)
  pool.say(ref, { state: 'active', address, endpoint: await pool.ground.clusters.endpoint(ref), limits: { ...testLimits, servers: 1 } })
})
afterAll(() => pool[Symbol.asyncDispose]())

const target = () => ({ ...pool.target(ref), ...pool.pooler.transaction })
const inTurn = <T>(work: (client: pg.Client) => Promise<T>, config: pg.ClientConfig = target()): Promise<T> => connected(config, work)
const one = async (client: pg.Client, text: string | pg.QueryConfig): Promise<unknown> => {
  const { rows } = await client.query<Record<string, unknown>>(text)
  return rows[0] && Object.values(rows[0])[0]
}
const wireOf = (client: pg.Client) => (client as unknown as { connection: { stream: import('node:net').Socket } }).connection.stream
const activity = (text: string) =>
  pool.asAdministrator(ref, async (admin) => (await admin.rows(sql`select from pg_stat_activity where query = ${text} and state = 'active'`)).length)

test.each([
  ['set role anon', 'reset role', 'select current_user::text', 'postgres'],
  ["set time zone 'Asia/Tokyo'", 'reset timezone', 'show timezone', 'UTC'],
  ["set names 'latin1'", 'reset "Client_Encoding"', 'show client_encoding', 'UTF8'],
  ["set my.name = 'a'", 'reset my.name', 'show my.name', ''],
])('%s, and then %s: it is as if it had never been set', async (set, reset, show, before) => {
  await inTurn(async (client) => {
    await client.query("set lock_timeout = '7s'")
    await client.query(set)
    expect(await one(client, show)).not.toBe(before)
    await client.query(reset)
    expect(await one(client, show)).toBe(before)
    expect(await one(client, 'show lock_timeout')).toBe('7s')
  })
})

test('settings whose quoted names differ are two', async () => {
  await inTurn(async (client) => {
    await client.query(`set my."one" = '1'`)
    await client.query(`set my."two" = '2'`)
    await inTurn((neighbour) => neighbour.query('set role anon'))
    expect([await one(client, 'show my."one"'), await one(client, 'show my."two"')]).toEqual(['1', '2'])
  })
})

test('a setting is kept although what was sent behind it fails', async () => {
  await inTurn(
    async (client) => {
      const [, failed] = await Promise.allSettled([client.query("set lock_timeout = '7s'"), client.query('select 1/0'), client.query('select 1')])
      expect(failed.status).toBe('rejected')
      expect(await one(client, 'show lock_timeout')).toBe('7s')
    },
    { ...target(), pipeline: true },
  )
})

test('a statement that its client deallocates is gone for it, and for nobody else', async () => {
  const answer = { name: 'answer', text: 'select 42' }
  await inTurn((other) =>
    inTurn(async (client) => {
      expect(await one(other, answer)).toBe(42)
      for (const text of ['deallocate answer', 'deallocate prepare "answer"', 'deallocate all']) {
        await client.query({ ...answer, name: text })
        expect(await one(client, answer)).toBe(42)
        expect((await client.query(text)).command).toBe('DEALLOCATE')
        await expect(client.query(answer)).rejects.toMatchObject({ code: '26000', message: 'prepared statement "answer" does not exist' })
        delete (client as unknown as { connection: { parsedStatements: Record<string, string> } }).connection.parsedStatements['answer']
        expect(await one(other, answer)).toBe(42)
      }
    }),
  )
})

test('the statements of others are nobody’s own, not even by the names that they have on the connection', async () => {
  await inTurn((other) =>
    inTurn(async (client) => {
      await other.query({ name: 'secret', text: `select 'secret'` })
      const bind = (name: string) =>
        new Promise((resolve) => {
          client.query({ name, text: 'select 1', values: [] }).then(resolve, ({ code }: pg.DatabaseError) => resolve(code))
        })
      const { connection } = client as unknown as { connection: { parsedStatements: Record<string, string> } }
      for (let number = 1; number < 20; number += 1) {
        // the driver believes that it has prepared it
        connection.parsedStatements[`colonnade_${number}`] = 'select 1'
        expect(await bind(`colonnade_${number}`)).toBe('26000')
      }
    }),
  )
})

test('a connection is given to nobody while an answer of the protocol is out, and a Sync is missing', async () => {
  await inTurn(async (client) => {
    await client.query('create table if not exists public.unfinished (a int)')
    const stream = wireOf(client)
    const half = [
      messageOf('P', '\0insert into public.unfinished values (1)\0', '\0\0'),
      messageOf('B', '\0\0', '\0\0', '\0\0', '\0\0'),
      messageOf('E', '\0', '\0\0\0\0'),
      messageOf('H'),
    ]
    // behind a transaction that has ended, so that the server was idle last
    stream.write(Buffer.concat([messageOf('Q', 'select 1\0'), ...half]))
    const inserted = sql`select from pg_locks where relation = 'public.unfinished'::regclass and mode = 'RowExclusiveLock'`
    await expect.poll(() => pool.asAdministrator(ref, async (admin) => (await admin.rows(inserted)).length)).toBe(1)
    expect(pool.pooler.statistics().projects[ref]!.waiting).toBe(0)
    const next = inTurn((neighbour) => one(neighbour, 'select count(*)::int from public.unfinished'))
    await expect.poll(() => pool.pooler.statistics().projects[ref]!.waiting).toBe(1)
    stream.destroy()
    expect(await next).toBe(0)
  })
})

test('the rest of a file of which the server has read enough takes no connection', async () => {
  await inTurn(async (client) => {
    await client.query('create table if not exists public.numbers (number int)')
    const failed = client.query('copy public.numbers from stdin').catch((error: unknown) => error)
    const stream = wireOf(client)
    stream.write(messageOf('d', 'none\n'))
    expect(await failed).toMatchObject({ code: '22P02' })
    stream.write(Buffer.concat([messageOf('d', 'none\n'), messageOf('c'), messageOf('H')]))
    await inTurn(async (neighbour) => expect(await one(neighbour, 'select 1')).toBe(1))
    expect(await one(client, 'select 2')).toBe(2)
  })
})

test('a client that is gone in the middle of a query: the query is ended, and till then no other connection stands in for its own', async () => {
  const text = 'select pg_sleep(600)'
  await inTurn(async (client) => {
    client.query(text).catch(() => {})
    await expect.poll(() => activity(text)).toBe(1)
    wireOf(client).resetAndDestroy()
  }).catch(() => {})
  await expect.poll(() => activity(text)).toBe(0)

  // a query that goes on for a while although it was cancelled
  const stubborn = `do $$ begin perform pg_sleep(600); exception when query_canceled then perform pg_sleep(1); end $$`
  await inTurn(async (client) => {
    client.query(stubborn).catch(() => {})
    await expect.poll(() => activity(stubborn)).toBe(1)
    wireOf(client).resetAndDestroy()
  }).catch(() => {})
  await inTurn(async (next) => {
    expect(await one(next, 'select 1')).toBe(1)
    expect(await activity(stubborn)).toBe(0)
  })
})

test('who says good-bye behind a query has it done', async () => {
  await inTurn(async (client) => {
    await client.query('create table if not exists public.kept (text text)')
    const stream = wireOf(client)
    stream.end(Buffer.concat([messageOf('Q', "insert into public.kept select 'done' from pg_sleep(0.3)\0"), messageOf('X')]))
  }).catch(() => {})
  const kept = () => pool.asAdministrator(ref, (admin) => admin.rows(sql`select text from public.kept`))
  await expect.poll(kept).toEqual([{ text: 'done' }])
})

test('a session begins with what is so by now, not with what was so when somebody came first', async () => {
  const said: string[] = []
  const login = async () => {
    const client = new pg.Client(target())
    const { connection } = client as unknown as { connection: NodeJS.EventEmitter }
    connection.on('parameterStatus', ({ parameterName, parameterValue }: { parameterName: string; parameterValue: string }) => {
      if (parameterName === 'TimeZone') said.push(parameterValue)
    })
    await client.connect()
    await one(client, 'select 1')
    await client.end()
  }
  await login()
  await pool.asAdministrator(ref, (admin) => admin.run(sql`alter role postgres set timezone = 'Asia/Tokyo'`))
  pool.pooler.evict(ref)
  await login()
  expect(said).toEqual(['UTC', 'Asia/Tokyo'])
})
