import { expect, test } from 'vitest'
import {
  freezeColumn,
  hideColumns,
  isPlain,
  moveColumn,
  nudgeColumn,
  orderedColumns,
  plainLayout,
  readLayout,
  resizeColumn,
  shownColumns,
} from './column-layout.ts'

const names = ['id', 'name', 'price', 'note']

test('columns stand as the table has them until they are moved', () => {
  expect(shownColumns(names, plainLayout)).toEqual(names)
  const moved = moveColumn(names, plainLayout, 'note', 'name')
  expect(shownColumns(names, moved)).toEqual(['id', 'note', 'name', 'price'])
  expect(shownColumns(names, nudgeColumn(names, moved, 'note', 1))).toEqual(['id', 'name', 'note', 'price'])
  expect(nudgeColumn(names, moved, 'id', -1)).toBe(moved)
})

test('a column that was added stands after its neighbour, one that is gone is forgotten', () => {
  const moved = moveColumn(names, plainLayout, 'note', 'id')
  expect(orderedColumns(['id', 'name', 'added', 'price', 'note'], moved)).toEqual(['note', 'id', 'name', 'added', 'price'])
  expect(orderedColumns(['first', 'id', 'price', 'note'], moved)).toEqual(['first', 'note', 'id', 'price'])
})

test('frozen columns stand first, and moving one among others thaws it', () => {
  const frozen = freezeColumn(plainLayout, 'price', true)
  expect(shownColumns(names, frozen)).toEqual(['price', 'id', 'name', 'note'])
  expect(moveColumn(names, frozen, 'price', 'note').frozen).toEqual([])
  expect(moveColumn(names, frozen, 'note', 'price').frozen).toEqual(['price', 'note'])
  expect(freezeColumn(frozen, 'price', false).frozen).toEqual([])
})

test('hidden columns are not shown, unless nothing would be', () => {
  const hidden = hideColumns(plainLayout, ['id', 'note'], true)
  expect(shownColumns(names, hidden)).toEqual(['name', 'price'])
  expect(shownColumns(names, hideColumns(hidden, ['id'], false))).toEqual(['id', 'name', 'price'])
  expect(shownColumns(names, hideColumns(plainLayout, names, true))).toEqual(names)
})

test('what was kept comes back, and what can not be read is left out', () => {
  const layout = resizeColumn(hideColumns(plainLayout, ['id'], true), 'name', 5_000)
  expect(layout.widths).toEqual({ name: 2_000 })
  expect(readLayout(JSON.stringify(layout))).toEqual(layout)
  expect([readLayout(null), readLayout('{'), readLayout('{"order": 1}')]).toEqual([plainLayout, plainLayout, plainLayout])
  expect([isPlain(plainLayout), isPlain(layout)]).toEqual([true, false])
})
