import type { EntityColumn } from '@colonnade/pg-meta'
import { CellText, Skeleton } from '@colonnade/ui'
import { cellKind } from '../changes/cell-kind.ts'
import type { GridRow } from '../rows/row-window.ts'
import { useGridContext } from './grid-context.ts'

export interface DataCellProps {
  readonly row: GridRow
  readonly column: EntityColumn
  readonly place: number
}

/** One value of a table. */
export function DataCell({ row, column, place }: DataCellProps) {
  const { failure, pending } = useGridContext()
  if (row.cells === null) return <Skeleton className="h-2.5 w-3/5" />
  const text = row.cells[place] ?? null
  const kind = cellKind(column)
  const isFailed = failure !== null && failure.rowId === row.id && failure.column === column.name
  const isPending = pending !== null && pending.rowId === row.id && pending.column === column.name
  return (
    <span className={isPending ? 'opacity-60' : undefined}>
      {isFailed && <span aria-hidden className="pointer-events-none absolute inset-0 border-2 border-danger bg-danger-tint" />}
      <CellText text={text} isNumber={kind === 'number'} isBoolean={kind === 'boolean'} />
      {isFailed && <span className="sr-only">Not saved: {failure.words.title}</span>}
    </span>
  )
}
