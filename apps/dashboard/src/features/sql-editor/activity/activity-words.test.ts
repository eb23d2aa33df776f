import type { RunningQuery } from '@colonnade/pg-meta/activity'
import { expect, test } from 'vitest'
import { activityWords, whoText } from './activity-words.ts'

const query: RunningQuery = {
  process_id: 7,
  user: 'postgres',
  application: 'psql',
  client: null,
  backend: 'client backend',
  state: 'active',
  wait_type: null,
  wait_event: null,
  seconds: 12.4,
  transaction_seconds: 12.4,
  blocked_by: [],
  query: 'select 1',
}

test('who waits for whom is told at both', () => {
  const blocked = { ...query, process_id: 8, wait_type: 'Lock', wait_event: 'relation', blocked_by: [7, 0] }
  expect(activityWords(blocked, [query, blocked])).toEqual({
    state: 'Running for 12 s',
    tone: 'danger',
    notes: ['Blocked by process 7, a prepared transaction'],
  })
  expect(activityWords(query, [query, blocked])).toMatchObject({ tone: 'warning', notes: ['Blocks 1 other query'] })
})

test('a transaction that idles for more than a minute is marked', () => {
  const idle = { ...query, state: 'idle in transaction', wait_type: 'Client', wait_event: 'ClientRead' }
  expect(activityWords({ ...idle, seconds: 59 }, [])).toEqual({ state: 'Idle in a transaction for 59 s', tone: 'neutral', notes: [] })
  expect(activityWords({ ...idle, seconds: 61 }, [])).toMatchObject({ state: 'Idle in a transaction for 1 min 1 s', tone: 'warning' })
  expect(activityWords({ ...idle, state: 'idle in transaction (aborted)', seconds: 2 }, []).state).toBe('Idle in a failed transaction for 2 s')
})

test('what it waits for, and how long its transaction is open', () => {
  expect(activityWords({ ...query, wait_type: 'IO', wait_event: 'DataFileRead', transaction_seconds: 90 }, []).notes).toEqual([
    'Waiting: IO, DataFileRead',
    'Transaction open for 1 min 30 s',
  ])
  expect(whoText({ ...query, client: '10.0.0.7' })).toBe('postgres · psql · 10.0.0.7')
  expect(whoText({ ...query, user: null, application: '', backend: 'autovacuum worker' })).toBe('autovacuum worker')
})
