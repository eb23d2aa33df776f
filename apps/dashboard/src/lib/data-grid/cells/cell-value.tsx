import { booleanWord, cellLine, CellText } from '@colonnade/ui'
import { memo } from 'react'
import type { DataColumn } from '../cell-model.ts'
import { cellKind } from './cell-kind.ts'

export interface CellValueProps {
  readonly column: DataColumn
  readonly text: string | null
  /** Over several lines, as many as the row has room for. */
  readonly isWrapped: boolean
}

/** More does not fit into the highest rows. */
const wrappedCharacters = 1_000

/**
 * One value as its type is read, in a cell of the class that `cellClass` gives: documents on one line, labels of an enum as such. Most are text and nothing
 * else, as there are many.
 */
export const CellValue = memo(function CellValue({ column, text, isWrapped }: CellValueProps) {
  const kind = cellKind(column)
  if (text === null || text === '') return <CellText text={text} />
  if (isWrapped && kind !== 'number') {
    return <span className="block max-h-full overflow-hidden py-1 leading-4 break-words whitespace-pre-wrap">{text.slice(0, wrappedCharacters)}</span>
  }
  if (kind === 'enum') return <span className="rounded-sm bg-selected px-1.5 py-0.5">{text}</span>
  if (kind === 'boolean') return booleanWord(text)
  if (kind === 'json') return cellLine(text.slice(0, wrappedCharacters).replaceAll(/\s*\n\s*/g, ' '))
  return text.includes('\n') ? <CellText text={text} /> : cellLine(text)
})
