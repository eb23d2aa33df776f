import type { QueryReply } from '@colonnade/contracts/data/queries'
import { decodeRows, getTableRowsCountSql } from '@colonnade/pg-meta'
import type { SqlRun } from '../../../scope/run-sql.ts'
import type { TableScope } from '../table-scope.ts'
import type { Total } from './page-plan.ts'
import type { RowsView } from './row-window.ts'
import { countsAhead } from './runs-ahead.ts'

export interface RowCount {
  readonly count: number
  readonly isEstimate: boolean
}

type Scope = Pick<TableScope, 'entity' | 'as'>
type View = Pick<RowsView, 'filters'>

const statementOf = ({ entity }: Scope, { filters }: View, isExact: boolean) =>
  getTableRowsCountSql({ table: entity, filters, enforceExactCount: isExact })

/** The run that counts the rows in a view of a relation, or estimates how many there are. */
export function countRun(scope: Scope, view: View, isExact: boolean): SqlRun {
  return { query: statementOf(scope, view, isExact).sql, as: scope.as, read_only: true }
}

/** Returns what that run has answered. */
export function readCount(scope: Scope, view: View, isExact: boolean, { results }: QueryReply): RowCount {
  const [row] = decodeRows(statementOf(scope, view, isExact), results)
  return { count: row?.count ?? 0, isEstimate: row?.is_estimate ?? false }
}

/** Returns the number of rows if a count that was begun ahead has just been answered. */
export function totalAhead(scope: Pick<TableScope, 'projectRef' | 'entity' | 'as'>, view: View): Total | null {
  const reply = countsAhead.see(scope.projectRef, countRun(scope, view, false))
  if (reply === null) return null
  const { count, isEstimate } = readCount(scope, view, false, reply)
  return { rows: count, isExact: !isEstimate }
}
