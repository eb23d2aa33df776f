import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { literal, sql } from '@colonnade/sql'
import { connected } from '@colonnade/testing'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorIn, openRaw, openTestPooler, startupOf, testLimits, type TestPooler, testPassword } from '../testing.ts'
import { cancelBytes } from '../wire/startup.ts'
import { messageOf } from './client-messages.ts'

let pool: TestPooler
let ref: string

beforeAll(async () => {
  pool = await openTestPooler()
  ref = await pool.project()
  await pool.asAdministrator(ref, (client) => client.run(sql`create table public.notes (text text); grant all on public.notes to public`))
})
afterAll(() => pool[Symbol.asyncDispose]())

const target = (role = 'postgres') => ({ ...pool.target(ref, role), ...pool.pooler.transaction })

async function opened(config: pg.ClientConfig): Promise<{ client: pg.Client; lost: Promise<pg.DatabaseError> }> {
  const client = new pg.Client(config)
  const lost = new Promise<pg.DatabaseError>((resolve) => client.on('error', (error) => resolve(error as pg.DatabaseError)))
  await client.connect()
  return { client, lost }
}
const one = async (client: pg.Client, text: string, values?: unknown[]): Promise<unknown> => {
  const { rows } = await client.query<Record<string, unknown>>(text, values)
  return rows[0] && Object.values(rows[0])[0]
}
const refused = (config: pg.ClientConfig) =>
  connected(config, (client) => one(client, 'select 1')).then(String, ({ code, message, hint }: pg.DatabaseError) => ({ code, message, hint }))
const backends = (role = 'postgres') =>
  pool.asAdministrator(ref, async (admin) => {
    const rows = await admin.rows<{ state: string }>(
      sql`select state from pg_stat_activity where usename = ${role} and backend_type = 'client backend'`,
    )
    return rows.map(({ state }) => state)
  })
/** With so many connections for all, until it is over. */
async function withServers<T>(servers: number, work: (project: string) => Promise<T>): Promise<T> {
  const project = await pool.project()
  const { address } = await pool.ground.clusters.status(project)
  pool.say(project, { state: 'active', address, endpoint: await pool.ground.clusters.endpoint(project), limits: { ...testLimits, servers } })
  return work(project)
}
const to = (project: string, role = 'postgres') => ({ ...pool.target(project, role), ...pool.pooler.transaction })

describe('passwords', () => {
  test('the right one opens, plain and by TLS; the pooler holds a verifier alone', async () => {
    expect(await refused(target())).toBe('1')
    expect(await refused({ ...target(), ssl: { rejectUnauthorized: false } })).toBe('1')
  })

  test('a wrong one, nobody’s, that of a role without one and that of the platform are refused alike', async () => {
    const answers = await Promise.all([
      refused({ ...target(), password: 'wrong' }),
      refused(target('nobody')),
      refused(target('anon')),
      refused(target('supabase_admin')),
    ])
    const names = ['postgres', 'nobody', 'anon', 'supabase_admin']
    expect(answers).toEqual(names.map((name) => ({ code: '28P01', message: `password authentication failed for user "${name}"`, hint: undefined })))
  })

  test('who there is not is asked with a salt that stays the same, as others are', async () => {
    const saltOf = async (role: string) => {
      const client = openRaw(pool.pooler.transaction)
      client.socket.write(startupOf(`${role}.${ref}`))
      await client.until('SCRAM-SHA-256')
      const first = 'n,,n=,r=abc'
      const length = Buffer.alloc(4)
      length.writeInt32BE(first.length)
      client.socket.write(messageOf('p', 'SCRAM-SHA-256\0', length, first))
      await client.until(',i=')
      client.socket.destroy()
      const [, nonce, salt, iterations] = /r=([^,]+),s=([^,]+),i=(\d+)/.exec((await client.closed).toString('latin1'))!
      return { nonce: nonce!.length, salt, iterations, bytes: Buffer.from(salt!, 'base64').length }
    }
    const [nobody, again, other, real] = [await saltOf('nobody'), await saltOf('nobody'), await saltOf('other'), await saltOf('postgres')]
    expect(nobody).toEqual(again)
    expect(other.salt).not.toBe(nobody.salt)
    expect({ ...nobody, salt: '' }).toEqual({ ...real, salt: '' })
  })

  test('a role that may not log in, a database that there is not, and replication', async () => {
    await pool.makeRole(ref, 'locked')
    await pool.asAdministrator(ref, (client) => client.run(sql`alter role locked nologin`))
    expect(await refused(target('locked'))).toMatchObject({ code: '28000' })
    expect(await refused({ ...target(), database: 'nowhere' })).toMatchObject({ code: '3D000' })
    const client = openRaw(pool.pooler.transaction)
    client.socket.write(startupOf(`postgres.${ref}`, { replication: 'database' }))
    expect(errorIn(await client.closed)).toMatchObject({ C: '0A000' })
  })

  test('what is no answer to the question is refused', async () => {
    const client = openRaw(pool.pooler.transaction)
    client.socket.write(startupOf(`postgres.${ref}`))
    await client.until('SCRAM-SHA-256')
    client.socket.write(messageOf('Q', 'select 1\0'))
    await client.until('08P01')
    await client.closed
  })
})

