import { spawnSync, execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFile, stat } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { promisify } from 'node:util'
import { literal, sql } from '@colonnade/sql'
import { connected } from '@colonnade/testing'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { errorIn, openRaw, openTestPooler, rawClient, showPassword, startupOf, testLimits, type TestPooler, testPassword } from './testing.ts'
import { cancelBytes } from './wire/startup.ts'

let pool: TestPooler
let ref: string
let other: string
let certificate: string

beforeAll(async () => {
  pool = await openTestPooler()
  ref = await pool.project()
  other = await pool.project()
  certificate = await readFile(pool.pooler.certificatePath, 'utf8')
})
afterAll(() => pool[Symbol.asyncDispose]())
afterEach(() => {
  pool.say(ref, null)
  pool.say(other, null)
})

/** The way that session mode does not take. */
const nowhere = { host: '/nowhere', port: 1 }

const hasPsql = spawnSync('psql', ['--version']).status === 0

/** A driver's connection that somebody else ends, and the error that it ends with. */
async function opened(config: pg.ClientConfig): Promise<{ client: pg.Client; lost: Promise<pg.DatabaseError> }> {
  const client = new pg.Client(config)
  const lost = new Promise<pg.DatabaseError>((resolve) => client.on('error', (error) => resolve(error as pg.DatabaseError)))
  await client.connect()
  return { client, lost }
}
const who = (config: pg.ClientConfig) =>
  connected(config, async (client) =>
    Object.values((await client.query<Record<string, string>>('select current_user::text, current_database()::text')).rows[0]!).join('@'),
  )
const now = () => {
  const { connections, projects } = pool.pooler.statistics()
  return { connections, clients: projects[ref]!.clients, servers: projects[ref]!.servers, waiting: projects[ref]!.waiting }
}
const settled = () => expect.poll(now).toEqual({ connections: 0, clients: 0, servers: 0, waiting: 0 })

describe('clients get to the project that they name', () => {
  test('by the user’s name, plain and by TLS whose certificate they check', async () => {
    expect(await who(pool.target(ref))).toBe('postgres@postgres')
    expect(await who({ ...pool.target(ref), ssl: { ca: certificate } })).toBe('postgres@postgres')
    await pool.asAdministrator(ref, (client) => client.run(sql`create table public.only_here ()`))
    const tables = (project: string) =>
      connected(pool.target(project), async (client) => (await client.query("select from pg_tables where tablename = 'only_here'")).rowCount)
    expect([await tables(ref), await tables(other)]).toEqual([1, 0])
  })

  test('by the name that they ask for by TLS', async () => {
    const ssl = { ca: certificate, servername: `${ref}.db.example.com`, checkServerIdentity: () => undefined }
    expect(await who({ ...pool.target(ref), user: 'postgres', ssl })).toBe('postgres@postgres')
    await expect(who({ ...pool.target(ref), user: 'postgres' })).rejects.toMatchObject({ code: '28000' })
  })

  test('by TLS from the first byte on, if they say that they speak Postgres', async () => {
    const open = (ALPNProtocols: string[]) =>
      rawClient(connectTls({ ...pool.pooler.session, ca: certificate, ALPNProtocols, checkServerIdentity: () => undefined }))
    const client = open(['postgresql'])
    client.socket.write(startupOf(`postgres.${ref}`))
    await client.until('SCRAM-SHA-256')
    client.socket.destroy()
    expect((await open([]).closed).length).toBe(0)
  })

  test.skipIf(!hasPsql).each(['disable', 'require', 'verify-full'])('psql, sslmode=%s', async (sslmode) => {
    const { host, port, user, database } = pool.target(ref)
    const env = {
      PATH: process.env['PATH'],
      PGPASSWORD: testPassword,
      PGSSLROOTCERT: sslmode === 'verify-full' ? pool.pooler.certificatePath : '/nowhere',
    }
    const { stdout } = await promisify(execFile)(
      'psql',
      [`host=${host} port=${port} user=${user} dbname=${database} sslmode=${sslmode}`, '-XAtc', 'select current_user'],
      { env },
    )
    expect(stdout.trim()).toBe('postgres')
  })

  test('answers of any size and files in both directions arrive as they were', async () => {
    await connected({ ...pool.target(ref), ssl: { ca: certificate } }, async (client) => {
      const text = createHash('sha512').update('a').digest('hex').repeat(40_000)
      const { rows } = await client.query<{ back: string; sum: string }>('select $1::text as back, md5($1::text) as sum', [text])
      expect(rows[0]!.back === text).toBe(true)
      expect(rows[0]!.sum).toBe(createHash('md5').update(text).digest('hex'))
    })
  })

  test('two dozen sessions at once, of two projects and six roles: everyone is who they are', async () => {
    const roles = ['a', 'b', 'c', 'd', 'e', 'f']
    for (const project of [ref, other]) {
      for (const role of roles) await pool.makeRole(project, role, `${role}-of-${project}`)
      await pool.asAdministrator(project, (client) =>
        client.run(sql`create table public.mine as select ${literal(project)} as ref; grant select on public.mine to public`),
      )
    }
    const sessions = roles.flatMap((role) => [ref, other].flatMap((project) => [0, 1].map((number) => ({ role, project, number }))))
    expect(sessions).toHaveLength(24)
    await Promise.all(
      sessions.map(({ role, project, number }) =>
        connected({ ...pool.target(project, role), password: `${role}-of-${project}` }, async (client) => {
          await client.query(`set application_name = '${role}-${project}-${number}'`)
          for (let round = 0; round < 20; round += 1) {
            const { rows } = await client.query(
              'select current_user::text as role, (select ref from public.mine) as project, current_setting($1) as name',
              ['application_name'],
            )
            expect(rows).toEqual([{ role, project, name: `${role}-${project}-${number}` }])
          }
        }),
      ),
    )
  })
})

