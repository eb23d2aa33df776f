import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { type ChangeDesc, type EditorState, StateEffect, StateField } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Who marks places: the last run, what was refused before it ran, the grammar, the names of the database. Earlier ones win where two mark the same place. */
const makers = ['run', 'refused', 'grammar', 'names'] as const
export type Maker = (typeof makers)[number]

type Marks = Readonly<Record<Maker, readonly Diagnostic[]>>

const setMarks = StateEffect.define<{ readonly maker: Maker; readonly marks: readonly Diagnostic[] }>()

/** The marks of each maker as they were set, and what has changed in the text since: a key press moves none of hundreds. */
interface HeldMarks {
  readonly marks: Marks
  readonly since: ChangeDesc | null
}

/** The marks of each maker; `marksOf` gives them where they are now. */
export const marksField = StateField.define<HeldMarks>({
  create: () => ({ marks: { run: [], refused: [], grammar: [], names: [] }, since: null }),
  update(held, { docChanged, changes, effects }) {
    const hasMarks = makers.some((maker) => held.marks[maker].length > 0)
    let next = docChanged && hasMarks ? { ...held, since: held.since?.composeDesc(changes.desc) ?? changes.desc } : held
    for (const effect of effects)
      if (effect.is(setMarks)) next = { marks: { ...placed(next), [effect.value.maker]: effect.value.marks }, since: null }
    return next
  },
})

export const marksOf = (state: EditorState): Marks => placed(state.field(marksField))

function placed({ marks, since }: HeldMarks): Marks {
  if (since === null) return marks
  const along = (own: readonly Diagnostic[]) =>
    own.map((mark) => ({ ...mark, from: since.mapPos(mark.from, 1), to: since.mapPos(mark.to, -1) })).filter(({ from, to }) => from < to)
  return { run: along(marks.run), refused: along(marks.refused), grammar: along(marks.grammar), names: along(marks.names) }
}

/** Replaces the marks of one maker. */
export function showMarks(view: EditorView, maker: Maker, marks: readonly Diagnostic[]): void {
  if (marks.length === 0 && view.state.field(marksField).marks[maker].length === 0) return
  view.dispatch({ effects: setMarks.of({ maker, marks }) })
  view.dispatch(setDiagnostics(view.state, shownMarks(marksOf(view.state))))
}

/** What is seen of all marks. */
export function shownMarks(all: Marks): Diagnostic[] {
  const shown: Diagnostic[] = []
  for (const own of makers) {
    const earlier = [...shown]
    shown.push(...all[own].filter(({ from, to }) => !earlier.some((other) => from < other.to && other.from < to)))
  }
  return shown
}
