import { expect, test } from 'vitest'
import { layOut } from './lay-out.ts'
import { relationLines } from './relation-path.ts'
import { tablePx } from './sizes.ts'

const nodes = Array.from({ length: 80 }, (_, at) => ({ id: String(at), width: tablePx.width, height: 60 + ((at * 37) % 300) }))
const relations = nodes.slice(1, 60).map(({ id }, at) => ({ from: id, to: String(Math.floor(at / 3)) }))

test.each([
  { name: 'one group', groups: [nodes.map(({ id }) => id)] },
  { name: 'many groups', groups: [0, 1, 2, 3].map((part) => nodes.filter((_, at) => at % 4 === part).map(({ id }) => id)) },
])('no table covers another: $name', ({ groups }) => {
  const places = layOut({ nodes, relations, groups })
  const boxes = nodes.map((node) => ({ ...node, ...places.get(node.id)! }))
  for (const [at, one] of boxes.entries()) {
    for (const other of boxes.slice(at + 1)) {
      const isApart =
        one.x + one.width <= other.x || other.x + other.width <= one.x || one.y + one.height <= other.y || other.y + other.height <= one.y
      if (!isApart) expect.fail(`${one.id} covers ${other.id}`)
    }
  }
  const width = Math.max(...boxes.map(({ x }) => x)) + tablePx.width
  const height = Math.max(...boxes.map(({ y, height: own }) => y + own))
  expect(width / height).toBeGreaterThan(0.7)
  expect(width / height).toBeLessThan(3)
})

test('what is referred to stands on the left of what refers to it, also in a circle and to itself', () => {
  const [a, b] = [nodes[0]!, nodes[1]!]
  const places = layOut({
    nodes: [a, b],
    relations: [
      { from: '1', to: '0' },
      { from: '0', to: '0' },
    ],
    groups: [['0', '1']],
  })
  expect(places.get('0')!.x + tablePx.width).toBeLessThan(places.get('1')!.x)
  expect(
    layOut({
      nodes: [a, b],
      relations: [
        { from: '1', to: '0' },
        { from: '0', to: '1' },
      ],
      groups: [['0', '1']],
    }).size,
  ).toBe(2)
  expect(layOut({ nodes: [], relations: [], groups: [[]] }).size).toBe(0)
})

const relation = { from: 'a', to: 'b', fromColumns: [1, 2], toColumns: [0, 1], isUnique: false, isOptional: false }

test('a line goes from the row of each column to that of the other, on the sides that face one another', () => {
  const lines = relationLines(relation, { x: 500, y: 0, isFolded: false }, { x: 0, y: 100, isFolded: false })
  expect(lines).toHaveLength(2)
  expect(lines[0]!).toMatch(/^M500 69H488C/)
  expect(lines[0]!).toContain(`H${tablePx.width}M`)
})

test('lines of a table without its columns meet at its head, once', () => {
  expect(relationLines(relation, { x: 500, y: 0, isFolded: true }, { x: 0, y: 100, isFolded: true })).toHaveLength(1)
  expect(relationLines({ ...relation, toColumns: [] }, { x: 0, y: 0, isFolded: true }, { x: 500, y: 0, isFolded: true })[0]).toContain('H500')
})
