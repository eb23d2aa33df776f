import { expect, test } from 'vitest'
import { relation } from './fixtures.ts'
import { partitionsByTable } from './partition-tree.ts'
import { isAnyUncounted, sizesById, sizeText, withSizes } from './table-sizes.ts'

const relations = [
  relation(1, 'p', null, null),
  relation(2, 'r', 1, 3),
  relation(3, 'p', 1, null),
  relation(4, 'r', 3, 4),
  relation(5, 'r', 3, null),
  relation(6, 'p', null, null),
  relation(7, 'r', null, 9),
  relation(8, 'v', null, null),
]
const texts = (sizes: Parameters<typeof withSizes>[1]) => withSizes(relations, sizes, partitionsByTable(relations)).map(sizeText)

test('what Postgres counted is told as about so much; nothing is told of what it did not count, nor of what that is part of, until it is measured', () => {
  expect(texts(undefined)).toEqual([null, '≈ 30 bytes', null, '≈ 40 bytes', null, null, '≈ 90 bytes', null])
  expect(texts(sizesById([{ id: 5, bytes: 8192 }]))).toEqual([
    '≈ 8.07 kB',
    '≈ 30 bytes',
    '≈ 8.04 kB',
    '≈ 40 bytes',
    '8.00 kB',
    null,
    '≈ 90 bytes',
    null,
  ])
})

test('a partitioned table has the rows of its partitions; one without any has none', () => {
  expect(withSizes(relations, undefined, partitionsByTable(relations)).map(({ rows_estimate }) => rows_estimate)).toEqual([
    7,
    3,
    4,
    4,
    null,
    null,
    9,
    null,
  ])
})

test('nothing is measured where all is counted', () => {
  expect(isAnyUncounted(relations)).toBe(true)
  expect(isAnyUncounted(relations.filter(({ id }) => id !== 5))).toBe(false)
})