describe('clients are turned away with what to do', () => {
  const refused = (config: pg.ClientConfig) => who(config).then(String, ({ code, message, hint }: pg.DatabaseError) => ({ code, message, hint }))

  test('a wrong password, and the password of another project’s role', async () => {
    expect(await refused({ ...pool.target(ref), password: 'wrong' })).toMatchObject({ code: '28P01' })
    expect(await refused({ ...pool.target(ref), user: `nobody.${ref}` })).toMatchObject({ code: '28P01' })
    expect(await refused({ ...pool.target(ref), user: `supabase_admin.${ref}` })).toMatchObject({ code: '28P01' })
  })

  test('no project, and one that there is not', async () => {
    expect(await refused({ ...pool.target(ref), user: 'postgres' })).toMatchObject({ code: '28000', hint: expect.stringContaining('ROLE.REF') })
    expect(await refused(pool.target('abcdefghijklmnopqrst'))).toMatchObject({
      code: '28000',
      message: 'project abcdefghijklmnopqrst does not exist',
    })
    // whoever asks for what there is not takes no memory
    expect(Object.keys(pool.pooler.statistics().projects)).not.toContain('abcdefghijklmnopqrst')
  })

  test.each([
    ['paused', 'is paused', 'Restore it'],
    ['upgrading', 'is being upgraded', 'infrastructure'],
    ['unhealthy', 'is unhealthy', 'dashboard'],
  ] as const)('a project that is %s', async (state, message, hint) => {
    pool.say(ref, { state, address: null, endpoint: nowhere, limits: { ...testLimits, sessions: 1 } })
    const before = pool.pooler.statisticsOf(ref).refused
    try {
      expect(await refused(pool.target(ref))).toEqual({
        code: '57P03',
        message: expect.stringContaining(message),
        hint: expect.stringContaining(hint),
      })
      expect(await refused({ ...pool.target(ref), ssl: { ca: certificate } })).toMatchObject({ code: '57P03' })
      expect(pool.pooler.statisticsOf(ref).refused).toBe(before + 2)
    } finally {
      pool.say(ref, null)
    }
  })

  test('a project that does not come up in time; one that does is waited for', async () => {
    const { address } = await pool.ground.clusters.status(ref)
    const starting = { state: 'starting', address: null, endpoint: nowhere, limits: testLimits } as const
    try {
      pool.say(ref, starting)
      await using hasty = await pool.another({ wakeDeadlineMs: 50 })
      expect(await refused({ ...pool.target(ref), ...hasty.session })).toMatchObject({
        code: '57P03',
        message: expect.stringContaining('is starting up'),
        hint: expect.stringContaining('Try again'),
      })
      const waiting = who(pool.target(ref))
      await expect.poll(() => pool.isAwaited(ref)).toBe(true)
      pool.say(ref, { ...starting, state: 'active', address })
      expect(await waiting).toBe('postgres@postgres')
    } finally {
      pool.say(ref, null)
    }
  })

  test('a server that takes no connections', async () => {
    const closed = createServer().listen(0, '127.0.0.1')
    await once(closed, 'listening')
    const { port } = closed.address() as AddressInfo
    closed.close()
    await once(closed, 'close')
    pool.say(ref, { state: 'active', address: { host: '127.0.0.1', port }, endpoint: nowhere, limits: testLimits })
    expect(await refused(pool.target(ref))).toMatchObject({ code: '57P03', hint: expect.stringContaining('Try again') })
  })

  test('more sessions than a project may have, until one of them ends', async () => {
    const { address } = await pool.ground.clusters.status(other)
    await expect.poll(() => pool.pooler.statistics().projects[other]?.sessions ?? 0).toBe(0)
    pool.say(other, { state: 'active', address, endpoint: nowhere, limits: { ...testLimits, sessions: 2 } })
    await connected(pool.target(other), async () => {
      await connected(pool.target(other), async () => {
        expect(await refused(pool.target(other))).toMatchObject({ code: '53300', message: expect.stringContaining('2 session-mode clients') })
        expect(await who(pool.target(ref))).toBe('postgres@postgres')
      })
      await expect.poll(() => refused(pool.target(other))).toBe('postgres@postgres')
    })
  })

  test('more clients than the pooler takes', async () => {
    await using small = await pool.another({ clientsMax: 1 })
    const target = { ...pool.target(ref), ...small.session }
    await connected(target, async () => expect(await refused(target)).toMatchObject({ code: '53300' }))
    await expect.poll(() => refused(target)).toBe('postgres@postgres')
  })
})

