import type { DiagramTable } from '@colonnade/pg-meta/diagram'
import { expect, test } from 'vitest'
import { relationLines } from '../layout/relation-path.ts'
import { tablePx } from '../layout/sizes.ts'
import { cardinalityText, diagramModel, nodeText, relationsByNode } from './diagram-model.ts'
import { clustersOf, clusterTables, groupTables } from './groups.ts'

const column = (name: string, is_nullable = false) => ({ name, type: 'int4', is_nullable })
const table = (id: number, name: string, rest: Partial<DiagramTable> = {}): DiagramTable => ({
  id,
  name,
  type: 'r',
  comment: null,
  columns: [column('id')],
  keys: [{ is_primary: true, columns: ['id'] }],
  references: [],
  referrers: [],
  ...rest,
})
const reference = (to_table: string, columns: string[], to_schema = 'public') => ({
  name: `to_${to_table}`,
  columns,
  to_schema,
  to_table,
  to_columns: columns.map(() => 'id'),
})

const model = diagramModel('public', [
  table(1, 'users', { columns: [column('id'), column('parent', true)], references: [reference('users', ['parent'])] }),
  table(2, 'profiles', { columns: [column('id'), column('user_id')], references: [reference('users', ['id'])] }),
  table(3, 'notes', {
    columns: [column('id'), column('user_id', true)],
    references: [reference('users', ['user_id']), reference('jobs', ['id'], 'cron')],
  }),
  table(4, 'alone'),
])

test('relations go from column to column and tell how many rows go together', () => {
  expect(model.relations.map(({ from, to, fromColumns, toColumns }) => ({ from, to, fromColumns, toColumns }))).toEqual([
    { from: '1', to: '1', fromColumns: [1], toColumns: [0] },
    { from: '2', to: '1', fromColumns: [0], toColumns: [0] },
    { from: '3', to: '1', fromColumns: [1], toColumns: [0] },
    { from: '3', to: 'elsewhere 0', fromColumns: [0], toColumns: [] },
  ])
  expect(model.relations.map(cardinalityText)).toEqual(['many to one or none', 'one to one', 'many to one or none', 'one to one'])
  expect(model.nodes.map(({ schema, name, type }) => `${schema}.${name} ${type}`)).toContain('cron.jobs elsewhere')
  expect(model.nodes[2]!.columns.map(({ isForeign, isPrimary }) => [isForeign, isPrimary])).toEqual([
    [true, true],
    [true, false],
  ])
})

test('tables of other schemas that refer to one stand beside it by name, once each', () => {
  const referrer = { schema: 'audit', table: 'entries', columns: ['user_id'], to_columns: ['id'], is_unique: false, is_optional: true }
  const referred = diagramModel('public', [
    table(1, 'users', {
      referrers: [
        { ...referrer, name: 'a' },
        { ...referrer, name: 'b', columns: ['editor_id'] },
      ],
    }),
    table(2, 'logs', { references: [reference('entries', ['id'], 'audit')] }),
  ])
  expect(referred.nodes.map(({ id, schema, name }) => [id, schema, name])).toEqual([
    ['1', 'public', 'users'],
    ['2', 'public', 'logs'],
    ['elsewhere 0', 'audit', 'entries'],
  ])
  expect(referred.relations.map(({ from, to, fromColumns, toColumns }) => ({ from, to, fromColumns, toColumns }))).toEqual([
    { from: '2', to: 'elsewhere 0', fromColumns: [0], toColumns: [] },
    { from: 'elsewhere 0', to: '1', fromColumns: [-1], toColumns: [0] },
    { from: 'elsewhere 0', to: '1', fromColumns: [-1], toColumns: [0] },
  ])
  expect(new Set(referred.relations.map(({ id }) => id)).size).toBe(3)
  const folded = { x: 0, y: 0, isFolded: false }
  expect(relationLines(referred.relations[1]!, folded, { ...folded, x: 500 })[0]).toContain(`M${tablePx.width} ${tablePx.head / 2}`)
})

test('a table says what it has to do with others', () => {
  const byNode = relationsByNode(model)
  const textOf = (id: string) =>
    nodeText(
      model.nodes.find((node) => node.id === id)!,
      byNode.get(id) ?? [],
      (other) => model.nodes.find((node) => node.id === other)!.name,
    )
  expect(textOf('1')).toBe('Table users, 2 columns. Refers to users by parent. Referred to by profiles by id; notes by user_id.')
  expect(textOf('4')).toBe('Table alone, 1 column. No relations.')
  expect(textOf('elsewhere 0')).toBe('Table jobs in schema cron. Referred to by notes by id.')
})

test('closely related tables stand together, never more than can be taken in, and each in one group', () => {
  const nodes = Array.from({ length: 100 }, (_, at) => ({ id: String(at) }))
  const relations = nodes.slice(1, 90).map(({ id }) => ({ from: id, to: '0' }))
  const clusters = clustersOf({ nodes, relations })
  expect(clusters.flat().toSorted()).toEqual(nodes.map(({ id }) => id).toSorted())
  expect(Math.max(...clusters.map(({ length }) => length))).toBe(clusterTables)
  expect(groupTables(model, 'related').map(({ label, ids }) => [label, ids.length])).toEqual([
    ['users', 4],
    [null, 1],
  ])
})

test('tables are grouped by the first word of their names, one and many of a thing together', () => {
  const nodes = ['order', 'orders', 'order_lines', 'orderNotes', 'users', 'address'].map((name, at) => ({ ...model.nodes[3]!, id: String(at), name }))
  expect(groupTables({ nodes, relations: [] }, 'name')).toEqual([
    { label: 'order', ids: ['0', '1', '2', '3'] },
    { label: null, ids: ['4', '5'] },
  ])
})
