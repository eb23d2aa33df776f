import { type EditorState, StateField, type Text, type Transaction } from '@codemirror/state'
import { readStatements, statementAt, updateRanges, type StatementRange, type TextSource } from '../../../../lib/sql-text/statement-ranges.ts'
import { largeTextLength } from '../../limits.ts'

const sourceOf = (doc: Text): TextSource => ({ length: doc.length, read: (from, to) => doc.sliceString(from, to) })

/** The places of all statements, kept while the text changes: only what a change touches is read. Null of a text that is too large. */
export const statementField = StateField.define<readonly StatementRange[] | null>({
  create: ({ doc }) => readAll(doc),
  update(ranges, transaction) {
    if (!transaction.docChanged) return ranges
    const { newDoc } = transaction
    if (ranges === null || newDoc.length > largeTextLength) return readAll(newDoc)
    return updateRanges(ranges, sourceOf(newDoc), changedStretch(transaction))
  },
})

function readAll(doc: Text): readonly StatementRange[] | null {
  return doc.length > largeTextLength ? null : readStatements(sourceOf(doc), 0, () => false)
}

function changedStretch({ changes }: Transaction) {
  let stretch = { fromA: Number.POSITIVE_INFINITY, toA: 0, fromB: Number.POSITIVE_INFINITY, toB: 0 }
  changes.iterChangedRanges((fromA, toA, fromB, toB) => {
    stretch = {
      fromA: Math.min(stretch.fromA, fromA),
      toA: Math.max(stretch.toA, toA),
      fromB: Math.min(stretch.fromB, fromB),
      toB: Math.max(stretch.toB, toB),
    }
  })
  return stretch
}

/** The statement that the cursor is in or beside; null when there is none, or the text is too large. */
export function currentStatement(state: EditorState): StatementRange | null {
  const ranges = state.field(statementField)
  return ranges && statementAt(ranges, state.selection.main.head, (from, to) => state.sliceDoc(from, to))
}

/** A statement with the space and comments around it, in which something is written at an offset: from the end of the one before. */
export interface WrittenStatement {
  readonly text: string
  readonly from: number
}

/** Longer ones are not looked at while they are written: megabytes of VALUES. */
const maxWrittenLength = 100_000

/** What is written at an offset; null where that is too long to be looked at. */
export function writtenAt(state: EditorState, offset: number): WrittenStatement | null {
  const ranges = state.field(statementField)
  if (ranges === null) return null
  let low = 0
  let high = ranges.length
  while (low < high) {
    const middle = (low + high) >> 1
    const { end } = ranges[middle]!
    // at the end of one that has its semicolon, the next is written
    if (end < offset || (end === offset && /[;\n]/.test(state.sliceDoc(end - 1, end)))) low = middle + 1
    else high = middle
  }
  const from = low === 0 ? 0 : ranges[low - 1]!.end
  const found = ranges[low]
  const to = Math.max(offset, found?.to ?? offset)
  return to - from > maxWrittenLength ? null : { text: state.sliceDoc(from, to), from }
}
