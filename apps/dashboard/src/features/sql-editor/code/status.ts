import type { EditorState } from '@codemirror/state'
import type { ViewUpdate } from '@codemirror/view'
import { marksField } from './checking/diagnostics.ts'
import { statementField } from './statements/statement-field.ts'

export interface EditorStatus {
  /** Of the cursor, from 1, in characters. */
  readonly line: number
  readonly column: number
  /** UTF-16 units that are selected. */
  readonly selected: number
  readonly cursors: number
  readonly errors: number
  readonly warnings: number
  /** Too large for anything but writing and running. */
  readonly isLarge: boolean
}

/** What the line below the editor tells; it alone is drawn anew at a key press. */
export class StatusStore {
  #status: EditorStatus = { line: 1, column: 1, selected: 0, cursors: 1, errors: 0, warnings: 0, isLarge: false }
  readonly #listeners = new Set<() => void>()

  readonly get = (): EditorStatus => this.#status

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  update({ state, docChanged, selectionSet, startState }: ViewUpdate): void {
    if (docChanged || selectionSet || startState.field(marksField) !== state.field(marksField)) this.show(state)
  }

  show(state: EditorState): void {
    this.#status = statusOf(state)
    for (const listener of this.#listeners) listener()
  }
}

/** Columns of very long lines are counted in units, not characters. */
const maxCountedLine = 10_000

function statusOf(state: EditorState): EditorStatus {
  const { main, ranges } = state.selection
  const line = state.doc.lineAt(main.head)
  const before = main.head - line.from
  const column = before > maxCountedLine ? before + 1 : Array.from(state.sliceDoc(line.from, main.head)).length + 1
  const marks = Object.values(state.field(marksField)).flat()
  return {
    line: line.number,
    column,
    selected: main.to - main.from,
    cursors: ranges.length,
    errors: marks.filter(({ severity }) => severity === 'error').length,
    warnings: marks.filter(({ severity }) => severity === 'warning').length,
    isLarge: state.field(statementField) === null,
  }
}
