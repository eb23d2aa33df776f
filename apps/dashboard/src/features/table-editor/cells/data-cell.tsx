import type { EntityColumn } from '@colonnade/pg-meta'
import { cn, CopyButton } from '@colonnade/ui'
import { cellKind } from '../../../lib/data-grid/cells/cell-kind.ts'
import { isFound } from '../../../lib/data-grid/find/find-cells.ts'
import { PeekButton } from '../foreign-rows/peek-button.tsx'
import { RangeMark } from '../../../lib/data-grid/ranges/range-mark.tsx'
import { underPointer, useRangeMarks } from '../../../lib/data-grid/ranges/range-store.ts'
import type { GridRow } from '../rows/row-window.ts'
import { CellValue } from '../../../lib/data-grid/cells/cell-value.tsx'
import { useGridContext } from '../grid/grid-context.ts'
import { shownCell } from '../grid/staged-rows.ts'
import { dataCellText } from './messages.ts'

export interface DataCellProps {
  readonly row: GridRow
  readonly column: EntityColumn
  readonly place: number
  /** Where it is in the grid: its row, and its column among those of data. */
  readonly rowIndex: number
  readonly columnIndex: number
  readonly isActive: boolean
}

/** One value of a table, or what is staged to stand there. */
export function DataCell({ row, column, place, rowIndex, columnIndex, isActive }: DataCellProps) {
  const { staging, sought, isWrapped, onFillStart, onRetry } = useGridContext()
  const marks = useRangeMarks(rowIndex, columnIndex)
  if (row.cells === null) {
    return row.error !== undefined && columnIndex === 0 ? (
      <button type="button" tabIndex={-1} className="font-sans text-danger underline" onClick={onRetry}>
        {dataCellText.tryAgain}
      </button>
    ) : null
  }
  const staged = row.id === null ? undefined : staging.rows.get(row.id)
  const { text, input } = shownCell(row, column.name, place, staged)
  const failure = staging.failure?.row === row.id && staging.failure.words.columns.includes(column.name) ? staging.failure : null
  const conflict = staging.conflicts.find((found) => found.row === row.id && found.column === column.name)
  const saved = row.id === null ? undefined : staging.saved.get(row.id)
  const isSaved = saved === null || saved?.has(column.name) === true
  const isTheirs = row.live?.kind === 'changed' && row.live.places.has(place)
  const isChanged = staged?.kind === 'update' && input !== null
  const value = input?.kind === 'default' ? <DefaultText column={column} /> : <CellValue column={column} text={text} isWrapped={isWrapped} />
  const isFoundHere = isFound(text, sought)
  // most cells are nothing but their value: one element less in each
  const isPlain = marks === 0 && !isActive && staged === undefined && row.live === undefined && !isFoundHere && !isSaved && !failure && !conflict
  if (isPlain) return value
  return (
    <span
      className={cn((staged?.kind === 'delete' || row.live?.kind === 'gone') && 'line-through opacity-60', staged?.kind === 'insert' && 'text-fg')}
    >
      <RangeMark marks={marks} onFillStart={onFillStart} />
      {isChanged && <StagedMark />}
      {isTheirs && <span aria-hidden className="live-flash pointer-events-none absolute inset-0" />}
      {isSaved && <span aria-hidden className="pointer-events-none absolute inset-0 bg-accent-tint" />}
      {isFoundHere && <span aria-hidden className="pointer-events-none absolute inset-px rounded-sm bg-warning/25" />}
      {(failure || conflict) && <span aria-hidden className="pointer-events-none absolute inset-0 border-2 border-danger bg-danger-tint" />}
      {value}
      {isTheirs && <span className="sr-only">{dataCellText.justChanged}</span>}
      {row.live?.kind === 'gone' && columnIndex === 0 && <span className="sr-only">{dataCellText.deleted}</span>}
      {isChanged && <span className="sr-only">{dataCellText.notSavedYet}</span>}
      {failure && <span className="sr-only">{dataCellText.notSaved(failure.words.title)}</span>}
      {conflict && <span className="sr-only">{dataCellText.changed}</span>}
      {(isActive || (marks & underPointer) !== 0) && text !== null && (
        <span
          // a cell is called the same wherever the pointer is
          aria-hidden={!isActive || undefined}
          className={cn(
            'absolute inset-y-0.5 flex items-center bg-(--rdg-background-color)',
            // never over the value: numbers stand at the right
            cellKind(column) === 'number' ? 'left-1' : 'right-1',
          )}
        >
          <PeekButton column={column.name} row={row} staged={staged} />
          {isActive && isCopiedByClick(column) && (
            <span aria-hidden className="flex">
              <CopyButton text={text} label={dataCellText.copyValue} tabIndex={-1} isIconOnly variant="ghost" className="size-5" />
            </span>
          )}
        </span>
      )}
    </span>
  )
}

/** Ids and times are what one takes elsewhere (design §8). */
function isCopiedByClick(column: EntityColumn): boolean {
  return column.base_format === 'uuid' || cellKind(column) === 'date'
}

/** A tint, and a corner for those who don't see tints. */
function StagedMark() {
  return (
    <span aria-hidden className="pointer-events-none absolute inset-0 bg-warning-tint">
      <span className="absolute top-0 right-0 border-4 border-t-warning border-r-warning border-b-transparent border-l-transparent" />
    </span>
  )
}

/** The value is the database's to give. */
function DefaultText({ column }: { readonly column: EntityColumn }) {
  const text = column.is_generated ? 'generated' : column.is_identity ? 'identity' : column.default_value === null ? 'NULL' : 'default'
  return (
    <span className="font-mono text-2xs text-faint italic" title={column.default_value ?? undefined}>
      {text}
    </span>
  )
}
