import { toast } from '@colonnade/ui'
import { fixedReason } from '../changes/editability.ts'
import type { GridModel } from '../grid/grid-model.ts'
import { entryId } from '../grid/staged-rows.ts'
import { copiedCells } from '../../../lib/data-grid/limits.ts'
import { numberText } from '../../../lib/texts/rows-text.ts'
import { cellsOfHtml, cellsOfTsv, type Cells } from '../../../lib/data-grid/ranges/clipboard-text.ts'
import { rowsOf } from './copy-range.ts'
import { continueValues } from './fill-series.ts'
import { emptyInput, planCells, planPaste, type PastePlan, type PasteTarget } from './paste-plan.ts'
import { cellsIn, type Bounds } from '../../../lib/data-grid/ranges/range.ts'
import { changeRangeText } from './messages.ts'

/** What a paste holds: the values themselves when they were copied here, else the fields of its text. */
export function cellsOfPaste(data: Pick<DataTransfer, 'getData'>): Cells | null {
  const own = cellsOfHtml(data.getData('text/html'))
  if (own !== null) return own
  const text = data.getData('text/plain')
  return text === '' ? null : cellsOfTsv(text)
}

/** Stages pasted values, in one step; gives where they went, null when nothing did. */
export async function pasteCells(model: GridModel, bounds: Bounds, cells: Cells): Promise<Bounds | null> {
  const wide = { ...bounds, bottom: Math.max(bounds.bottom, bounds.top + cells.length - 1) }
  const plan = planPaste(cells, await targetOf(model, bounds, wide))
  return stage(model, plan, 'pasted')
}

/** Goes on with the values of a selection over the rest of a larger one. */
export async function fillCells(model: GridModel, source: Bounds, over: Bounds, isSeries = false): Promise<Bounds | null> {
  const target = await targetOf(model, over, over)
  const isDown = over.top !== source.top || over.bottom !== source.bottom
  const isBackward = over.top < source.top || over.left < source.left
  const [height, width] = [source.bottom - source.top + 1, source.right - source.left + 1]
  const lengths = { lines: isDown ? width : height, known: isDown ? height : width }
  const missing = (isDown ? over.bottom - over.top + 1 : over.right - over.left + 1) - lengths.known
  const known = (line: number, place: number) => {
    const row = target.rowAt(source.top + (isDown ? place : line))
    const column = model.columns[source.left + (isDown ? line : place)]!
    return row === undefined ? null : target.shown(row, column)
  }
  const lines = Array.from({ length: lengths.lines }, (_, line) => {
    const values = Array.from({ length: lengths.known }, (__, place) => known(line, isBackward ? lengths.known - 1 - place : place))
    return continueValues(values, missing, isSeries)
  })
  const plan = planCells(over, target, (row, column) => {
    const [line, place] = isDown ? [column, row] : [row, column]
    const beyond = isBackward ? missing - 1 - place : place - lengths.known
    return beyond < 0 || beyond >= missing ? undefined : lines[line]![beyond]
  })
  return stage(model, plan, 'filled')
}

/** Empties cells: NULL, default or nothing, as each column takes. */
export async function clearCells(model: GridModel, bounds: Bounds): Promise<void> {
  const target = await targetOf(model, bounds, bounds)
  let skipped = 0
  const changes = []
  for (let row = bounds.top; row <= bounds.bottom; row += 1) {
    const of = target.rowAt(row)
    for (const column of model.columns.slice(bounds.left, bounds.right + 1)) {
      const input = emptyInput(column)
      if (of === undefined || of.id === null || input === null || !target.isOpen(of, column)) skipped += 1
      else changes.push({ row: of.id, key: of.key, column: column.name, base: of.cells?.[model.placeOf(column)] ?? null, input })
    }
  }
  if (changes.length > 0) model.staging.set(changes)
  tellSkipped(skipped, changes.length, 'emptied')
}

async function targetOf(model: GridModel, bounds: Bounds, wide: Bounds): Promise<PasteTarget> {
  if (cellsIn(wide) > copiedCells) throw new Error(changeRangeText.tooMany(numberText(copiedCells)))
  const last = Math.min(wide.bottom, model.rows.length - 1)
  const rows = await rowsOf(model, { ...wide, bottom: last })
  const { rights } = model.window.scope
  return {
    bounds,
    columns: model.columns,
    // what is pasted over the row to begin with are new rows, all of them in one step
    rows: model.rows[0]?.id === entryId ? 0 : model.rows.length,
    rowAt: (index) => rows[index - wide.top],
    placeOf: model.placeOf,
    shown: (row, column) => model.shown(row, column).text,
    isOpen: model.isOpen,
    canInsert: rights.canInsert,
    isInsertable: (column) => fixedReason(column) === null,
  }
}

function stage(model: GridModel, { changes, inserts, skipped, bounds }: PastePlan, done: string): Bounds | null {
  if (changes.length > 0) model.staging.set(changes)
  if (inserts.length > 0) model.staging.insert(inserts)
  tellSkipped(skipped, changes.length + inserts.length, done)
  return changes.length + inserts.length === 0 && skipped > 0 ? null : bounds
}

function tellSkipped(skipped: number, changed: number, done: string): void {
  if (skipped === 0) {
    if (changed === 0) toast.success(changeRangeText.unchanged(done))
    return
  }
  const what = changeRangeText.skipped(numberText(skipped), skipped)
  const why = changeRangeText.whySkipped
  if (changed === 0) toast.error(changeRangeText.nothing(done, why))
  else toast.success(changeRangeText.changed(numberText(changed), done, what, why))
}
