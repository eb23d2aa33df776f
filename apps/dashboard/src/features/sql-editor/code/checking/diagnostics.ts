import { type Diagnostic, setDiagnostics } from '@codemirror/lint'
import { type ChangeDesc, StateEffect, StateField } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'

/** Who marks places: the last run, what was refused before it ran, the grammar, the names of the database. Earlier ones win where two mark the same place. */
const makers = ['run', 'refused', 'grammar', 'names'] as const
export type Maker = (typeof makers)[number]

type Marks = Readonly<Record<Maker, readonly Diagnostic[]>>

const setMarks = StateEffect.define<{ readonly maker: Maker; readonly marks: readonly Diagnostic[] }>()

/** The marks of each maker, moved along with the text. */
export const marksField = StateField.define<Marks>({
  create: () => ({ run: [], refused: [], grammar: [], names: [] }),
  update(marks, { docChanged, changes, effects }) {
    let next = docChanged && makers.some((maker) => marks[maker].length > 0) ? moved(marks, changes) : marks
    for (const effect of effects) if (effect.is(setMarks)) next = { ...next, [effect.value.maker]: effect.value.marks }
    return next
  },
})

function moved(marks: Marks, changes: ChangeDesc): Marks {
  const along = (own: readonly Diagnostic[]) =>
    own.map((mark) => ({ ...mark, from: changes.mapPos(mark.from, 1), to: changes.mapPos(mark.to, -1) })).filter(({ from, to }) => from < to)
  return { run: along(marks.run), refused: along(marks.refused), grammar: along(marks.grammar), names: along(marks.names) }
}

/** Replaces the marks of one maker. */
export function showMarks(view: EditorView, maker: Maker, marks: readonly Diagnostic[]): void {
  if (marks.length === 0 && view.state.field(marksField)[maker].length === 0) return
  view.dispatch({ effects: setMarks.of({ maker, marks }) })
  view.dispatch(setDiagnostics(view.state, shownMarks(view.state.field(marksField))))
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
