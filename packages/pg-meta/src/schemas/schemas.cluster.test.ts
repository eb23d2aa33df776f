import { changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as schemas from './schemas.ts'

describe.each(await testVersions())('schemas on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run('create role owner_of_things; create table victims (id int)')
  })

  const list = (options: Parameters<typeof schemas.list>[0] = {}) => readList(database, schemas.list(options))
  const retrieve = (identifier: schemas.SchemaIdentifier) => readOne(database, schemas.retrieve(identifier))

  test('are listed without the system ones, unless asked', async () => {
    const names = (await list()).map(({ name }) => name)
    expect(names[0]).toBe('public')
    expect(names).not.toContain('pg_catalog')
    expect((await list({ includeSystemSchemas: true })).map(({ name }) => name)).toContain('pg_catalog')
    expect((await list({ includedSchemas: ['public', 'none'] })).map(({ name }) => name)).toEqual(['public'])
    expect((await list({ excludedSchemas: ['public'] })).map(({ name }) => name)).not.toContain('public')
    expect(await list({ limit: 1, offset: 1_000 })).toEqual([])
  })

  test('are made, changed and removed, by id and by name', async () => {
    await database.run(schemas.create({ name: 's', owner: 'owner_of_things', comment: "it's" }).sql)
    const made = await retrieve({ name: 's' })
    expect(made).toMatchObject({ name: 's', owner: 'owner_of_things', comment: "it's" })
    await database.run(schemas.update({ id: made!.id }, { name: 'ss', owner: 'pg_monitor', comment: null }).sql)
    expect(await retrieve({ id: made!.id })).toEqual({ id: made!.id, name: 'ss', owner: 'pg_monitor', comment: null })
    expect((await changesOf(database, () => database.run(schemas.update({ name: 'ss' }, { name: 'ss' }).sql))).added).toEqual([])
    await database.run(schemas.remove({ id: made!.id }).sql)
    expect(await retrieve({ id: made!.id })).toBeUndefined()
  })

  test('with something in them stay, unless it is to go along', async () => {
    await database.run(`create schema full_one; create table full_one.t (id int)`)
    await expect(database.run(schemas.remove({ name: 'full_one' }).sql)).rejects.toMatchObject({ code: '2BP01' })
    await database.run(schemas.remove({ name: 'full_one' }, { cascade: true }).sql)
    expect(await retrieve({ name: 'full_one' })).toBeUndefined()
  })

  test('that are not there are said to be missing', async () => {
    await expect(database.run(schemas.update({ id: 1 }, { name: 'x' }).sql)).rejects.toMatchObject({
      message: 'Cannot find schema with id 1',
      code: '42704',
    })
    await expect(database.run(schemas.remove({ name: "no%ne'" }).sql)).rejects.toThrow(`Cannot find schema with name no%ne'`)
    expect(() => schemas.retrieve({} as { id: number })).toThrow('Must provide either id or name')
    expect(() => schemas.update({} as { id: number }, {})).toThrow('Must provide either id or name')
    expect(() => schemas.remove({} as { id: number })).toThrow('Must provide either id or name')
  })

  test.each(hostileNames)('may be called %j', async (name) => {
    const made = await changesOf(database, () => database.run(schemas.create({ name, comment: name }).sql))
    expect(made.removed).toEqual([])
    expect(made.added.map((line) => line.split(' ')[0])).toEqual(['comment', 'schema'])
    const row = await retrieve({ name })
    expect(row).toMatchObject({ name, comment: name })
    expect((await list({ includedSchemas: [name] })).map((schema) => schema.name)).toEqual([name])
    await database.run(schemas.update({ name }, { name: 'plain', comment: null }).sql)
    await database.run(schemas.update({ id: row!.id }, { name }).sql)
    const gone = await changesOf(database, () => database.run(schemas.remove({ name }).sql))
    expect([gone.added, gone.removed.length]).toEqual([[], 1])
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    expect(() => schemas.create({ name })).toThrow('SQL identifier')
    expect(() => schemas.update({ name: 'public' }, { name })).toThrow('SQL identifier')
  })
})
