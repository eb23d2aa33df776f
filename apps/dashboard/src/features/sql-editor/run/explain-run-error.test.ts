import { AppError, type ErrorCode } from '@colonnade/core'
import { expect, test } from 'vitest'
import { explainRunError } from './explain-run-error.ts'

const explain = (code: ErrorCode, details = {}) => explainRunError(new AppError(code, details, { message: 'in its words' }))

test('what ends a run from outside is told from what is wrong with it', () => {
  expect(explain('query_cancelled').kind).toBe('cancelled')
  expect(explain('statement_timeout', { timeout_ms: 15_000 })).toMatchObject({ kind: 'late', title: 'Stopped at its time limit of 15 s' })
  expect(explain('statement_timeout', { timeout_ms: 600_000 }).title).toBe('Stopped at its time limit of 10 min')
  expect(explain('connection_lost').title).toBe('The connection to the database was lost')
  expect(explain('connection_lost', { sqlstate: '57P01' }).title).toBe('Its connection was ended')
  for (const code of ['unavailable', 'sql_session_lost', 'internal'] as const) expect(explain(code).kind).toBe('lost')
  expect(explain('syntax_error')).toEqual({ kind: 'failed', title: 'in its words', advice: null })
})

test('who can do something about it is told what', () => {
  const codes = [
    'too_many_connections',
    'payload_too_large',
    'sql_session_busy',
    'production_locked',
    'read_only',
    'database_not_found',
    'storage_full',
  ] as const
  for (const code of codes) expect(explain(code)).toMatchObject({ kind: 'failed', title: 'in its words', advice: expect.stringMatching(/\.$/) })
})