describe('connections are shared', () => {
  test('fifty clients take turns on two connections, and every transaction is one', async () => {
    await withServers(2, async (project) => {
      await pool.asAdministrator(project, (client) =>
        client.run(sql`create table public.turns (number int, pid int); grant all on public.turns to public`),
      )
      const clients = await Promise.all(Array.from({ length: 50 }, () => opened(to(project))))
      await Promise.all(
        clients.map(async ({ client }, number) => {
          for (let round = 0; round < 4; round += 1) {
            await client.query('begin')
            const pid = await one(client, 'select pg_backend_pid()')
            await client.query('insert into public.turns values ($1, pg_backend_pid())', [number])
            expect(await one(client, 'select pg_backend_pid()')).toBe(pid)
            await client.query('commit')
          }
        }),
      )
      const rows = await pool.asAdministrator(project, (client) =>
        client.rows(sql`select count(*)::int as rows, count(distinct pid)::int as pids from public.turns`),
      )
      expect(rows).toEqual([{ rows: 200, pids: 2 }])
      expect(pool.pooler.statistics().projects[project]).toMatchObject({ clients: 50, sessions: 0, servers: 2, waiting: 0 })
      await Promise.all(clients.map(({ client }) => client.end()))
    })
  })

  test('each transaction that gets one is counted, whether it waited or not', async () => {
    await connected(target(), async (client) => {
      await client.query('select 1')
      const { served } = pool.pooler.statisticsOf(ref)
      for (let count = 0; count < 5; count += 1) await client.query('begin; select 1; commit')
      expect(pool.pooler.statisticsOf(ref).served).toBe(served + 5)
    })
  })

  test('roles never leak: two dozen clients of four roles on three connections', async () => {
    await withServers(3, async (project) => {
      const roles = ['red', 'green', 'blue', 'grey']
      for (const role of roles) await pool.makeRole(project, role)
      const clients = await Promise.all(Array.from({ length: 24 }, (_, index) => opened(to(project, roles[index % 4]))))
      await Promise.all(
        clients.map(async ({ client }, index) => {
          const role = roles[index % 4]
          for (let round = 0; round < 15; round += 1) {
            if (index % 3 === 0) await client.query(`set my.name = 'client ${index}'`)
            const { rows } = await client.query('select current_user::text as role, session_user::text as login, current_setting($1, true) as name', [
              'my.name',
            ])
            // a setting that somebody else has made and was reset is empty for who never made it
            expect(rows).toEqual([
              { role, login: role, name: index % 3 === 0 ? `client ${index}` : expect.toSatisfy((name: unknown) => name === null || name === '') },
            ])
            if (round % 5 === 4) await expect(client.query('select 1/0')).rejects.toMatchObject({ code: '22012' })
          }
        }),
      )
      await Promise.all(clients.map(({ client }) => client.end()))
    })
  })

  test('a role that was set for the session stays with who set it', async () => {
    await withServers(1, async (project) => {
      await connected(to(project), (setter) =>
        connected(to(project), async (neighbour) => {
          await setter.query('set role anon')
          for (let round = 0; round < 3; round += 1) {
            expect(await one(neighbour, 'select current_user::text')).toBe('postgres')
            expect(await one(setter, 'select current_user::text')).toBe('anon')
          }
          await setter.query('reset all')
          await setter.query('set session authorization default')
          expect(await one(neighbour, 'select current_user::text')).toBe('postgres')
        }),
      )
    })
  })

  test('what a transaction leaves on a connection is gone for the next', async () => {
    await withServers(1, async (project) => {
      await connected(to(project), (first) =>
        connected(to(project), async (second) => {
          for (const text of [
            "begin; set statement_timeout = '1h'; commit",
            "select set_config('statement_timeout', '1h', false)",
            "do $$ begin perform set_config('statement_timeout', '1h', false); end $$",
          ]) {
            await first.query(text)
            expect(await one(second, 'show statement_timeout'), text).toBe('0')
          }
          await first.query('create temp table mine (a int)')
          await first.query('select pg_advisory_lock(42)')
          expect(await one(second, "select to_regclass('pg_temp.mine')::text")).toBeNull()
          expect(await one(second, "select count(*)::int from pg_locks where locktype = 'advisory'")).toBe(0)
        }),
      )
    })
  })

  test('PREPARE and LISTEN say that they are not kept; SET is kept, wherever it stands, and says nothing', async () => {
    await connected(target(), async (client) => {
      const notices: string[] = []
      const hints: string[] = []
      client.on('notice', ({ message, hint }) => {
        notices.push(message!)
        hints.push(hint!)
      })
      await client.query("set datestyle = 'German'")
      await client.query('begin; set local work_mem = 1000; commit')
      expect(notices).toEqual([])
      expect(await one(client, 'show datestyle')).toBe('German, DMY')
      await client.query('prepare mine as select 1')
      await client.query('listen news')
      await client.query('begin')
      await client.query("set lock_timeout = '1s'")
      await client.query('commit')
      expect(notices).toEqual(['The transaction pooler does not support PREPARE statements.', expect.stringContaining('keeps the effect of LISTEN')])
      expect(await one(client, 'show lock_timeout')).toBe('1s')
      // what is prepared by the protocol is no way to listen
      expect(hints.map((hint) => hint.includes('through the protocol'))).toEqual([true, false])
    })
  })

  test('what ends with the transaction, and with a session would not, is said once to each client, with what to do in its place', async () => {
    await connected(target(), async (client) => {
      const notices: (readonly [text: string, hint: string])[] = []
      client.on('notice', ({ message, hint }) => notices.push([message!, hint!]))
      await client.query('begin; create temp table mine (a int) on commit drop; select pg_advisory_xact_lock(1); commit')
      await client.query("select set_config('my.name', 'a', true)")
      await client.query('create temp table mine (a nothing)').catch(() => {})
      await client.query('begin')
      await client.query('create temp table mine (a nothing)').catch(() => {})
      await client.query('rollback')
      expect(notices).toEqual([])
      for (let round = 0; round < 2; round += 1) {
        await client.query('create temp table mine (a int)')
        await client.query('select pg_advisory_lock($1::bigint)', [1])
        await client.query('begin')
        await client.query('declare held cursor with hold for select 1')
        await client.query('commit')
        await client.query("select set_config($1, 'a', false)", ['my.name'])
      }
      const until = (what: string) => `The transaction pooler keeps ${what} only until the end of the transaction.`
      expect(notices).toEqual([
        [until('temporary tables'), expect.stringContaining('ON COMMIT DROP')],
        [until('advisory locks'), expect.stringContaining('pg_advisory_xact_lock')],
        [until('cursors WITH HOLD'), expect.stringContaining('within its transaction')],
        [until('values set with set_config'), expect.stringContaining('SET')],
      ])
    })
  })

  test('those who waited longest come first, whatever their role', async () => {
    await withServers(1, async (project) => {
      await pool.makeRole(project, 'late')
      const holder = await opened(to(project))
      const clients = [await opened(to(project)), await opened(to(project, 'late')), await opened(to(project))]
      await holder.client.query('begin')
      const order: number[] = []
      const turns: Promise<unknown>[] = []
      for (const [number, { client }] of clients.entries()) {
        turns.push(client.query('select 1').then(() => order.push(number)))
        await expect.poll(() => pool.pooler.statistics().projects[project]!.waiting).toBe(number + 1)
      }
      await holder.client.query('commit')
      await Promise.all(turns)
      expect(order).toEqual([0, 1, 2])
      await Promise.all([holder, ...clients].map(({ client }) => client.end()))
    })
  })

  test('more clients than a project may have are turned away', async () => {
    await withServers(1, async (project) => {
      const { address } = await pool.ground.clusters.status(project)
      pool.say(project, { state: 'active', address, endpoint: await pool.ground.clusters.endpoint(project), limits: { ...testLimits, clients: 1 } })
      await connected(to(project), async () => expect(await refused(to(project))).toMatchObject({ code: '53300' }))
      await expect.poll(() => refused(to(project))).toBe('1')
    })
  })
})

