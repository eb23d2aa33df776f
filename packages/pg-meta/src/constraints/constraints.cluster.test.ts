import { changesOf, hostileNames, impossibleNames, readList, readOne } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as tables from '../tables/tables.ts'
import * as constraints from './constraints.ts'

describe.each(await testVersions())('constraints on Postgres $major', (version) => {
  const database = useDatabase(version)
  beforeAll(async () => {
    await database.run('create extension btree_gist; create table victims (id int)')
  })
  beforeEach(async () => {
    await database.run(
      'drop schema if exists s cascade; create schema s; create table s.t (a int, b int, c int, r int4range); create table s.p (x int, y int, primary key (x, y))',
    )
  })

  const t = { schema: 's', table: 't' }
  const create = (constraint: constraints.ConstraintDefinition) => database.run(constraints.create({ ...t, ...constraint }).sql)
  const retrieve = (name: string) => readOne(database, constraints.retrieve({ ...t, name }))
  const update = (name: string, change: constraints.UpdateConstraint) =>
    changesOf(database, () => database.run(constraints.update({ ...t, name }, change).sql))
  const definition = async (name: string) => (await retrieve(name))?.definition

  test.each<[constraints.ConstraintDefinition, string]>([
    [{ type: 'primary', columns: ['b', 'a'], include: ['c'] }, 'PRIMARY KEY (b, a) INCLUDE (c)'],
    [{ type: 'unique', columns: ['a', 'b'], is_deferrable: true, storage_parameters: { fillfactor: 70 } }, 'UNIQUE (a, b) DEFERRABLE'],
    [{ type: 'unique', columns: ['a'], is_initially_deferred: true }, 'UNIQUE (a) DEFERRABLE INITIALLY DEFERRED'],
    [{ type: 'check', expression: 'a > b -- always', no_inherit: true }, 'CHECK ((a > b)) NO INHERIT'],
    [{ type: 'check', expression: 'a > 0', is_validated: false, comment: 'late' }, 'CHECK ((a > 0)) NOT VALID'],
    [{ type: 'foreign', columns: ['b', 'a'], target: { schema: 's', table: 'p', columns: ['x', 'y'] } }, 'FOREIGN KEY (b, a) REFERENCES s.p(x, y)'],
    [
      {
        type: 'foreign',
        columns: ['a', 'b'],
        target: { schema: 's', table: 'p' },
        match: 'FULL',
        on_update: 'CASCADE',
        on_delete: 'SET NULL',
        is_deferrable: true,
        is_validated: false,
      },
      'FOREIGN KEY (a, b) REFERENCES s.p(x, y) MATCH FULL ON UPDATE CASCADE ON DELETE SET NULL DEFERRABLE NOT VALID',
    ],
    [
      {
        type: 'exclude',
        elements: [
          { column: 'a', operator: { schema: 'pg_catalog', name: '=' } },
          { expression: 'r * r', operator: { name: '&&' } },
        ],
        predicate: 'a > 0',
        is_deferrable: true,
      },
      'EXCLUDE USING gist (a WITH =, ((r * r)) WITH &&) WHERE ((a > 0)) DEFERRABLE',
    ],
  ])('are made as %j, and again from what is retrieved', async (constraint, printed) => {
    await create({ ...constraint, name: 'made' })
    const row = (await retrieve('made'))!
    expect([row.definition, row.schema, row.table, row.type]).toEqual([printed, 's', 't', constraint.type])
    expect(row).toMatchObject({
      ...constraint,
      ...('target' in constraint ? { target: { columns: ['x', 'y'] } } : {}),
      ...('expression' in constraint ? { expression: expect.any(String) as string } : {}),
      ...('elements' in constraint ? { elements: [{}, {}], predicate: '(a > 0)' } : {}),
      ...('storage_parameters' in constraint ? { storage_parameters: { fillfactor: '70' } } : {}),
    })
    const change = await changesOf(database, async () => {
      await database.run(constraints.remove(row).sql)
      await database.run(constraints.create(row).sql)
    })
    expect(change).toEqual({ added: [], removed: [] })
    await database.run(constraints.remove({ ...t, name: 'made' }).sql)
    await create(constraint.comment === undefined ? constraint : { ...constraint, comment: null })
    expect((await readList(database, constraints.list({ includedSchemas: ['s'] }))).map((one) => one.definition)).toContain(printed)
  })

  test.runIf(version.major >= 15)('know NULLs that are equal, and set some columns of a key', async () => {
    await create({ type: 'unique', name: 'u', columns: ['a'], nulls_not_distinct: true })
    await create({
      type: 'foreign',
      name: 'f',
      columns: ['a', 'b'],
      target: { schema: 's', table: 'p' },
      on_delete: 'SET NULL',
      on_delete_columns: ['b'],
    })
    expect([await definition('u'), await definition('f')]).toEqual([
      'UNIQUE NULLS NOT DISTINCT (a)',
      'FOREIGN KEY (a, b) REFERENCES s.p(x, y) ON DELETE SET NULL (b)',
    ])
    expect(await retrieve('f')).toMatchObject({ on_delete_columns: ['b'] })
    expect(await retrieve('u')).toMatchObject({ nulls_not_distinct: true })
  })

  test.runIf(version.major >= 18)('hold during ranges, or are not enforced', async () => {
    await create({ type: 'primary', name: 'k', columns: ['a', 'r'], is_temporal: true })
    await create({ type: 'foreign', name: 'f', columns: ['b', 'r'], target: { schema: 's', table: 't', columns: ['a', 'r'] }, is_temporal: true })
    await create({ type: 'check', name: 'c', expression: 'a > 0', is_enforced: false })
    expect(await definition('k')).toContain('WITHOUT OVERLAPS')
    expect(await definition('f')).toContain('PERIOD r')
    expect(await retrieve('c')).toMatchObject({ is_enforced: false })
  })

  test('are listed by table, without those that Postgres makes for partitions of the other side', async () => {
    await database.run(`create table s.parts (k int primary key) partition by list (k); create table s.part partition of s.parts default;
      alter table s.t add constraint f foreign key (a) references s.parts, add check (a > 0)`)
    const all = await readList(database, constraints.list({ includedSchemas: ['s'] }))
    const ofTable = await readList(database, constraints.list({ tableId: all.find(({ table }) => table === 't')!.table_id }))
    expect(ofTable.map(({ name }) => name).sort()).toEqual(['f', 't_a_check'])
    expect(all.filter(({ is_inherited }) => is_inherited).map(({ name }) => name)).toEqual(['part_pkey'])
    expect(await readOne(database, constraints.retrieve({ id: ofTable[0]!.id }))).toEqual(ofTable[0])
  })

  test('change only what is named, and are replaced in one step', async () => {
    await create({ type: 'foreign', name: 'f', columns: ['a', 'b'], target: { schema: 's', table: 'p' }, is_validated: false, comment: 'mine' })
    await create({ type: 'check', name: 'other', expression: 'a > 0' })
    await update('f', { is_validated: true })
    expect(await retrieve('f')).toMatchObject({ is_validated: true, is_deferrable: false })
    await update('f', { is_initially_deferred: true })
    expect(await update('f', { is_deferrable: true, is_validated: true, name: 'f' })).toEqual({ added: [], removed: [] })
    await update('f', { is_initially_deferred: false })
    expect(await definition('f')).toBe('FOREIGN KEY (a, b) REFERENCES s.p(x, y) DEFERRABLE')
    await update('f', { is_deferrable: false })
    const change = await update('f', {
      definition: { type: 'foreign', columns: ['b', 'c'], target: { schema: 's', table: 'p' }, on_delete: 'CASCADE' },
      name: 'g',
    })
    expect(change.added).toEqual([
      'comment on g on s.t: mine',
      'constraint g on s.t: FOREIGN KEY (b, c) REFERENCES s.p(x, y) ON DELETE CASCADE validated t',
    ])
    await update('g', { comment: null })
    expect((await update('g', { definition: { type: 'check', expression: 'nothing' } }).catch((error: Error) => error.message)) as string).toContain(
      'nothing',
    )
    expect(await definition('g')).toContain('FOREIGN KEY')
  })

  test('that are made again keep what their index was for', async () => {
    await database.run(`alter table s.t alter a set not null, add constraint u unique (a), add constraint k primary key (b) deferrable initially deferred;
      alter table s.t replica identity using index u, cluster on u; comment on index s.u is 'index'`)
    const change = await update('u', { definition: { type: 'unique', columns: ['a'], storage_parameters: { fillfactor: 50 } } })
    expect([...change.added, ...change.removed].filter((line) => /^comment|replica f clustered f/.test(line))).toEqual([])
    expect(change.added.join()).toMatch(/fillfactor='50'\) valid t replica t clustered t/)
    await database.run('alter table s.t cluster on k')
    await database.run(tables.update({ schema: 's', name: 't' }, { primary_keys: [{ name: 'a' }] }).sql)
    expect(await definition('k')).toBe('PRIMARY KEY (a) DEFERRABLE INITIALLY DEFERRED')
    expect(await database.run(`select indisclustered from pg_index where indexrelid = 's.k'::regclass`)).toEqual([{ indisclustered: true }])
  })

  test('that are not there are said to be missing, and half said ones are refused', async () => {
    await expect(update("n%o'", { comment: 'x' })).rejects.toMatchObject({
      code: '42704',
      message: `Cannot find constraint with: name = 'n%o''' and schema = 's' and table = 't'`,
    })
    await expect(database.run(constraints.remove({ id: 1 }).sql)).rejects.toThrow('Cannot find constraint with: id = 1')
    for (const call of [constraints.retrieve, constraints.remove, (given: constraints.ConstraintIdentifier) => constraints.update(given, {})]) {
      expect(() => call({ name: 'x', schema: 's' } as constraints.ConstraintIdentifier)).toThrow('Must provide either id or name, schema and table')
    }
    const bad: constraints.ConstraintDefinition[] = [
      { type: 'primary', columns: [] },
      { type: 'foreign', columns: ['a', 'b'], target: { table: 'p', columns: ['x'] } },
      { type: 'exclude', elements: [] },
      { type: 'exclude', elements: [{ column: 'a', operator: { name: '=); drop table victims; --' } }] },
      { type: 'exclude', elements: [{ operator: { name: '=' } }] },
      { type: 'check', expression: 'true); drop table victims; --' },
      { type: 'check', expression: 'true', comment: 'no name' },
      { type: 'unique', columns: ['a'], storage_parameters: { 'x = 1) --': 1 } },
    ]
    const timed = { is_deferrable: false, is_initially_deferred: true }
    expect(() => constraints.create({ ...t, type: 'unique', columns: ['a'], ...timed })).toThrow(
      'An initially deferred constraint must be deferrable',
    )
    expect(() => constraints.update({ ...t, name: 'f' }, timed)).toThrow('An initially deferred constraint must be deferrable')
    for (const constraint of bad) expect(() => constraints.create({ ...t, ...constraint }), JSON.stringify(constraint)).toThrow()
  })

  test('may have any name, over columns of any name', async () => {
    for (const name of hostileNames) {
      const quoted = `"${name.replaceAll('"', '""')}"`
      await database.run(`create schema ${quoted}; create table ${quoted}."T t" (${quoted} int, other int, r int4range, primary key (${quoted}))`)
      const at = { schema: name, table: 'T t' }
      const kinds: constraints.ConstraintDefinition[] = [
        { type: 'unique', name, columns: [name], include: ['other'], comment: name },
        { type: 'foreign', name, columns: [name], target: { schema: name, table: 'T t', columns: [name] }, comment: name },
        { type: 'check', name, expression: `${quoted} > 0`, comment: name },
        { type: 'exclude', name, elements: [{ column: name, operator: { name: '=' } }], include: ['other'], comment: name },
      ]
      for (const constraint of kinds) {
        const made = await changesOf(database, () => database.run(constraints.create({ ...at, ...constraint }).sql))
        expect([made.removed, made.added.filter((line) => !/^(constraint|comment|index|relation [iI]) /.test(line))], name).toEqual([[], []])
        const row = (await readOne(database, constraints.retrieve({ ...at, name })))!
        expect(row).toMatchObject({ name, comment: name, type: constraint.type })
        await database.run(constraints.update({ ...at, name }, { name: 'plain', comment: null, definition: constraint }).sql)
        await database
          .run(constraints.update({ id: row.id }, { name }).sql)
          .catch(() => database.run(constraints.update({ ...at, name: 'plain' }, { name, comment: name }).sql))
        await database.run(constraints.remove({ ...at, name }, { cascade: true }).sql)
        expect(await readOne(database, constraints.retrieve({ ...at, name }))).toBeUndefined()
      }
    }
  })

  test.each(impossibleNames)('can not be called %j', (name) => {
    expect(() => constraints.create({ ...t, type: 'unique', name, columns: ['a'] })).toThrow('SQL identifier')
    expect(() => constraints.create({ ...t, type: 'unique', columns: [name] })).toThrow('SQL identifier')
    expect(() => constraints.update({ ...t, name: 'a' }, { name })).toThrow('SQL identifier')
  })
})