describe('a project that sleeps', () => {
  test('is woken once while its clients wait, who notice nothing', async () => {
    await pool.fallAsleep(other)
    const waiting = Promise.all([1, 2, 3].map(() => who(pool.target(other))))
    expect(await waiting).toEqual(Array.from({ length: 3 }, () => 'postgres@postgres'))
    expect(pool.woken).toEqual([{ ref: other, mode: 'session', role: 'postgres', address: '127.0.0.1', isEncrypted: false }])
    expect(pool.pooler.statistics().projects[other]!.waitedMs).toBeGreaterThan(0)
  })

  test('is kept awake by a session, from its first byte to its end, and by nobody who was turned away', async () => {
    await expect.poll(() => pool.held(other)).toBe(0)
    const held = await connected(pool.target(other), async () => pool.held(other))
    expect(held).toBe(1)
    await expect(who({ ...pool.target(other), password: 'wrong' })).rejects.toMatchObject({ code: '28P01' })
    pool.say(other, { state: 'paused', address: null, endpoint: nowhere, limits: testLimits })
    await expect(who(pool.target(other))).rejects.toMatchObject({ code: '57P03', message: `project ${other} is paused` })
    await expect.poll(() => pool.held(other)).toBe(0)
  })
})

describe('what is no client', () => {
  test.each(['GET / HTTP/1.1\r\n\r\n', 'SSH-2.0-OpenSSH_9.2\r\n', '\0\0\0\u0008\0\u0002\0\0'])('%j is told so and closed', async (garbage) => {
    const client = openRaw(pool.pooler.session)
    client.socket.write(garbage, 'latin1')
    expect(errorIn(await client.closed)).toMatchObject({ S: 'FATAL', C: expect.stringMatching(/08P01|0A000/) })
  })
})

describe('half-open connections', () => {
  test('are closed when their time is over: silent, in the middle of a packet, and in the middle of TLS', async () => {
    await using hasty = await pool.another({ openingDeadlineMs: 1_000 })
    const silent = openRaw(hasty.session)
    const partial = openRaw(hasty.session)
    partial.socket.write(startupOf('postgres').subarray(0, 11))
    const tls = openRaw(hasty.session)
    tls.socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]))
    expect((await Promise.all([silent.closed, partial.closed, tls.closed])).map(String)).toEqual(['', '', 'S'])
    await expect.poll(() => hasty.statistics().connections).toBe(0)
  })

  test('what comes before TLS is never taken for what came by it', async () => {
    const client = openRaw(pool.pooler.session)
    client.socket.write(Buffer.concat([Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]), startupOf(`postgres.${ref}`)]))
    expect(errorIn(await client.closed)).toMatchObject({ C: '08P01' })
  })

  test('GSS encryption is declined, and the client goes on without', async () => {
    const client = openRaw(pool.pooler.session)
    client.socket.write(Buffer.from([0, 0, 0, 8, 4, 210, 22, 48]))
    await client.until('N')
    client.socket.write(startupOf(`postgres.${ref}`))
    await client.until('SCRAM-SHA-256')
    client.socket.destroy()
  })
})

