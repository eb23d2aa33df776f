import { sql } from '@colonnade/sql'
import { openTestGround, type TestGround } from '@colonnade/testing'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type BatchConnection, type BatchStatement, databaseError, openBatchConnection } from '../index.ts'

let ground: TestGround
let connection: BatchConnection

beforeAll(async () => {
  ground = await openTestGround()
  await ground.database.run(sql`create table parent (id int primary key)`)
  await ground.database.run(sql`create table child (id int, parent_id int references parent deferrable initially deferred)`)
})
afterAll(() => ground[Symbol.asyncDispose]())
beforeEach(async () => {
  connection = await openBatchConnection(ground.database.target)
})
afterEach(() => connection.close())

const statement = (text: string, ...values: readonly (string | Uint8Array | null)[]): BatchStatement => ({ name: '', text, values })
const named = (name: string, text: string, ...values: readonly (string | null)[]): BatchStatement => ({ name, text, values })
/** The first row of the last statement that gave any. */
const run = async (...statements: readonly BatchStatement[]) => (await connection.run(statements)).findLast((rows) => rows.length > 0)?.[0]
const sqlstate = (running: Promise<unknown>) =>
  running.then(
    () => 'done',
    (error: unknown) => databaseError(error).details['sqlstate'],
  )

describe('a batch', () => {
  test('is one transaction: what is set locally holds for what follows, and ends with it', async () => {
    const set = statement(`select set_config('app.who', $1, true)`, 'ada')
    expect(await run(set, statement(`select current_setting('app.who')`))).toEqual(['ada'])
    expect(await run(statement(`select current_setting('app.who', true)`))).toEqual([''])
  })

  test('leaves nothing of its own when a part fails', async () => {
    const running = run(statement('insert into parent values (1)'), statement('select 1 / $1::int', '0'))
    expect(await sqlstate(running)).toBe('22012')
    expect(await run(statement('select count(*) from parent'))).toEqual(['0'])
  })

  test('is refused at its end by a constraint that is checked then', async () => {
    expect(await sqlstate(run(statement('insert into child values (1, 99)')))).toBe('23503')
  })

  test('can undo itself and still answer', async () => {
    const statements = [statement('insert into parent values (7) returning id'), statement('rollback')]
    expect(await run(...statements)).toEqual(['7'])
    expect(await run(statement('select count(*) from parent'))).toEqual(['0'])
  })

  test('takes bytes as they are', async () => {
    expect(await run(statement('select $1::bytea', new Uint8Array([0, 255])))).toEqual(['\\x00ff'])
  })
})

test('many batches in flight get each its own answer, also beside those that fail', async () => {
  const runs = Array.from({ length: 300 }, (_, index) =>
    index % 3 === 0
      ? sqlstate(run(named('fails', 'select 1 / $1::int', '0')))
      : run(named(`is${index % 7}`, `select $1::int + ${index % 7}`, String(index))).then((row) => row?.[0]),
  )
  expect(connection.pending).toBe(300)
  expect(await Promise.all(runs)).toEqual(runs.map((_, index) => (index % 3 === 0 ? '22012' : String(index + (index % 7)))))
  expect(connection.pending).toBe(0)
})

test('a statement that failed once, and one that fell out of those that are kept, can be used again', async () => {
  expect(await sqlstate(run(named('one', 'select 1 / $1::int', '0')))).toBe('22012')
  expect(await run(named('one', 'select 1 / $1::int', '1'))).toEqual(['1'])
  for (let index = 0; index < 250; index += 1) await run(named(`s${index}`, `select ${index}`))
  const { rows } = { rows: await run(statement('select count(*) from pg_prepared_statements')) }
  expect(Number(rows?.[0])).toBeLessThanOrEqual(202)
  expect(await run(named('one', 'select 1 / $1::int', '1'))).toEqual(['1'])
})

test('a statement that is in flight is not forgotten for another', async () => {
  const waits = named('waits', 'select pg_advisory_xact_lock(1)')
  await run(waits)
  for (let index = 0; index < 199; index += 1) await run(named(`s${index}`, `select ${index}`))
  const holder = await openBatchConnection(ground.database.target)
  await holder.run([statement('select pg_advisory_lock(1)')])
  const first = run(named('more', 'select 1'))
  const waiting = run(waits)
  await first
  const last = run(named('yet more', 'select 2'))
  await holder.run([statement('select pg_advisory_unlock(1)')])
  await Promise.all([waiting, last])
  await holder.close()
  expect(await run(waits)).toEqual([''])
})

