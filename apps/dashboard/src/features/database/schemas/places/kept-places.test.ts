import { expect, test } from 'vitest'
import type { DiagramNode } from '../model/diagram-model.ts'
import { mergeKept, toKept, withKept } from './kept-places.ts'

const node = (id: string, name: string): DiagramNode => ({ id, schema: 'public', name, type: 'r', comment: null, columns: [] })
const nodes = [node('1', 'a'), node('2', 'b'), node('3', 'c')]
const places = new Map([
  ['1', { x: 0, y: 0 }],
  ['2', { x: 0, y: 100 }],
  ['3', { x: 300, y: 100 }],
])
const kept = (table: string, x: number, y: number) => ({ table_schema: 'public', table, x, y })

test('without anything kept, tables stand as they are laid out', () => {
  expect(withKept(nodes, places, [])).toBe(places)
  expect(withKept(nodes, places, [kept('gone', 1, 1)])).toBe(places)
})

test('a table stands where it was put, whatever its id is by now; new ones stand below, as they were laid out', () => {
  const found = withKept(nodes, places, [kept('a', 500, 40), kept('gone', 0, 0)])
  expect(found.get('1')).toEqual({ x: 500, y: 40 })
  expect(found.get('2')!.y).toBeGreaterThan(40 + 36)
  expect(found.get('2')!.x).toBe(500)
  expect(found.get('3')!.x - found.get('2')!.x).toBe(300)
  expect(withKept(nodes, places, toKept(nodes, places))).toEqual(places)
})

test('what is moved again has its last place', () => {
  expect(mergeKept([kept('a', 1, 1), kept('b', 2, 2)], [kept('a', 5, 5)])).toEqual([kept('a', 5, 5), kept('b', 2, 2)])
})
