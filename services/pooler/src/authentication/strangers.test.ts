import { createHash } from 'node:crypto'
import { literal, sql } from '@colonnade/sql'
import { connected } from '@colonnade/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorIn, openRaw, openTestPooler, startupOf, testLimits, type TestPooler, testPassword } from '../testing.ts'

let pool: TestPooler
let ref: string
let other: string

beforeAll(async () => {
  pool = await openTestPooler()
  ref = await pool.project()
  other = await pool.project()
})
afterAll(() => pool[Symbol.asyncDispose]())

const who = (config: pg.ClientConfig) =>
  connected(config, async (client) => {
    const { rows } = await client.query<{ who: string }>(`select current_user || '@' || current_database() as who`)
    return rows[0]!.who
  })

const modes = [
  ['session', (target: pg.ClientConfig) => target],
  ['transaction', (target: pg.ClientConfig) => ({ ...target, ...pool.pooler.transaction })],
] as const
const backends = (project: string) =>
  pool.asAdministrator(project, async (admin) => (await admin.rows(sql`select from pg_stat_activity where usename = 'postgres'`)).length)

test.each(modes)('a stranger wakes nobody in %s mode, and the right password does', async (_, to) => {
  pool.say(other, null)
  await pool.fallAsleep(other)
  const before = pool.woken.length
  for (const [role, password] of [
    ['postgres', 'wrong'],
    ['nobody', testPassword],
  ] as const) {
    await expect(who({ ...to(pool.target(other, role)), password })).rejects.toMatchObject({ code: '28P01' })
  }
  expect(pool.woken.length).toBe(before)
  expect(await who(to(pool.target(other)))).toBe('postgres@postgres')
  expect(pool.woken.length).toBe(before + 1)
  pool.pooler.evict(other)
})

test('a stranger wakes a project whose roles nobody has written down: there is no other way to tell', async () => {
  await pool.fallAsleep(other, true)
  await expect(who({ ...pool.target(other), password: 'wrong' })).rejects.toMatchObject({ code: '28P01' })
  expect(await who(pool.target(other))).toBe('postgres@postgres')
})

test('strangers take no session, no place and no connection, however many there are', async () => {
  await using small = await pool.another({ clientsMax: 1 })
  const strangers = Array.from({ length: testLimits.sessions + 5 }, (_, index) => openRaw(index % 2 === 0 ? small.session : small.transaction))
  for (const { socket } of strangers) socket.write(startupOf(`postgres.${ref}`))
  await Promise.all(strangers.map((stranger) => stranger.until('SCRAM-SHA-256')))
  expect(await backends(ref)).toBe(0)
  expect(small.statisticsOf(ref)).toMatchObject({ clients: 0, sessions: 0, servers: 0 })
  for (const address of [small.session, small.transaction]) {
    await expect.poll(() => who({ ...pool.target(ref), ...address }).catch(({ code }: pg.DatabaseError) => code)).toBe('postgres@postgres')
  }
  for (const { socket } of strangers) socket.destroy()
})

test('when there are too many from an address, or for a project, those who came first make room; nobody is locked out', async () => {
  await using strict = await pool.another({ strangers: { ofAddress: 3, ofProject: 2 } })
  const come = (project: string) => {
    const stranger = openRaw(strict.session)
    stranger.socket.write(startupOf(`postgres.${project}`))
    return stranger
  }
  const asked = async (project: string) => {
    const stranger = come(project)
    await stranger.until('SCRAM')
    return stranger
  }
  const told = async (stranger: { closed: Promise<Buffer> }) => {
    const all = await stranger.closed
    return errorIn(all.subarray(all.indexOf('SCRAM-SHA-256') + 15))
  }
  const [first, second, third] = [await asked(ref), await asked(ref), await asked(ref)]
  expect(await told(first)).toMatchObject({ C: '53300', M: `more than 2 clients of project ${ref} have not authenticated` })
  const fourth = await asked(other)
  const fifth = await asked(other)
  // most of them want the first project
  expect(await told(second)).toMatchObject({ C: '53300', M: 'more than 3 clients from 127.0.0.1 have not authenticated' })
  for (const project of [ref, other]) expect(await who({ ...pool.target(project), ...strict.session })).toBe('postgres@postgres')
  const silent = openRaw(strict.session)
  for (let count = 0; count < 8; count += 1) openRaw(strict.session).socket.unref()
  expect((await silent.closed).length).toBe(0)
  expect(await who({ ...pool.target(other), ...strict.session })).toBe('postgres@postgres')
  for (const { socket } of [third, fourth, fifth]) socket.destroy()
})

test('a role whose password is stored as MD5 is told to set it again, in both modes, and then gets in', async () => {
  const verifier = `md5${createHash('md5').update(`${testPassword}app_old`).digest('hex')}`
  await pool.asAdministrator(ref, (client) => client.run(sql`create role app_old login password ${literal(verifier)}`))
  for (const [, to] of modes) {
    for (const password of [testPassword, 'wrong']) {
      await expect(who({ ...to(pool.target(ref, 'app_old')), password })).rejects.toMatchObject({
        code: '28P01',
        message: 'password authentication failed for user "app_old"',
        hint: expect.stringContaining('stored as MD5, which the pooler does not support. Set the password again'),
      })
    }
  }
  await pool.asAdministrator(ref, (client) => client.run(sql`alter role app_old password ${literal(testPassword)}`))
  for (const [, to] of modes) expect(await who(to(pool.target(ref, 'app_old')))).toBe('app_old@postgres')
})
