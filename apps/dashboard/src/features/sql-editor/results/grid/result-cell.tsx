import { createContext, use } from 'react'
import { CellValue } from '../../../../lib/data-grid/cells/cell-value.tsx'
import { isFound } from '../../../../lib/data-grid/find/find-cells.ts'
import { RangeMark } from '../../../../lib/data-grid/ranges/range-mark.tsx'
import { useRangeMarks } from '../../../../lib/data-grid/ranges/range-store.ts'
import type { ResultColumn } from './result-columns.ts'

/** What is looked for, in lower case; empty when nothing is. */
export const SoughtContext = createContext('')

export interface ResultCellProps {
  readonly column: ResultColumn
  readonly text: string | null
  readonly rowIndex: number
  /** Among the shown columns of data. */
  readonly columnIndex: number
}

/** Longer values are not searched for the sake of a tint. */
const searchedCharacters = 10_000

export function ResultCell({ column, text, rowIndex, columnIndex }: ResultCellProps) {
  const marks = useRangeMarks(rowIndex, columnIndex)
  const sought = use(SoughtContext)
  const value = <CellValue column={column} text={text} isWrapped={false} />
  const isFoundHere = sought !== '' && isFound(text === null ? null : text.slice(0, searchedCharacters), sought)
  // most cells are nothing but their value: one element less in each
  if (marks === 0 && !isFoundHere) return value
  return (
    <span>
      <RangeMark marks={marks} onFillStart={undefined} />
      {isFoundHere && <span aria-hidden className="pointer-events-none absolute inset-px rounded-sm bg-warning/25" />}
      {value}
    </span>
  )
}
