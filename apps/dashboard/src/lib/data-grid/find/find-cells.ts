import type { CellModel, DataColumn } from '../cell-model.ts'
import { foundCells } from '../limits.ts'
import type { CellPoint } from '../ranges/range.ts'

export interface Found {
  /** Row by row. */
  readonly points: readonly CellPoint[]
  /** Rows that were searched: those in memory. */
  readonly rows: number
  /** Whether there are more than are counted. */
  readonly isCapped: boolean
}

/** Whether a text holds what is looked for, which is in lower case: capitals don't matter. */
export function isFound(text: string | null, sought: string): boolean {
  return sought !== '' && text !== null && text.toLowerCase().includes(sought)
}

/** The cells with a text among the rows in memory. */
export function findCells<Row, Column extends DataColumn>(model: CellModel<Row, Column>, sought: string): Found {
  const steps = findCellsInSteps(model, sought)
  for (let step = steps.next(); ; step = steps.next()) if (step.done === true) return step.value
}

/** Rows of one step. */
const stepRows = 200

/** The same in steps, between which something else may be done. */
export function* findCellsInSteps<Row, Column extends DataColumn>(
  { rows, columns, isHere, shown }: CellModel<Row, Column>,
  sought: string,
): Generator<void, Found> {
  const points: CellPoint[] = []
  let searched = 0
  for (let index = 0; index < rows.length; index += 1) {
    if (index % stepRows === stepRows - 1) yield
    const row = rows[index]!
    if (!isHere(row)) continue
    searched += 1
    if (points.length > foundCells) continue
    for (const [place, column] of columns.entries()) {
      if (isFound(shown(row, column).text, sought)) points.push({ row: index, column: place })
    }
  }
  return { points: points.slice(0, foundCells), rows: searched, isCapped: points.length > foundCells }
}

/** Which one comes after a cell, or before it, going round at the end; -1 when there is none. */
export function nextFound(points: readonly CellPoint[], from: CellPoint | null, isBackward: boolean): number {
  if (points.length === 0) return -1
  if (from === null) return isBackward ? points.length - 1 : 0
  const order = (point: CellPoint) => point.row - from.row || point.column - from.column
  const found = isBackward ? points.findLastIndex((point) => order(point) < 0) : points.findIndex((point) => order(point) > 0)
  if (found >= 0) return found
  return isBackward ? points.length - 1 : 0
}
