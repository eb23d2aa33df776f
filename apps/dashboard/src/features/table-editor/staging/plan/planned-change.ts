import type { Entity } from '@colonnade/pg-meta'
import type { OrderedChange } from './save-order.ts'
import type { RowId, StagedRow } from '../staging.ts'

/** A row's change with what orders it among others. */
export interface PlannedChange extends OrderedChange {
  readonly row: RowId
  readonly staged: StagedRow
  /** Columns of unique values that it changes. */
  readonly movedColumns: readonly string[]
}

/** Value of a column before or after a change: undefined when it is not known, null for NULL. */
type ValueOf = (column: string) => string | null | undefined

export function orderedChange(entity: Entity, row: RowId, staged: StagedRow): PlannedChange {
  const before = valuesBefore(entity, staged)
  const after = valuesAfter(staged, before)
  const changed = (columns: readonly string[]) => staged.kind !== 'update' || columns.some((column) => staged.cells.has(column))
  const uniques = uniqueColumns(entity).filter(changed)
  const references = ownReferences(entity).filter(({ sources }) => changed(sources))
  const tags = (valueOf: ValueOf) => uniques.flatMap((columns) => tag(columns, columns, valueOf))
  const needs = (valueOf: ValueOf) => references.flatMap(({ sources, targets }) => tag(targets, sources, valueOf))
  return {
    row,
    staged,
    kind: staged.kind,
    frees: tags(before),
    takes: staged.kind === 'delete' ? [] : tags(after),
    releases: needs(before),
    needs: staged.kind === 'delete' ? [] : needs(after),
    movedColumns: staged.kind === 'update' ? uniques.flat().filter((column) => staged.cells.has(column)) : [],
  }
}

function uniqueColumns({ primary_keys: primary, unique_indexes: indexes }: Entity): (readonly string[])[] {
  const key = primary.map(({ name }) => name)
  return [...(key.length === 0 ? [] : [key]), ...indexes.map(({ columns }) => columns)]
}

/** Foreign keys of the table to itself. */
function ownReferences({ id, relationships }: Entity): { readonly sources: readonly string[]; readonly targets: readonly string[] }[] {
  const own = relationships.filter(({ source_table_id: from, target_table_id: to }) => from === id && to === id)
  return [...new Set(own.map(({ constraint_name: name }) => name))].map((name) => {
    const pairs = own.filter((pair) => pair.constraint_name === name)
    return { sources: pairs.map((pair) => pair.source_column_name), targets: pairs.map((pair) => pair.target_column_name) }
  })
}

/** A tuple of values as one text, whatever the order of its columns; none when a value is not known, or is NULL, which equals nothing. */
function tag(names: readonly string[], columns: readonly string[], valueOf: ValueOf): string[] {
  const values = columns.map(valueOf)
  if (values.some((value) => value === undefined || value === null)) return []
  return [JSON.stringify(names.map((name, index) => [name, values[index]]).sort(([a], [b]) => (a! < b! ? -1 : 1)))]
}

function valuesBefore(entity: Entity, staged: StagedRow): ValueOf {
  if (staged.kind === 'insert') return () => undefined
  const key = new Map(staged.key.columns.map((column, index) => [column, staged.key.values[index]]))
  return (column) => {
    if (key.has(column)) return key.get(column)
    if (staged.kind === 'update') return staged.cells.get(column)?.base
    return staged.cells?.[entity.columns.findIndex(({ name }) => name === column)]
  }
}

function valuesAfter(staged: StagedRow, before: ValueOf): ValueOf {
  if (staged.kind === 'delete') return () => undefined
  const inputs = staged.kind === 'insert' ? staged.values : new Map([...staged.cells].map(([column, { input }]) => [column, input]))
  return (column) => {
    const input = inputs.get(column)
    if (input === undefined) return staged.kind === 'insert' ? undefined : before(column)
    return input.kind === 'text' ? input.text : input.kind === 'null' ? null : undefined
  }
}
