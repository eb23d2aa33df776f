import type { SqlRunEvent } from '@colonnade/contracts/data/sql-runs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { openRun, type RunAnswer, type RunBody, runSql } from './testing.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  // ports 52,000 to 52,400
  platform = await openTestPlatform()
  ref = await platform.project('Runs')
  await run('create table people (id int primary key, name text not null)')
})
afterAll(() => platform[Symbol.asyncDispose]())

const ask = (body: RunBody, as: Person = 'owner'): Promise<RunAnswer> => runSql(platform, ref, as, body)

/** A run that ends well. */
async function run(query: string, rest: Partial<RunBody> = {}): Promise<RunAnswer> {
  const answer = await ask({ query, ...rest })
  expect(answer.status, JSON.stringify(answer.json)).toBe(200)
  expect(answer.events.find(({ type }) => type === 'failed')).toBeUndefined()
  return answer
}

const kinds = (events: readonly SqlRunEvent[]): string[] => events.map(({ type }) => type)
const completed = (events: readonly SqlRunEvent[]) => events.filter((event) => event.type === 'completed')
const failure = (events: readonly SqlRunEvent[]) => events.find((event) => event.type === 'failed')?.error
const ended = (events: readonly SqlRunEvent[]) => {
  const last = events.at(-1)
  return last?.type === 'ended' ? last : undefined
}
const running = async (pattern: string): Promise<string | null | undefined> =>
  (await run(`select count(*) from pg_stat_activity where query like '${pattern}' and state = 'active' and pid <> pg_backend_pid()`)).rows[0]?.[0]

