import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseError, isServerError } from './sqlstate.ts'

const thrown = (message: string, fields: Partial<pg.DatabaseError>) => Object.assign(new pg.DatabaseError(message, message.length, 'error'), fields)

test('a word of a megabyte is not told back whole, and all else of its error is kept', () => {
  const { code, message, details } = databaseError(
    thrown(`syntax error at or near "${'🚀'.repeat(500_000)}"`, { code: '42601', position: '8', hint: 'Look at it.' }),
  )
  expect(code).toBe('syntax_error')
  expect(details).toEqual({ sqlstate: '42601', position: 8, hint: 'Look at it.' })
  expect(message).toMatch(/^syntax error at or near "🚀+\uFFFD?…\uFFFD?🚀+"$/u)
  expect(message.length).toBeLessThan(1_100)
})

test('what a function has to say is told whole', () => {
  const long = 'Because. '.repeat(1_000)
  expect(databaseError(thrown(long, { code: 'P0001' })).message).toBe(long)
  expect(databaseError(thrown(long, { code: '22023', routine: 'exec_stmt_raise' })).message).toBe(long)
})

test('parameters without values are told as what they are, and not as a connection that was lost', () => {
  const bind = thrown('bind message supplies 0 parameters, but prepared statement "" requires 2', { code: '08P01', severity: 'ERROR' })
  expect(databaseError(bind)).toMatchObject({
    code: 'undefined_object',
    message: 'The statement has parameters ($1) but no values were sent',
    details: { sqlstate: '08P01', hint: expect.stringContaining(':id') },
  })
  expect(isServerError(bind)).toBe(true)
  expect(databaseError(thrown('invalid frontend message type 0', { code: '08P01', severity: 'FATAL' })).code).toBe('connection_lost')
})

test('a full disk is called that', () => {
  const full = thrown('could not extend file "base/5/16587": No space left on device', { code: '53100' })
  expect(databaseError(full)).toMatchObject({ code: 'storage_full', message: expect.stringMatching(/^The disk is full: could not extend/) })
})

test('a mistake in a function keeps the statement in which it is, and its place there', () => {
  const inner = thrown('column "nowhere" does not exist', {
    code: '42703',
    internalPosition: '8',
    internalQuery: 'select nowhere',
    where: 'PL/pgSQL function f()',
  })
  expect(databaseError(inner).details).toEqual({
    sqlstate: '42703',
    internal_position: 8,
    internal_query: 'select nowhere',
    where: 'PL/pgSQL function f()',
  })
})
