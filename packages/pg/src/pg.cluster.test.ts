import { literal, sql } from '@colonnade/sql'
import { openTestGround, type TestGround } from '@colonnade/testing'
import { createHash } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  beginReadOnly,
  clientConfig,
  copyOut,
  createDatabase,
  execute,
  executeBatch,
  executeStream,
  migrate,
  type Migration,
  openDatabase,
  type Row,
  scramVerifier,
  splitCommands,
  type StreamedEvent,
  withClient,
} from './index.ts'

let ground: TestGround

beforeAll(async () => {
  ground = await openTestGround()
})
afterAll(() => ground[Symbol.asyncDispose]())

const migration = (name: string, text: string): Migration => ({ name, text, checksum: createHash('sha256').update(text).digest('hex') })

describe('migrations', () => {
  test('are applied once by any number of starts, in order', async () => {
    const list = [migration('0001_a', 'create table a (id int); create table b (id int)'), migration('0002_b', 'insert into a values (1)')]
    const results = await Promise.all([1, 2, 3].map(() => migrate(ground.database, list, { schema: 'journal' })))
    expect(results.flat().sort()).toEqual(['0001_a', '0002_b'])
    expect(await ground.database.rows(sql`select * from a`)).toEqual([{ id: 1 }])
  })

  test('leave nothing half done', async () => {
    const broken = [migration('0001_broken', 'create table half (id int); select 1/0')]
    await expect(migrate(ground.database, broken, { schema: 'broken' })).rejects.toMatchObject({ code: 'invalid_value' })
    expect(await ground.database.first(sql`select to_regclass('half') as half`)).toEqual({ half: null })
  })

  test('refuse one that was changed after it was applied', async () => {
    await migrate(ground.database, [migration('0001_x', 'select 1')], { schema: 'changed' })
    await expect(migrate(ground.database, [migration('0001_x', 'select 2')], { schema: 'changed' })).rejects.toMatchObject({
      code: 'migration_changed',
    })
  })
})

describe('a text that is streamed', () => {
  test('over a connection that was lost before fails, and nothing else does', async () => {
    const client = new pg.Client(clientConfig(ground.database.target))
    client.on('error', () => {})
    await client.connect()
    const ended = new Promise<void>((resolve) => client.once('end', () => resolve()))
    client.connection.stream.destroy()
    await ended
    await expect(executeStream(client, 'select 1', { rowLimit: null }, () => undefined)).rejects.toThrow('not queryable')
  })
})

describe('a text that sets client_encoding', () => {
  const limits = { rowLimit: 10, byteLimit: 1e6, resultLimit: 10 }
  const changing =
    "set client_encoding = 'LATIN1'; create temporary table if not exists place (name text); insert into place values ('Zürich'); select name, '€', length(name) from place"
  const alone = { ...limits, commitsEach: true }

  test.for(['execute', 'transaction', 'executeStream', 'each by itself', 'read-only'] as const)(
    'is read and shown as UTF-8 nevertheless: %s',
    async (way) => {
      await withClient(ground.database.target, async ({ client }) => {
        const rows: unknown[] = []
        const tell = (event: StreamedEvent): undefined => void (event.kind === 'rows' && rows.push(...event.rows))
        if (way === 'execute') rows.push(...(await execute(client, changing, limits)).at(-1)!.rows)
        else if (way === 'transaction') rows.push(...(await executeBatch(client, splitCommands(changing), limits)).at(-1)!.rows)
        else if (way === 'read-only') {
          const results = await execute(client, "set client_encoding = 'LATIN1'; select 'Zürich', '€', length('Zürich')", {
            ...limits,
            isReadOnly: true,
          })
          rows.push(...results.at(-1)!.rows)
        } else await executeStream(client, changing, way === 'executeStream' ? limits : alone, tell)
        expect(rows).toEqual([['Zürich', '€', '6']])
      })
    },
  )

  test('in a mistake keeps its place', async () => {
    await withClient(ground.database.target, async ({ client }) => {
      await expect(execute(client, "set client_encoding = 'LATIN1'; select 'ü', nowhere", limits)).rejects.toMatchObject({ position: '45' })
    })
  })
})

