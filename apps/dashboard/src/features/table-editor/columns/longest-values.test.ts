import { expect, test } from 'vitest'
import type { GridRow } from '../rows/row-window.ts'
import { longestValues } from './longest-values.ts'

const row = (...cells: (string | null)[]): GridRow => ({ cells, id: null, key: null })

test('each column has the longest of its values, also of rows that are no longer shown', () => {
  const first = longestValues([], [row('1', null), row('20', 'ab')])
  expect(first).toEqual(['20', 'ab'])
  expect(longestValues(first, [row('900000', 'a')])).toEqual(['900000', 'ab'])
})

test('without a longer value it is what it was, so that nothing is drawn again for it', () => {
  const first = longestValues([], [row('20', null)])
  expect(longestValues(first, [row('7', null), { cells: null, id: null, key: null }])).toBe(first)
})
