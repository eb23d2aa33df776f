import { describe, expect, test } from 'vitest'
import { entryAfterKey, windowParts, withRow } from './row-window.ts'

describe('the window of a long list', () => {
  test('has room where rows are not drawn, so that the page is as long as the list', () => {
    expect(windowParts([4, 5, 6], 10)).toEqual([
      { kind: 'room', before: 4, rows: 4 },
      { kind: 'row', index: 4 },
      { kind: 'row', index: 5 },
      { kind: 'row', index: 6 },
      { kind: 'room', before: 10, rows: 3 },
    ])
  })

  test('keeps the row that has the focus, wherever one scrolls', () => {
    const parts = windowParts(withRow([40, 41], 3), 100)
    expect(parts.map((part) => (part.kind === 'row' ? part.index : `${part.rows} rows`))).toEqual(['3 rows', 3, '36 rows', 40, 41, '58 rows'])
    expect(withRow([2, 3], 3)).toEqual([2, 3])
    expect(withRow([], -1)).toEqual([])
  })

  test('of a list that became shorter has no rows behind its end', () => {
    expect(windowParts([0, 1, 2, 3], 2)).toEqual([
      { kind: 'row', index: 0 },
      { kind: 'row', index: 1 },
    ])
    expect(windowParts([], 0)).toEqual([])
  })
})

describe('keys', () => {
  test.each([
    { key: 'ArrowDown', from: 3, to: 4 },
    { key: 'ArrowUp', from: 3, to: 2 },
    { key: 'ArrowUp', from: 0, to: 0 },
    { key: 'ArrowDown', from: 19, to: 19 },
    { key: 'PageDown', from: 3, to: 13 },
    { key: 'PageDown', from: 13, to: 19 },
    { key: 'PageUp', from: 3, to: 0 },
    { key: 'Home', from: 7, to: 0 },
    { key: 'End', from: 7, to: 19 },
    { key: 'ArrowRight', from: 7, to: null },
    { key: 'a', from: 7, to: null },
  ])('$key in a list leads from $from to $to', ({ key, from, to }) => {
    expect(entryAfterKey(key, from, 20)).toBe(to)
  })

  test.each([
    { key: 'ArrowDown', from: 1, to: 4 },
    { key: 'ArrowUp', from: 4, to: 1 },
    { key: 'ArrowUp', from: 1, to: 1 },
    { key: 'ArrowRight', from: 4, to: 5 },
    { key: 'ArrowLeft', from: 0, to: 0 },
    { key: 'ArrowDown', from: 18, to: 18 },
  ])('$key in a grid of three columns leads from $from to $to', ({ key, from, to }) => {
    expect(entryAfterKey(key, from, 20, 3)).toBe(to)
  })
})
