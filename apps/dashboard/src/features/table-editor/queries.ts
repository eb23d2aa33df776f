import { getTableEditorByNameSql, getTableEditorSql, smallTableRows, type Entity, type RowKey } from '@colonnade/pg-meta'
import { getWholeCellsSql } from '@colonnade/pg-meta/row-edits'
import { queryOptions } from '@tanstack/react-query'
import { readRows } from '../../scope/fetch-rows.ts'
import { sqlKey } from '../../scope/keys/keys.ts'
import { runSql } from '../../scope/run-sql.ts'
import { countRun, readCount, type RowCount } from './rows/count-run.ts'
import type { RowsView } from './rows/row-window.ts'
import { countsAhead } from './rows/runs-ahead.ts'
import type { EntityRef } from './search.ts'
import type { TableScope } from './table-scope.ts'

/** One relation with all that the editor needs of it; null when it is gone or out of reach. */
export const entityQuery = (ref: string, entity: EntityRef) =>
  queryOptions({
    queryKey: sqlKey(ref, 'entity', entity),
    queryFn: async ({ signal }): Promise<Entity | null> => {
      const statement = 'id' in entity ? getTableEditorSql(entity) : getTableEditorByNameSql(entity)
      const found = (await readRows(ref, statement, signal))[0]?.entity
      // only its size class matters here: a new estimate alone must not look like another table
      return found ? { ...found, live_rows_estimate: found.live_rows_estimate < smallTableRows ? 0 : smallTableRows } : null
    },
    staleTime: 10_000,
  })

/** How many rows there are in a view of a relation. @throws AppError by SQLSTATE */
export async function countRows(scope: TableScope, view: Pick<RowsView, 'filters'>, isExact: boolean, signal?: AbortSignal): Promise<RowCount> {
  return readCount(scope, view, isExact, await countsAhead.take(scope.projectRef, { ...countRun(scope, view, isExact), signal }))
}

/** The whole of a value that a page of rows shows cut; undefined when its row is gone. @throws AppError by SQLSTATE */
export async function fetchCell({ projectRef, entity, as }: TableScope, key: RowKey, column: string): Promise<string | null | undefined> {
  const keys = { columns: key.columns, values: [key.values] }
  const { results } = await runSql(projectRef, { query: getWholeCellsSql({ table: entity, keys, columns: [column] }).sql, as, read_only: true })
  const row = results[0]?.rows[0]
  return row === undefined ? undefined : (row.at(-1) ?? null)
}
