import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { type ChangeDesc, type EditorState, StateEffect, StateField } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Who marks places: characters that only look like SQL, the last run, what was refused before it ran, the grammar, the names of the database. Earlier ones win where two mark the same place. */
const makers = ['strays', 'run', 'refused', 'grammar', 'names'] as const
export type Maker = (typeof makers)[number]

type Marks = Readonly<Record<Maker, readonly Diagnostic[]>>

const setMarks = StateEffect.define<{ readonly maker: Maker; readonly marks: readonly Diagnostic[] }>()

/** The marks of each maker as they were set, and what has changed in the text since: a key press moves none of hundreds. */
interface HeldMarks {
  readonly marks: Marks
  /** What was seen of them when they were set. */
  readonly shown: readonly Diagnostic[]
  readonly since: ChangeDesc | null
}

/** The marks of each maker, at the places that they were set at. */
export const marksField = StateField.define<HeldMarks>({
  create: () => ({ marks: { strays: [], run: [], refused: [], grammar: [], names: [] }, shown: [], since: null }),
  update(held, { docChanged, changes, effects }) {
    const hasMarks = makers.some((maker) => held.marks[maker].length > 0)
    let next = docChanged && hasMarks ? { ...held, since: held.since?.composeDesc(changes.desc) ?? changes.desc } : held
    for (const effect of effects) {
      if (!effect.is(setMarks)) continue
      const marks = { ...placed(next), [effect.value.maker]: effect.value.marks }
      next = { marks, shown: shownMarks(marks), since: null }
    }
    return next
  },
})

function placed({ marks, since }: HeldMarks): Marks {
  if (since === null) return marks
  const along = (own: readonly Diagnostic[]) =>
    own.filter((mark) => isThere(mark, since)).map((mark) => ({ ...mark, from: since.mapPos(mark.from, 1), to: since.mapPos(mark.to, -1) }))
  return {
    strays: along(marks.strays),
    run: along(marks.run),
    refused: along(marks.refused),
    grammar: along(marks.grammar),
    names: along(marks.names),
  }
}

/** Replaces the marks of one maker. */
export function showMarks(view: EditorView, maker: Maker, marks: readonly Diagnostic[]): void {
  if (marks.length === 0 && view.state.field(marksField).marks[maker].length === 0) return
  view.dispatch({ effects: setMarks.of({ maker, marks }) })
  view.dispatch(setDiagnostics(view.state, view.state.field(marksField).shown))
}

/** How many marks of a severity are seen: without moving them to where they are now. */
export function countMarks(state: EditorState, severity: Diagnostic['severity']): number {
  const { shown, since } = state.field(marksField)
  return shown.reduce((count, mark) => (mark.severity === severity && (since === null || isThere(mark, since)) ? count + 1 : count), 0)
}

/** Whether anything is left of what it marked. */
const isThere = ({ from, to }: Diagnostic, since: ChangeDesc): boolean => since.mapPos(from, 1) < since.mapPos(to, -1)

/** What is seen of all marks. */
export function shownMarks(all: Marks): Diagnostic[] {
  const shown: Diagnostic[] = []
  for (const own of makers) {
    const earlier = [...shown]
    shown.push(...all[own].filter(({ from, to }) => !earlier.some((other) => from < other.to && other.from < to)))
  }
  return shown
}
