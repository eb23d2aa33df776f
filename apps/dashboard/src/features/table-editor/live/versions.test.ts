import { expect, test } from 'vitest'
import { changedPlaces, compareVersions, waitMs } from './versions.ts'

test('a row that is written has another version, one that is gone has none, and one that was never seen is fresh', () => {
  const known = new Map([
    ['a', '1'],
    ['b', '1'],
    ['c', '1'],
  ])
  const found = new Map([
    ['a', '1'],
    ['b', '2'],
    ['d', '1'],
  ])
  expect(compareVersions(known, ['a', 'b', 'c', 'd', 'e'], found)).toEqual({ fresh: ['d'], changed: ['b'], gone: ['c', 'e'] })
})

test('only the cells that differ flash', () => {
  expect([...changedPlaces(['1', null, 'x'], ['1', '', 'y'])]).toEqual([1, 2])
})

test('what fails is looked at less and less often', () => {
  expect([0, 1, 2, 9].map((failures) => waitMs(failures, 4_000, 60_000))).toEqual([4_000, 8_000, 16_000, 60_000])
})
