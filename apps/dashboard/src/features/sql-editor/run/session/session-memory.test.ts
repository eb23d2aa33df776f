import { expect, test } from 'vitest'
import { afterRun, emptyMemory, isMissed } from './session-memory.ts'

const statements = (...commands: string[]) => commands.map((command) => ({ command, rowCount: null, durationMs: 0, set: null }))
const none = { transaction: 'none', transactionStartedAt: null } as const
const open = { transaction: 'open', transactionStartedAt: '2026-01-01T00:00:00.000Z' } as const

test('statements of a transaction are counted from the one that began it', () => {
  const first = afterRun(emptyMemory, '', statements('SELECT', 'BEGIN', 'INSERT'), open)
  expect(first).toMatchObject({ ...open, statements: 2 })
  expect(afterRun(first, '', statements('UPDATE'), open).statements).toBe(3)
  expect(afterRun(first, '', statements('ROLLBACK', 'UPDATE'), open).statements).toBe(3)
  expect(afterRun(first, '', statements('COMMIT'), none)).toEqual(emptyMemory)
  expect(afterRun(first, '', statements('COMMIT', 'BEGIN'), open).statements).toBe(1)
})

test('what lasts as long as the session would be missed', () => {
  expect(isMissed(afterRun(emptyMemory, 'select 1', statements('SELECT'), none))).toBe(false)
  expect(isMissed(afterRun(emptyMemory, 'begin', statements('BEGIN'), open))).toBe(true)
  const made = afterRun(emptyMemory, 'create temp table a ()', statements('CREATE TABLE'), none)
  expect(isMissed(made)).toBe(true)
  expect(isMissed(afterRun(made, 'select 1', statements('SELECT'), none))).toBe(true)
  expect(isMissed(afterRun(made, 'discard all', statements('DISCARD ALL'), none))).toBe(false)
  // it failed before anything was made
  expect(isMissed(afterRun(emptyMemory, 'create temp table a (', statements(), none))).toBe(false)
})
