import { analyzeStatements, type Parser } from '@colonnade/pg-meta/statements'
import { loadModule, parsePlPgSQLSync, parseSync, scanSync } from 'libpg-query'
import { beforeAll, expect, test } from 'vitest'
import { checkCondition } from './condition-check.ts'

const parser = { parseSync, parsePlPgSQLSync, scanSync } as unknown as Parser
beforeAll(() => loadModule())
const check = (text: string) => checkCondition(text, async (whole) => analyzeStatements(parser, whole))

test.each([
  'price > 10',
  'price > 10 -- and so on',
  "name = ')' or id in (select id from other)",
  'case when a then b else c end',
  "exists (select 1 from t where t.id = x.id) and data @> '{}'",
  '(a, b) in ((1, 2))',
  'not flag /* why */',
])('%s is a condition', async (text) => {
  expect(await check(text)).toBeNull()
})

test.each([
  ['', 'The condition is empty', null],
  ['price >', 'The condition is incomplete', 7],
  ['price > 10; drop table t', 'syntax error at or near ";"', 10],
  ['true) union select (1', 'Enter a single condition', null],
  ['1=1) or (1=1', null, null],
  ['true) order by (1', 'Enter a single condition', null],
  ['a, b', 'Enter a single condition', null],
  ['true then 1 when false', 'syntax error at or near "then"', 5],
  ["name = 'x", 'unterminated quoted string', 7],
  ['a /* b', 'unterminated /* comment', 2],
  ['price > 10 limit 5', 'syntax error at or near "limit"', 11],
] as const)('%s is none', async (text, message, offset) => {
  const problem = await check(text)
  if (message !== null) expect(problem?.message).toContain(message)
  expect(problem).not.toBeNull()
  if (offset !== null) expect(problem?.offset).toBe(offset)
})

test('what the parser can not tell in time is left to the server', async () => {
  expect(await checkCondition('a', async () => ({ kind: 'unknown', reason: 'too_slow' }))).toBeNull()
  expect(await checkCondition('a', async () => ({ kind: 'too_large', bytes: 9, maxBytes: 8 }))).toMatchObject({
    message: 'The condition is too long',
  })
})
