import { EditorState, type TransactionSpec } from '@codemirror/state'
import type { EditorView } from '@codemirror/view'
import { expect, test } from 'vitest'
import { countMarks, marksField, showMarks, shownMarks } from './diagnostics.ts'

const mark = (from: number, severity: 'error' | 'warning') => ({ from, to: from + 3, severity, message: severity })

test('of marks at one place one is shown, and so counted', () => {
  const shown = shownMarks({ strays: [], run: [mark(5, 'error')], refused: [], grammar: [], names: [mark(5, 'warning'), mark(20, 'warning')] })
  expect(shown.map(({ from, severity }) => [from, severity])).toEqual([
    [5, 'error'],
    [20, 'warning'],
  ])
})

test('a mark is counted until what it marked is written away, and moves with it', () => {
  let state = EditorState.create({ doc: 'abc def ghi', extensions: [marksField] })
  const view = {
    get state() {
      return state
    },
    dispatch: (...specs: TransactionSpec[]) => void (state = state.update(...specs).state),
  } as unknown as EditorView
  const counts = () => [countMarks(state, 'error'), countMarks(state, 'warning')]
  showMarks(view, 'names', [mark(4, 'warning'), mark(8, 'warning')])
  showMarks(view, 'run', [mark(0, 'error')])
  expect(counts()).toEqual([1, 2])
  view.dispatch({ changes: { from: 0, insert: 'x ' } })
  view.dispatch({ changes: { from: 2, to: 5 } })
  expect(state.doc.toString()).toBe('x  def ghi')
  expect(counts()).toEqual([0, 2])
  // of what is set now, and of what was set before and is still there
  showMarks(view, 'grammar', [mark(3, 'error')])
  expect(counts()).toEqual([1, 1])
})
