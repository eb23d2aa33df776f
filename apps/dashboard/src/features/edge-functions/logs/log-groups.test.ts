import type { FunctionLogRow } from '@colonnade/contracts/functions/function-logs'
import { expect, test } from 'vitest'
import { hasText, logGroups } from './log-groups.ts'

const line = (id: string, request_id: string | null, text = 'x') =>
  ({ kind: 'line', id, request_id, text, level: 'info', slug: 'hello', version: 1, execution_id: 'w', timestamp: '' }) satisfies FunctionLogRow

test('the lines of a request stand together, in their order, the newest request first', () => {
  const groups = logGroups([line('1', 'a'), line('2', 'b'), line('3', null), line('4', 'a')])
  expect(groups.map(({ requestId, rows }) => [requestId, rows.map(({ id }) => id)])).toEqual([
    ['a', ['1', '4']],
    [null, ['3']],
    ['b', ['2']],
  ])
})

test('rows are found by what they show', () => {
  expect(hasText(line('1', 'abc', 'Hello World'), 'hello w')).toBe(true)
  expect(hasText(line('1', 'abc', 'Hello'), 'abc')).toBe(true)
  expect(hasText(line('1', null, 'Hello'), 'bye')).toBe(false)
})
