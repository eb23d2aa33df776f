import { makeLargeCatalog } from '@colonnade/testing'
import { testVersions, useDatabase } from '@colonnade/testing/vitest'
import { beforeAll, describe, expect, test } from 'vitest'
import * as columnPrivileges from '../column-privileges/column-privileges.ts'
import * as columns from '../columns/columns.ts'
import * as constraints from '../constraints/constraints.ts'
import { listDependents, retrieveDropWeight } from '../dependents/dependents.ts'
import { getEntityTypesSQL } from '../entity-types/entity-types.ts'
import * as functions from '../functions/functions.ts'
import * as indexes from '../indexes/indexes.ts'
import * as policies from '../policies/policies.ts'
import { getTableRowsCountSql } from '../rows/table-rows-count.ts'
import { getTableEditorByNameSql, getTableEditorSql } from '../table-editor/table-editor.ts'
import * as tablePrivileges from '../table-privileges/table-privileges.ts'
import { retrieveDefinition } from '../tables/table-definition.ts'
import * as tables from '../tables/tables.ts'
import { getTablesPaginatedSql } from '../tables/tables-paginated.ts'
import * as triggers from '../triggers/triggers.ts'
import * as types from '../types/types.ts'
import * as views from '../views/views.ts'

/** Catalogs that grow with what people make: no lookup of one thing reads one of them from end to end. */
const growing = new Set([
  'pg_class',
  'pg_attribute',
  'pg_attrdef',
  'pg_constraint',
  'pg_depend',
  'pg_description',
  'pg_index',
  'pg_inherits',
  'pg_policy',
  'pg_proc',
  'pg_rewrite',
  'pg_sequence',
  'pg_shdepend',
  'pg_trigger',
  'pg_type',
])

/** Of what fits into fewer pages, an index is no shorter way. */
const manyPages = 4

const where = { schema: 'large', table: 't_500' } as const
const one = { schema: 'large', name: 't_500' } as const

type Ids = Readonly<Record<'table' | 'index' | 'constraint' | 'policy' | 'function' | 'type' | 'view' | 'trigger', number>>

/** Lookups of one thing, by id and by name. */
const lookups: Readonly<Record<string, (ids: Ids) => { readonly sql: string }>> = {
  'a table by its id': ({ table }) => tables.retrieve({ id: table }),
  'a table by its name': () => tables.retrieve(one),
  'the definition of a table': ({ table }) => retrieveDefinition({ id: table }),
  'a relation for the editor by its id': ({ table }) => getTableEditorSql({ id: table }),
  'a relation for the editor by its name': () => getTableEditorByNameSql(one),
  'what dropping a table takes along': ({ table }) => listDependents({ id: table }),
  'what dropping a column takes along': ({ table }) => listDependents({ id: table, column: 'email' }),
  'how much dropping a table destroys': ({ table }) => retrieveDropWeight({ id: table }),
  'the columns of a table': ({ table }) => columns.list({ tableId: table }),
  'a column by its id': ({ table }) => columns.retrieve({ id: `${table}.2` }),
  'a column by its name': () => columns.retrieve({ ...where, name: 'email' }),
  'the constraints of a table': ({ table }) => constraints.list({ tableId: table }),
  'a constraint by its id': ({ constraint }) => constraints.retrieve({ id: constraint }),
  'a constraint by its name': () => constraints.retrieve({ ...where, name: 't_500_pkey' }),
  'the indexes of a table': ({ table }) => indexes.list({ tableId: table }),
  'an index by its id': ({ index }) => indexes.retrieve({ id: index }),
  'an index by its name': () => indexes.retrieve({ schema: 'large', name: 't_500_pkey' }),
  'a policy by its id': ({ policy }) => policies.retrieve({ id: policy }),
  'a policy by its name': () => policies.retrieve({ ...where, name: 'own' }),
  'a trigger by its id': ({ trigger }) => triggers.retrieve({ id: trigger }),
  'a trigger by its name': () => triggers.retrieve({ ...where, name: 'none' }),
  'a function by its id': (ids) => functions.retrieve({ id: ids.function }),
  'a function by its name': () => functions.retrieve({ schema: 'large', name: 'f_500', args: ['int', 'text'] }),
  'a type by its id': ({ type }) => types.retrieve({ id: type }),
  'a type by its name': () => types.retrieve({ schema: 'large', name: 'mood' }),
  'a view by its id': ({ view }) => views.retrieve({ id: view }),
  'a view by its name': () => views.retrieve({ schema: 'large', name: 'v_500' }),
  'the privileges of a table': ({ table }) => tablePrivileges.retrieve({ id: table }),
  'the privileges of two columns': ({ table }) => columnPrivileges.list({ columnIds: [`${table}.1`, `${table}.2`] }),
  'the number of rows of a table': () => getTableRowsCountSql({ table: one }),
}

