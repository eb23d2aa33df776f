import { expect, test } from 'vitest'
import { choicesText, parseTimeLimit, readRunChoices, timeLimitText } from '../run-choices.ts'
import { noSession, type SqlSession } from '../run-state.ts'
import { holdsTransaction, lostThings, needsSession } from './session-rules.ts'

const kept: SqlSession = { kind: 'kept', id: 'a', transaction: 'open', transactionStartedAt: null, statements: 2, database: undefined, idleSince: 0 }

test('a connection is kept when that is wanted, when a transaction is on it, and when the text may begin one', () => {
  expect(needsSession('select 1', noSession, false)).toBe(false)
  expect(needsSession('select 1', noSession, true)).toBe(true)
  expect(needsSession('insert into t values (1); BEGIN', noSession, false)).toBe(true)
  expect(needsSession('start\n transaction read only', noSession, false)).toBe(true)
  expect(needsSession('select beginning from t', noSession, false)).toBe(false)
  expect(needsSession('commit', kept, false)).toBe(true)
  expect(needsSession('select 1', { ...kept, transaction: 'none' }, false)).toBe(false)
  expect(holdsTransaction({ ...kept, transaction: 'failed' })).toBe(true)
})

test('what was lost with a connection is listed', () => {
  expect(lostThings({ transaction: 'open', transactionStartedAt: null, statements: 2 })[0]).toBe(
    'The open transaction (2 statements) was rolled back.',
  )
  expect(lostThings({ transaction: 'none', transactionStartedAt: null, statements: 0 })[0]).toContain('temporary tables')
})

test('time limits are read as people write them', () => {
  expect(['90', '90 s', '5min', '1.5 h', ' 250 ms '].map(parseTimeLimit)).toEqual([90_000, 90_000, 300_000, 5_400_000, 250])
  expect(['', '0', '-1', '25 h', '5 days', '1e3'].map(parseTimeLimit)).toEqual([null, null, null, null, null, null])
  expect([0, 250, 15_000, 60_000, 90_000, 7_200_000].map(timeLimitText)).toEqual(['No limit', '250 ms', '15 s', '1 min', '1 min 30 s', '2 h'])
  for (const ms of [250, 15_000, 60_000, 7_200_000]) expect(parseTimeLimit(timeLimitText(ms))).toBe(ms)
})

test('choices come back as they were kept, and anything else is the default', () => {
  const kept = new Map([
    ['sql-row-limit', 'all'],
    ['sql-time-limit', '90000'],
    ['sql-keeps-session', 'true'],
  ])
  expect(readRunChoices((key) => kept.get(key) ?? null)).toEqual({ rowLimit: null, timeoutMs: 90_000, keepsSession: true, commitsEach: false })
  for (const odd of [null, '', 'x', '10000', '-5']) {
    expect(readRunChoices(() => odd)).toMatchObject({ rowLimit: 1_000, keepsSession: false })
  }
  expect(choicesText({ rowLimit: 1_000, timeoutMs: 60_000 })).toBe('1,000 rows · 1 min')
  expect(choicesText({ rowLimit: null, timeoutMs: 0 })).toBe('All rows · no time limit')
})
