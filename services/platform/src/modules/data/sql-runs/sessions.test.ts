import type { SqlRunEvent } from '@colonnade/contracts/data/sql-runs'
import { sql } from '@colonnade/sql'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestPlatform, type Person, type TestPlatform } from '../../../testing.ts'
import { createSqlSessions } from './sessions.ts'
import { openRun, type RunAnswer, type RunBody, runSql } from './testing.ts'
import { noticeText } from './messages.ts'

let platform: TestPlatform
let ref: string

beforeAll(async () => {
  // ports 52,500 to 52,900
  platform = await openTestPlatform()
  ref = await platform.project('Sessions')
  await ask({ query: 'create table t (a int)' })
})
afterAll(() => platform[Symbol.asyncDispose]())
beforeEach(() => platform.ctx.parts.sqlSessions.closeAll())

const ask = (body: RunBody, as: Person = 'owner'): Promise<RunAnswer> => runSql(platform, ref, as, body)
const close = (id: string, as: Person = 'owner') => platform.ask(as, 'DELETE', `/platform/pg-meta/${ref}/runs/sessions/${id}`)
const lockProject = (isLocked: boolean, as: Person = 'owner') =>
  platform.ask(as, 'PUT', `/platform/pg-meta/${ref}/runs/lock`, { is_locked: isLocked })
const failure = (events: readonly SqlRunEvent[]) => events.find((event) => event.type === 'failed')?.error
const ended = ({ events }: RunAnswer) => {
  const last = events.at(-1)
  return last?.type === 'ended' ? last : undefined
}
const started = ({ events }: RunAnswer) => (events[0]?.type === 'started' ? events[0] : undefined)

/** A session of somebody's, and what runs in it. */
function session(as: Person = 'owner') {
  const id = crypto.randomUUID()
  let isContinued = false
  const run = async (query: string, rest: Partial<RunBody> = {}): Promise<RunAnswer> => {
    const answer = await ask({ query, session: { id, is_continued: isContinued }, ...rest }, as)
    isContinued ||= answer.status === 200
    return answer
  }
  return { id, run }
}

