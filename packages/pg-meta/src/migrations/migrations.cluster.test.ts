import { changesOf, hostileNames, readList } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  getCreateMigrationsTableSQL,
  getInsertMigrationSQL,
  getMarkAppliedSQL,
  getMigrationsSql,
  getRecordMigrationSQL,
  getRemoveMigrationSQL,
} from './migrations.ts'

const byNobody = { created_by: null, created_at: null }

describe.each(await testVersions())('migrations on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeEach(() => database.run('drop schema if exists supabase_migrations cascade'))

  test('are none where nobody made the table', async () => {
    expect(await readList(database, getMigrationsSql())).toEqual([])
  })

  test('come newest first, with their statements as they were', async () => {
    await database.run(getCreateMigrationsTableSQL().sql)
    await database.run(getCreateMigrationsTableSQL().sql)
    const statements = ['create table t (id int)', `select '<a>&amp;</a>', $$x$$`, ...hostileNames]
    await database.run(getInsertMigrationSQL({ version: '20240101000000', name: `it's "odd" \\`, statements }).sql)
    await database.run(getInsertMigrationSQL({ version: '20240202000000', name: 'none', statements: JSON.stringify([]) }).sql)
    expect(await readList(database, getMigrationsSql())).toEqual([
      { version: '20240202000000', name: 'none', statements: [], ...byNobody },
      { version: '20240101000000', name: `it's "odd" \\`, statements, ...byNobody },
    ])
  })

  test('of older tools have a version only', async () => {
    await database.run('create schema supabase_migrations; create table supabase_migrations.schema_migrations (version text primary key)')
    await database.run(`insert into supabase_migrations.schema_migrations values ('20230101000000')`)
    expect(await readList(database, getMigrationsSql())).toEqual([{ version: '20230101000000', name: null, statements: null, ...byNobody }])
  })

  test('are recorded in the order in which they were made, also within a second, and beside those of other tools', async () => {
    await database.run('create schema supabase_migrations; create table supabase_migrations.schema_migrations (version text primary key)')
    await database.run(`insert into supabase_migrations.schema_migrations values ('29991231235959'), ('init')`)
    const versions: string[] = []
    for (const name of ['first', `it's "odd" \\`, 'third']) {
      const record = getRecordMigrationSQL({ name, statements: ['create table t (id int)', `select '%', $$x$$`], createdBy: 'ada@example.com' })
      versions.push((await readList(database, record))[0]!.version)
    }
    expect(versions).toEqual(versions.toSorted())
    expect(new Set(versions).size).toBe(3)
    const known = await readList(database, getMigrationsSql())
    expect(known.filter(({ created_by }) => created_by === 'ada@example.com').map(({ name }) => name)).toEqual(['third', `it's "odd" \\`, 'first'])
    expect(known.find(({ name }) => name === 'first')).toMatchObject({
      version: versions[0],
      statements: ['create table t (id int)', `select '%', $$x$$`],
      created_at: expect.stringMatching(/^\d{4}-/),
    })
  })

  test('are marked as applied without being run, and as not applied again; a version is recorded once', async () => {
    for (const [index, name] of hostileNames.entries()) {
      const applied = { version: String(20240101000000 + index), name, statements: [name, 'create table never (id int)'], createdBy: name }
      await database.run(getMarkAppliedSQL(applied).sql)
      await expect(database.run(getMarkAppliedSQL(applied).sql)).rejects.toMatchObject({ code: '23505' })
      const [known] = await readList(database, getMigrationsSql())
      expect(known).toMatchObject({ version: applied.version, name, statements: applied.statements, created_by: name })
    }
    await expect(database.run('select from never')).rejects.toMatchObject({ code: '42P01' })
    await database.run(getRemoveMigrationSQL({ version: '20240101000000' }).sql)
    expect((await readList(database, getMigrationsSql())).map(({ version: known }) => known)).not.toContain('20240101000000')
    expect(await readList(database, getMigrationsSql())).toHaveLength(hostileNames.length - 1)
  })

  test('are read without changing anything', async () => {
    expect(await changesOf(database, () => database.run(getMigrationsSql().sql))).toEqual({ added: [], removed: [] })
  })

  test('need a list of strings', () => {
    expect(() => getInsertMigrationSQL({ version: '1', name: 'x', statements: 'select 1' })).toThrow('statements must be a list of strings')
    expect(() => getInsertMigrationSQL({ version: '1', name: 'x', statements: '[1]' })).toThrow('statements must be a list of strings')
  })
})
