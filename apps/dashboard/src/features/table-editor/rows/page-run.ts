import { getTableRowsSql, isCutCell, rowOrder } from '@colonnade/pg-meta'
import type { SqlRun } from '../../../scope/run-sql.ts'
import type { TableScope } from '../table-scope.ts'
import type { PageEdges, PagePlan } from './page-plan.ts'
import type { GridRow, RowsView } from './row-window.ts'

type Cells = readonly (string | null)[]

/** The run that reads one page of the rows of a relation. */
export function pageRun({ entity, as }: Pick<TableScope, 'entity' | 'as'>, view: RowsView, plan: PagePlan, pageSize: number): SqlRun {
  const { sql } = getTableRowsSql({ table: entity, ...view, ...plan })
  return {
    // rows in no order of their own are read from the file's first block on each time, or pages would repeat and miss some
    query: rowOrder(entity, view.sorts).isTotal ? sql : `set local synchronize_seqscans = off; ${sql}`,
    as,
    read_only: true,
    row_limit: pageSize,
  }
}

/** What the pages next to this one are found by; null where they can only be counted. */
export function edgesOf({ entity }: Pick<TableScope, 'entity'>, { sorts }: RowsView, rows: readonly GridRow[], pageSize: number): PageEdges | null {
  const { terms, isTotal } = rowOrder(entity, sorts)
  const first = rows[0]?.cells
  const last = rows.at(-1)?.cells
  if (!isTotal || !first || !last || rows.length < pageSize) return null
  const places = terms.map(({ column }) => entity.columns.findIndex(({ name }) => name === column))
  const isCut = (cells: Cells) => places.some((place) => isCutCell(entity.columns[place]!, cells[place] ?? null))
  if (isCut(first) || isCut(last)) return null
  const valuesOf = (cells: Cells) => places.map((place) => cells[place] ?? null)
  return { first: valuesOf(first), last: valuesOf(last) }
}