describe('a request to cancel', () => {
  interface Keyed extends pg.Client {
    readonly processID: number
    readonly secretKey: number
  }
  const sleepers = (project: string) =>
    pool.asAdministrator(
      project,
      async (client) => (await client.rows(sql`select from pg_stat_activity where query = 'select pg_sleep(600)' and state = 'active'`)).length,
    )
  const send = async (processId: number, secretKey: number) => {
    const secret = Buffer.alloc(4)
    secret.writeInt32BE(secretKey)
    const client = openRaw(pool.pooler.session)
    client.socket.write(cancelBytes(processId, secret))
    await client.closed
  }

  test('ends the query whose key it shows, through whichever connection, and no other', async () => {
    await connected(pool.target(ref), (client) =>
      connected(pool.target(ref), async (neighbour) => {
        const { processID, secretKey } = client as Keyed
        const sleeping = client.query('select pg_sleep(600)').catch((error: unknown) => error)
        const alsoSleeping = neighbour.query('select pg_sleep(600)').catch((error: unknown) => error)
        await expect.poll(() => sleepers(ref)).toBe(2)
        // neither what is no key of ours nor the server's own
        await send(processID, secretKey ^ 1)
        const { rows } = await pool.asAdministrator(ref, async (admin) => ({
          rows: await admin.rows<{ pid: number }>(sql`select pid from pg_stat_activity where query = 'select pg_sleep(600)'`),
        }))
        for (const { pid } of rows) {
          expect(pid).not.toBe(processID)
          await send(pid, secretKey)
        }
        expect(await sleepers(ref)).toBe(2)
        await send(processID, secretKey)
        expect(await sleeping).toMatchObject({ code: '57014' })
        expect(await sleepers(ref)).toBe(1)
        await send((neighbour as Keyed).processID, (neighbour as Keyed).secretKey)
        expect(await alsoSleeping).toMatchObject({ code: '57014' })
      }),
    )
  })
})

