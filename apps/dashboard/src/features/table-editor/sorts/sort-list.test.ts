import { expect, test } from 'vitest'
import { column } from '../fixtures.ts'
import { changeSort, moveSort, sortableColumns, unknownSorts } from './sort-list.ts'

const columns = [column('a'), column('b'), column('point', { is_orderable: false })]

test('sorts that no column answers to are told apart', () => {
  expect(unknownSorts(['a:asc', 'gone:desc', 'point:asc', 'b', 'b:desc:nullsfirst'], columns)).toEqual(['gone:desc', 'point:asc', 'b'])
  expect(unknownSorts(undefined, columns)).toEqual([])
})

test('a sort is moved, and the others keep their order', () => {
  const sorts = ['a', 'b', 'c'].map((name) => ({ column: name }))
  const moved = (from: number, to: number) => moveSort(sorts, from, to).map((sort) => sort.column)
  expect(moved(0, 2)).toEqual(['b', 'c', 'a'])
  expect(moved(2, 0)).toEqual(['c', 'a', 'b'])
  expect([moved(0, -1), moved(1, 3), moved(1, 1)]).toEqual(Array.from({ length: 3 }, () => ['a', 'b', 'c']))
})

test('rows are sorted by a column once, and only by what has an order', () => {
  expect(sortableColumns([{ column: 'a' }], columns).map(({ name }) => name)).toEqual(['b'])
})

test('the head of a column changes its own sort and leaves the others, or begins anew', () => {
  const sorts = [{ column: 'a' }, { column: 'b', ascending: false }]
  expect(changeSort(sorts, 'b', { column: 'b', ascending: true })).toEqual([{ column: 'a' }, { column: 'b', ascending: true }])
  expect(changeSort(sorts, 'a', null)).toEqual([{ column: 'b', ascending: false }])
  expect(changeSort(sorts, 'c', { column: 'c' })).toEqual([{ column: 'c' }])
})
