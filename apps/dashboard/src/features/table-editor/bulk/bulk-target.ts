import { keyFilter, rowKey, type Entity, type RowFilter, type RowKey } from '@colonnade/pg-meta'
import type { Confirmation } from '../open/open.ts'

/** Which rows are changed together. */
export type BulkTarget =
  | { readonly kind: 'selection'; readonly keys: readonly RowKey[] }
  /** All that the filters of the view match. */
  | { readonly kind: 'matching'; readonly filters: readonly RowFilter[] }

/** Conditions that match the rows, and no others: keys as whole tuples. */
export function filtersOf(entity: Entity, target: BulkTarget): readonly RowFilter[] {
  if (target.kind === 'matching') return target.filters
  return [keyFilter(entity, { columns: target.keys[0]?.columns ?? [], values: target.keys.map(({ values }) => values) })]
}

/** Rows that are named in an address; more would not fit. */
const namedRows = 20

/** The confirmation that the rows may be deleted, as it stands in the address. */
export function deletionOf(target: BulkTarget): Extract<Confirmation, { kind: 'rows-delete' }> {
  if (target.kind === 'matching') return { kind: 'rows-delete', rows: 'matching' }
  const { keys } = target
  return { kind: 'rows-delete', rows: keys.length > namedRows ? 'chosen' : keys.map(({ values }) => JSON.stringify(values)) }
}

/** The rows that an address asks to delete; null where it names none that the table could have. */
export function targetOf({ rows }: Extract<Confirmation, { kind: 'rows-delete' }>, entity: Entity, filters: readonly RowFilter[]): BulkTarget | null {
  if (rows === 'chosen') return null
  if (rows === 'matching') return { kind: 'matching', filters }
  const columns = rowKey(entity)
  const keys = rows.flatMap((id): RowKey[] => {
    const values = valuesOf(id)
    return columns.length > 0 && values?.length === columns.length ? [{ columns, values }] : []
  })
  return keys.length === rows.length ? { kind: 'selection', keys } : null
}

function valuesOf(id: string): string[] | null {
  try {
    const values: unknown = JSON.parse(id)
    return Array.isArray(values) && values.every((value) => typeof value === 'string') ? values : null
  } catch {
    return null
  }
}
