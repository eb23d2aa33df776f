import type { EditorState } from '@codemirror/state'
import type { ViewUpdate } from '@codemirror/view'
import { whenIdle } from '../../../lib/late/when-idle.ts'
import { countMarks, marksField } from './checking/diagnostics.ts'
import { statementField } from './statements/statement-field.ts'

/** Of the cursor, from 1, in characters. */
export interface CursorPlace {
  readonly line: number
  readonly column: number
}

export interface EditorStatus {
  /** UTF-16 units that are selected. */
  readonly selected: number
  readonly cursors: number
  readonly errors: number
  readonly warnings: number
  /** Too large for anything but writing and running. */
  readonly isLarge: boolean
}

const nothing: EditorStatus = { selected: 0, cursors: 1, errors: 0, warnings: 0, isLarge: false }

/** The line below the editor follows what is written at the latest after this. */
const followMs = 150

/** Holds what the line below the editor shows. The cursor position changes with each key press, so it is separate. */
export class StatusStore {
  #status = nothing
  #place: CursorPlace = { line: 1, column: 1 }
  readonly #listeners = new Set<() => void>()
  readonly #followers = new Set<(place: CursorPlace) => void>()
  #waiting: { state: EditorState; readonly stop: () => void } | null = null

  readonly get = (): EditorStatus => this.#status

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls with the place of the cursor, now and whenever it moves. */
  follow(follower: (place: CursorPlace) => void): () => void {
    this.#followers.add(follower)
    follower(this.#place)
    return () => this.#followers.delete(follower)
  }

  /** Not before what was written is seen: a word that changes elsewhere on the page is laid out and painted for itself, in the time of each key. */
  update({ state, docChanged, selectionSet, startState }: ViewUpdate): void {
    if (!docChanged && !selectionSet && startState.field(marksField) === state.field(marksField)) return
    if (this.#waiting === null) this.#waiting = { state, stop: whenIdle(() => this.show(this.#waiting!.state), followMs) }
    else this.#waiting.state = state
  }

  show(state: EditorState): void {
    this.#waiting?.stop()
    this.#waiting = null
    this.#place = placeOf(state)
    for (const follower of this.#followers) follower(this.#place)
    const next = statusOf(state)
    if (fields.every((field) => next[field] === this.#status[field])) return
    this.#status = next
    for (const listener of this.#listeners) listener()
  }
}

const fields = Object.keys(nothing) as (keyof EditorStatus)[]

/** Columns of very long lines are counted in units, not characters. */
const maxCountedLine = 10_000

function placeOf({ doc, selection: { main } }: EditorState): CursorPlace {
  const line = doc.lineAt(main.head)
  const before = main.head - line.from
  return { line: line.number, column: before > maxCountedLine ? before + 1 : Array.from(line.text.slice(0, before)).length + 1 }
}

function statusOf(state: EditorState): EditorStatus {
  const { main, ranges } = state.selection
  return {
    selected: main.to - main.from,
    cursors: ranges.length,
    errors: countMarks(state, 'error'),
    warnings: countMarks(state, 'warning'),
    isLarge: state.field(statementField) === null,
  }
}
