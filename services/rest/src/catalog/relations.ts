import { type Column, type Relation, relationKey } from '@colonnade/rest-query'
import type { CatalogRows, ColumnRow, KeyRow, RelationRow } from './reading/catalog-rows.ts'
import type { ForeignKey, Showing, Showings } from './relationships/showings.ts'
import type { Types } from './types.ts'
import type { Trace } from './views/read-views.ts'

const kinds = { r: 'table', p: 'partitioned table', v: 'view', m: 'materialized view', f: 'foreign table' } as const

/** Bits of `changes`. */
const updatable = 4
const insertable = 8
const deletable = 16
/** Ours: no row of another table is read as one of its own. */
const alone = 32

/** Columns of primary keys by table, and foreign keys. */
export interface Keys {
  readonly primary: ReadonlyMap<number, readonly number[]>
  readonly foreign: readonly ForeignKey[]
}

export function readKeys(rows: readonly KeyRow[]): Keys {
  const primary = new Map<number, readonly number[]>()
  const unique = new Map<number, (readonly number[])[]>()
  for (const [kind, relation, , columns] of rows) {
    if (kind === 'f') continue
    if (kind === 'p') primary.set(relation, columns)
    const own = unique.get(relation)
    if (own === undefined) unique.set(relation, [columns])
    else own.push(columns)
  }
  const foreign: ForeignKey[] = []
  for (const [kind, from, name, columns, to, toColumns] of rows) {
    if (kind !== 'f') continue
    const isUnique = unique.get(from)?.some((own) => own.length === columns.length && own.every((column) => columns.includes(column))) ?? false
    foreign.push({ name, from, to, columns, toColumns: toColumns!, isUnique })
  }
  return { primary, foreign }
}

/** Where the tables of the database show in the exposed relations. */
export function showingsOf(relations: readonly RelationRow[], trace: Trace): Showings {
  const found = new Map<number, Showing[]>()
  const add = (table: number, showing: Showing): void => {
    const own = found.get(table)
    if (own === undefined) found.set(table, [showing])
    else own.push(showing)
  }
  const isView = ([, , , kind]: RelationRow): boolean => kind === 'v' || kind === 'm'
  for (const row of relations) {
    if (isView(row)) continue
    add(row[0], { relation: relationKey(row[1], row[2]), isView: false, columns: columnsOf(row[5]) })
  }
  for (const row of relations) {
    if (!isView(row)) continue
    const tables = new Map<number, Map<number, string[]>>()
    for (const [number, name] of row[5]) {
      const origin = trace(row[0], number)
      if (origin === null) continue
      const [table, column] = origin
      const columns = tables.get(table) ?? new Map<number, string[]>()
      tables.set(table, columns.set(column, [...(columns.get(column) ?? []), name]))
    }
    for (const [table, columns] of tables) add(table, { relation: relationKey(row[1], row[2]), isView: true, columns })
  }
  return found
}

/** Returns columns of a table under their own names. Most are never requested, so it creates no map of them. */
function columnsOf(rows: readonly ColumnRow[]): Showing['columns'] {
  return {
    get(number) {
      // numbers begin at 1, and columns that were dropped leave gaps
      for (let at = Math.min(number, rows.length) - 1; at >= 0; at -= 1) {
        const [found, name] = rows[at]!
        if (found === number) return [name]
      }
      return undefined
    },
  }
}

/** Names of primary keys' columns, by relation: of a view those of each table whose whole key shows, where it shows first. */
export function primaryKeysOf(showings: Showings, { primary }: Keys): Map<string, readonly string[]> {
  const found = new Map<string, readonly string[]>()
  for (const [table, numbers] of primary) {
    for (const { relation, columns } of showings.get(table) ?? []) {
      const names = numbers.flatMap((number) => columns.get(number)?.slice(0, 1) ?? [])
      if (names.length === numbers.length) found.set(relation, [...(found.get(relation) ?? []), ...names])
    }
  }
  return found
}

/** The exposed relations, by `relationKey`. */
export function readRelations(
  { relations, comments, defaults }: Pick<CatalogRows, 'relations' | 'comments' | 'defaults'>,
  types: Types,
  primaryKeys: ReadonlyMap<string, readonly string[]>,
): Map<string, Relation> {
  const commentOf = byColumn(comments)
  const defaultOf = byColumn(defaults)
  const found = new Map<string, Relation>()
  for (const [oid, schema, name, kind, changes, columns] of relations) {
    const key = relationKey(schema, name)
    const ownComments = commentOf.get(oid)
    const ownDefaults = defaultOf.get(oid)
    found.set(key, {
      oid,
      schema,
      name,
      kind: kinds[kind],
      description: ownComments?.get(0) ?? null,
      columns: new Map(columns.map((row) => [row[1], readColumn(row, kind, types, ownComments, ownDefaults)])),
      primaryKey: primaryKeys.get(key) ?? [],
      isKeyUnique: (changes & alone) !== 0,
      isInsertable: (changes & insertable) !== 0,
      isUpdatable: (changes & updatable) !== 0,
      isDeletable: (changes & deletable) !== 0,
    })
  }
  return found
}

type Texts = ReadonlyMap<number, string> | undefined

function readColumn(
  [number, name, type, typeName, modifier, isNotNull, identity, generated]: ColumnRow,
  kind: RelationRow[3],
  types: Types,
  comments: Texts,
  defaults: Texts,
): Column {
  const base = types.baseOf(type, typeName, modifier)
  // through a view the default of the table's column would come before that of its domain
  const ofDomain = kind === 'v' || kind === 'm' ? null : base.default
  return {
    name,
    type: typeName,
    baseType: base.name,
    isNullable: !isNotNull && !base.isNotNull,
    // the expression of a generated column is no default
    default: generated === '' ? (defaults?.get(number) ?? ofDomain) : null,
    isIdentity: identity !== '',
    isGenerated: generated !== '',
    enumLabels: base.enumLabels,
    maxLength: base.maxLength,
    description: comments?.get(number) ?? null,
  }
}

function byColumn(rows: readonly (readonly [relation: number, column: number, text: string])[]): Map<number, Map<number, string>> {
  const found = new Map<number, Map<number, string>>()
  for (const [relation, column, text] of rows) {
    const own = found.get(relation)
    if (own === undefined) found.set(relation, new Map([[column, text]]))
    else own.set(column, text)
  }
  return found
}
