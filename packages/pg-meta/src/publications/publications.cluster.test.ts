import { changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  listFollowableTables,
  listPublicationSummaries,
  listPublishableTables,
  listUnidentifiedTables,
  retrieveFollowableTable,
  retrievePublicationScope,
} from './publication-summaries.ts'
import * as publications from './publications.ts'

describe.each(await testVersions())('publications on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run(`create role owner_of_things superuser; create schema "a.b"; create schema s;
      create table users (id int primary key, name text); create table todos (id int primary key); create table "T" (id int); create table "a.b"."c.d" (id int); create table s.t (id int);
      create table parent (id int); create table child () inherits (parent);
      create table parts (id int) partition by range (id); create table part_1 partition of parts for values from (0) to (9)`)
  })

  const retrieve = (identifier: publications.PublicationIdentifier) => readOne(database, publications.retrieve(identifier))
  const details = (identifier: publications.PublicationIdentifier) => readOne(database, publications.retrieveDetails(identifier))
  const create = (publication: publications.CreatePublication) => database.run(publications.create(publication).sql)
  const update = (identifier: publications.PublicationIdentifier, changes: publications.UpdatePublication) =>
    database.run(publications.update(identifier, changes).sql)
  const remove = (identifier: publications.PublicationIdentifier) => database.run(publications.remove(identifier).sql)
  const tablesOf = async (name: string) => (await retrieve({ name }))!.tables?.map((table) => `${table.schema}|${table.name}`) ?? null
  const none = { added: [], removed: [] }

  test('tell how many tables they publish, and of which of them rows can not be told apart', async () => {
    await create({ name: 'a b', publish_update: true, tables: ['users', { schema: 'a.b', name: 'c.d' }], comment: 'c' })
    await create({ name: 'by schema', schemas: ['s'] })
    await create({ name: 'every', publish_delete: true })
    const all = await readList(database, listPublishableTables())
    expect(all.find(({ name }) => name === 'c.d')).toMatchObject({ schema: 'a.b', has_identity: false, is_partition: false })
    expect(all.find(({ name }) => name === 'users')).toMatchObject({ has_identity: true })
    expect(await readList(database, listPublicationSummaries())).toMatchObject([
      {
        name: 'a b',
        publish_update: true,
        publish_delete: false,
        is_for_all_tables: false,
        schemas: 0,
        tables: 2,
        unidentified_tables: 1,
        comment: 'c',
      },
      { name: 'by schema', schemas: 1, tables: 1, unidentified_tables: 1 },
      { name: 'every', is_for_all_tables: true, publish_delete: true },
    ])
    expect((await readList(database, listUnidentifiedTables({ name: 'a b' }))).map(({ name }) => name)).toEqual(['c.d'])
    await database.run(
      'alter table users enable row level security; create policy p on users for select using (true); create policy q on users for insert with check (true)',
    )
    expect(await readList(database, listFollowableTables({ name: 'a b', limit: 3 }))).toMatchObject([
      { name: 'c.d', is_published: true, is_member: true, has_primary_key: false, rls_enabled: false, read_policies: 0 },
      { name: 'users', is_published: true, has_primary_key: true, rls_enabled: true, read_policies: 1 },
      { name: 'T', is_published: false },
    ])
    const ofSchema = await readList(database, listFollowableTables({ name: 'by schema', limit: 100 }))
    expect(ofSchema.find(({ schema }) => schema === 's')).toMatchObject({ is_published: true, is_member: false })
    const { id } = ofSchema.find(({ name }) => name === 'users')!
    expect(await readOne(database, retrieveFollowableTable({ name: 'a b', id }))).toMatchObject({ name: 'users', is_member: true })
    await database.run('drop policy p on users; drop policy q on users; alter table users disable row level security')
    await database.run('alter table "a.b"."c.d" replica identity full')
    expect(await readList(database, listUnidentifiedTables({ name: 'a b' }))).toEqual([])
    await database.run('alter table "a.b"."c.d" replica identity default')
    expect(await readOne(database, retrievePublicationScope())).toEqual({ may_publish_all: true, has_parts: true })
    for (const name of ['a b', 'by schema', 'every']) await remove({ name })
  })

  test('are made for some tables, for none and for all', async () => {
    await create({
      name: 'some',
      publish_insert: true,
      publish_update: true,
      publish_truncate: false,
      tables: [{ schema: 'a.b', name: 'c.d' }, 'T', 'users', 's.t'],
    })
    const some = await retrieve({ name: 'some' })
    expect(some).toEqual({
      id: expect.any(Number) as number,
      name: 'some',
      owner: database.target.user,
      publish_insert: true,
      publish_update: true,
      publish_delete: false,
      publish_truncate: false,
      tables: ['a.b|c.d', 'public|T', 'public|users', 's|t'].map((table) => ({
        id: expect.any(Number) as number,
        schema: table.split('|')[0],
        name: table.split('|')[1],
      })),
    })
    await create({ name: 'none', tables: [] })
    expect(await retrieve({ name: 'none' })).toMatchObject({
      publish_insert: false,
      publish_update: false,
      publish_delete: false,
      publish_truncate: false,
      tables: [],
    })
    await create({ name: 'every', publish_delete: true })
    expect(await retrieve({ name: 'every' })).toMatchObject({ publish_delete: true, tables: null })
    expect((await readList(database, publications.list({ limit: 2, offset: 1 }))).map(({ name }) => name)).toEqual(['none', 'some'])

    const copied = await changesOf(database, () => create({ ...some!, name: 'same' }))
    expect([copied.removed, copied.added.length]).toEqual([[], 1])
    expect(await retrieve({ name: 'same' })).toEqual({ ...some, id: expect.any(Number) as number, name: 'same' })
    await remove(some!.id)
    for (const name of ['same', 'none', 'every']) await remove({ name })
  })

  test('change in what is named only', async () => {
    await create({ name: 'p', publish_insert: true, publish_via_partition_root: true, tables: ['users', 'todos'] })
    const { id } = (await retrieve({ name: 'p' }))!
    await update({ id }, { publish_delete: true })
    expect(await retrieve(id)).toMatchObject({ id, publish_insert: true, publish_delete: true, publish_update: false })
    await update({ name: 'p' }, { name: 'q', owner: 'owner_of_things', publish_insert: false, tables: ['public.todos', 's.t'] })
    expect(await retrieve({ name: 'q' })).toMatchObject({ id, owner: 'owner_of_things', publish_insert: false, publish_delete: true })
    expect(await tablesOf('q')).toEqual(['public|todos', 's|t'])
    expect(await changesOf(database, () => update(id, { name: 'q', tables: ['s.t', 'todos', 'todos'] }))).toEqual(none)
    expect(await changesOf(database, () => update(id, {}))).toEqual(none)
    const [root] = await database.run(`select pubviaroot from pg_publication where oid = ${id}`)
    expect(root).toEqual({ pubviaroot: true })
    await update(id, { publish_via_partition_root: false, tables: [] })
    expect(await tablesOf('q')).toEqual([])
    await remove(id)
    expect(await retrieve(id)).toBeUndefined()
  })

  test('go from a list to all tables and back, and stay what they are', async () => {
    await create({ name: 'p', publish_insert: true, publish_truncate: true, publish_via_partition_root: true, tables: ['users'] })
    await database.run(`comment on publication p is 'it''s \\ here'; alter publication p owner to owner_of_things`)
    if (version.major >= 18) await database.run('alter publication p set (publish_generated_columns = stored)')
    const settings = async () =>
      (
        await database.run(
          `select to_jsonb(p) - 'oid' - 'puballtables' as row, obj_description(oid, 'pg_publication') as comment from pg_publication p where pubname = 'p'`,
        )
      )[0]
    const before = await settings()
    await update({ name: 'p' }, { tables: null })
    expect(await tablesOf('p')).toBeNull()
    expect(await settings()).toEqual(before)
    expect(await changesOf(database, () => update({ name: 'p' }, { tables: null }))).toEqual(none)
    await update({ name: 'p' }, { tables: ['todos', { schema: 'a.b', name: 'c.d' }] })
    expect(await tablesOf('p')).toEqual(['a.b|c.d', 'public|todos'])
    expect(await settings()).toEqual(before)
    await update({ name: 'p' }, { tables: null, name: 'r', publish_insert: false, publish_update: true, owner: database.target.user })
    expect(await retrieve({ name: 'r' })).toMatchObject({
      owner: database.target.user,
      publish_insert: false,
      publish_update: true,
      publish_truncate: true,
      tables: null,
    })
    await update({ name: 'r' }, { tables: [] })
    expect(await tablesOf('r')).toEqual([])
    await remove({ name: 'r' })
  })

  test('name a table without those that inherit from it, and a partitioned one as a whole', async () => {
    await create({ name: 'p', tables: ['parent', 'parts'] })
    expect(await tablesOf('p')).toEqual(['public|parent', 'public|parts'])
    await update({ name: 'p' }, { tables: ['child'] })
    expect(await tablesOf('p')).toEqual(['public|child'])
    await update({ name: 'p' }, { tables: ['child', 'parent', 'part_1'] })
    await update({ name: 'p' }, { tables: ['child', 'parts'] })
    expect(await tablesOf('p')).toEqual(['public|child', 'public|parts'])
    await remove({ name: 'p' })
  })

  test.runIf(version.major >= 15)('keep columns, row filters and schemas that a change does not name', async () => {
    await database.run(`create publication p for table users where (id > 5), todos, tables in schema "a.b"`)
    await update({ name: 'p' }, { tables: ['users', 's.t'], publish_insert: true, owner: 'owner_of_things' })
    expect(await tablesOf('p')).toEqual(['public|users', 's|t'])
    const [kept] =
      await database.run(`select pg_get_expr(prqual, prrelid) as filter, (select array_agg(pnnspid::regnamespace::text) from pg_publication_namespace) as schemas
      from pg_publication_rel where prrelid = 'users'::regclass`)
    expect(kept).toEqual({ filter: '(id > 5)', schemas: ['"a.b"'] })
    await database.run(`alter publication p set table users (id) where (id > 7)`)
    await update({ name: 'p' }, { tables: ['users', 'todos'] })
    const [columns] = await database.run(
      `select prattrs::text as columns, pg_get_expr(prqual, prrelid) as filter from pg_publication_rel where prrelid = 'users'::regclass`,
    )
    expect(columns).toEqual({ columns: '1', filter: '(id > 7)' })
    await remove({ name: 'p' })
  })

  test.runIf(version.major >= 15)(
    'publish other schemas as a whole: those that go, before tables that name columns; those that come, after',
    async () => {
      await database.run('create schema whole; create schema "wh.ole 2"; create table whole.t (id int primary key, name text)')
      await create({ name: 'by schemas', schemas: ['whole'] })
      const told = () => details({ name: 'by schemas' })
      await update({ name: 'by schemas' }, { schemas: ['wh.ole 2', 'whole'] })
      expect((await told())!.schemas).toEqual(['wh.ole 2', 'whole'])
      const table = { schema: 'whole', name: 't' }
      await update({ name: 'by schemas' }, { schemas: [], tables: [{ ...table, columns: ['id'] }] })
      expect(await told()).toMatchObject({ schemas: [], tables: [{ ...table, columns: ['id'] }] })
      await update({ name: 'by schemas' }, { schemas: ['whole'], tables: [] })
      expect(await told()).toMatchObject({ schemas: ['whole'], tables: [] })
      await update({ name: 'by schemas' }, { tables: [table], publish_insert: true })
      expect(await told()).toMatchObject({ schemas: ['whole'], tables: [table] })
      expect(() => publications.update({ name: 'by schemas' }, { schemas: ['whole'], tables: null })).toThrow('all tables')
      await database.run('drop publication "by schemas"; drop schema whole, "wh.ole 2" cascade')
    },
  )

  test.runIf(version.major >= 15)('publish some columns and rows of a table, and whole schemas', async () => {
    await create({
      name: 'p',
      publish_insert: true,
      tables: [{ schema: 'public', name: 'users', columns: ['id'], filter: "name <> ')'" }, 'todos'],
      comment: 'c',
    })
    const chosen = { schema: 'public', name: 'users', columns: ['id'], filter: `(name <> ')'::text)` }
    const whole = { columns: null, filter: null }
    expect(await details({ name: 'p' })).toEqual({
      id: expect.any(Number) as number,
      publish_via_partition_root: false,
      publish_generated_columns: version.major >= 18 ? 'none' : null,
      schemas: [],
      tables: [{ schema: 'public', name: 'todos', ...whole }, chosen],
      comment: 'c',
    })
    await update(
      { name: 'p' },
      { tables: ['users', { schema: 'public', name: 'todos', filter: 'id > 1' }, { schema: 's', name: 't', columns: ['id'] }], comment: null },
    )
    expect(await details({ name: 'p' })).toMatchObject({
      comment: null,
      tables: [{ name: 'todos', columns: null, filter: '(id > 1)' }, chosen, { schema: 's', name: 't', columns: ['id'], filter: null }],
    })
    await create({ name: 'q', schemas: ['s', 'a.b'], owner: 'owner_of_things' })
    expect(await retrieve({ name: 'q' })).toMatchObject({ tables: [], owner: 'owner_of_things' })
    expect(await details({ name: 'q' })).toMatchObject({ schemas: ['a.b', 's'], tables: [] })
    await remove({ name: 'p' })
    await remove({ name: 'q' })
    expect(() => publications.create({ name: 'p', schemas: ['s'], tables: null })).toThrow('all tables')
    expect(() => publications.create({ name: 'p', tables: [{ schema: 's', name: 't', filter: 'true), users where (true' }] })).toThrow(
      'Unbalanced quotes',
    )
  })

  test.runIf(version.major >= 15)('can be made again from what was retrieved', async () => {
    const originals: publications.CreatePublication[] = [
      {
        name: 'p',
        publish_update: true,
        tables: [{ schema: 'public', name: 'users', columns: ['id'], filter: 'id > 5' }, 's.t'],
        comment: "it's",
        owner: 'owner_of_things',
      },
      { name: 'p', publish_via_partition_root: true, tables: [{ schema: 'public', name: 'parts', filter: 'id > 3' }, 'child'] },
      { name: 'p', schemas: ['a.b'], tables: [{ schema: 's', name: 't' }] },
      { name: 'p', publish_truncate: true },
      ...(version.major >= 18 ? [{ name: 'p', publish_generated_columns: 'stored' as const }] : []),
    ]
    const everything = async () =>
      await database.run(`select to_jsonb(p) - 'oid' as publication, obj_description(oid, 'pg_publication') as comment,
        (select jsonb_agg(jsonb_build_array(prrelid::regclass, prattrs, pg_get_expr(prqual, prrelid)) order by prrelid) from pg_publication_rel where prpubid = p.oid) as tables,
        (select jsonb_agg(pnnspid order by pnnspid) from pg_publication_namespace where pnpubid = p.oid) as schemas from pg_publication p`)
    for (const original of originals) {
      await create(original)
      const made = await everything()
      const [row, more] = [await retrieve({ name: 'p' }), await details({ name: 'p' })]
      await remove({ name: 'p' })
      await create({ ...row!, ...more! })
      expect(await everything()).toEqual(made)
      await remove({ name: 'p' })
    }
  })

  test.runIf(version.major < 15)('have details without what Postgres does not have', async () => {
    await create({ name: 'p', tables: ['users'] })
    expect(await details({ name: 'p' })).toMatchObject({ schemas: [], tables: [{ schema: 'public', name: 'users', columns: null, filter: null }] })
    await remove({ name: 'p' })
  })

  test('that are not there are said to be missing', async () => {
    const missing = { message: 'Cannot find publication with the given filter', code: '42704' }
    await expect(update({ id: 1 }, { name: 'x' })).rejects.toMatchObject(missing)
    await expect(remove({ name: 'no$$ne' })).rejects.toMatchObject(missing)
    for (const make of [
      publications.retrieve,
      publications.remove,
      (identifier: publications.PublicationIdentifier) => publications.update(identifier, {}),
    ])
      expect(() => make({} as { id: number })).toThrow('Must provide either id or name')
  })

  test('stay as they were when a table is not there', async () => {
    await create({ name: 'p', tables: ['users'] })
    expect(
      await changesOf(database, () => expect(update({ name: 'p' }, { tables: ['todos', 'none'] })).rejects.toMatchObject({ code: '42P01' })),
    ).toEqual(none)
    expect(await changesOf(database, () => expect(create({ name: 'q', tables: ['none'] })).rejects.toMatchObject({ code: '42P01' }))).toEqual(none)
    await remove({ name: 'p' })
  })

  test.each(hostileNames)('may be called %j, as may their tables, schemas and owners', async (name) => {
    const quoted = `"${name.replaceAll('"', '""')}"`
    await database.run(
      `create schema ${quoted}; create table ${quoted}.${quoted} (id int); create table public.${quoted} (id int); create role ${quoted} superuser`,
    )
    const table = { schema: name, name }
    const made = await changesOf(database, () => create({ name, publish_insert: true, tables: [table] }))
    expect(made.removed).toEqual([])
    expect(made.added.map((line) => line.split(' ')[0])).toEqual(['publication'])
    expect(await retrieve({ name })).toMatchObject({ name, tables: [table] })
    await update({ name }, { comment: name })
    await update({ name }, { tables: [`public.${name}`], owner: name })
    expect(await retrieve({ name })).toMatchObject({ owner: name, tables: [{ schema: 'public', name }] })
    await update({ name }, { name: 'plain', tables: null })
    await update({ name: 'plain' }, { name, tables: [table, `public.${name}`] })
    expect((await retrieve({ name }))!.tables).toHaveLength(2)
    expect(await details({ name })).toMatchObject({ comment: name })
    await update({ name }, { owner: database.target.user, tables: [] })
    if (version.major >= 15) {
      await database.run(`alter table ${quoted}.${quoted} rename id to ${quoted}`)
      await update({ name }, { tables: [{ ...table, columns: [name], filter: `${quoted} > 0` }] })
      expect((await details({ name }))!.tables).toMatchObject([{ ...table, columns: [name] }])
      await create({ name: 'by schema', schemas: [name] })
      expect((await details({ name: 'by schema' }))!.schemas).toEqual([name])
      await remove({ name: 'by schema' })
    }
    const gone = await changesOf(database, () => remove({ name }))
    expect(gone.added).toEqual([])
    expect(gone.removed.map((line) => line.split(' ')[0])).toEqual(['comment', 'publication'])
    await database.run(`drop schema ${quoted} cascade; drop table public.${quoted}; drop role ${quoted}`)
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    expect(() => publications.create({ name })).toThrow('SQL identifier')
    expect(() => publications.create({ name: 'x', tables: [{ schema: 'public', name }] })).toThrow('SQL identifier')
    expect(() => publications.update({ name: 'x' }, { name })).toThrow('SQL identifier')
    expect(() => publications.update({ name: 'x' }, { owner: name })).toThrow('SQL identifier')
    expect(() => publications.update({ name: 'x' }, { tables: [`public.${name}`] })).toThrow('SQL identifier')
  })
})