describe('prepared statements', () => {
  const named = (client: pg.Client, name: string, text: string, values: unknown[]) =>
    client.query<Record<string, unknown>>({ name, text, values }).then(({ rows }) => Object.values(rows[0]!)[0])

  test('work on whichever connection comes next, and equal names of two clients stay two', async () => {
    await withServers(2, async (project) => {
      const clients = await Promise.all([1, 2, 3, 4, 5].map(() => opened(to(project))))
      await Promise.all(
        clients.map(async ({ client }, index) => {
          for (let round = 0; round < 20; round += 1) {
            expect(await named(client, 'same', `select $1::int + ${index}`, [round])).toBe(round + index)
            if (round % 7 === 0) await client.query('begin; select pg_sleep(0.002); commit')
          }
        }),
      )
      await Promise.all(clients.map(({ client }) => client.end()))
    })
  })

  test('more of them than a connection keeps', async () => {
    await withServers(1, (project) =>
      connected(to(project), async (client) => {
        for (let round = 0; round < 2; round += 1)
          for (let number = 0; number < 250; number += 1)
            expect(await named(client, `s${number}`, `select ${number} + $1::int`, [1])).toBe(number + 1)
        expect(await one(client, 'select count(*)::int from pg_prepared_statements')).toBeLessThanOrEqual(200)
      }),
    )
  })

  test('one that fails is not there, and what was sent behind it is skipped', async () => {
    await withServers(1, (project) =>
      connected(to(project), async (client) => {
        await expect(named(client, 'bad', 'select nothing_there', [])).rejects.toMatchObject({ code: '42703' })
        expect(await named(client, 'good', 'select $1::text', ['a'])).toBe('a')
        await client.query('create table public.passing (a int)')
        await client.query('insert into public.passing values (1)')
        expect(await named(client, 'passing', 'select a from public.passing', [])).toBe(1)
        await client.query('drop table public.passing')
        await expect(named(client, 'passing', 'select a from public.passing', [])).rejects.toMatchObject({ code: '42P01' })
        expect(await named(client, 'good', 'select $1::text', ['b'])).toBe('b')
      }),
    )
  })

  test('a pipeline of parses, an error in the middle, and a statement that was parsed in another transaction', async () => {
    await withServers(1, async (project) => {
      const { client } = await opened(to(project))
      const { stream } = (client as unknown as { connection: { stream: import('node:net').Socket } }).connection
      stream.removeAllListeners('data')
      const types: string[] = []
      let held = Buffer.alloc(0)
      stream.on('data', (chunk: Buffer) => {
        held = Buffer.concat([held, chunk])
        while (held.length >= 5 && held.length > held.readUInt32BE(1)) {
          types.push(String.fromCharCode(held[0]!))
          held = held.subarray(held.readUInt32BE(1) + 1)
        }
      })
      const parse = (name: string, text: string) => messageOf('P', `${name}\0${text}\0`, '\0\0')
      const use = (name: string) =>
        Buffer.concat([messageOf('B', `\0${name}\0`, '\0\0', '\0\0', '\0\0'), messageOf('D', 'P\0'), messageOf('E', '\0', '\0\0\0\0')])
      const sync = messageOf('S')
      const answer = async (...messages: Buffer[]) => {
        types.length = 0
        const syncs = messages.filter((each) => each === sync).length
        stream.write(Buffer.concat(messages))
        await expect.poll(() => types.filter((type) => type === 'Z').length).toBe(syncs)
        return types.join('')
      }
      expect(await answer(parse('a', 'select 1'), use('a'), sync)).toBe('12TDCZ')
      // the same text again is not parsed again, and answered in its place
      expect(await answer(parse('b', 'select 1'), use('b'), parse('c', 'select 1'), use('c'), sync)).toBe('12TDC12TDCZ')
      // the unnamed one outlives its transaction as it does without a pooler
      expect(await answer(parse('', 'select 2'), messageOf('D', 'S\0'), sync)).toBe('1tTZ')
      await connected(to(project), (neighbour) => neighbour.query('select $1::int', [3]))
      expect(await answer(use(''), sync)).toBe('2TDCZ')
      // an error: everything up to the next Sync is skipped, our own answers too
      expect(await answer(parse('d', 'select wrong'), parse('e', 'select 1'), use('e'), messageOf('C', 'Sa\0'), sync, use('b'), sync)).toBe('EZ2TDCZ')
      expect(await answer(use('a'), sync)).toBe('2TDCZ')
      expect(await answer(use('e'), sync)).toBe('EZ')
      expect(await answer(messageOf('C', 'Sa\0'), sync)).toBe('3Z')
      expect(await answer(use('a'), sync)).toBe('EZ')
      expect(await answer(use('b'), sync, use('b'), sync)).toBe('2TDCZ2TDCZ')
      stream.destroy()
    })
  })
})

