import type { FunctionInvocation } from '@colonnade/projects'
import { expect, test } from 'vitest'
import { combine } from './combined-stats.ts'

const now = Date.parse('2026-05-01T12:34:56Z')
const call = (secondsAgo: number, status: number, ms: number): FunctionInvocation => ({
  kind: 'invocation',
  id: '1',
  timestamp: new Date(now - secondsAgo * 1_000).toISOString(),
  slug: 'hello',
  version: 1,
  execution_id: 'w',
  request_id: 'r',
  method: 'GET',
  path: '/',
  status,
  error_code: null,
  duration_ms: ms,
  is_cold: false,
  cpu_ms: ms / 2,
  memory_bytes: 1_000,
})

test('calls are in the steps of their time, by how they were answered', () => {
  const rows = combine(
    [call(16 * 60, 200, 1), call(40, 200, 10), call(1, 204, 10), call(1, 302, 20), call(0, 404, 30), call(0, 546, 60)],
    '15min',
    now,
  )
  expect(rows).toHaveLength(30)
  expect(rows.at(-1)).toEqual({
    timestamp: '2026-05-01T12:34:30.000Z',
    requests_count: 4,
    success_count: 1,
    redirect_count: 1,
    client_err_count: 1,
    server_err_count: 1,
    avg_execution_time: 30,
    max_execution_time: 60,
    avg_cpu_time_used: 15,
    max_cpu_time_used: 30,
    avg_memory_used: 1_000,
  })
  expect(rows.at(-2)).toMatchObject({ requests_count: 1, success_count: 1 })
  expect(rows[0]).toMatchObject({ requests_count: 0, avg_execution_time: null, max_cpu_time_used: null })
})