describe('a run', () => {
  test('tells each statement as it comes, in order', async () => {
    const { events } = await run(
      `select 1 as a, 'x'::text as b; insert into people values (1, 'Ada'), (2, 'Bob'); select name from people order by id`,
    )
    expect(kinds(events)).toEqual(['started', 'fields', 'rows', 'completed', 'completed', 'fields', 'rows', 'completed', 'ended'])
    expect(completed(events)).toMatchObject([
      { command: 'SELECT', row_count: 1, truncated: false },
      { command: 'INSERT', row_count: 2 },
      { command: 'SELECT', row_count: 2 },
    ])
    expect(events[1]).toMatchObject({
      fields: [
        { name: 'a', type: 'integer' },
        { name: 'b', type: 'text' },
      ],
    })
    expect(events[6]).toEqual({ type: 'rows', rows: [['Ada'], ['Bob']] })
    expect(ended(events)).toMatchObject({ transaction: 'none', transaction_started_at: null })
  })

  test('of several statements is one transaction unless it says otherwise', async () => {
    const broken = await ask({ query: "create table half (a int); insert into half values (1); select 'später', 1/0" })
    expect(failure(broken.events)).toMatchObject({ code: 'invalid_value' })
    expect(failure((await ask({ query: "create table half (a int); select 'später', nowhere" })).events)).toMatchObject({ details: { position: 45 } })
    expect((await run("select to_regclass('half')")).rows).toEqual([[null]])
    // a mistake is found before anything is committed
    expect(failure((await ask({ query: 'create table half (a int); commit; selec 1' })).events)).toMatchObject({ details: { position: 36 } })
    expect((await run("select to_regclass('half')")).rows).toEqual([[null]])
    const { rows } = await run(`set transaction isolation level serializable; show transaction_isolation; lock table people;
      declare c cursor for select 'fetched'; fetch c; -- and no more
      ;`)
    expect(rows).toEqual([['serializable'], ['fetched']])
    expect(failure((await ask({ query: 'select 1; vacuum people' })).events)).toMatchObject({ details: { sqlstate: '25001' } })
  })

  test.for([
    ["insert into people values (90, 'Ghost'); select 1 / 0", {}, [{ first: 0, count: 1 }]],
    ["insert into people values (90, 'Ghost'); begin; select 1; selec", {}, []],
    ["insert into people values (90, 'Ghost'); copy people from stdin", {}, [{ first: 0, count: 1 }]],
    ["begin; insert into people values (90, 'Ghost'); rollback; select 1", {}, [{ first: 0, count: 2 }]],
    ["begin; insert into people values (90, 'Ghost')", {}, [{ first: 0, count: 2 }]],
    ["select 1; commit; insert into people values (90, 'Ghost'); select 2; select 1 / 0", {}, [{ first: 2, count: 2 }]],
    ["select 1; insert into people values (90, 'Ghost'), (90, 'Twin')", { commit_each: true }, []],
    ["select 1; begin; insert into people values (90, 'Ghost'); select 1 / 0", { commit_each: true }, [{ first: 1, count: 2 }]],
  ] as const)('%j %j tells what was rolled back: %j', async ([query, rest, ranges]) => {
    const { events } = await ask({ query, ...rest })
    expect(events.flatMap((event) => (event.type === 'rolled_back' ? [{ first: event.first, count: event.count }] : []))).toEqual(ranges)
    expect((await run('select count(*) from people where id = 90')).rows).toEqual([['0']])
  })

  test('in a session says so when the transaction is over, not while it has only failed', async () => {
    const session = { id: crypto.randomUUID(), is_continued: false }
    const failed = await ask({ query: "begin; insert into people values (90, 'Ghost'); select 1 / 0", session })
    expect(kinds(failed.events)).not.toContain('rolled_back')
    expect(ended(failed.events)).toMatchObject({ transaction: 'failed' })
    const both = await ask({ query: "insert into people values (90, 'Ghost'); select 1 / 0", session: { ...session, id: crypto.randomUUID() } })
    expect(both.events).toContainEqual({ type: 'rolled_back', first: 0, count: 1 })
  })

  test('commits each statement by itself where that is asked for', async () => {
    await run(
      'create procedure halves() language plpgsql as $$ begin create table half_done (a int); commit; insert into half_done values (1); end $$',
    )
    expect(failure((await ask({ query: 'call halves(); vacuum half_done' })).events)).toMatchObject({ details: { sqlstate: '2D000' } })
    const { rows } = await run('call halves(); vacuum half_done; select count(*) from half_done', { commit_each: true })
    expect(rows).toEqual([['1']])
    const broken = await ask({ query: "select 'é'; drop table half_done; select nowhere", commit_each: true })
    expect(failure(broken.events)).toMatchObject({ details: { position: 42 } })
    expect((await run("select to_regclass('half_done')")).rows).toEqual([[null]])
  })

  test('tells the end of each statement when it comes, and how long it took', async () => {
    const { next, hangUp } = await openRun(platform, ref, 'owner', { query: 'select pg_sleep(0.1); select 2; select pg_sleep(60)', timeout_ms: 0 })
    const events = [await next(), await next(), await next(), await next(), await next(), await next(), await next()]
    expect(events.map((event) => event?.type)).toEqual(['started', 'fields', 'rows', 'completed', 'fields', 'rows', 'completed'])
    const [first, second] = completed(events.filter((event) => event !== null))
    expect(first!.duration_ms).toBeGreaterThanOrEqual(100)
    expect(second!.duration_ms).toBeLessThan(first!.duration_ms)
    hangUp()
    await expect.poll(() => running('%pg_sleep(60)')).toBe('0')
  })

  test('names types that are not Postgres’s own', async () => {
    await run("create type mood as enum ('happy'); create domain short as varchar(5)")
    const { events } = await run("select 'happy'::mood as m, array['happy'::mood] as a, 1::numeric(10,2) as n; select 'happy'::mood")
    expect(events.find(({ type }) => type === 'fields')).toMatchObject({ fields: [{ type: 'mood' }, { type: 'mood[]' }, { type: 'numeric(10,2)' }] })
  })

  test('keeps duplicated names, no columns, infinities and odd text as they are', async () => {
    expect((await run("select 1 as a, 2 as a, 'NaN'::float8, 'infinity'::date, null, '', E'\\n\"\\\\ 😀'")).rows).toEqual([
      ['1', '2', 'NaN', 'infinity', null, '', '\n"\\ 😀'],
    ])
    const { events } = await run('select from people')
    expect(events[1]).toEqual({ type: 'fields', fields: [] })
    expect(completed(events)).toMatchObject([{ row_count: 2 }])
  })

  test('shows the plan of a statement whose parameters have no values', async () => {
    const plan = await run('explain (generic_plan) select name from people where id = $1')
    expect(plan.rows.flat().join('\n')).toContain('id = $1')
    expect(failure((await ask({ query: 'select name from people where id = $1' })).events)).toMatchObject({ details: { sqlstate: '08P01' } })
  })

  test('of comments only has no result', async () => {
    expect(kinds((await run('-- nothing\n/* here */')).events)).toEqual(['started', 'ended'])
  })

  test('tells notices among the rest, all of them', async () => {
    const { events } = await run("do $$ begin for i in 1..3000 loop raise notice 'n %', i using hint = 'look'; end loop; end $$; select 1")
    const notices = events.filter((event) => event.type === 'notice')
    expect(notices).toHaveLength(3_000)
    expect(notices.at(-1)).toMatchObject({ notice: { message: 'n 3000', hint: 'look', severity: 'NOTICE' } })
    expect(kinds(events).indexOf('fields')).toBeGreaterThan(kinds(events).lastIndexOf('notice'))
  })

  test('sends all rows where no limit is asked for, in lines of some hundred', async () => {
    const { events, rows } = await run('select n, n * 2 from generate_series(1, 20000) n', { row_limit: null })
    expect(rows).toHaveLength(20_000)
    expect(rows.at(-1)).toEqual(['20000', '40000'])
    expect(Math.max(...events.map((event) => (event.type === 'rows' ? event.rows.length : 0)))).toBeLessThanOrEqual(500)
  })

  test('stops at its row limit: a single statement on the server', async () => {
    const { events, rows } = await run('select generate_series(1, 50000000)', { row_limit: 10 })
    expect(rows).toHaveLength(10)
    expect(completed(events)).toMatchObject([{ row_count: null, truncated: true }])
    const several = await run('select 1; select generate_series(1, 50000000)', { row_limit: 10 })
    expect(completed(several.events)).toMatchObject([{ truncated: false }, { row_count: null, truncated: true }])
    expect(several.rows).toHaveLength(11)
    expect(completed((await run('select * from generate_series(1, 10)', { row_limit: 10 })).events)).toMatchObject([
      { row_count: 10, truncated: false },
    ])
  })

  test('cuts values that are too long, and says how long they are', async () => {
    const { events, rows } = await run("select 1, repeat('😀', 1500000), repeat('x', 1000000)")
    expect(rows[0]![1]!.length).toBe(1_000_000)
    expect(rows[0]![1]!.isWellFormed()).toBe(true)
    expect(rows[0]![2]!.length).toBe(1_000_000)
    expect(events.find(({ type }) => type === 'rows')).toMatchObject({ cut: [{ row: 0, column: 1, characters: 1_500_000 }] })
  })

  test('of a message too large for anybody says what to do', async () => {
    const { events } = await ask({ query: "select repeat('x', 50000000)" })
    expect(failure(events)).toMatchObject({ code: 'payload_too_large', message: expect.stringContaining('Select less') })
    expect(kinds(events).at(-1)).toBe('ended')
    const later = await ask({ query: "select n, case when n = 3 then repeat('x', 50000000) end as long from generate_series(1, 5) n" })
    expect(failure(later.events)).toMatchObject({
      message: expect.stringContaining('Row 3 of the result has 48 MB, column 2 alone 48 MB; the limit is 32 MB per row'),
      details: { row: 3, column: 2 },
    })
    await run('select 1')
  })

  test('gives what COPY TO STDOUT sends as a result of one column', async () => {
    const { events, rows } = await run("copy (select n, null::text, E'a\\tb' from generate_series(1, 3) n) to stdout")
    expect(rows).toEqual([['1\t\\N\ta\\tb'], ['2\t\\N\ta\\tb'], ['3\t\\N\ta\\tb']])
    expect(completed(events)).toMatchObject([{ command: 'COPY', row_count: 3 }])
    expect((await run("copy (select 1, 'x') to stdout (format csv, header)")).rows).toEqual([['?column?,?column?'], ['1,x']])
  })
})

