import { useMemo } from 'react'
import { cellKind } from '../cells/cell-kind.ts'
import { formatNumber } from '../../bytes.ts'
import type { CellModel, DataColumn } from '../cell-model.ts'
import { copiedCells } from '../limits.ts'
import { aggregate } from './decimal.ts'
import { cellsIn, isOneCell, type Bounds } from './range.ts'
import { useBounds, type RangeStore } from './range-store.ts'

export interface RangeStatusProps<Row, Column extends DataColumn> {
  readonly store: RangeStore
  readonly model: CellModel<Row, Column>
}

/** Figures of the selected cells. */
export function RangeStatus<Row, Column extends DataColumn>({ store, model }: RangeStatusProps<Row, Column>) {
  const bounds = useBounds(store)
  return bounds === null || isOneCell(bounds) ? null : <Figures bounds={bounds} model={model} />
}

interface FiguresProps<Row, Column extends DataColumn> {
  readonly bounds: Bounds
  readonly model: CellModel<Row, Column>
}

function Figures<Row, Column extends DataColumn>({ bounds, model }: FiguresProps<Row, Column>) {
  const figures = useMemo(() => figuresOf(bounds, model), [bounds, model])
  const size = `${formatNumber(bounds.bottom - bounds.top + 1)} × ${formatNumber(bounds.right - bounds.left + 1)}`
  if (figures === null) return <span className="tabular-nums">{size} cells</span>
  const { count, nulls, numbers, isPart } = figures
  return (
    <output aria-label="Selected cells" className="flex min-w-0 flex-wrap items-center gap-x-3 tabular-nums">
      <span>{size}</span>
      {isPart && <span className="text-warning">loaded cells only:</span>}
      <Figure name="Count" value={formatNumber(count)} />
      {nulls > 0 && <Figure name="NULL" value={formatNumber(nulls)} />}
      {numbers && (
        <>
          <Figure name="Sum" value={numbers.sum} />
          <Figure name="Average" value={`${numbers.isRounded ? '≈ ' : ''}${numbers.average}`} />
          <Figure name="Min" value={numbers.min} />
          <Figure name="Max" value={numbers.max} />
        </>
      )}
    </output>
  )
}

function Figure({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <span className="max-w-56 truncate">
      <span className="text-faint">{name}</span> <span className="font-mono">{value}</span>
    </span>
  )
}

function figuresOf<Row, Column extends DataColumn>(bounds: Bounds, model: CellModel<Row, Column>) {
  const rows = model.rows.slice(bounds.top, bounds.bottom + 1)
  const loaded = rows.filter(model.isHere)
  const columns = model.columns.slice(bounds.left, bounds.right + 1)
  if (loaded.length * columns.length > copiedCells || cellsIn(bounds) === 0) return null
  function* values() {
    for (const column of columns) {
      const isNumber = cellKind(column) === 'number'
      for (const row of loaded) yield { text: model.shown(row, column).text, isNumber }
    }
  }
  return { ...aggregate(values()), isPart: loaded.length < rows.length }
}
