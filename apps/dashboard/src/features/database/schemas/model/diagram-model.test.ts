import type { DiagramTable } from '@colonnade/pg-meta/diagram'
import { expect, test } from 'vitest'
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
  expect(textOf('elsewhere 0')).toBe('Table jobs of schema cron. Referred to by notes by id.')
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
