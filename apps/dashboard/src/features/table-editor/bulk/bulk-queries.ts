import { isAppError } from '@colonnade/core'
import { decodeRows } from '@colonnade/pg-meta'
import { getReferringCountSql } from '@colonnade/pg-meta/bulk-changes'
import { queryOptions } from '@tanstack/react-query'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { runSql, runTransaction } from '../../../scope/run-sql.ts'
import { explainChangeError } from '../changes/explain-change-error.ts'
import { referencesTo } from '../foreign-rows/references.ts'
import { countRows } from '../queries.ts'
import { rowsText } from '../../../lib/texts/rows-text.ts'
import type { TableScope } from '../table-scope.ts'
import { filtersOf, type BulkTarget } from './bulk-target.ts'
import { bulkQueriesText } from './messages.ts'

/** A change of many rows may take long: it is stopped after this. */
const bulkTimeoutMs = 10 * 60_000

/** How many rows a change would touch, counted exactly. */
export const targetCountQuery = (scope: TableScope, target: BulkTarget) =>
  queryOptions({
    queryKey: sqlKey(scope.projectRef, 'bulk-count', scope.entity.id, scope.as, target),
    queryFn: async () => (await countRows(scope, { filters: filtersOf(scope.entity, target) }, true)).count,
    staleTime: 0,
    gcTime: 0,
  })

export interface Referring {
  readonly table: string
  /** Those that refer; of an action that clears, those that it clears. */
  readonly columns: readonly string[]
  readonly rows: number
  readonly action: 'cascades' | 'clears' | 'defaults' | 'blocks'
}

const actions = { a: 'blocks', r: 'blocks', c: 'cascades', n: 'clears', d: 'defaults' } as const

/** What else a deletion would touch, or what would refuse it. Foreign keys that no row uses are left out. */
export const referringQuery = (scope: TableScope, target: BulkTarget) =>
  queryOptions({
    queryKey: sqlKey(scope.projectRef, 'bulk-referring', scope.entity.id, scope.as, target),
    queryFn: async (): Promise<Referring[]> => {
      const { projectRef, entity, as } = scope
      const found = await Promise.all(
        referencesTo(entity).map(async ({ own, other, table, deletionAction, cleared }): Promise<Referring> => {
          const statement = getReferringCountSql({
            table: entity,
            filters: filtersOf(entity, target),
            columns: own,
            other: { ...table, columns: other },
          })
          const { results } = await runSql(projectRef, { query: statement.sql, as, read_only: true })
          const action = actions[deletionAction]
          const columns = action === 'clears' || action === 'defaults' ? cleared : other
          return { table: table.name, columns, rows: decodeRows(statement, results)[0]?.count ?? 0, action }
        }),
      )
      return found.filter(({ rows }) => rows > 0)
    },
    staleTime: 0,
    gcTime: 0,
  })

/** Changes exactly as many rows as were counted, or none. @throws Error with words for the person */
export async function runBulk({ projectRef, entity, as }: TableScope, query: string, rows: number, changed: readonly string[]): Promise<void> {
  try {
    await runTransaction(projectRef, { statements: [{ query, expected_rows: rows }], as, timeout_ms: bulkTimeoutMs })
  } catch (error) {
    if (isAppError(error) && error.code === 'rows_changed') {
      const why = bulkQueriesText.whyCountDiffers
      throw new Error(bulkQueriesText.countDiffers(rowsText(rows, true), why), { cause: error })
    }
    const { title, detail } = explainChangeError(error, entity, changed)
    throw new Error(detail === null ? title : `${title}. ${detail}`, { cause: error })
  }
}