describe('a text that may only read', () => {
  const limits = { rowLimit: 10, byteLimit: 1e6, resultLimit: 10, isReadOnly: true }
  const ways = {
    execute: (client: pg.Client, text: string) => execute(client, text, limits),
    executeStream: (client: pg.Client, text: string) => executeStream(client, text, limits, () => undefined),
    async executeBatch(client: pg.Client, text: string) {
      await beginReadOnly(client)
      return executeBatch(client, splitCommands(text), limits)
    },
    async copyOut(client: pg.Client, text: string) {
      await beginReadOnly(client)
      return copyOut(client, `copy (select 1) to stdout; ${text}`, { write: async () => {} })
    },
  }

  beforeAll(async () => {
    await ground.database.run(sql`
      create table marks (a int); create sequence numbers; create table kept (a int);
      create function mark() returns int language sql security definer as 'insert into marks values (1) returning a';
      create function free_itself() returns int language plpgsql security definer as $$ begin
        begin perform set_config('transaction_read_only', 'off', true); exception when others then null; end;
        begin set transaction read write; exception when others then null; end;
        return mark(); end $$;
      create procedure commits() language plpgsql as $$ begin commit; perform mark(); end $$`)
  })

  test.for([
    'select mark()',
    'select free_itself()',
    'call commits()',
    'do $$ begin rollback; perform mark(); end $$',
    'explain analyze insert into marks values (1)',
    'copy (insert into marks values (1) returning a) to stdout',
    'begin read write; select mark(); commit',
    'set transaction read write; select mark(); commit',
    "select set_config('transaction_read_only', 'off', false); select mark(); commit",
    'reset transaction_read_only; select mark(); commit',
    'commit; select mark()',
    'commit; begin read write; select mark(); commit',
    'commit and chain; set transaction read write; select mark(); commit',
    'rollback and chain; set transaction read write; select mark(); commit',
    'set default_transaction_read_only = off; commit; select mark()',
    'savepoint a; set transaction read write; select mark(); commit',
    'savepoint a; rollback to a; select mark(); commit',
    'prepare transaction $$a$$; select mark()',
    'prepare later as select mark(); commit; execute later',
    'declare held cursor with hold for select mark(); commit; fetch held',
    String.raw`set standard_conforming_strings = off; select '\'; commit; select mark(); --'`,
    "select nextval('numbers'); commit",
    "select setval('numbers', 7); commit",
    "select lo_from_bytea(0, 'x'); commit",
    'create temporary table aside (a int)',
  ])('changes nothing by %j', async (text) => {
    for (const [way, run] of Object.entries(ways)) {
      await withClient(ground.database.target, async ({ client }) => {
        await expect(run(client, text), way).rejects.toThrow()
        await client.query('rollback')
      })
    }
    const left = await ground.database.rows(sql`select a from marks union all select last_value from numbers where is_called
      union all select oid from pg_largeobject_metadata`)
    expect(left).toEqual([])
  })

  test('runs to its end, also where its last statement ends the transaction', async () => {
    await withClient(ground.database.target, async ({ client }) => {
      const results = await execute(client, 'begin; savepoint a; select 1 as a; rollback to a; select 2; commit', limits)
      expect(results.flatMap(({ rows }) => rows)).toEqual([['1'], ['2']])
      const early = execute(client, "select '😀'; commit; select 2", limits)
      await expect(early).rejects.toMatchObject({ code: 'read_only', details: { position: 21 } })
      await expect(execute(client, "select '😀'; select nowhere", limits)).rejects.toMatchObject({ position: '20' })
    })
  })
})

describe('transactions', () => {
  test('roll back when the work throws, and run what waits for the commit only after it', async () => {
    await ground.database.run(sql`create table t (a int)`)
    const after: string[] = []
    const failed = ground.database.transaction(async (tx) => {
      await tx.run(sql`insert into t values (${1})`)
      tx.afterCommit(() => after.push('never'))
      throw new Error('changed my mind')
    })
    await expect(failed).rejects.toMatchObject({ code: 'internal' })
    await ground.database.transaction(async (tx) => {
      await tx.run(sql`insert into t values (${2})`)
      tx.afterCommit(() => after.push('committed'))
    })
    expect(await ground.database.rows(sql`select a from t`)).toEqual([{ a: 2 }])
    expect(after).toEqual(['committed'])
  })

  test('that Postgres aborted do not pass for committed', async () => {
    const swallowed = ground.database.transaction(async (tx) => {
      await tx.run(sql`select 1/0`).catch(() => {})
    })
    await expect(swallowed).rejects.toMatchObject({ code: 'internal' })
  })
})

