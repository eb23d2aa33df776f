import { expect, test } from 'vitest'
import { column } from '../fixtures.ts'
import type { GridRow } from '../rows/row-window.ts'
import { containsText } from './contains-text.ts'
import { findCells, isFound, nextFound } from '../../../lib/data-grid/find/find-cells.ts'

const row = (...cells: string[]): GridRow => ({ cells, id: cells[0]!, key: null })
const absent: GridRow = { cells: null, id: null, key: null }
const columns = [column('id'), column('name')]
const isHere = ({ cells }: GridRow) => cells !== null
const rows = [row('1', 'Ada'), absent, row('2', 'Bea'), row('3', 'ADAM')]
const shown = (of: GridRow, { name }: { readonly name: string }) => ({ text: of.cells?.[name === 'id' ? 0 : 1] ?? null, input: null })

test('cells are found by what they show, in rows that are there, whatever the capitals', () => {
  const { points, rows: searched } = findCells({ rows, columns, isHere, shown }, 'ada')
  expect(points).toEqual([
    { row: 0, column: 1 },
    { row: 3, column: 1 },
  ])
  expect(searched).toBe(3)
  expect(isFound(null, 'n')).toBe(false)
  expect(isFound('x', '')).toBe(false)
})

test('one goes from one to the next, and round at the end', () => {
  const points = [
    { row: 0, column: 1 },
    { row: 3, column: 0 },
    { row: 3, column: 1 },
  ]
  expect(nextFound(points, { row: 3, column: 0 }, false)).toBe(2)
  expect(nextFound(points, { row: 3, column: 1 }, false)).toBe(0)
  expect(nextFound(points, { row: 0, column: 1 }, true)).toBe(2)
  expect(nextFound(points, null, false)).toBe(0)
  expect(nextFound([], null, false)).toBe(-1)
})

test('the same text is found in the whole table by a condition', () => {
  expect(containsText([{ name: 'id' }, { name: 'The Name' }], "50% o'")).toBe(
    `(concat_ws(chr(30), id, "The Name") collate "default") ilike E'%50\\\\% o''%'`,
  )
})
