import { changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as eventTriggers from './event-triggers.ts'

describe.each(await testVersions())('event triggers on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create role another_owner superuser; create table victims (id int);
      create function watch() returns event_trigger language plpgsql as 'begin end'`)
  })

  const retrieve = (identifier: eventTriggers.EventTriggerIdentifier) => readOne(database, eventTriggers.retrieve(identifier))
  const create = (trigger: eventTriggers.CreateEventTrigger) => database.run(eventTriggers.create(trigger).sql)
  const update = (identifier: eventTriggers.EventTriggerIdentifier, changes: eventTriggers.UpdateEventTrigger) =>
    database.run(eventTriggers.update(identifier, changes).sql)
  const remove = (identifier: eventTriggers.EventTriggerIdentifier) => database.run(eventTriggers.remove(identifier).sql)
  const none = { added: [], removed: [] }

  test('are made, listed, changed and removed', async () => {
    await create({ name: 'b', event: 'ddl_command_end', function_name: 'watch' })
    await create({
      name: 'a',
      event: 'sql_drop',
      tags: ['DROP TABLE', 'DROP VIEW'],
      function_schema: 'public',
      function_name: 'watch',
      enabled_mode: 'ALWAYS',
      owner: 'another_owner',
      comment: "it's",
    })
    const [a, b] = await readList(database, eventTriggers.list())
    expect(a).toEqual({
      id: expect.any(Number) as number,
      name: 'a',
      owner: 'another_owner',
      event: 'sql_drop',
      tags: ['DROP TABLE', 'DROP VIEW'],
      enabled_mode: 'ALWAYS',
      function_schema: 'public',
      function_name: 'watch',
      comment: "it's",
    })
    expect(b).toMatchObject({ name: 'b', owner: database.target.user, tags: null, enabled_mode: 'ORIGIN', comment: null })
    expect(await readList(database, eventTriggers.list({ limit: 1, offset: 1 }))).toEqual([b])
    await update({ id: b!.id }, { name: 'c', owner: 'another_owner', enabled_mode: 'DISABLED', comment: 'off' })
    expect(await retrieve({ name: 'c' })).toEqual({ ...b, name: 'c', owner: 'another_owner', enabled_mode: 'DISABLED', comment: 'off' })
    for (const [given, shown] of [
      ['REPLICA', 'REPLICA'],
      ['ALWAYS', 'ALWAYS'],
      ['ENABLED', 'ORIGIN'],
    ] as const) {
      await update({ name: 'c' }, { enabled_mode: given })
      expect(await retrieve({ name: 'c' })).toMatchObject({ enabled_mode: shown, comment: 'off', owner: 'another_owner' })
    }
    await update({ name: 'c' }, { comment: null })
    expect(await retrieve({ id: b!.id })).toMatchObject({ comment: null })
    expect(await changesOf(database, () => update({ name: 'c' }, { name: 'c' }))).toEqual(none)
    expect(await changesOf(database, () => update({ name: 'c' }, {}))).toEqual(none)
    await remove({ id: a!.id })
    await remove({ name: 'c' })
    expect(await readList(database, eventTriggers.list())).toEqual([])
  })

  test('can be made again from what was retrieved', async () => {
    for (const event of eventTriggers.eventTriggerEvents.filter((name) => name !== 'login' || version.major >= 17)) {
      const tags = event === 'login' ? null : event === 'table_rewrite' ? ['ALTER TABLE'] : ['CREATE TABLE', 'DROP TABLE']
      const made = await changesOf(database, () =>
        create({ name: 'again', event, tags, function_name: 'watch', enabled_mode: 'REPLICA', comment: 'c' }),
      )
      const row = await retrieve({ name: 'again' })
      await remove({ name: 'again' })
      expect(await changesOf(database, () => create(row!))).toEqual(made)
      await remove({ name: 'again' })
    }
  })

  test('that are not there are said to be missing', async () => {
    const missing = { message: 'Cannot find event trigger', code: '42704' }
    await expect(update({ id: 1 }, { name: 'x' })).rejects.toMatchObject(missing)
    await expect(remove({ name: 'no%ne' })).rejects.toMatchObject(missing)
    const makes = [
      eventTriggers.retrieve,
      eventTriggers.remove,
      (identifier: eventTriggers.EventTriggerIdentifier) => eventTriggers.update(identifier, {}),
    ]
    for (const make of makes) expect(() => make({} as { id: number })).toThrow('Must provide either id or name')
  })

  test('of unknown events and modes are refused', () => {
    expect(() => eventTriggers.create({ name: 'x', event: 'insert' as 'login', function_name: 'watch' })).toThrow('Not a valid keyword: insert')
    expect(() => eventTriggers.update({ name: 'x' }, { enabled_mode: 'toString' as 'ALWAYS' })).toThrow('Not a valid keyword: toString')
  })

  test.each(hostileNames)('may be called %j, as may their functions and owners', async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await database.run(
      `create schema ${quoted}; create role ${quoted} superuser; create function ${quoted}.${quoted}() returns event_trigger language plpgsql as 'begin end'`,
    )
    const made = await changesOf(database, () =>
      create({ name, event: 'ddl_command_end', tags: ['CREATE TABLE'], function_schema: name, function_name: name, owner: name, comment: name }),
    )
    expect(made.removed).toEqual([])
    expect(made.added.map((line) => line.split(' ')[0])).toEqual(['comment', 'event'])
    const row = await retrieve({ name })
    expect(row).toMatchObject({ name, owner: name, function_schema: name, function_name: name, comment: name })
    await update({ name }, { name: 'plain', owner: database.target.user, comment: null })
    await update({ id: row!.id }, { name, owner: name, comment: name })
    expect(await retrieve({ name })).toEqual(row)
    await update({ name }, { owner: database.target.user })
    const gone = await changesOf(database, () => remove({ name }))
    expect([gone.added, gone.removed.length]).toEqual([[], 2])
    const refused = changesOf(database, () =>
      expect(create({ name: 'x', event: 'sql_drop', tags: [name], function_name: 'watch' })).rejects.toThrow(/filter value|not supported/),
    )
    expect(await refused).toEqual(none)
    await database.run(`drop schema ${quoted} cascade; drop role ${quoted}`)
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    const trigger = { name: 'x', event: 'sql_drop', function_name: 'watch' } as const
    expect(() => eventTriggers.create({ ...trigger, name })).toThrow('SQL identifier')
    expect(() => eventTriggers.create({ ...trigger, function_name: name })).toThrow('SQL identifier')
    expect(() => eventTriggers.update({ name: 'x' }, { name })).toThrow('SQL identifier')
    expect(() => eventTriggers.update({ name: 'x' }, { owner: name })).toThrow('SQL identifier')
  })
})
