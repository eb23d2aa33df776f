import type { Entity, EntityRelationship } from '@colonnade/pg-meta'
import type { FilterParam } from '../filters/filter-param.ts'
import type { EditorSearch } from '../search.ts'

/** A foreign key, seen from one of its sides. Columns stand in pairs. */
export interface Reference {
  readonly name: string
  /** Columns of the table that one looks at. */
  readonly own: readonly string[]
  /** The table at the other side, and its columns. */
  readonly table: { readonly id: number; readonly schema: string; readonly name: string }
  readonly other: readonly string[]
  readonly deletionAction: EntityRelationship['deletion_action']
  /** Columns of the referring side that a deletion empties, or sets to their defaults. */
  readonly cleared: readonly string[]
}

/** What the table's rows refer to. */
export function referencesFrom({ id, relationships }: Entity): Reference[] {
  return grouped(
    relationships.filter(({ source_table_id: from }) => from === id),
    (pair) => ({
      own: pair.source_column_name,
      other: pair.target_column_name,
      table: { id: pair.target_table_id, schema: pair.target_table_schema, name: pair.target_table_name },
    }),
  )
}

/** What refers to the table's rows. */
export function referencesTo({ id, relationships }: Entity): Reference[] {
  return grouped(
    relationships.filter(({ target_table_id: to }) => to === id),
    (pair) => ({
      own: pair.target_column_name,
      other: pair.source_column_name,
      table: { id: pair.source_table_id, schema: pair.source_schema, name: pair.source_table_name },
    }),
  )
}

/** The foreign keys that a column is part of, those of fewest columns first. */
export function referencesOfColumn(entity: Entity, column: string): Reference[] {
  return referencesFrom(entity)
    .filter(({ own }) => own.includes(column))
    .toSorted((a, b) => a.own.length - b.own.length)
}

/** The address of the rows at the other side; null when one of the values is NULL: it refers to nothing. */
export function searchOf({ own, other, table }: Reference, valueOf: (column: string) => string | null): EditorSearch | null {
  const values = own.map(valueOf)
  if (values.some((value) => value === null)) return null
  const filter: FilterParam = other.length === 1 ? [other[0]!, '=', values[0]!] : [[...other], '=', values as string[]]
  return { table: String(table.id), filter: [filter] }
}

function grouped(
  pairs: readonly EntityRelationship[],
  sides: (pair: EntityRelationship) => { readonly own: string; readonly other: string; readonly table: Reference['table'] },
): Reference[] {
  const names = [...new Set(pairs.map((pair) => `${pair.source_table_id} ${pair.constraint_name}`))]
  return names.map((name) => {
    const all = pairs.filter((pair) => `${pair.source_table_id} ${pair.constraint_name}` === name)
    return {
      name: all[0]!.constraint_name,
      own: all.map((pair) => sides(pair).own),
      other: all.map((pair) => sides(pair).other),
      table: sides(all[0]!).table,
      deletionAction: all[0]!.deletion_action,
      cleared: all.flatMap((pair) => (pair.is_cleared ? [pair.source_column_name] : [])),
    }
  })
}