const refused = [
  { query: 'selec 1', code: 'syntax_error', details: { sqlstate: '42601', position: 1 } },
  { query: 'select 1; selec 2', code: 'syntax_error', details: { position: 11 } },
  { query: "select '😀'; select nowhere", code: 'undefined_object', details: { position: 20 } },
  { query: 'select upper(1, 2, 3)', code: 'undefined_object', details: { hint: expect.any(String) } },
  { query: "insert into people values (1, 'Twice')", code: 'unique_violation', details: { constraint: 'people_pkey', detail: expect.any(String) } },
  { query: 'copy people from stdin', code: 'database_error', details: {} },
  { query: 'select 1; copy people from stdin', code: 'database_error', details: {} },
  { query: "do $$ begin raise notice 'once'; execute 'selec 1'; end $$", code: 'syntax_error', details: { where: expect.any(String) } },
  { query: 'select pg_terminate_backend(pg_backend_pid())', code: 'connection_lost', details: {} },
]

describe('a refused statement', () => {
  test.for(refused)('$query', async ({ query, code, details }) => {
    for (const session of [undefined, { id: crypto.randomUUID(), is_continued: false }]) {
      const { status, events } = await ask({ query, session })
      expect(status).toBe(200)
      expect(failure(events)).toMatchObject({ code, details })
      expect(kinds(events).slice(-2)).toEqual(['failed', 'ended'])
      expect(events.filter(({ type }) => type === 'notice').length).toBeLessThanOrEqual(1)
      await run('select 1', { session: session && { ...session, is_continued: code !== 'connection_lost' } })
      if (session) await platform.ask('owner', 'DELETE', `/platform/pg-meta/${ref}/runs/sessions/${session.id}`)
    }
  })

  test('keeps what was sent before it', async () => {
    const { events, rows } = await ask({ query: 'select 1 / (3 - n) from generate_series(1, 3) n' })
    expect(failure(events)).toMatchObject({ code: 'invalid_value', details: { sqlstate: '22012' } })
    expect(rows).toEqual([['0'], ['1']])
  })

  test('an error reply tells what keeps it from running at all', async () => {
    expect(await ask({ query: 'select 1', role: 'nobody_here' })).toMatchObject({ status: 400, json: { code: 'invalid_value' } })
    expect(await ask({ query: 'select 1', claims: {} })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect(await ask({ query: 'select 1', database: 'other' })).toMatchObject({ status: 404, json: { code: 'database_not_found' } })
    expect((await run('select 1', { database: ref })).rows).toEqual([['1']])
  })
})

describe('a reader that is slow', () => {
  test('is waited for', async () => {
    const { response, next, hangUp } = await openRun(platform, ref, 'owner', {
      query: "select n, repeat('x', 1000) from generate_series(1, 3000000) n",
      row_limit: null,
      timeout_ms: 0,
    })
    expect(await next()).toMatchObject({ type: 'started' })
    response.pause()
    const before = process.memoryUsage().rss
    await expect
      .poll(async () => (await run("select wait_event from pg_stat_activity where query like 'select n, repeat%' and pid <> pg_backend_pid()")).rows)
      .toEqual([['ClientWrite']])
    expect(process.memoryUsage().rss - before).toBeLessThan(100e6)
    hangUp()
    await expect.poll(() => running('select n, repeat%')).toBe('0')
  })

  test('gets the first rows before the rest is there', async () => {
    const { next, hangUp } = await openRun(platform, ref, 'owner', {
      query: "select n, repeat('x', 20000), case when n > 3 then pg_sleep(60) end from generate_series(1, 9) n",
      timeout_ms: 0,
    })
    expect([await next(), await next(), await next()]).toMatchObject([{ type: 'started' }, { type: 'fields' }, { type: 'rows' }])
    hangUp()
    await expect.poll(() => running('select n, repeat%')).toBe('0')
  })
})

describe('stopping', () => {
  test('a run ends as cancelled, by its key, for its owner only', async () => {
    const key = crypto.randomUUID()
    const { next } = await openRun(platform, ref, 'owner', { query: 'select pg_sleep(60)', key, timeout_ms: 0 })
    await next()
    await expect.poll(() => running('select pg_sleep%')).toBe('1')
    expect((await platform.ask('developer', 'POST', `/platform/pg-meta/${ref}/query/cancel`, { key })).status).toBe(404)
    expect((await ask({ query: 'select 1', key })).json).toMatchObject({ code: 'query_key_in_use' })
    expect((await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query/cancel`, { key })).json).toEqual({ cancelled: true })
    const rest = [await next(), await next(), await next()].filter((event) => event?.type !== 'fields')
    expect(rest).toMatchObject([{ type: 'failed', error: { code: 'query_cancelled' } }, { type: 'ended' }, ...(rest.length === 3 ? [null] : [])])
  })

  test('is asked for again where the first time changed nothing', async () => {
    const key = crypto.randomUUID()
    const stubborn = `do $$ begin begin perform pg_sleep(60); exception when query_canceled then null; end; perform pg_sleep(60); end $$`
    const { next } = await openRun(platform, ref, 'owner', { query: stubborn, key, timeout_ms: 0, session: { id: key, is_continued: false } })
    await next()
    await expect.poll(() => running('do %pg_sleep%')).toBe('1')
    await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query/cancel`, { key })
    expect(await next()).toMatchObject({ type: 'failed', error: { code: 'query_cancelled' } })
  })

  test('a time limit is told as one', async () => {
    const { events } = await ask({ query: 'select pg_sleep(60)', timeout_ms: 50 })
    expect(failure(events)).toMatchObject({ code: 'statement_timeout', details: { timeout_ms: 50 } })
  })

  test('and so is one that the text has set', async () => {
    const sleep = 'select pg_sleep(60)'
    for (const session of [undefined, { id: crypto.randomUUID(), is_continued: false }]) {
      const { events } = await ask({ query: `set statement_timeout = '50ms'; ${sleep}`, session })
      const failed = failure(events)
      expect(failed).toMatchObject({
        code: 'statement_timeout',
        message: 'canceling statement due to statement timeout',
        details: { sqlstate: '57014' },
      })
      expect(failed?.details).not.toHaveProperty('timeout_ms')
    }
    const cancelled = await ask({ query: 'select pg_cancel_backend(pg_backend_pid()), pg_sleep(60)' })
    expect(failure(cancelled.events)).toMatchObject({ code: 'query_cancelled' })
    const ended = await ask({ query: `set transaction_timeout = '50ms'; ${sleep}` })
    expect(failure(ended.events)).toMatchObject({ code: 'connection_lost', details: { sqlstate: '25P04' } })
  })
})
