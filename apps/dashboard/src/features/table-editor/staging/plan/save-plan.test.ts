import { type CellInput } from '@colonnade/pg-meta'
import { getRowEditSql } from '@colonnade/pg-meta/row-edits'
import { expect, test } from 'vitest'
import { column, entity } from '../../fixtures.ts'
import { columnAtPosition, followStatements, savePlan } from './save-plan.ts'
import type { StagedRow } from '../staging.ts'

const text = (value: string): CellInput => ({ kind: 'text', text: value })
const key = (id: string) => ({ columns: ['id'], values: [id] })
const albums = entity({
  columns: [column('id', { is_nullable: false }), column('parent'), column('title', { base_format: 'text' })],
  relationships: [],
})
const update = (id: string, cells: Record<string, [string | null, CellInput]>): [string, StagedRow] => [
  id,
  { kind: 'update', key: key(id), cells: new Map(Object.entries(cells).map(([name, [base, input]]) => [name, { base, input }])) },
]
const queriesOf = (rows: readonly [string, StagedRow][], of = albums) => savePlan(of, rows, false).map(({ query }) => query)

test('what is given free comes first: deletions, then updates along the chain of keys, then insertions', () => {
  const rows: [string, StagedRow][] = [
    ['new:1', { kind: 'insert', values: new Map([['id', text('1')]]) }],
    update('1', { id: ['1', text('2')] }),
    update('2', { id: ['2', text('3')] }),
    ['3', { kind: 'delete', key: key('3'), cells: ['3', null, ''] }],
  ]
  expect(queriesOf(rows).map((query) => /^(?:delete|insert|update \S+ set id = '\d')/.exec(query)?.[0])).toEqual([
    'delete',
    "update public.album set id = '3'",
    "update public.album set id = '2'",
    'insert',
  ])
  expect(queriesOf(rows)[0]).toContain('pg_catalog.num_nulls(parent) = 1')
})

test('of two rows that swap their keys one goes to a value that nobody has first, and is found there again', () => {
  const plan = savePlan(albums, [update('1', { id: ['1', text('2')] }), update('2', { id: ['2', text('1')] })], false)
  expect(plan.map(({ isLast }) => isLast)).toEqual([false, true, true])
  const [, room] = /set id = '(\d+)'/.exec(plan[0]!.query)!
  expect(Number(room)).toBeGreaterThan(1_000_000)
  expect(plan.at(-1)!.query).toContain(`where (id) in (('${room}'))`)
})

test('rows of a table that refers to itself are deleted together', () => {
  const [relationship] = entity().relationships
  const own = { ...relationship!, source_table_id: 1, target_table_id: 1, source_column_name: 'parent', target_column_name: 'id' }
  const rows = ['1', '2'].map((id): [string, StagedRow] => [id, { kind: 'delete', key: key(id), cells: null }])
  expect(queriesOf(rows, { ...albums, relationships: [own] })).toEqual([`delete from public.album where (id) in (('1'), ('2'));`])
  expect(queriesOf(rows)).toHaveLength(2)
})

test('thousands of new rows are inserted many at a time, those with the same columns together', () => {
  const rows = Array.from({ length: 3_000 }, (_, index): [string, StagedRow] => [
    `new:${index}`,
    { kind: 'insert', values: new Map([['id', text(`${index}`)]]) },
  ])
  const plan = savePlan(albums, rows)
  expect(plan).toHaveLength(60)
  expect(plan[0]).toMatchObject({ expected_rows: 50, rows: rows.slice(0, 50).map(([id]) => id) })
})

test('numbers that are typed into a numbered column take its sequence with them', () => {
  const numbered = { ...albums, columns: [column('id', { is_identity: true }), column('title', { base_format: 'text' })] }
  const rows: [string, StagedRow][] = [
    [
      'new:1',
      {
        kind: 'insert',
        values: new Map([
          ['id', text('12')],
          ['title', text('a')],
        ]),
      },
    ],
    update('1', { id: ['1', text('7')] }),
  ]
  const statements = followStatements(numbered, new Map(rows).values())
  expect(statements).toHaveLength(1)
  expect(statements[0]).toContain("(values ('12'::int8), ('7')) as given (id)")
  expect(followStatements(numbered, new Map([update('1', { title: ['a', text('9')] })]).values())).toEqual([])
  expect(followStatements(albums, new Map(rows).values())).toEqual([])
})

test('the column is known by the place that the database names', () => {
  const inputs = [
    ['id', text('1')],
    ['title', text("it's 🏛")],
    ['parent', text('x')],
  ] as const
  const cells = inputs.map(([name, input]) => ({ column: name, base: null, input }))
  const { sql } = getRowEditSql({ table: albums, key: key('1'), cells })
  const positionOf = (part: string) => Array.from(sql.slice(0, sql.indexOf(part))).length + 1
  expect(columnAtPosition(sql, inputs, positionOf("'x'"))).toBe('parent')
  expect(columnAtPosition(sql, inputs, positionOf("'it"))).toBe('title')
  expect(columnAtPosition(sql, inputs, sql.length)).toBeNull()
})
