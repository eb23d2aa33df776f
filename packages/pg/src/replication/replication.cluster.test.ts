import { openTestGround, type TestGround } from '@colonnade/testing'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { sql } from '@colonnade/sql'
import { lsnText, openReplication, type Replication, type ReplicationMessage, type Tuple } from '../index.ts'

// ports from 50_000
let ground: TestGround

beforeAll(async () => {
  ground = await openTestGround()
  await run('create publication everything for all tables')
})
afterAll(() => ground[Symbol.asyncDispose]())

const run = async (text: string): Promise<void> => void (await ground.database.pool.query(text))
const open = async (options: Partial<Parameters<typeof openReplication>[1]> = {}): Promise<Replication> => {
  const replication = await openReplication(ground.database.target, { publications: ['everything'], ...options })
  onTestFinished(() => replication.close())
  return replication
}

/** Reads until the transaction that inserts into `finish`. */
async function readUntilFinish(replication: Replication): Promise<ReplicationMessage[]> {
  await run('create table if not exists finish (a int)')
  await run('insert into finish values (1)')
  const read: ReplicationMessage[] = []
  for await (const batch of replication) {
    read.push(...batch)
    if (read.some((message) => message.kind === 'insert' && message.relation.name === 'finish')) break
  }
  return read
}

const told = (messages: readonly ReplicationMessage[]): unknown[] =>
  messages.flatMap((message): unknown[] => {
    const values = (row: Tuple): unknown => row.values()
    if (message.kind === 'insert' && message.relation.name !== 'finish') return [['insert', values(message.row)]]
    if (message.kind === 'update') return [['update', message.old && values(message.old.row), values(message.row)]]
    if (message.kind === 'delete') return [['delete', values(message.old.row)]]
    if (message.kind === 'truncate') return [['truncate', message.relations.map(({ name }) => name)]]
    return []
  })

