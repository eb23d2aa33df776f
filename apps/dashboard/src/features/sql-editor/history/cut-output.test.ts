import { expect, test } from 'vitest'
import { noOutput, type ResultSet } from '../run/run-state.ts'
import { cutOutput, runsToDrop } from './cut-output.ts'
import { keptForMs, maxKeptRuns, maxKeptSize } from './run-limits.ts'

const set = (rows: string[][], more: Partial<ResultSet> = {}): ResultSet => ({
  fields: [],
  rows,
  count: rows.length,
  cut: new Map(),
  isComplete: true,
  isTruncated: false,
  ...more,
})

test('whole rows are kept up to the size, and a cut result says that there is more', () => {
  const rows = [['aaaa'], ['bbbb'], ['cccc']]
  const { output, size } = cutOutput(
    {
      ...noOutput,
      sets: [
        set(rows, {
          cut: new Map([
            ['0 0', 9],
            ['2 0', 9],
          ]),
        }),
      ],
    },
    13,
  )
  expect(output.sets[0]).toMatchObject({ rows: [['aaaa'], ['bbbb']], count: 2, isTruncated: true, cut: new Map([['0 0', 9]]) })
  expect(size).toBe(12)
  expect(cutOutput({ ...noOutput, sets: [set(rows)] }, 100).output.sets[0]).toMatchObject({ count: 3, isTruncated: false })
})

test('only rows that belong to the state are kept', () => {
  expect(cutOutput({ ...noOutput, sets: [set([['a'], ['b']], { count: 1 })] }, 100).output.sets[0]!.rows).toEqual([['a']])
})

test('what is older than a day goes, and of too much the oldest', () => {
  const now = 10 * keptForMs
  const run = (id: string, age: number, size = 1) => ({ id, at: now - age, size })
  expect([...runsToDrop([run('old', keptForMs + 1), run('new', 5)], now)]).toEqual(['old'])
  expect([...runsToDrop([run('a', 3, 10), run('b', 2, maxKeptSize - 5), run('c', 1, 5)], now)]).toEqual(['a'])
  const many = Array.from({ length: maxKeptRuns + 2 }, (_, index) => run(String(index), index))
  expect([...runsToDrop(many, now)]).toEqual([String(maxKeptRuns), String(maxKeptRuns + 1)])
})