describe('connections that break', () => {
  test('a client that is killed in a transaction leaves nothing behind', async () => {
    await pool.asAdministrator(ref, (client) => client.run(sql`create table public.kept (value text); grant all on public.kept to public`))
    const { client } = await opened(pool.target(ref))
    await client.query('begin')
    await client.query("insert into public.kept values ('never')")
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    stream.resetAndDestroy()
    const open = () =>
      pool.asAdministrator(ref, async (admin) => (await admin.rows(sql`select from pg_stat_activity where state = 'idle in transaction'`)).length)
    await expect.poll(open).toBe(0)
    expect(await pool.asAdministrator(ref, (admin) => admin.rows(sql`select * from public.kept`))).toEqual([])
  })

  test('the query of a client that is gone is ended; that of one who said good-bye is done', async () => {
    await pool.asAdministrator(ref, (client) => client.run(sql`create table public.done (value text); grant all on public.done to public`))
    const streamOf = (client: pg.Client) => (client as unknown as { connection: { stream: Socket } }).connection.stream
    const active = () =>
      pool.asAdministrator(ref, async (admin) => (await admin.rows(sql`select from pg_stat_activity where query = 'select pg_sleep(600)'`)).length)
    const gone = await opened(pool.target(ref))
    gone.client.query('select pg_sleep(600)').catch(() => {})
    await expect.poll(active).toBe(1)
    streamOf(gone.client).resetAndDestroy()
    await expect.poll(active).toBe(0)
    const polite = await opened(pool.target(ref))
    polite.client.query("insert into public.done select 'done' from pg_sleep(0.3)").catch(() => {})
    streamOf(polite.client).end(Buffer.from([0x58, 0, 0, 0, 4]))
    await expect.poll(() => pool.asAdministrator(ref, (admin) => admin.rows(sql`select * from public.done`))).toEqual([{ value: 'done' }])
  })

  test('a server that says why it leaves is passed on', async () => {
    const { lost } = await opened(pool.target(ref))
    await pool.asAdministrator(ref, (admin) =>
      admin.run(sql`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'postgres' and backend_type = 'client backend'`),
    )
    expect(await lost).toMatchObject({ code: '57P01', message: expect.stringContaining('administrator command') })
  })

  test('a client that says that it leaves, and waits for the server to close, is told nothing more', async () => {
    const ready = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.write(ready)
        socket.once('data', () => socket.end())
      })
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    pool.say(ref, {
      state: 'active',
      address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
      endpoint: nowhere,
      limits: { ...testLimits, sessions: 9 },
    })
    const client = openRaw(pool.pooler.session)
    await showPassword(client, startupOf(`postgres.${ref}`))
    await client.until(ready.toString('latin1'))
    client.socket.write(Buffer.from([0x58, 0, 0, 0, 4]))
    const all = await client.closed
    expect(all.subarray(all.indexOf(ready))).toEqual(ready)
    server.close()
  })

  test('a server that is gone without a word: the client is told between two messages, and cut off within one', async () => {
    const ready = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0, 0x5a, 0, 0, 0, 5, 0x49])
    for (const [last, told] of [
      [Buffer.alloc(0), '08006'],
      [Buffer.from([0x44, 0, 0, 1, 0]), undefined],
    ] as const) {
      const server = createServer((socket) => socket.once('data', () => socket.write(Buffer.concat([ready, last]), () => socket.destroy())))
      server.listen(0, '127.0.0.1')
      await once(server, 'listening')
      pool.say(ref, {
        state: 'active',
        address: { host: '127.0.0.1', port: (server.address() as AddressInfo).port },
        endpoint: nowhere,
        limits: { ...testLimits, sessions: 9 },
      })
      const client = openRaw(pool.pooler.session)
      await showPassword(client, startupOf(`postgres.${ref}`))
      const all = await client.closed
      expect(errorIn(all.subarray(all.indexOf(ready) + ready.length))?.['C']).toBe(told)
      server.close()
      pool.say(ref, null)
    }
  })

  test('a client that takes nothing holds its server back, and gets everything in the end', async () => {
    const rows = 200_000
    const client = new pg.Client(pool.target(ref))
    await client.connect()
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection
    const before = pool.pooler.statistics().projects[ref]!.bytesToClients
    const passed = () => pool.pooler.statistics().projects[ref]!.bytesToClients - before
    const answer = client.query<{ length: number }>(
      `select length(text) from (select repeat('x', 1000) as text from generate_series(1, ${rows})) rows`,
    )
    await answer
    const whole = client.query(`select repeat('x', 1000) from generate_series(1, ${rows})`)
    stream.pause()
    const waits = () =>
      pool.asAdministrator(
        ref,
        async (admin) =>
          (await admin.first<{ event: string }>(sql`select wait_event as event from pg_stat_activity where query like 'select repeat%'`))?.event,
      )
    // Postgres itself says that nobody takes its rows
    await expect.poll(waits).toBe('ClientWrite')
    expect(passed()).toBeLessThan(rows * 500)
    stream.resume()
    expect((await whole).rowCount).toBe(rows)
    await client.end()
  })
})

