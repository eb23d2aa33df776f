import { expect, test } from 'vitest'
import { commandText, durationText, elapsedText, moreText, rowsText } from './wording.ts'

test('times and counts read well', () => {
  expect([0.02, 0.84, 43.4, 2350, 184_000].map(durationText)).toEqual(['< 0.1 ms', '0.8 ms', '43 ms', '2.35 s', '3 min 4 s'])
  expect(elapsedText(12_340)).toBe('12.3 s')
  expect([rowsText(1), rowsText(1000)]).toEqual(['1 row', '1,000 rows'])
  expect(moreText(1200)).toBe('And 1,200 more')
})

test('a cut result says how much is shown', () => {
  expect(commandText({ command: 'SELECT', rowCount: null }, { count: 2, isTruncated: true })).toBe('SELECT · first 2 rows')
  expect(commandText({ command: 'SELECT', rowCount: 2, isTruncated: true })).toBe('SELECT · first 2 rows')
  expect(commandText({ command: 'CREATE TABLE', rowCount: null })).toBe('CREATE TABLE')
})
