import { isAppError } from '@colonnade/core'
import { getFilterCheckSql } from '@colonnade/pg-meta/filter-check'
import type { RowFilter } from '@colonnade/pg-meta'
import { useQuery } from '@tanstack/react-query'
import { messageOf } from '../../../lib/error-notice.tsx'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { runSql } from '../../../scope/run-sql.ts'
import type { TableScope } from '../table-scope.ts'

/** Which filter Postgres refuses, from 0; null where it does not say. */
export interface Refusal {
  readonly message: string
  readonly index: number | null
  /** Characters from the beginning of the filter's text; of a condition in SQL, of what was written. */
  readonly offset: number
}

/** After an error: which of the filters it is about. */
export function useRefusal({ projectRef, entity, as }: TableScope, filters: readonly RowFilter[], error: unknown): Refusal | null {
  const { data } = useQuery({
    queryKey: sqlKey(projectRef, 'filter-check', entity.id, filters, as ?? null),
    queryFn: async ({ signal }): Promise<Refusal | null> => {
      try {
        const check = getFilterCheckSql({ table: entity, filters })
        return await runSql(projectRef, { query: check.sql, as, read_only: true, signal }).then(
          () => null,
          (thrown: unknown) => refusalOf(thrown, check.spans),
        )
      } catch (thrown) {
        // a condition that could leave its brackets is not even sent
        return { message: messageOf(thrown), index: filters.findIndex((filter) => 'sql' in filter), offset: 0 }
      }
    },
    enabled: error !== null && filters.length > 0,
    staleTime: 0,
    retry: false,
  })
  return error === null ? null : (data ?? null)
}

function refusalOf(error: unknown, spans: readonly { readonly start: number; readonly end: number }[]): Refusal {
  const position = isAppError(error) ? error.details['position'] : undefined
  const place = typeof position === 'number' ? position - 1 : -1
  const index = spans.findIndex(({ start, end }) => place >= start && place <= end)
  return { message: messageOf(error), index: index < 0 ? null : index, offset: index < 0 ? 0 : place - spans[index]!.start }
}
