import { expect, test } from 'vitest'
import { commandText, durationText, elapsedText, groupCommands, rowsText } from './wording.ts'

test('times and counts read well', () => {
  expect([0.84, 43.4, 2350, 184_000].map(durationText)).toEqual(['0.8 ms', '43 ms', '2.35 s', '3 min 4 s'])
  expect(elapsedText(12_340)).toBe('12.3 s')
  expect([rowsText(1), rowsText(1000)]).toEqual(['1 row', '1,000 rows'])
})

test('a cut result says how much is shown', () => {
  expect(commandText({ command: 'SELECT', row_count: null, rows: [['1'], ['2']], truncated: true })).toBe('SELECT · first 2 rows')
  expect(commandText({ command: 'CREATE TABLE', row_count: null, rows: [], truncated: false })).toBe('CREATE TABLE')
})

test('the same command in a row is told once', () => {
  const results = [
    { command: 'CREATE TABLE', row_count: null },
    { command: 'INSERT', row_count: 2 },
    { command: 'INSERT', row_count: 3 },
  ]
  expect(groupCommands(results)).toEqual([
    { command: 'CREATE TABLE', times: 1, rows: null },
    { command: 'INSERT', times: 2, rows: 5 },
  ])
})
