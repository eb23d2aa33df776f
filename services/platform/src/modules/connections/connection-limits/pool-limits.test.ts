import { expect, test } from 'vitest'
import { millisecondsOf } from './milliseconds.ts'
import { limitsOf } from '../../../kernel/servers/pool-limits.ts'

const none = { pool_size: null, max_clients: null }

test('the connections of a server are shared out, and nothing is left over', () => {
  const limits = limitsOf('nano', none)
  expect(limits).toEqual({
    max_connections: 40,
    kept_back: 10,
    pool_size: { value: 16, is_chosen: false, default: 16, min: 1, max: 29 },
    max_clients: { value: 2_000, is_chosen: false, default: 2_000, min: 1, max: 2_000 },
    sessions: 14,
  })
  expect(limits.kept_back + limits.pool_size.value + limits.sessions).toBe(limits.max_connections)
})

test('what is chosen for transactions is taken from the sessions', () => {
  expect(limitsOf('nano', { pool_size: 29, max_clients: 100 })).toMatchObject({
    pool_size: { value: 29, is_chosen: true, default: 16 },
    max_clients: { value: 100, is_chosen: true },
    sessions: 1,
  })
})

test('on a smaller server what was chosen for a larger one is the most that it can have', () => {
  expect(limitsOf('nano', { pool_size: 100, max_clients: 8_000 })).toMatchObject({
    pool_size: { value: 29 },
    max_clients: { value: 2_000 },
    sessions: 1,
  })
})

test.for([
  ['8s', 8_000],
  ['250', 250],
  ['1.5 min', 90_000],
  ['2h', 7_200_000],
  ['1d', 86_400_000],
  ['500us', 1],
  ['0', 0],
  ['soon', 0],
] as const)('%s is %d ms', ([text, ms]) => {
  expect(millisecondsOf(text)).toBe(ms)
})
