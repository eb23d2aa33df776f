import { type EditorState, StateField, type Text, type Transaction } from '@codemirror/state'
import { StatementList } from '../../../../lib/sql-text/statement-list.ts'
import { indexAt, statementAt, type StatementRange, type TextSource } from '../../../../lib/sql-text/statement-ranges.ts'
import { largeTextLength } from '../../limits.ts'

const sourceOf = (doc: Text): TextSource => ({ length: doc.length, read: (from, to) => doc.sliceString(from, to) })

/** The places of all statements, kept while the text changes: only what a change touches is read. Null of a text that is too large. */
export const statementField = StateField.define<StatementList | null>({
  create: ({ doc }) => readAll(doc),
  update(list, transaction) {
    if (!transaction.docChanged) return list
    const { newDoc } = transaction
    if (list === null || newDoc.length > largeTextLength) return readAll(newDoc)
    return list.changed(sourceOf(newDoc), changedStretch(transaction))
  },
})

const readAll = (doc: Text): StatementList | null => (doc.length > largeTextLength ? null : StatementList.of(sourceOf(doc)))

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
  const first = indexAt(ranges, offset)
  // at the end of one that has its semicolon, the next is written
  const isEnded = ranges.at(first)?.end === offset && /[;\n]/.test(state.sliceDoc(offset - 1, offset))
  const index = isEnded ? first + 1 : first
  const from = index === 0 ? 0 : ranges.at(index - 1)!.end
  const found = ranges.at(index)
  const to = Math.max(offset, found?.to ?? offset)
  return to - from > maxWrittenLength ? null : { text: state.sliceDoc(from, to), from }
}
