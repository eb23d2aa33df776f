import { readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { describe, expect, test } from 'vitest'
import { getMarkAppliedSQL, getRecordMigrationSQL } from './migrations.ts'
import { listUnrecordedChanges, removeAllUnrecordedChanges, removeUnrecordedChanges, unrecordedLimit } from './unrecorded-changes.ts'

describe.each(await testVersions())('unrecorded changes on Postgres $major', (version) => {
  const database = useDatabase(version)
  const statements = async () => (await readList(database, listUnrecordedChanges())).map(({ statement }) => statement)
  const note = (
    statement: string,
  ) => `insert into _colonnade.schema_changes (transaction_id, asked_at, changed_by, application_name, commands, objects, statement, is_cut)
    values (pg_current_xact_id(), clock_timestamp(), session_user, 'psql', '{CREATE TABLE}', '{table public.t}', '${statement}', false);`

  test('are none without a log, all without a migration, and those that no migration has otherwise', async () => {
    expect(await statements()).toEqual([])
    await database.run(removeAllUnrecordedChanges().sql)
    await database.run(`create schema _colonnade; create table _colonnade.schema_changes (transaction_id xid8,
      asked_at timestamptz, changed_by name, application_name text, commands text[], objects text[], statement text, is_cut boolean)`)
    expect(await statements()).toEqual([])
    await database.run(note('create table first ()'))
    await database.run(note('create table second () ;'))
    expect(await readList(database, listUnrecordedChanges())).toMatchObject([
      { statement: 'create table second () ;', commands: ['CREATE TABLE'], objects: ['table public.t'], application_name: 'psql', is_cut: false },
      { statement: 'create table first ()', changed_by: expect.any(String), asked_at: expect.stringMatching(/^\d{4}-.*T/) },
    ])
    const createdBy = 'ada@example.com'
    await database.run(`begin; ${note('create table third ()')} ${getRecordMigrationSQL({ name: 'other', statements: ['x'], createdBy }).sql} commit`)
    expect(await statements()).toEqual(['create table second () ;', 'create table first ()'])
    await database.run(getMarkAppliedSQL({ version: '1', name: 'second', statements: ['y', '\n create table second ();\n'], createdBy }).sql)
    expect(await statements()).toEqual(['create table first ()'])
    await database.run('alter table supabase_migrations.schema_migrations drop column statements')
    const [second] = await readList(database, listUnrecordedChanges())
    expect(second!.statement).toBe('create table second () ;')
    await database.run(removeUnrecordedChanges([second!]).sql)
    expect(await statements()).toEqual(['create table first ()'])
  })

  test('come by the newest, so many at once', async () => {
    await database.run(`do $$ begin for n in 1..${unrecordedLimit} loop ${note('create table many ()')} end loop; end $$`)
    expect(new Set(await statements())).toEqual(new Set(['create table many ()']))
    expect(await statements()).toHaveLength(unrecordedLimit)
    await database.run(removeAllUnrecordedChanges().sql)
    expect(await statements()).toEqual([])
  })
})