/** Pages, and the one catalog that each of them may read from end to end: none has an index that leads from a schema to what is in it. */
const pages: Readonly<Record<string, { readonly statement: (ids: Ids) => { readonly sql: string }; readonly allowed: readonly string[] }>> = {
  'the first page of tables': { statement: () => getTablesPaginatedSql({ schema: 'large' }), allowed: ['pg_class'] },
  'a later page of tables': { statement: ({ table }) => getTablesPaginatedSql({ schema: 'large', afterOid: table }), allowed: ['pg_class'] },
  'a page of tables by a part of their name': { statement: () => getTablesPaginatedSql({ nameFilter: '_99' }), allowed: ['pg_class'] },
  'a page of what a schema holds': { statement: () => getEntityTypesSQL({ schemas: ['large'] }), allowed: ['pg_class'] },
}

describe.each(await testVersions())('plans on Postgres $major, among 1,000 tables', (version) => {
  const database = useDatabase(version)
  let ids: Ids
  let large: ReadonlySet<string>
  beforeAll(async () => {
    await makeLargeCatalog(database, 1_000)
    const [row] = await database.run(`select 'large.t_500'::regclass::oid::int8 as "table", 'large.t_500_pkey'::regclass::oid::int8 as index,
      'large.v_500'::regclass::oid::int8 as view, 'large.mood'::regtype::oid::int8 as type,
      (select oid::int8 from pg_constraint where conname = 't_500_pkey') as constraint,
      (select oid::int8 from pg_policy where polrelid = 'large.t_500'::regclass) as policy,
      (select oid::int8 from pg_proc where proname = 'f_500') as function,
      (select min(oid)::int8 from pg_trigger) as trigger`)
    ids = row as unknown as Ids
    const sizes = await database.run(
      `select relname::text as name from pg_class where relnamespace = 'pg_catalog'::regnamespace and relpages >= ${manyPages}`,
    )
    large = new Set(sizes.map(({ name }) => String(name)).filter((name) => growing.has(name)))
    expect(large.size).toBeGreaterThan(8)
  })

  /** Growing catalogs that a statement reads whole. */
  async function scansOf(text: string): Promise<string[]> {
    // a definition is read between two statements about the path
    const select = text
      .split(/^(?=select )/m)
      .at(-1)!
      .replace(/^do .*/m, '')
    const [row] = await database.run(`explain (format json) ${text.startsWith('with') ? text : select}`)
    return relationsScanned(row!['QUERY PLAN']).filter((relation) => large.has(relation))
  }

  test.each(Object.entries(lookups))('%s is looked up by indexes', async (_, statement) => {
    expect(await scansOf(statement(ids).sql)).toEqual([])
  })

  test.each(Object.entries(pages))('%s reads one catalog at most, once', async (_, { statement, allowed }) => {
    const scans = await scansOf(statement(ids).sql)
    expect(new Set(scans).size).toBe(scans.length)
    expect(allowed).toEqual(expect.arrayContaining(scans))
  })
})

function relationsScanned(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(relationsScanned)
  if (typeof node !== 'object' || node === null) return []
  const { 'Node Type': kind, 'Relation Name': relation } = node as Record<string, unknown>
  const own = kind === 'Seq Scan' && typeof relation === 'string' ? [relation] : []
  return [...own, ...Object.values(node).flatMap(relationsScanned)]
}
