import { AppError, type ErrorCode } from '@colonnade/core'
import { expect, test } from 'vitest'
import { partialText, runErrorText } from './messages.ts'
import { canRunEach, explainFate, explainPartialResults, explainRunError, type RunPlace } from './explain-run-error.ts'

const explain = (code: ErrorCode, details = {}, place: RunPlace = 'writer') =>
  explainRunError(new AppError(code, details, { message: 'in its words' }), place)

test('a run ended from outside differs from one with an error', () => {
  expect(explain('query_cancelled').kind).toBe('cancelled')
  expect(explain('statement_timeout', { timeout_ms: 15_000 })).toMatchObject({ kind: 'late', title: runErrorText.timeLimit(' of 15 s') })
  expect(explain('statement_timeout', { timeout_ms: 600_000 }).title).toBe(runErrorText.timeLimit(' of 10 min'))
  expect(explain('statement_timeout')).toMatchObject({
    kind: 'late',
    title: runErrorText.statementTimeout,
    advice: expect.stringContaining('Postgres says: in its words.'),
  })
  expect(explain('serialization_failure', { sqlstate: '55P03' })).toMatchObject({ kind: 'late', advice: expect.stringContaining('lock_timeout') })
  expect(explain('serialization_failure', { sqlstate: '40001' })).toMatchObject({ kind: 'failed' })
  expect(explain('connection_lost', { sqlstate: '25P04' })).toMatchObject({
    kind: 'lost',
    title: runErrorText.connectionEndedAt('transaction_timeout'),
  })
  expect(explain('connection_lost').title).toBe(runErrorText.connectionLost)
  expect(explain('connection_lost', { sqlstate: '57P01' }).title).toBe(runErrorText.connectionEnded)
  for (const code of ['unavailable', 'sql_session_lost', 'internal'] as const) expect(explain(code).kind).toBe('lost')
  expect(explain('unavailable').advice).toContain('not known')
  expect(explain('unavailable', { is_sent: false })).toMatchObject({ kind: 'lost', advice: expect.stringContaining('nothing was run') })
  // Postgres has one SQLSTATE for both
  expect(explain('insufficient_privilege').advice).toMatch(/privilege.*policy/)
  expect(explain('undefined_object', { sqlstate: '08P01' })).toMatchObject({
    title: expect.stringContaining('$1'),
    advice: expect.stringContaining(':id'),
  })
  expect(explain('syntax_error')).toEqual({ kind: 'failed', title: 'in its words', advice: null })
})

test('errors come with what to do about them', () => {
  const codes = [
    'too_many_connections',
    'payload_too_large',
    'sql_session_busy',
    'production_locked',
    'read_only',
    'database_not_found',
    'replica_not_ready',
    'storage_full',
  ] as const
  const advice = (['replica', 'reader', 'writer'] as const).map((place) => explain('read_only', {}, place).advice)
  expect(advice).toEqual([expect.stringContaining('replica'), expect.stringContaining('your role'), expect.stringContaining('BEGIN READ ONLY')])
  for (const code of codes) expect(explain(code)).toMatchObject({ kind: 'failed', title: 'in its words', advice: expect.stringMatching(/\.$/) })
})

test('what came before a run failed is counted, and the rest is not passed over', () => {
  const set = (count: number, isComplete: boolean) => ({ count, isComplete })
  expect(explainPartialResults('lost', [])).toBeNull()
  expect(explainPartialResults('failed', [set(3, true)])).toBe(partialText.complete)
  expect(explainPartialResults('failed', [set(3, true), set(1, false)])).toBe(partialText.cut('1 row'))
  expect(explainPartialResults('lost', [set(39_994, false)])).toBe(partialText.lost('39,994 rows'))
})

test('what became of the statements before a failure is said where it is known', () => {
  const fate = (marks: string, rest: Partial<Parameters<typeof explainFate>[0]> = {}) =>
    explainFate({
      kind: 'failed',
      statements: marks.split('').map((mark) => (mark === 'x' ? { isRolledBack: true } : {})),
      transaction: 'none',
      place: 'writer',
      ...rest,
    })
  expect(fate('')).toBeNull()
  expect(fate('x')).toBe(partialText.rolledBack)
  expect(fate('xxx')).toBe(partialText.rolledBack)
  expect(fate('-xx')).toBe('2 statements before the error were rolled back. Earlier statements are committed.')
  expect(fate('--')).toBe('2 statements before the error are committed.')
  expect(fate('xx', { transaction: 'failed' })).toBeNull()
  expect(fate('--', { place: 'reader' })).toBeNull()
  expect(fate('--', { kind: 'lost' })).toBeNull()
  expect(fate('xx', { kind: 'lost' })).toBe(partialText.rolledBack)
})

test('running each statement by itself is offered where only the shared transaction was in the way', () => {
  const offered = (sqlstate: string, rest: Partial<Parameters<typeof canRunEach>[0]> = {}) =>
    canRunEach({ error: new AppError('database_error', { sqlstate }), options: { rowLimit: 1, timeoutMs: 0 }, transaction: 'none', ...rest })
  expect(['2D000', '25001', '22012'].map((sqlstate) => offered(sqlstate))).toEqual([true, true, false])
  expect(offered('2D000', { transaction: 'failed' })).toBe(false)
  expect(offered('2D000', { options: { rowLimit: 1, timeoutMs: 0, commitsEach: true } })).toBe(false)
  expect(offered('25001', { error: new AppError('read_only', { sqlstate: '25001' }) })).toBe(false)
})
