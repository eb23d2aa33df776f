import { expect, test } from 'vitest'
import { readLimit, readTimeout, timeoutText } from './limits-draft.ts'

test.for([
  ['16', 16],
  [' 1 ', 1],
  ['29', 29],
  ['', null],
  ['30', undefined],
  ['0', undefined],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e1', undefined],
  ['many', undefined],
] as const)('a limit "%s" is %s', ([text, value]) => {
  const found = readLimit(text, { min: 1, max: 29 })
  expect(found.value).toBe(value)
  expect(found.problem).toBe(value === undefined ? 'Enter a whole number from 1 to 29, or leave it empty' : undefined)
})

test.for([
  ['', 0],
  ['0', 0],
  ['1', 1_000],
  ['2.5', 2_500],
  ['86400', 86_400_000],
  ['86401', undefined],
  ['0.5', undefined],
  ['soon', undefined],
] as const)('a timeout of "%s" seconds is %s ms', ([text, value]) => {
  expect(readTimeout(text).value).toBe(value)
  expect(readTimeout(text).problem === undefined).toBe(value !== undefined)
})

test('what is shown is what would be read', () => {
  for (const ms of [0, 1_000, 2_500, 60_000]) expect(readTimeout(timeoutText(ms)).value).toBe(ms)
})
