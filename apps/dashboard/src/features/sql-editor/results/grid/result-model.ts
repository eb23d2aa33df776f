import type { CellModel } from '../../../../lib/data-grid/cell-model.ts'
import { shownColumns, type ColumnLayout } from '../../../../lib/data-grid/columns/column-layout.ts'
import type { ResultRow, ResultSet } from '../../run/run-state.ts'
import { valueAt, type ResultColumn } from './result-columns.ts'

/** What the grid of a result shows. */
export interface ResultModel extends CellModel<ResultRow, ResultColumn> {
  /** Length of a value that came cut, in characters; undefined of one that is whole. */
  readonly cutAt: (row: number, column: ResultColumn) => number | undefined
}

/** The columns as they are arranged. */
export function arrangedColumns(columns: readonly ResultColumn[], layout: ColumnLayout): ResultColumn[] {
  const byId = new Map(columns.map((column) => [column.id, column]))
  return shownColumns([...byId.keys()], layout).map((id) => byId.get(id)!)
}

/** `columns` are those that are shown; `order` are places of rows as they are sorted, null as they came. */
export function resultModel(
  { rows: came, count, cut }: Pick<ResultSet, 'rows' | 'count' | 'cut'>,
  columns: readonly ResultColumn[],
  order: Uint32Array | null,
): ResultModel {
  return {
    rows: order === null ? came.slice(0, count) : Array.from(order, (place) => came[place]!),
    columns,
    isHere,
    shown: shownText,
    cutAt: (row, column) => cut.get(`${order === null ? row : order[row]} ${column.place}`),
  }
}

// the same ones for every model: what depends on them is not made again while rows arrive
const isHere = (): boolean => true
const shownText = (row: ResultRow, column: ResultColumn) => ({ text: valueAt(row, column) })
