import { expect, test } from 'vitest'
import { shownMarks } from './diagnostics.ts'

test('of marks at one place one is shown, and so counted', () => {
  const mark = (from: number, severity: 'error' | 'warning') => ({ from, to: from + 3, severity, message: severity })
  const shown = shownMarks({ run: [mark(5, 'error')], refused: [], grammar: [], names: [mark(5, 'warning'), mark(20, 'warning')] })
  expect(shown.map(({ from, severity }) => [from, severity])).toEqual([
    [5, 'error'],
    [20, 'warning'],
  ])
})
