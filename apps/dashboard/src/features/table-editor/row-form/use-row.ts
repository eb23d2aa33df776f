import { rowKey, type RowKey } from '@colonnade/pg-meta'
import { useQuery } from '@tanstack/react-query'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { fetchWhole } from '../staging/save.ts'
import type { RowId, Staging } from '../staging/staging.ts'
import type { TableScope } from '../table-scope.ts'

export type RowState =
  | { readonly kind: 'loading' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'error'; readonly error: unknown; readonly retry: () => void }
  /** Whole values by column; those of a row that is not saved are what it was given. */
  | { readonly kind: 'ready'; readonly key: RowKey | null; readonly valueOf: (column: string) => string | null }

/** Whole values of a row, as they are in the database now. */
export function useRow(scope: TableScope, staging: Staging, row: RowId, columns: readonly string[]): RowState {
  const { projectRef, entity, as } = scope
  const key = keyOf(scope, row)
  const staged = staging.rows.get(row)
  const { data, error, isFetched, refetch } = useQuery({
    queryKey: sqlKey(projectRef, 'row', entity.id, as, row, columns),
    queryFn: async () => (await fetchWhole(scope, { columns: key!.columns, values: [key!.values] }, columns)).values().next().value ?? null,
    enabled: key !== null,
    // what is edited stays what it was when the editing began
    staleTime: Infinity,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  if (key === null) {
    if (staged?.kind !== 'insert') return { kind: 'gone' }
    const valueOf = (column: string) => {
      const input = staged.values.get(column)
      return input?.kind === 'text' ? input.text : null
    }
    return { kind: 'ready', key: null, valueOf }
  }
  if (error !== null) return { kind: 'error', error, retry: () => void refetch() }
  if (!isFetched || data === undefined) return { kind: 'loading' }
  if (data === null) return { kind: 'gone' }
  return { kind: 'ready', key, valueOf: (column) => data[columns.indexOf(column)] ?? null }
}

/** Returns the key in an id; null for unsaved rows and for ids that aren't of the table. */
export function keyOf({ entity }: TableScope, row: RowId): RowKey | null {
  const columns = rowKey(entity)
  try {
    const values: unknown = JSON.parse(row)
    const isKey =
      Array.isArray(values) && values.length === columns.length && columns.length > 0 && values.every((value) => typeof value === 'string')
    return isKey ? { columns, values } : null
  } catch {
    return null
  }
}