describe('a server that stops while a session is opened', () => {
  const starting = { state: 'starting', address: null, endpoint: nowhere, limits: testLimits } as const
  const message = (type: string, body: string) => {
    const bytes = Buffer.from(`${type}    ${body}`, 'latin1')
    bytes.writeInt32BE(bytes.length - 1, 1)
    return bytes
  }
  const shuttingDown = message('E', 'SFATAL\0VFATAL\0C57P03\0Mthe database system is shutting down\0\0')
  /** Stands for the project's server until somebody comes; from then on it is starting. */
  async function stopping(answer: (socket: Socket) => void) {
    const server = createServer((socket) =>
      socket.once('data', () => {
        pool.say(ref, starting)
        answer(socket)
      }),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const address = { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
    pool.say(ref, { ...starting, state: 'active', address })
    return { address, [Symbol.dispose]: () => void server.close() }
  }
  const comesBack = async () => {
    await expect.poll(() => pool.isAwaited(ref)).toBe(true)
    pool.say(ref, null)
  }

  test.each<[string, (socket: Socket) => void]>([
    ['goes without a word', (socket) => socket.end()],
    ['breaks the connection', (socket) => socket.resetAndDestroy()],
    ['says that it shuts down', (socket) => socket.end(shuttingDown)],
    ['says so in pieces', (socket) => socket.write(shuttingDown.subarray(0, 3), () => setTimeout(() => socket.end(shuttingDown.subarray(3)), 20))],
  ])('and %s: its client waits for the one that comes back, and notices nothing', async (_, answer) => {
    using _server = await stopping(answer)
    const session = who(pool.target(ref))
    await comesBack()
    expect(await session).toBe('postgres@postgres')
    await settled()
  })

  test('takes connections no more, and is not back in time: its client is told so', async () => {
    await using hasty = await pool.another({ wakeDeadlineMs: 300 })
    using _server = await stopping((socket) => socket.end())
    await expect(who({ ...pool.target(ref), ...hasty.session })).rejects.toMatchObject({
      code: '57P03',
      message: expect.stringContaining('is starting up'),
    })
  })

  test('once it has let the client in, no other one is put in its place', async () => {
    const ready = Buffer.concat([message('R', '\0\0\0\0'), message('S', 'a\0b\0')])
    using _server = await stopping((socket) => socket.end(ready))
    await expect(who(pool.target(ref))).rejects.toMatchObject({ code: '08006' })
  })

  test('one that does not know the client’s password is not believed', async () => {
    const question = message('R', '\0\0\0\x0aSCRAM-SHA-256\0\0')
    using _server = await stopping((socket) => {
      socket.write(question)
      socket.once('data', (first: Buffer) => {
        const [, nonce] = /r=(.+)$/.exec(first.toString('latin1'))!
        socket.write(message('R', `\0\0\0\x0br=${nonce}more,s=c2FsdA==,i=4096`))
        socket.once('data', () => socket.write(message('R', `\0\0\0\x0cv=${Buffer.alloc(32).toString('base64')}`)))
      })
    })
    await expect(who(pool.target(ref))).rejects.toMatchObject({ code: '28P01' })
    pool.say(ref, null)
  })

  test('a client that leaves meanwhile leaves nothing behind', async () => {
    const came = Promise.withResolvers<Socket>()
    using _server = await stopping(came.resolve)
    const client = new pg.Client(pool.target(ref))
    const lost = client.connect().catch((error: unknown) => error)
    const socket = await came.promise
    ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
    await Promise.all([once(socket, 'close'), lost])
    await settled()
    expect([pool.held(ref), pool.isAwaited(ref)]).toEqual([0, false])
  })

  test('transactions are begun on the one that comes back as well', async () => {
    using server = await stopping((socket) => socket.end(shuttingDown))
    pool.say(ref, { ...starting, state: 'active', address: server.address, endpoint: server.address })
    const session = who({ ...pool.target(ref), ...pool.pooler.transaction })
    await comesBack()
    expect(await session).toBe('postgres@postgres')
    pool.pooler.evict(ref)
  })
})

describe('closing', () => {
  test('idle clients are told at once; a transaction may come to its end', async () => {
    const closing = await pool.another({})
    const target = { ...pool.target(ref), ...closing.session }
    const idle = await opened(target)
    const busy = await opened(target)
    const half = openRaw(closing.session)
    await once(half.socket, 'connect')
    await expect.poll(() => closing.statistics().connections).toBe(3)
    await busy.client.query('begin')
    await busy.client.query("insert into public.kept values ('committed')")
    const closed = closing[Symbol.asyncDispose]()
    expect(await idle.lost).toMatchObject({ code: '57P01' })
    await half.closed
    await busy.client.query('commit')
    expect(await busy.lost).toMatchObject({ code: '57P01' })
    await closed
    expect(await pool.asAdministrator(ref, (admin) => admin.rows(sql`select * from public.kept`))).toEqual([{ value: 'committed' }])
  })

  test('who does not come to an end is ended', async () => {
    const closing = await pool.another({ drainMs: 50 })
    const { client, lost } = await opened({ ...pool.target(ref), ...closing.session })
    await client.query('begin')
    await closing[Symbol.asyncDispose]()
    expect(await lost).toMatchObject({ code: '57P01' })
  })
})

describe('the installation’s certificate', () => {
  test('is made once, for this machine, and its key is for nobody else', async () => {
    const key = pool.pooler.certificatePath.replace(/crt$/, 'key')
    expect((await stat(key)).mode & 0o777).toBe(0o600)
    await using again = await pool.another({})
    expect(await readFile(again.certificatePath, 'utf8')).toBe(certificate)
  })
})

test('statistics say who is there, and what went through', async () => {
  await settled()
  const before = pool.pooler.statistics().projects[ref]!
  await connected({ ...pool.target(ref), ssl: { ca: certificate } }, async (client) => {
    expect(pool.pooler.statistics()).toMatchObject({ connections: 1, projects: { [ref]: { clients: 1, servers: 1, served: before.served + 1 } } })
    await client.query("select repeat('x', 100000)")
    const { bytesToClients, bytesFromClients } = pool.pooler.statistics().projects[ref]!
    expect(bytesToClients - before.bytesToClients).toBeGreaterThan(100_000)
    expect(bytesFromClients - before.bytesFromClients).toBeLessThan(10_000)
  })
  await settled()
})