describe('the changes of a database', () => {
  test('come transaction by transaction, and those that were rolled back never', async () => {
    await run('create table t (id int primary key, name text)')
    const replication = await open()
    await run("begin; insert into t values (1, 'one'); insert into t values (2, null); commit")
    await run("begin; insert into t values (3, 'lost'); rollback")
    await run("begin; insert into t values (4, 'kept'); savepoint a; insert into t values (5, 'lost'); rollback to a; commit")
    await run("update t set name = 'uno' where id = 1; update t set id = 20 where id = 2; delete from t where id = 1")
    const messages = await readUntilFinish(replication)
    expect(told(messages)).toEqual([
      ['insert', ['1', 'one']],
      ['insert', ['2', null]],
      ['insert', ['4', 'kept']],
      ['update', null, ['1', 'uno']],
      ['update', ['2', null], ['20', null]],
      ['delete', ['1', null]],
    ])
    const ends = messages.filter(({ kind }) => kind === 'begin' || kind === 'commit').map(({ kind }) => kind)
    expect(ends.slice(0, 6)).toEqual(['begin', 'commit', 'begin', 'commit', 'begin', 'commit'])
    const begin = messages.find((message) => message.kind === 'begin')!
    expect(Math.abs(Date.now() - begin.at.getTime())).toBeLessThan(60_000)
    expect(begin.commitLsn).toBeGreaterThan(replication.startLsn)
  })

  test('say of the old row what the replica identity says', async () => {
    await run('create table whole (id int primary key, a text); alter table whole replica identity full')
    await run('create table mute (id int primary key); alter table mute replica identity nothing')
    await run('create table other (id int primary key, code int not null unique); alter table other replica identity using index other_code_key')
    await run("insert into whole values (1, 'x'); insert into other values (1, 7)")
    const replication = await open()
    await run("update whole set a = 'y'; delete from whole; insert into mute values (1); delete from other")
    await expect(run('delete from mute')).rejects.toMatchObject({ code: '55000' })
    const messages = await readUntilFinish(replication)
    expect(told(messages)).toEqual([
      ['update', ['1', 'x'], ['1', 'y']],
      ['delete', ['1', 'y']],
      ['insert', ['1']],
      ['delete', [null, '7']],
    ])
    const identities = messages.flatMap((message) => (message.kind === 'relation' ? [[message.name, message.identity]] : []))
    expect(identities).toEqual(
      expect.arrayContaining([
        ['whole', 'full'],
        ['mute', 'nothing'],
        ['other', 'index'],
      ]),
    )
  })

  test('leave out large values that stayed as they were', async () => {
    await run('create table large (id int primary key, body text, note text); alter table large alter body set storage external')
    await run("insert into large values (1, repeat('x', 100000), 'a')")
    const replication = await open()
    await run("update large set note = 'b'; update large set body = repeat('y', 100000)")
    expect(told(await readUntilFinish(replication))).toEqual([
      ['update', null, ['1', undefined, 'b']],
      ['update', null, ['1', 'y'.repeat(100_000), 'b']],
    ])
  })

  test('go on in another stream where the first was closed, while others write', async () => {
    await run('create table steady (id int)')
    const first = await open()
    const seen: string[] = []
    let last = 0n
    const read = async (replication: Replication, until: string): Promise<void> => {
      let isKnown = false
      const before = last
      for await (const messages of replication) {
        for (const message of messages) {
          if (message.kind === 'begin') isKnown = message.commitLsn <= before
          if (message.kind === 'commit' && !isKnown) last = message.commitLsn
          if (message.kind === 'insert' && !isKnown) seen.push(message.row.value(0)!)
        }
        if (seen.includes(until)) break
      }
    }
    let written = 0
    let isDone = false
    const write = async (): Promise<void> => {
      for (; !isDone; written += 1) await run(`insert into steady values (${written})`)
    }
    const [reading, writing] = [read(first, 'never'), write()]
    const next = await open()
    await first.passed(next.startLsn)
    await first.close()
    await reading
    isDone = true
    await writing
    await run('insert into steady values (-1)')
    await read(next, '-1')
    expect(seen).toEqual([...Array.from({ length: written }, (_, id) => String(id)), '-1'])
  })

  test('tell of columns that were added meanwhile', async () => {
    await run('create table grows (id int primary key)')
    const replication = await open()
    await run('insert into grows values (1)')
    await run("alter table grows add column more text default 'd', drop constraint grows_pkey, add primary key (id, more)")
    await run('insert into grows values (2)')
    const messages = await readUntilFinish(replication)
    expect(told(messages)).toEqual([
      ['insert', ['1']],
      ['insert', ['2', 'd']],
    ])
    const keys = messages.flatMap((message) =>
      message.kind === 'relation' && message.name === 'grows' ? [message.columns.filter(({ isKey }) => isKey).map(({ name }) => name)] : [],
    )
    expect(keys).toEqual([['id'], ['id', 'more']])
  })

  test('tell that tables were emptied, and of names of every kind', async () => {
    await run('create schema "Häuser ""und"""; create table "Häuser ""und"""."select" (" " int primary key, "😀" text)')
    await run('create table gone (id int)')
    const replication = await open()
    await run(`insert into "Häuser ""und"""."select" values (1, 'a''b\\'); truncate "Häuser ""und"""."select", gone`)
    const messages = await readUntilFinish(replication)
    expect(told(messages)).toEqual([
      ['insert', ['1', "a'b\\"]],
      ['truncate', ['select', 'gone']],
    ])
    expect(messages.find((message) => message.kind === 'relation')).toMatchObject({
      schema: 'Häuser "und"',
      columns: [{ name: ' ' }, { name: '😀' }],
    })
  })

  test('come whole when there are ten thousand, however slowly they are read', async () => {
    await run('create table many (id int primary key, body text)')
    const replication = await open()
    await run('insert into many select n, repeat(md5(n::text), 20) from generate_series(1, 10000) n')
    await run('insert into many values (10001)')
    let count = 0
    let largest = 0
    for await (const batch of replication) {
      largest = Math.max(largest, batch.length)
      for (const message of batch) {
        if (message.kind === 'insert') expect(message.row.value(0)).toBe(String((count += 1)))
      }
      if (count === 10_001) break
      await new Promise(setImmediate)
    }
    // the server was held up, and did not fill our memory
    expect(largest).toBeLessThan(4_000)
  })

  test('that are not published do not come', async () => {
    await run(
      'create table secret (id int primary key); create table "open" (id int primary key); create publication "Odd, ""name""" for table "open"',
    )
    const replication = await open({ publications: ['Odd, "name"'] })
    await run('insert into secret values (1); insert into "open" values (2)')
    for await (const batch of replication) {
      const inserts = batch.filter(({ kind }) => kind === 'insert')
      expect(told(inserts)).toEqual(inserts.length === 0 ? [] : [['insert', ['2']]])
      if (inserts.length > 0) break
    }
  })
})

