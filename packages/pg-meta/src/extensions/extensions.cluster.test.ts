import { changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import { listExtensionSummaries } from './extension-summaries.ts'
import * as extensions from './extensions.ts'

describe.each(await testVersions())('extensions on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run('create schema extensions; create table victims (id int)')
  })

  const retrieve = (name: string) => readOne(database, extensions.retrieve({ name }))
  const none = { added: [], removed: [] }

  test('are listed, installed or not', async () => {
    const rows = await readList(database, extensions.list())
    const [counted] = await database.run('select count(*)::int as count from pg_available_extensions')
    expect(rows).toHaveLength(Number(counted!['count']))
    const hstore = {
      name: 'hstore',
      schema: null,
      default_version: expect.stringMatching(/^\d+\.\d+$/) as string,
      installed_version: null,
      comment: 'data type for storing sets of (key, value) pairs',
    }
    expect(rows.find(({ name }) => name === 'hstore')).toEqual(hstore)
    expect(rows.find(({ name }) => name === 'plpgsql')).toMatchObject({ schema: 'pg_catalog', installed_version: '1.0' })
    expect((await readList(database, extensions.list({ limit: 2, offset: 1 }))).map(({ name }) => name)).toEqual(
      rows.slice(1, 3).map(({ name }) => name),
    )
    expect(await retrieve('hstore')).toEqual(hstore)
    expect(await retrieve('none such')).toBeUndefined()
  })

  test('are installed in a version, updated, moved and removed', async () => {
    await database.run(extensions.create({ name: 'hstore', version: '1.4', schema: 'public' }).sql)
    expect(await retrieve('hstore')).toMatchObject({ installed_version: '1.4', schema: 'public' })
    await database.run(extensions.update('hstore', { version: '1.6' }).sql)
    expect(await retrieve('hstore')).toMatchObject({ installed_version: '1.6', schema: 'public' })
    await database.run(extensions.update('hstore', { update: true, schema: 'extensions' }).sql)
    const updated = await retrieve('hstore')
    expect(updated).toMatchObject({ installed_version: updated!.default_version, schema: 'extensions' })
    expect(await changesOf(database, () => database.run(extensions.update('hstore', { update: true, schema: 'extensions' }).sql))).toEqual(none)
    expect(await changesOf(database, () => database.run(extensions.update('hstore', {}).sql))).toEqual(none)
    await database.run(extensions.remove('hstore').sql)
    expect(await retrieve('hstore')).toMatchObject({ installed_version: null, schema: null })
  })

  test('bring what they need when asked', async () => {
    await expect(database.run(extensions.create({ name: 'earthdistance' }).sql)).rejects.toThrow('cube')
    await database.run(extensions.create({ name: 'earthdistance', cascade: true }).sql)
    expect(await retrieve('cube')).toMatchObject({ schema: 'public' })
    await expect(database.run(extensions.remove('cube').sql)).rejects.toMatchObject({ code: '2BP01' })
    await database.run(extensions.remove('cube', { cascade: true }).sql)
    expect(await retrieve('earthdistance')).toMatchObject({ installed_version: null })
  })

  test('tell the role that asks what they need, where they go, and what becomes of them', async () => {
    await database.run(`create role installer login; create role bystander login; grant create on database "${database.name}" to installer`)
    await database.run(extensions.create({ name: 'hstore', version: '1.4', schema: 'extensions' }).sql)
    const statement = listExtensionSummaries()
    const asRole = async (role: string) => statement.zod.parse(await database.runAs(role, statement.sql))
    const find = (rows: readonly { name: string }[], name: string) => rows.find((row) => row.name === name)
    const mine = await readList(database, statement)
    expect(mine.map(({ name }) => name).toSorted()).toEqual((await readList(database, extensions.list())).map(({ name }) => name).toSorted())
    const hstore = { schema: 'extensions', installed_version: '1.4', is_own: true, is_available: true, is_relocatable: true, fixed_schema: null }
    expect(find(mine, 'hstore')).toMatchObject({ ...hstore, update_targets: expect.arrayContaining(['1.5', '1.6']) as string[] })
    expect(find(mine, 'earthdistance')).toMatchObject({ id: null, owner: null, is_own: false, requires: ['cube'], update_targets: [] })
    expect(find(mine, 'plpgsql')).toMatchObject({ fixed_schema: 'pg_catalog', is_relocatable: false, requires: [] })
    expect(find(mine, 'dblink')).toMatchObject({ needs_superuser: false })
    const theirs = await asRole('installer')
    expect(find(theirs, 'dblink')).toMatchObject({ needs_superuser: true })
    expect(find(theirs, 'cube')).toMatchObject({ needs_superuser: false })
    expect(find(theirs, 'hstore')).toMatchObject({ is_own: false })
    expect(find(await asRole('bystander'), 'cube')).toMatchObject({ needs_superuser: true })
    await database.run(extensions.remove('hstore').sql)
  })

  test('that exist, or do not, are said to', async () => {
    await expect(database.run(extensions.create({ name: 'plpgsql' }).sql)).rejects.toMatchObject({
      message: 'Extension already exists',
      code: '42710',
    })
    await expect(database.run(extensions.update('hstore', { update: true }).sql)).rejects.toMatchObject({
      message: 'Extension does not exist',
      code: '42704',
    })
    await expect(database.run(extensions.remove('hstore').sql)).rejects.toMatchObject({ message: 'Extension does not exist', code: '42704' })
    expect(() => extensions.update('hstore', { update: false, version: '1.4' })).toThrow('only allowed with update')
  })

  test('go into schemas of any name', async () => {
    for (const schema of hostileNames) {
      await database.run(`create schema "${schema.replaceAll('"', '""')}"`)
      const made = await changesOf(database, () => database.run(extensions.create({ name: 'citext', schema }).sql))
      expect([made.added.map((line) => line.split(' ')[0]), made.removed]).toEqual([['comment', 'extension'], []])
      expect(await retrieve('citext')).toMatchObject({ schema })
      await database.run(extensions.update('citext', { schema: 'extensions' }).sql)
      await database.run(extensions.update('citext', { schema }).sql)
      expect(await retrieve('citext')).toMatchObject({ schema })
      await database.run(extensions.remove('citext').sql)
    }
  })

  test.each(hostileNames)('called %j, or of that version, are none and change nothing', async (name) => {
    const texts = [
      extensions.create({ name }),
      extensions.create({ name: 'hstore', version: name }),
      extensions.update(name, { update: true }),
      extensions.update('plpgsql', { version: name }),
      extensions.remove(name, { cascade: true }),
    ]
    for (const { sql } of texts) {
      // not available, no such version, not a version, does not exist: never a syntax error
      const refused = changesOf(database, () =>
        expect(database.run(sql)).rejects.toMatchObject({ code: expect.stringMatching(/^(0A000|22023|42704|58P01|42602)$/) as string }),
      )
      expect(await refused).toEqual(none)
    }
    expect(await retrieve(name)).toBeUndefined()
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    expect(() => extensions.create({ name })).toThrow('SQL identifier')
    expect(() => extensions.create({ name: 'x', schema: name })).toThrow('SQL identifier')
    expect(() => extensions.update('x', { schema: name })).toThrow('SQL identifier')
    expect(() => extensions.retrieve({ name })).toThrow('SQL identifier')
    expect(() => extensions.remove(name)).toThrow('SQL identifier')
  })
})
