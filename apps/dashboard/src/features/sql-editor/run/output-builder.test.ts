import type { QueryField } from '@colonnade/contracts/data/queries'
import { expect, test } from 'vitest'
import { commandText, doneStatementsText } from '../wording.ts'
import { OutputBuilder } from './output-builder.ts'

const field: QueryField = { name: 'a', type: 'integer', type_oid: 23, table_oid: 0, column_number: 0 }
const completed = { type: 'completed', command: 'SELECT', row_count: 1, truncated: false, duration_ms: 1 } as const

test('a state keeps its number of rows while more come, and shares what is done', () => {
  const builder = new OutputBuilder()
  builder.take({ type: 'fields', fields: [field] })
  builder.take({ type: 'rows', rows: [['1']] })
  builder.take(completed)
  builder.take({ type: 'fields', fields: [field] })
  builder.take({ type: 'rows', rows: [['2']] })
  const before = builder.output()
  expect(builder.output().sets).toBe(before.sets)
  builder.take({ type: 'rows', rows: [['3'], ['4']], cut: [{ row: 1, column: 0, characters: 9 }] })
  builder.take({ ...completed, truncated: true })
  const after = builder.output()
  expect(before.sets.map(({ count, isComplete }) => [count, isComplete])).toEqual([
    [1, true],
    [1, false],
  ])
  expect(after.sets[0]).toBe(before.sets[0])
  expect(after.sets[1]).toMatchObject({ count: 3, isComplete: true, isTruncated: true, cut: new Map([['2 0', 9]]) })
  expect(after.statements).toMatchObject([{ set: 0 }, { set: 1 }])
})

test('a statement without columns has no set', () => {
  const builder = new OutputBuilder()
  builder.take({ type: 'fields', fields: [] })
  builder.take({ type: 'rows', rows: [[], []] })
  builder.take({ ...completed, row_count: 2 })
  builder.take({ ...completed, command: 'CREATE TABLE', row_count: null })
  builder.take({ type: 'fields', fields: [] })
  builder.take({ type: 'rows', rows: [[], [], []] })
  builder.take({ ...completed, row_count: null, truncated: true })
  expect(builder.output()).toMatchObject({ sets: [], statements: [{ rowCount: 2 }, { set: null }, { rowCount: 3, isTruncated: true }] })
})

test('of a run that failed, a result without its first row is none, and the rows of one that had begun are kept', () => {
  const builder = new OutputBuilder()
  builder.take({ type: 'fields', fields: [field] })
  builder.take(completed)
  builder.take({ type: 'fields', fields: [field] })
  expect(builder.output().sets).toHaveLength(2)
  expect(builder.failed().sets).toMatchObject([{ count: 0, isComplete: true }])

  const begun = new OutputBuilder()
  begun.take({ type: 'fields', fields: [field] })
  begun.take({ type: 'rows', rows: [['1']] })
  expect(begun.failed().sets).toMatchObject([{ count: 1, isComplete: false }])
})

test('statements that were rolled back are marked, also after they were told', () => {
  const builder = new OutputBuilder()
  builder.take(completed)
  builder.take({ ...completed, command: 'INSERT' })
  const before = builder.output()
  builder.take({ type: 'rolled_back', first: 1, count: 1 })
  expect(before.statements[1]).not.toHaveProperty('isRolledBack')
  const { statements } = builder.failed()
  expect(statements).toMatchObject([{ command: 'SELECT' }, { command: 'INSERT', isRolledBack: true }])
  expect(statements.map((statement) => commandText(statement))).toEqual(['SELECT · 1 row', 'INSERT · 1 row · rolled back'])
  expect(doneStatementsText(statements)).toBe('2 statements · 1 rolled back')
})