describe('a database and a role with styles of their own', () => {
  const value = `row(date '2025-04-03', timestamptz '2025-04-03 22:15:00.123456+00', interval '-1 day 2:30', 0.1::float8 + 0.2::float8,
    bytea '\\xff5c', '{NULL}'::text[])`
  const shown = String.raw`(2025-04-03,"2025-04-03 22:15:00.123456+00","-1 days +02:30:00",0.30000000000000004,"\\xff5c",{NULL})`
  const styles = {
    datestyle: "'German, DMY'",
    intervalstyle: 'iso_8601',
    timezone: "'Asia/Kolkata'",
    extra_float_digits: '-6',
    bytea_output: 'escape',
    client_encoding: 'latin1',
    array_nulls: 'off',
    standard_conforming_strings: 'off',
  }
  const setAll = (before: string): string =>
    Object.entries(styles)
      .map(([name, style]) => `${before} set ${name} = ${style};`)
      .join('')

  test.for(['', 'reset all', 'discard all'])('change no value that is read or written “%s”', async (forget) => {
    await createDatabase(ground.database.target, 'styled')
    const styled = { ...ground.database.target, database: 'styled' }
    await withClient(styled, ({ client }) => client.query(setAll('alter database styled') + setAll('alter role current_user in database styled')))
    const read = await withClient(styled, async ({ client }) => {
      if (forget !== '') await client.query(setAll(''))
      await client.query(forget)
      return (await client.query<Row>(`select (${value})::text as shown, 'é\\' as word`)).rows[0]
    })
    expect(read).toEqual({ shown, word: 'é\\' })
  })

  test('do not make two keys one', async () => {
    await createDatabase(ground.database.target, 'keyed')
    await withClient(ground.database.target, ({ client }) => client.query(setAll('alter database keyed')))
    await using keyed = openDatabase({ ...ground.database.target, database: 'keyed' })
    await keyed.run(sql`create table keyed (key float8 primary key, note text)`)
    await keyed.run(sql`insert into keyed values (0.1::float8 + 0.2::float8, 'sum'), (0.3, 'plain')`)
    const keys = await keyed.rows<{ key: string }>(sql`select key::text from keyed where note = 'sum'`)
    await keyed.run(sql`update keyed set note = 'changed' where key = ${literal(keys[0]!.key)}`)
    expect(await keyed.rows(sql`select note from keyed order by key`)).toEqual([{ note: 'plain' }, { note: 'changed' }])
  })
})

describe('listening', () => {
  test('goes on after the connection was lost, and says that some may have been missed', async () => {
    const heard: string[] = []
    const reconnected = Promise.withResolvers<void>()
    const stop = await ground.database.listen('news', (payload) => heard.push(payload), reconnected.resolve)
    await ground.database.run(sql`notify news, 'one'`)
    await expect.poll(() => heard).toEqual(['one'])
    await ground.database.run(sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'colonnade-listen'`)
    await reconnected.promise
    await ground.database.run(sql`notify news, 'two'`)
    await expect.poll(() => heard).toEqual(['one', 'two'])
    await stop()
  })
})

test('a SCRAM verifier made here opens a connection with its password', async () => {
  const verifier = await scramVerifier('pa ss\'"\\word')
  await ground.database.run(sql`create role scram_user login`)
  await ground.database.run(sql`alter role scram_user password ${literal(verifier)}`)
  const { address } = await ground.clusters.status('platform')
  const target = { host: address!.host, port: address!.port, user: 'scram_user', database: 'colonnade' }
  const who = await withClient({ ...target, password: 'pa ss\'"\\word' }, (client) => client.first(sql`select current_user as name`))
  expect(who).toEqual({ name: 'scram_user' })
  await expect(withClient({ ...target, password: 'other' }, (client) => client.first(sql`select 1`))).rejects.toMatchObject({
    code: 'insufficient_privilege',
  })
})

test('a server that is not there is a lost connection', async () => {
  await using database = openDatabase({ host: '127.0.0.1', port: 1, user: 'x', database: 'x' })
  await expect(database.first(sql`select 1`)).rejects.toMatchObject({ code: 'connection_lost' })
})

test('a database is created once', async () => {
  await createDatabase(ground.database.target, 'Once "more"')
  await createDatabase(ground.database.target, 'Once "more"')
  expect(await ground.database.rows(sql`select datname from pg_database where datname like 'Once%'`)).toHaveLength(1)
})