describe('a session', () => {
  test('keeps settings, temporary tables and an open transaction', async () => {
    const { run } = session()
    const first = await run("set search_path = nowhere; set statement_timeout = '77s'; create temporary table mine as select 1 as a")
    expect(started(first)).toMatchObject({ is_new: true })
    const second = await run("select current_setting('search_path'), current_setting('statement_timeout'), (select a from mine)")
    expect(second.rows).toEqual([['nowhere', '77s', '1']])
    expect(started(second)).toMatchObject({ is_new: false, process_id: started(first)?.process_id })
    const open = await run('begin; insert into public.t values (1)')
    expect(ended(open)).toMatchObject({ transaction: 'open', transaction_started_at: expect.stringMatching(/Z$/) })
    expect((await ask({ query: 'select count(*) from t' })).rows).toEqual([['0']])
    expect(ended(await run('select * from nowhere_at_all'))).toMatchObject({
      transaction: 'failed',
      transaction_started_at: ended(open)?.transaction_started_at,
    })
    expect(failure((await run('select 1')).events)).toMatchObject({ details: { sqlstate: '25P02' } })
    expect(ended(await run('rollback; select 1'))).toMatchObject({ transaction: 'none', transaction_started_at: null })
  })

  test('lets several statements run inside of a transaction, and a wrong one fail by itself', async () => {
    const { run } = session()
    await run('begin')
    const both = await run('select 1; select 2')
    expect(both.rows).toEqual([['1'], ['2']])
    expect(ended(both)).toMatchObject({ transaction: 'open' })
    expect(failure((await run('selec 1')).events)).toMatchObject({ code: 'syntax_error', details: { position: 1 } })
  })

  test('says which settings a script leaves to the next runs, and keeps to UTF-8', async () => {
    const { run } = session()
    const dump = "select pg_catalog.set_config('search_path', '', false); set row_security = off; set client_encoding = 'LATIN1'; select 'Łódź €'"
    const { events, rows } = await run(dump)
    expect(rows.at(-1)).toEqual(['Łódź €'])
    const notices = events.flatMap((event) => (event.type === 'notice' ? [event.notice.message] : []))
    expect(notices).toEqual([
      'client_encoding must stay UTF8, because text is sent and shown as UTF-8',
      "This connection keeps settings of the script: row_security = off, search_path = ''",
    ])
    await run("set client_encoding = 'LATIN1'")
    expect((await run("select octet_length('Zürich'), current_setting('client_encoding'), 'ü'")).rows).toEqual([['7', 'UTF8', 'ü']])
    expect((await run('reset all; set lock_timeout = 0')).events.some(({ type }) => type === 'notice')).toBe(false)
  })

  test('runs as the role of each run, outside of transactions', async () => {
    const { run } = session()
    expect((await run('select current_user', { role: 'anon', claims: { sub: 'x' } })).rows).toEqual([['anon']])
    expect((await run("select current_user, current_setting('request.jwt.claims', true)")).rows).toEqual([['postgres', '']])
    await run('set role authenticated')
    expect((await run('select current_user')).rows).toEqual([['authenticated']])
    expect((await run('select current_user', { role: 'postgres' })).rows).toEqual([['postgres']])
    await run('set role authenticated')
    await run('begin')
    expect(await run('select 1', { role: 'anon' })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
    expect((await run('rollback; select current_user')).rows).toEqual([['authenticated']])
  })

  test('tells what others notify', async () => {
    const { run } = session()
    await run('listen news')
    await ask({ query: "notify news, 'hello'" })
    await expect
      .poll(async () => (await run('select 1')).events)
      .toContainEqual(expect.objectContaining({ type: 'notice', notice: expect.objectContaining({ severity: 'NOTIFY', message: 'news: hello' }) }))
  })

  test('is its owner’s, runs one thing at a time, and survives a cancellation', async () => {
    const { id, run } = session()
    await run('create temporary table mine (a int)')
    expect((await ask({ query: 'select 1', session: { id, is_continued: true } }, 'developer')).json).toMatchObject({ code: 'sql_session_lost' })
    const key = crypto.randomUUID()
    const { next } = await openRun(platform, ref, 'owner', { query: 'select pg_sleep(60)', key, timeout_ms: 0, session: { id, is_continued: true } })
    await next()
    expect(await run('select 1')).toMatchObject({ status: 409, json: { code: 'sql_session_busy' } })
    await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query/cancel`, { key })
    while ((await next()) !== null);
    expect(started(await run('table mine'))).toMatchObject({ is_new: false })
  })

  test('that is closed is lost with what it held', async () => {
    const { id, run } = session()
    await run('begin; lock table t')
    expect((await close(id)).json).toEqual({ closed: true })
    expect((await close(id)).json).toEqual({ closed: false })
    expect((await ask({ query: 'insert into t values (2); delete from t', timeout_ms: 5_000 })).status).toBe(200)
    expect(await run('select 1')).toMatchObject({
      status: 409,
      json: { code: 'sql_session_lost', details: { reason: 'closed', had_transaction: true } },
    })
    expect(started(await ask({ query: 'select 1', session: { id, is_continued: false } }))).toMatchObject({ is_new: true })
  })

  test('that kills its own backend, or whose backend is killed, has ended', async () => {
    const { run } = session()
    await run('begin')
    const killed = await run('select pg_terminate_backend(pg_backend_pid())')
    expect(failure(killed.events)).toMatchObject({ code: 'connection_lost' })
    expect(ended(killed)).toMatchObject({ transaction: 'none' })
    expect((await run('select 1')).json).toMatchObject({ code: 'sql_session_lost', details: { reason: 'ended', had_transaction: true } })
    const late = session()
    await late.run("set idle_in_transaction_session_timeout = '20ms'")
    await late.run('begin')
    await expect.poll(async () => (await late.run('select 1')).json).toMatchObject({ details: { reason: 'ended', had_transaction: true } })
    const other = session()
    const { process_id } = started(await other.run('select 1'))!
    await ask({ query: `select pg_terminate_backend(${process_id})` })
    await expect.poll(async () => (await other.run('select 1')).json).toMatchObject({ details: { reason: 'ended', had_transaction: false } })
  })

  test('makes room for another when it is idle, and refuses when none is', async () => {
    const own = [session(), session(), session(), session()]
    for (const { run } of own) await run('select 1')
    await own[0]!.run('select 1')
    expect((await session().run('select 1')).status).toBe(200)
    expect((await own[1]!.run('select 1')).json).toMatchObject({ code: 'sql_session_lost', details: { reason: 'idle' } })
    for (const { run } of [own[0]!, own[2]!, own[3]!]) await run('begin')
    expect((await session().run('begin')).status).toBe(200)
    const refused = await session().run('select 1')
    expect(refused).toMatchObject({ status: 503, json: { code: 'too_many_connections', message: expect.stringContaining('Your 4 SQL sessions') } })
  })

  test('that nobody uses is rolled back', async () => {
    const { ctx } = platform
    const sessions = createSqlSessions({ connections: ctx.parts.connections, database: ctx.database, bus: ctx.bus, idleMs: 20 })
    const owner = { ref, userId: platform.userId('owner'), sessionId: crypto.randomUUID() }
    const held = await sessions.take(owner, 'a', false)
    await held.lease.client.query('begin; lock table t')
    held.transactionStartedAt = 1
    held.giveBack(true)
    expect((await ask({ query: 'truncate t', timeout_ms: 10_000 })).events.at(-1)?.type).toBe('ended')
    await expect(sessions.take(owner, 'a', true)).rejects.toMatchObject({ details: { reason: 'idle', had_transaction: true } })
  })

  test('and everything else a member runs ends with their right to run it', async () => {
    const members = '/platform/organizations/acme/members'
    const developer = `${members}/${platform.userId('developer')}`
    const path = `/platform/pg-meta/${ref}`
    // takes no cancellation
    const stubborn = `do $$ begin loop begin perform pg_sleep(60); exception when query_canceled then null; end; end loop; end $$`
    const late = 'select pg_sleep(60); insert into t values (7)'
    const exported = (await platform.ask('developer', 'POST', `${path}/exports`, { query: 'select pg_sleep(60)', format: 'csv', file_name: 'x' }))
      .json
    const runs = {
      query: () => platform.ask('developer', 'POST', `${path}/query`, { query: stubborn, timeout_ms: 0 }),
      transaction: () => platform.ask('developer', 'POST', `${path}/query/transaction`, { statements: [{ query: late }], timeout_ms: 0 }),
      run: () => platform.ask('developer', 'POST', `${path}/runs`, { query: late, timeout_ms: 0 }),
      session: () =>
        platform.ask('developer', 'POST', `${path}/runs`, {
          query: stubborn,
          timeout_ms: 0,
          session: { id: crypto.randomUUID(), is_continued: false },
        }),
      export: () => platform.ask('developer', 'GET', (exported as { url: string }).url),
    }
    const active = async () => (await ask({ query: "select count(*) from pg_stat_activity where wait_event = 'PgSleep'" })).rows[0]![0]
    const whileRunning = async (names: readonly (keyof typeof runs)[], act: () => Promise<unknown>): Promise<string[]> => {
      const started = names.map((name) => runs[name]())
      await expect.poll(active, { interval: 10 }).toBe(String(names.length))
      await act()
      const replies = await Promise.all(started)
      return replies.map(
        ({ status, json, bytes }) =>
          (json as { code?: string } | undefined)?.code ?? /"code":"(\w+)"/.exec(Buffer.from(bytes).toString())?.[1] ?? String(status),
      )
    }
    const names = Object.keys(runs) as (keyof typeof runs)[]
    const demote = () => platform.ask('owner', 'PATCH', developer, { role: 'read-only' })
    expect(await whileRunning(names, demote)).toEqual(names.map(() => 'forbidden'))
    await platform.ask('owner', 'PATCH', developer, { role: 'developer' })
    const signOut = () => platform.ask('developer', 'POST', '/platform/sign-out')
    expect(await whileRunning(['query', 'run'], signOut)).toEqual(['forbidden', 'forbidden'])
    platform.forget('developer')
    expect((await ask({ query: 'select count(*) from t where a = 7' })).rows).toEqual([['0']])
  })

  test('ends when its owner signs out', async () => {
    const { run } = session('developer')
    const { process_id } = started(await run('begin'))!
    await platform.ask('developer', 'POST', '/platform/sign-out')
    platform.forget('developer')
    await expect.poll(async () => (await ask({ query: `select count(*) from pg_stat_activity where pid = ${process_id}` })).rows).toEqual([['0']])
  })
})

describe('what may change nothing', () => {
  test('has no session: a reader, a run that reads only', async () => {
    const reader = session('read-only')
    expect((await reader.run('select 1')).rows).toEqual([['1']])
    expect((await reader.run('select 1')).json).toMatchObject({ code: 'sql_session_lost' })
    expect(failure((await ask({ query: 'insert into t values (1)' }, 'read-only')).events)?.code).toMatch(/insufficient_privilege|read_only/)
    const { run } = session()
    expect(failure((await run('insert into t values (1)', { read_only: true })).events)).toMatchObject({ code: 'read_only' })
    const begun = await ask({ query: 'begin; select 1', read_only: true })
    expect(begun.events.filter(({ type }) => type === 'notice').at(-1)).toMatchObject({
      notice: { sqlstate: '25P01', hint: noticeText.leftOpen.readOnlyHint },
    })
    const ended = await ask({ query: 'begin; select 1; commit', read_only: true })
    expect(ended.events.filter((event) => event.type === 'notice' && event.notice.sqlstate === '25P01')).toEqual([])
    expect(await run('select 1', { read_only: true })).toMatchObject({ status: 400, json: { code: 'invalid_input' } })
  })
})

describe('the production lock', () => {
  test('is off at first, and changed by who may', async () => {
    expect((await platform.ask('read-only', 'GET', `/platform/pg-meta/${ref}/runs/lock`)).json).toEqual({ is_locked: false })
    expect((await lockProject(true, 'read-only')).status).toBe(403)
    expect((await lockProject(true, 'developer')).status).toBe(403)
    expect((await lockProject(true)).json).toEqual({ is_locked: true })
    const audit = await platform.ctx.database.rows(sql`select details from audit_log where event = 'project.production_lock_changed'`)
    expect(audit).toEqual([{ details: { is_locked: true } }])
  })

  test.for([
    'insert into t values (1)',
    'do $$ begin insert into t values (1); end $$',
    'vacuum t',
    'commit; insert into t values (1)',
    '/* so */ END; insert into t values (1)',
    'rollback; insert into t values (1)',
    'commit and chain; set transaction read write; insert into t values (1); commit',
    'checkpoint',
    'reindex table t',
    'lock table t',
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
    "select pg_create_physical_replication_slot('kept', true)",
  ])('keeps %j from changing anything', async (query) => {
    const { status, json, events } = await ask({ query, session: { id: crypto.randomUUID(), is_continued: false } })
    const error = status === 200 ? failure(events) : json
    expect(error).toMatchObject({ code: 'production_locked', message: expect.stringContaining('Type its name') })
    expect((await ask({ query: 'select count(*) from t' })).rows).toEqual([['0']])
  })

  test('keeps a role of the data API from being left for the owner', async () => {
    expect((await ask({ query: 'select current_user', role: 'anon' })).rows).toEqual([['anon']])
    const { events } = await ask({ query: 'reset role; checkpoint', role: 'anon' })
    expect(failure(events)).toMatchObject({ code: 'insufficient_privilege' })
  })

  test('takes another role only from the data API, since the owner could be reached from it', async () => {
    const create = 'create role auditor; create role visitor; grant auditor to postgres; grant visitor to authenticator'
    expect(failure((await ask({ query: create, confirmed_name: 'Sessions' })).events)).toBeUndefined()
    for (const role of ['auditor', 'postgres']) {
      const { status, json } = await ask({ query: 'reset role; checkpoint', role })
      expect({ status, json }).toMatchObject({ status: 409, json: { code: 'production_locked', message: expect.stringContaining('Type its name') } })
    }
    expect((await ask({ query: 'select current_user', role: 'visitor' })).rows).toEqual([['visitor']])
    expect(failure((await ask({ query: 'reset role; checkpoint', role: 'visitor' })).events)).toMatchObject({ code: 'insufficient_privilege' })
    expect((await ask({ query: 'select current_user', role: 'auditor', confirmed_name: 'Sessions' })).rows).toEqual([['auditor']])
  })

  test('lets reading pass, and with the name of the project everything', async () => {
    expect((await ask({ query: 'begin; savepoint a; select 1; rollback to savepoint a' })).rows).toEqual([['1']])
    expect(failure((await ask({ query: 'insert into t values (1)', confirmed_name: 'sessions' })).events)).toMatchObject({
      code: 'production_locked',
    })
    const { run } = session()
    expect(failure((await run('begin; insert into t values (1)', { confirmed_name: 'Sessions' })).events)).toBeUndefined()
    expect((await run('select 1')).json).toMatchObject({ code: 'production_locked' })
    expect(ended(await run('rollback', { confirmed_name: 'Sessions' }))).toMatchObject({ transaction: 'none' })
  })

  test.for([
    ['a query', 'query', { query: 'insert into t values (1)' }],
    ['a query that would end its transaction', 'query', { query: 'commit; insert into t values (1)' }],
    ['a transaction', 'query/transaction', { statements: [{ query: 'select 1' }, { query: 'insert into t values (1)' }] }],
    ['an import', 'imports', { schema: 'public', table: 't', format: 'csv', columns: [{ source: 0, target: 'a' }] }],
    ['a change of an object', 'schemas', { name: 'fresh' }, 'only by SQL'],
  ] as const)('holds for %s, too', async ([, path, body, way]) => {
    const locked = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/${path}`, body)
    expect(locked).toMatchObject({ status: 409, json: { code: 'production_locked' } })
    expect(
      (await ask({ query: "select count(*) from t where a = 1 union all select count(*) from pg_namespace where nspname = 'fresh'" })).rows,
    ).toEqual([['0'], ['0']])
    if (way !== undefined) return
    const { status } = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/${path}`, { ...body, confirmed_name: 'Sessions' })
    expect([200, 201]).toContain(status)
    await ask({ query: 'delete from t', confirmed_name: 'Sessions' })
  })

  test('keeps nobody from reading, and ends when it is taken off', async () => {
    const transaction = await platform.ask('owner', 'POST', `/platform/pg-meta/${ref}/query/transaction`, { statements: [{ query: 'select 7' }] })
    expect(transaction.json).toMatchObject({ results: [{ rows: [['7']] }] })
    expect((await platform.ask('owner', 'GET', `/platform/pg-meta/${ref}/schemas`)).status).toBe(200)
    await lockProject(false)
    expect(failure((await ask({ query: 'insert into t values (1)' })).events)).toBeUndefined()
  })
})