test('values of any length and kind come as they were', async () => {
  const texts = ['', 'é', '\u{1f600}'.repeat(400), 'é'.repeat(2_000), 'x'.repeat(300_000), null]
  expect(await run(statement('select $1::text, $2::text, $3::text, $4::text, $5::text, $6::text', ...texts))).toEqual(texts)
  expect(await run(statement('select length($1::bytea)', new Uint8Array(300_000)))).toEqual(['300000'])
})

test('what runs is cancelled when asked, and the connection goes on', async () => {
  const running = sqlstate(run(statement('select pg_sleep(600)')))
  await expect
    .poll(() => ground.database.first(sql`select count(*)::int as n from pg_stat_activity where query = 'select pg_sleep(600)'`))
    .toEqual({ n: 1 })
  connection.cancel()
  expect(await running).toBe('57014')
  expect(await run(statement('select 1'))).toEqual(['1'])
})

test('those who wait are told when the server ends the connection', async () => {
  const [pid] = (await run(statement('select pg_backend_pid()')))!
  const waiting = [1, 2].map(() => run(statement('select pg_sleep(600)')).catch((error: unknown) => databaseError(error).code))
  await ground.database.run(sql`select pg_terminate_backend(${Number(pid)})`)
  expect(await Promise.all(waiting)).toEqual(['connection_lost', 'connection_lost'])
  await connection.closed
})

describe('a statement with a sink', () => {
  /** Gathers rows; pauses after the row `pauseAt`. */
  const gather = (pauseAt = -1) => {
    const rows: (string | null)[] = []
    const paused = Promise.withResolvers<() => void>()
    let resume = (): void => {}
    const sink = {
      start: (how: () => void) => void (resume = how),
      row([value = null]: readonly (string | null)[]) {
        rows.push(value)
        if (rows.length !== pauseAt) return true
        paused.resolve(resume)
        return false
      },
    }
    return { rows, sink, paused: paused.promise }
  }
  const numbers = (count: number) => statement('select generate_series(1, $1::int)', String(count))

  test('gives it every row, and leaves the others where they are', async () => {
    const { rows, sink } = gather()
    const batch = await connection.run([statement('select 7'), { ...numbers(1_000), sink }, statement('select 8')])
    expect(rows).toEqual(Array.from({ length: 1_000 }, (_, index) => String(index + 1)))
    expect([batch[0], batch[1], batch[2]]).toEqual([[['7']], [], [['8']]])
  })

  test('waits for it, and Postgres with it', async () => {
    const { rows, sink, paused } = gather(10)
    const running = connection.run([{ ...numbers(500_000), sink }])
    const resume = await paused
    await expect
      .poll(() => ground.database.first(sql`select wait_event as event from pg_stat_activity where query like 'select generate_series(1%'`))
      .toEqual({ event: 'ClientWrite' })
    expect(rows.length).toBeLessThan(100_000)
    resume()
    await running
    expect(rows.length).toBe(500_000)
  })

  test('has its timeout until the first row only', async () => {
    const { rows, sink } = gather()
    await connection.run([
      statement(`select set_config('statement_timeout', '1h', true)`),
      { ...statement(`select current_setting('statement_timeout') from generate_series(1, 3)`), sink },
    ])
    expect(rows).toEqual(['1h', '0', '0'])
    expect(await run(statement('show statement_timeout'))).toEqual(['0'])
    const late = connection.run([
      statement(`select set_config('statement_timeout', '50ms', true)`),
      { ...statement('select pg_sleep(600)'), sink: gather().sink },
    ])
    expect(await sqlstate(late)).toBe('57014')
    expect(await run(statement('select 1'))).toEqual(['1'])
  })

  test('fails after rows as well', async () => {
    const { rows, sink } = gather()
    expect(await sqlstate(connection.run([{ ...statement('select 1 / (3 - n) from generate_series(1, 3) as n'), sink }]))).toBe('22012')
    expect(rows).toEqual(['0', '1'])
    expect(await run(statement('select 1'))).toEqual(['1'])
  })
})

test('a text in pieces arrives as one', async () => {
  const encoder = new TextEncoder()
  const pieces = Array.from({ length: 300 }, (_, index) => encoder.encode(`${index}é,`))
  const values = [pieces, new Uint8Array([1, 2]), null]
  const rows = await connection.run([{ name: 'pieces', text: 'select length($1::text), left($1::text, 4), $2::bytea, $3::text', values }])
  const text = Buffer.concat(pieces).toString()
  expect(rows[0]).toEqual([[String(text.length), text.slice(0, 4), '\\x0102', null]])
})