describe('the slot', () => {
  const slots = (): Promise<{ slot_name: string; confirmed: string; temporary: boolean }[]> =>
    ground.database.rows(sql`select slot_name, temporary, confirmed_flush_lsn::text as confirmed from pg_replication_slots`)

  test('is a temporary one, and gone once it is closed', async () => {
    const replication = await open({ slotPrefix: 'mine' })
    expect(await slots()).toMatchObject([{ slot_name: replication.slot, temporary: true }])
    expect(replication.slot).toMatch(/^mine_[0-9a-f]{16}$/)
    const reading = readUntilFinish(replication)
    await reading
    expect(await slots()).toEqual([])
  })

  test('ends whoever reads when it is closed', async () => {
    const replication = await open()
    const ended = (async () => {
      for await (const _ of replication) continue
      return 'ended'
    })()
    await replication.close()
    expect(await ended).toBe('ended')
    expect(await slots()).toEqual([])
  })

  test('moves on after what was read, and not before', async () => {
    await run('create table if not exists t2 (id int)')
    const replication = await open()
    const iterator = replication[Symbol.asyncIterator]()
    await run('insert into t2 values (1)')
    const { commitLsn } = ((await iterator.next()).value as ReplicationMessage[]).find((message) => message.kind === 'begin')!
    const confirmed = async (): Promise<boolean> =>
      (await ground.database.first<{ ok: boolean }>(sql`
        select confirmed_flush_lsn > ${lsnText(commitLsn)}::pg_lsn as ok from pg_replication_slots`))!.ok
    expect(await confirmed()).toBe(false)
    const reading = (async () => {
      while (!(await iterator.next()).done) continue
    })()
    await expect.poll(confirmed).toBe(true)
    await replication.close()
    await reading
  })

  test('is refused by the code of Postgres when none is free', async () => {
    const taken = await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map(() => open()))
    await expect(open()).rejects.toMatchObject({ details: { sqlstate: expect.stringMatching(/^(53300|53400)$/) } })
    await taken[0]!.close()
    await open()
  })

  test('is refused in time while a transaction keeps it from being made, and leaves nothing behind', async () => {
    await run('create table if not exists t3 (id int)')
    await ground.database.transaction(async (tx) => {
      await tx.run(sql`insert into t3 values (1)`)
      await expect(open({ openTimeoutMs: 200 })).rejects.toMatchObject({ details: { sqlstate: '55P03' } })
      expect(await slots()).toEqual([])
    })
  })

  test('tells of a lost connection', async () => {
    const replication = await open()
    const reading = replication[Symbol.asyncIterator]().next()
    const end = reading.then(
      () => 'read',
      ({ code }: { code: string }) => code,
    )
    const streams = async (): Promise<unknown> => (await ground.database.first(sql`select count(*)::int as count from pg_stat_replication`))!
    await expect.poll(streams).toEqual({ count: 1 })
    await run('select pg_terminate_backend(pid) from pg_stat_replication')
    expect(await end).toBe('connection_lost')
  })
})
