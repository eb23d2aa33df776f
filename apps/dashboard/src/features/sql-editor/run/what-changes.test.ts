import { expect, test } from 'vitest'
import { whatChanges } from './what-changes.ts'

test.each([
  ['nothing', []],
  ['nothing', ['SELECT', 'EXPLAIN', 'BEGIN']],
  ['rows', ['SELECT', 'INSERT', 'TRUNCATE TABLE']],
  ['anything', ['INSERT', 'CREATE TABLE']],
  ['anything', ['COMMIT']],
  ['anything', ['DO']],
] as const)('%s may be another after %j', (expected, commands) => {
  expect(whatChanges(commands.map((command) => ({ command })))).toBe(expected)
})
