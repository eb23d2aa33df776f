import type { Analysis } from '@colonnade/pg-meta/statements'
import { describe, expect, test } from 'vitest'
import { errorSpan } from '../../run/error-span.ts'
import { noOutput, type SqlPart } from '../../run/run-state.ts'
import { explainPart, explainTarget, type ExplainTarget } from './explain-part.ts'

const classification = (kind: string, writes = false) => ({
  kind,
  reads: true,
  writes,
  isOpaque: false,
  functions: [],
  dangers: [],
  isTransactionControl: false,
  isOutsideTransaction: false,
})
const analysis = (...statements: readonly [start: number, end: number, kind: string, writes?: boolean][]): Analysis => ({
  kind: 'statements',
  statements: statements.map(([start, end, kind, writes]) => ({ start, end, classification: classification(kind, writes), problem: null })) as never,
})
const whole = (text: string): SqlPart => ({ text, offset: 0, start: { line: 1, column: 1 }, isSelection: false })
const statementOf = (target: ExplainTarget) => (target.kind === 'statement' ? target.statement.text : target.why)

describe('what is explained', () => {
  const text = 'select 1;\n  delete from t;\ncreate table x ()'
  const found = analysis([0, 8, 'SelectStmt'], [12, 25, 'DeleteStmt', true], [27, 44, 'CreateStmt', true])
  test.each([
    ['at the beginning', 0, 'select 1'],
    ['right after its semicolon', 9, 'select 1'],
    ['in the middle', 15, 'delete from t'],
    [
      'where nothing can be explained',
      30,
      'Postgres can only explain SELECT, INSERT, UPDATE, DELETE, MERGE, VALUES, EXECUTE, DECLARE and CREATE TABLE AS.',
    ],
  ])('the statement of the cursor: %s', (_, cursor, expected) => {
    expect(statementOf(explainTarget(whole(text), cursor, found))).toBe(expected)
  })

  test('nothing of an empty text, and all of one that is too long to be looked at', () => {
    expect(explainTarget(whole(' \n'), 0, analysis())).toMatchObject({ kind: 'none' })
    expect(explainTarget(whole('select 1;\n;'), 0, { kind: 'unknown', reason: 'too_slow' })).toMatchObject({
      statement: { text: 'select 1' },
      writes: true,
    })
  })

  test('a statement that writes says so', () => {
    expect(explainTarget(whole(text), 15, found)).toMatchObject({ writes: true })
    expect(explainTarget(whole(text), 0, found)).toMatchObject({ writes: false })
  })
})

describe('the text that is sent', () => {
  const request = { isAnalyze: true, options: ['buffers', 'wal'], transaction: 'none' } as const
  test.each([
    ['plans only', { ...request, isAnalyze: false }, false, 'explain (buffers, format json) select 1'],
    ['runs it', request, false, 'explain (analyze, buffers, wal, format json) select 1'],
    ['without buffers', { ...request, options: [] }, false, 'explain (analyze, buffers off, format json) select 1'],
    [
      'rolls back',
      { ...request, options: ['verbose', 'settings'] } as const,
      true,
      'begin; explain (analyze, verbose, buffers off, settings, format json) select 1\n; rollback;',
    ],
    [
      'leaves an open transaction as it was',
      { ...request, options: [], transaction: 'open' } as const,
      true,
      'savepoint colonnade_explain; explain (analyze, buffers off, format json) select 1\n; rollback to savepoint colonnade_explain; release savepoint colonnade_explain;',
    ],
    ['has nothing to undo without running', { ...request, isAnalyze: false, options: [] }, true, 'explain (format json) select 1'],
  ])('%s', (_, asked, isUndone, expected) => {
    expect(explainPart(whole('select 1'), asked, isUndone).text).toBe(expected)
  })

  test('an error is underlined in the statement, not in what was put before it', () => {
    const text = 'select 1;\n  select nmae from t'
    const target = explainTarget(whole(text), 15, analysis([0, 8, 'SelectStmt'], [12, 30, 'SelectStmt']))
    if (target.kind !== 'statement') throw new Error(target.why)
    const part = explainPart(target.statement, request, true)
    const position = part.text.indexOf('nmae') + 1
    const error = { message: 'm', details: { position } }
    const span = errorSpan({
      kind: 'failed',
      part,
      options: { rowLimit: 1, timeoutMs: 0 },
      output: noOutput,
      error,
      key: 'a run',
      tookMs: 1,
      transaction: 'none',
    } as never)!
    expect(text.slice(span.span.from, span.span.to)).toBe('nmae')
    expect(span.place).toEqual({ line: 2, column: 10 })
  })
})
