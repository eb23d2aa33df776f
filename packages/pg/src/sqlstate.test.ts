import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseError } from './sqlstate.ts'

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
})
