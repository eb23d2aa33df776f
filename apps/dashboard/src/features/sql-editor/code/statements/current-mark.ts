import { type Extension, RangeSetBuilder } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view'
import { currentStatement, statementField } from './statement-field.ts'

const line = Decoration.line({ class: 'cm-current-statement' })

/** A quiet line beside the statement at the cursor, when there are several: what “run statement” would run. */
export const currentStatementMark: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet
    constructor(view: EditorView) {
      this.decorations = marksIn(view)
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.selectionSet || update.viewportChanged) this.decorations = marksIn(update.view)
    }
  },
  { decorations: ({ decorations }) => decorations },
)

function marksIn({ state, viewport }: EditorView): DecorationSet {
  const current = currentStatement(state)
  if (current === null || state.field(statementField)!.length < 2) return Decoration.none
  const builder = new RangeSetBuilder<Decoration>()
  const last = Math.min(current.to, viewport.to)
  for (let at = Math.max(current.from, viewport.from); at <= last;) {
    const { from, to } = state.doc.lineAt(at)
    builder.add(from, from, line)
    at = to + 1
  }
  return builder.finish()
}
