import type { FunctionInvocation } from '@colonnade/projects'
import { expect, test } from 'vitest'
import { statsOf } from './stats.ts'

const now = Date.parse('2026-05-01T12:34:56Z')
const call = (minutesAgo: number, changes: Partial<FunctionInvocation> = {}): FunctionInvocation => ({
  kind: 'invocation',
  id: '1',
  timestamp: new Date(now - minutesAgo * 60_000).toISOString(),
  slug: 'hello',
  version: 1,
  execution_id: 'w',
  request_id: 'r',
  method: 'GET',
  path: '/',
  status: 200,
  error_code: null,
  duration_ms: 10,
  is_cold: false,
  cpu_ms: 2,
  memory_bytes: 1_000,
  ...changes,
})

test('calls are counted in the step in which they were, by how they were answered', () => {
  const limit = { status: 546, error_code: 'WORKER_RESOURCE_LIMIT' }
  const { times, functions } = statsOf(
    [
      call(60 * 24 + 1),
      call(61, { is_cold: true, duration_ms: 90, memory_bytes: 5_000 }),
      call(1, limit),
      call(1, limit),
      call(1, { status: 401, error_code: 'UNAUTHORIZED_NO_AUTH_HEADER', duration_ms: 30, cpu_ms: 6 }),
      call(0, { slug: 'ask' }),
    ],
    '1day',
    now,
  )
  expect(times).toHaveLength(24)
  expect(new Date(times.at(-1)!).toISOString()).toBe('2026-05-01T12:00:00.000Z')
  expect(functions.map(({ slug }) => slug)).toEqual(['ask', 'hello'])
  const hello = functions[1]!
  expect(hello).toMatchObject({ calls: 4, errors: 2, cold_starts: 1, p50_ms: 10, p95_ms: 90 })
  expect(hello.codes).toEqual([
    { status: 546, code: 'WORKER_RESOURCE_LIMIT', calls: 2 },
    { status: 401, code: 'UNAUTHORIZED_NO_AUTH_HEADER', calls: 1 },
  ])
  const last = Object.fromEntries(Object.entries(hello.steps).map(([name, values]) => [name, values.slice(-2)]))
  expect(last).toEqual({
    succeeded: [1, 0],
    refused: [0, 1],
    failed: [0, 2],
    cold_starts: [1, 0],
    p50_ms: [90, 10],
    p95_ms: [90, 30],
    cpu_ms: [2, 10 / 3],
    memory_bytes: [5_000, 1_000],
  })
  expect(hello.steps.p50_ms[0]).toBeNull()
})
