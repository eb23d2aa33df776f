import { ident, literal, sql, toText } from '@colonnade/sql'
import { catalogLines, changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as policies from './policies.ts'

describe.each(await testVersions())('policies on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create role reader_of_memes login; create role "Odd, one"; create table victims (id int); create table memes (id int, name text);
      create schema elsewhere; create table elsewhere.memes (id int, name text); create policy hidden on victims using (true); grant usage on schema elsewhere to reader_of_memes;
      create policy seen on elsewhere.memes; grant select (name) on elsewhere.memes to reader_of_memes`)
  })

  const list = (options: Parameters<typeof policies.list>[0] = {}) => readList(database, policies.list(options))
  const retrieve = (identifier: policies.PolicyIdentifier) => readOne(database, policies.retrieve(identifier))
  const create = (input: policies.CreatePolicy) => database.run(policies.create(input).sql)
  const update = (identifier: policies.PolicyIdentifier, input: policies.UpdatePolicy) => database.run(policies.update(identifier, input).sql)
  const remove = (identifier: policies.PolicyIdentifier) => database.run(policies.remove(identifier).sql)
  const named = (name: string) => ({ name, schema: 'public', table: 'memes' })

  test('are made with the defaults, changed by id and by name, and removed', async () => {
    await create({ name: 'test_policy', table: 'memes', action: 'RESTRICTIVE' })
    const made = (await list()).find(({ name }) => name === 'test_policy')!
    expect(made).toEqual({
      id: made.id,
      schema: 'public',
      table: 'memes',
      table_id: made.table_id,
      name: 'test_policy',
      action: 'RESTRICTIVE',
      roles: ['public'],
      command: 'ALL',
      definition: null,
      check: null,
    })
    const expression = `current_setting('my.username') in (name)`
    await update(
      { id: made.id },
      { name: 'updated', definition: expression, check: expression, roles: ['reader_of_memes', 'Odd, one'], comment: '50% $$' },
    )
    const printed = `(current_setting('my.username'::text) = name)`
    const updated = { ...made, name: 'updated', roles: ['Odd, one', 'reader_of_memes'], definition: printed, check: printed }
    expect(await retrieve({ id: made.id })).toEqual(updated)
    expect(await retrieve(named('updated'))).toEqual(updated)
    expect((await changesOf(database, () => update(named('updated'), {}))).added).toEqual([])
    expect((await changesOf(database, () => update(named('updated'), { name: 'updated' }))).added).toEqual([])
    await update(named('updated'), { roles: ['public'] })
    expect(await retrieve({ id: made.id })).toEqual({ ...updated, roles: ['public'] })
    await update(named('updated'), { check: 'false', comment: null })
    expect(await retrieve({ id: made.id })).toEqual({ ...updated, roles: ['public'], check: 'false' })
    await remove({ id: made.id })
    expect(await retrieve({ id: made.id })).toBeUndefined()
  })

  test('are listed of tables that the user may access', async () => {
    expect((await list()).map(({ name }) => name)).toEqual(['seen', 'hidden'])
    expect((await list({ excludedSchemas: ['public'] })).map(({ name }) => name)).toEqual(['seen'])
    expect((await list({ limit: 1, offset: 1 })).map(({ name }) => name)).toEqual(['hidden'])
    const { sql: text, zod } = policies.list()
    expect(zod.parse(await database.runAs('reader_of_memes', text)).map(({ name }) => name)).toEqual(['seen'])
  })

  test('made from their rows are the same', async () => {
    const commands = ['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE'] as const
    for (const command of commands) {
      const definition = command === 'INSERT' ? null : `name = ')' and id % 2 = 0 -- even`
      const check = command === 'SELECT' || command === 'DELETE' ? null : `name <> '$$' /* ( */`
      await create({ name: `for ${command}`, table: 'memes', command, definition, check, comment: 'c', roles: ['reader_of_memes'] })
    }
    const before = (await catalogLines(database)).filter((line) => line.includes('policy'))
    const rows = await list({ includedSchemas: ['public'] })
    for (const row of rows) await remove(row)
    for (const row of rows) await create(row.name === 'hidden' ? row : { ...row, comment: 'c' })
    expect((await catalogLines(database)).filter((line) => line.includes('policy'))).toEqual(before)
    for (const command of commands) await remove(named(`for ${command}`))
  })

  test('that are not there are said to be missing', async () => {
    await expect(update({ id: 1 }, { name: 'x' })).rejects.toMatchObject({ message: 'Cannot find policy with id 1', code: '42704' })
    await expect(remove({ id: 1 })).rejects.toThrow('Cannot find policy with id')
    await expect(remove(named("no%ne'"))).rejects.toThrow(`Cannot find policy with: name = 'no%ne''' and schema = 'public' and table = 'memes'`)
    const missing = { name: 'x', schema: 'public' } as unknown as { id: number }
    for (const call of [
      () => policies.retrieve(missing),
      () => policies.retrieveDetails(missing),
      () => policies.update(missing, {}),
      () => policies.remove(missing),
    ]) {
      expect(call).toThrow('Must provide either id or name, schema and table')
    }
  })

  test('can not be what Postgres has not, and their expressions stay expressions', () => {
    expect(() => policies.create({ ...named('p'), command: 'INSERT', definition: 'true' })).toThrow('can only have a check')
    expect(() => policies.create({ ...named('p'), command: 'SELECT', check: 'true' })).toThrow('can only have a definition')
    expect(() => policies.create({ ...named('p'), roles: [] })).toThrow('at least one role')
    expect(() => policies.create({ ...named('p'), action: 'ODD' as 'PERMISSIVE' })).toThrow('Not a valid keyword')
    for (const expression of ['true) with check (true', 'true; drop table victims', "'open", '/* open', '']) {
      expect(() => policies.create({ ...named('p'), definition: expression })).toThrow()
      expect(() => policies.update({ id: 1 }, { check: expression })).toThrow()
    }
  })

  test.each(hostileNames)('may be called %j, and so their tables and roles', async (name) => {
    await database.run(toText(sql`create schema ${ident(name)}; create role ${ident(name)}; create table ${ident(name, name)} (${ident(name)} text)`))
    const definition = toText(sql`${ident(name)} <> ${literal(name)}`)
    const made = await changesOf(database, () =>
      create({ name, schema: name, table: name, roles: [name, 'reader_of_memes'], definition, check: definition, comment: name }),
    )
    expect([made.removed, made.added.map((line) => line.split(' ')[0])]).toEqual([[], ['comment', 'policy']])
    const row = (await retrieve({ name, schema: name, table: name }))!
    expect(row).toMatchObject({ name, schema: name, table: name, check: row.definition })
    expect(await readOne(database, policies.retrieveDetails({ name, schema: name, table: name }))).toEqual({ id: row.id, comment: name })
    expect(row.roles.toSorted()).toEqual([name, 'reader_of_memes'].toSorted())
    expect((await list({ includedSchemas: [name] })).map(({ id }) => id)).toEqual([row.id])
    await update({ name, schema: name, table: name }, { name: 'plain', roles: ['public'], comment: null, definition: 'true' })
    await update({ id: row.id }, { name, roles: [name], comment: name, definition })
    expect(await retrieve({ id: row.id })).toEqual({ ...row, roles: [name] })
    const gone = await changesOf(database, () => remove({ name, schema: name, table: name }))
    expect([gone.added, gone.removed.map((line) => line.split(' ')[0])]).toEqual([[], ['comment', 'policy']])
    await database.run(toText(sql`drop schema ${ident(name)} cascade; drop role ${ident(name)}`))
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    for (const field of ['name', 'schema', 'table']) expect(() => policies.create({ ...named('x'), [field]: name })).toThrow('SQL identifier')
    expect(() => policies.create({ ...named('x'), roles: [name] })).toThrow('SQL identifier')
    expect(() => policies.update({ id: 1 }, { name })).toThrow('SQL identifier')
    if (name !== '') expect(() => policies.retrieve(named(name))).toThrow('SQL identifier')
  })
})