describe('the rest of the protocol', () => {
  const hasPsql = spawnSync('psql', ['--version']).status === 0

  test.skipIf(!hasPsql)('psql: files in both directions, an error in a file, and several statements', async () => {
    const { host, port, user, database } = target()
    const psql = (...args: string[]) =>
      promisify(execFile)('psql', [`host=${host} port=${port} user=${user} dbname=${database}`, '-XqAt', ...args], {
        env: { PATH: process.env['PATH'], PGPASSWORD: testPassword },
      })
    const rows = Array.from({ length: 20_000 }, (_, index) => `row ${index}`).join('\n')
    await psql('-c', `create table public.files (text text)`, '-c', `\\copy public.files from program 'seq -f "row %.0f" 0 19999'`)
    const { stdout } = await promisify(execFile)(
      'psql',
      [`host=${host} port=${port} user=${user} dbname=${database}`, '-XqAt', '-c', 'copy public.files to stdout'],
      {
        env: { PATH: process.env['PATH'], PGPASSWORD: testPassword },
        maxBuffer: 10_000_000,
      },
    )
    expect(stdout.trim() === rows).toBe(true)
    await expect(psql('-c', `\\copy public.notes from program 'printf "a\\tb\\n"'`)).rejects.toThrow('extra data after last expected column')
    expect((await psql('-c', 'begin', '-c', 'select 1', '-c', 'rollback', '-c', 'select 2')).stdout).toBe('1\n2\n')
  })

  test('a request to cancel ends the query of its client, and never that of another on the same connection', async () => {
    await withServers(1, async (project) => {
      const { client } = await opened(to(project))
      const neighbour = await opened(to(project))
      const { processID, secretKey } = client as unknown as { processID: number; secretKey: number }
      const secret = Buffer.alloc(4)
      secret.writeInt32BE(secretKey)
      const cancel = async (key: Buffer) => {
        const request = openRaw(pool.pooler.session)
        request.socket.write(cancelBytes(processID, key))
        await request.closed
      }
      const sleepers = () =>
        pool.asAdministrator(
          project,
          async (admin) => (await admin.rows(sql`select from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'`)).length,
        )
      const sleeping = client.query('select pg_sleep(600)').catch((error: unknown) => error)
      await expect.poll(sleepers).toBe(1)
      await cancel(Buffer.alloc(4))
      expect(await sleepers()).toBe(1)
      await cancel(secret)
      expect(await sleeping).toMatchObject({ code: '57014' })
      for (let round = 0; round < 20; round += 1) {
        const mine = client.query('select 1')
        await Promise.all([
          cancel(secret),
          mine.catch(() => {}),
          expect(one(neighbour.client, 'select count(*)::int from generate_series(1, 20000)')).resolves.toBe(20_000),
        ])
      }
      await Promise.all([client.end(), neighbour.client.end()])
    })
  })

  test('a client that is killed in a transaction: rolled back, and its connection is nobody’s', async () => {
    await withServers(1, async (project) => {
      const { client } = await opened(to(project))
      await pool.asAdministrator(project, (admin) => admin.run(sql`create table public.kept (text text); grant all on public.kept to public`))
      await client.query('begin')
      await client.query("insert into public.kept values ('never')")
      const pid = await one(client, 'select pg_backend_pid()')
      const { stream } = (client as unknown as { connection: { stream: import('node:net').Socket } }).connection
      stream.resetAndDestroy()
      await connected(to(project), async (next) => {
        expect(await one(next, 'select count(*)::int from public.kept')).toBe(0)
        expect(await one(next, 'select pg_backend_pid()')).not.toBe(pid)
      })
    })
  })

  test('a transaction in which nothing happens is ended, and says so', async () => {
    await using hasty = await pool.another({ idleTransactionMs: 100 })
    const { client, lost } = await opened({ ...target(), ...hasty.transaction })
    await client.query('begin')
    expect(await lost).toMatchObject({ code: '25P03' })
    await connected({ ...target(), ...hasty.transaction }, async (patient) => expect(await one(patient, 'select pg_sleep(0.3)::text')).toBe(''))
    await expect.poll(() => backends()).not.toContain('idle in transaction')
  })

  test('a server that is stopped: clients in a transaction are told, the others find the next one', async () => {
    const project = await pool.project()
    const busy = await opened(to(project))
    const calm = await opened(to(project))
    await calm.client.query('select 1')
    await busy.client.query('begin')
    await pool.ground.clusters.machine.restart(project)
    expect(await busy.lost).toMatchObject({ code: '57P01' })
    expect(await one(calm.client, 'select 1')).toBe(1)
    await calm.client.end()
  })

  test('a project that sleeps is woken by a login, and one that fell asleep since then by the next transaction', async () => {
    const project = await pool.project()
    await pool.fallAsleep(project)
    const { client } = await opened(to(project))
    await client.query('select 1')
    await pool.fallAsleep(project)
    expect(await one(client, 'select 1')).toBe(1)
    const woken = { ref: project, mode: 'transaction', role: 'postgres' }
    expect(pool.woken.filter(({ ref: which }) => which === project)).toEqual([
      { ...woken, address: '127.0.0.1', isEncrypted: false },
      { ...woken, address: null, isEncrypted: true },
    ])
    await client.end()
  })

  test('a message longer than it holds is refused', async () => {
    const client = new pg.Client(target())
    const lost = new Promise<pg.DatabaseError>((resolve) => client.on('error', (error) => resolve(error as pg.DatabaseError)))
    await client.connect()
    const { stream } = (client as unknown as { connection: { stream: import('node:net').Socket } }).connection
    const header = Buffer.from([0x51, 0x7f, 0xff, 0xff, 0xff])
    stream.write(header)
    expect(await lost).toMatchObject({ code: '54000' })
  })

  test('closing: idle clients are told at once, a transaction may come to its end', async () => {
    const closing = await pool.another({})
    const idle = await opened({ ...target(), ...closing.transaction })
    const busy = await opened({ ...target(), ...closing.transaction })
    await busy.client.query('begin')
    const closed = closing[Symbol.asyncDispose]()
    expect(await idle.lost).toMatchObject({ code: '57P01' })
    await busy.client.query("insert into public.notes values ('kept')")
    await busy.client.query('commit')
    expect(await busy.lost).toMatchObject({ code: '57P01' })
    await closed
    expect(await pool.asAdministrator(ref, (admin) => admin.rows(sql`select text from public.notes where text = ${literal('kept')}`))).toEqual([
      { text: 'kept' },
    ])
  })
})
