import { expect, test } from 'vitest'
import { relation } from './fixtures.ts'
import { boundText, parentText, partitionsBelow, partitionsByTable } from './partition-tree.ts'

const relations = [
  relation(1, 'p', null, null),
  relation(2, 'r', 1, 3),
  relation(3, 'p', 1, null),
  relation(4, 'r', 3, 4),
  relation(5, 'r', 3, null),
  relation(6, 'p', null, null),
  relation(7, 'r', null, 9),
]

test('partitions are found below their table at any depth, each after what it is part of', () => {
  const byTable = partitionsByTable(relations)
  expect(partitionsBelow(1, byTable).map(({ id }) => id)).toEqual([2, 3, 4, 5])
  expect(partitionsBelow(3, byTable).map(({ id }) => id)).toEqual([4, 5])
  expect(partitionsBelow(7, byTable)).toEqual([])
})

test('what a partition holds is said in words of its own, whatever its values are', () => {
  expect(boundText("FOR VALUES FROM ('2026-01-01') TO ('2027-01-01')")).toBe("from ('2026-01-01') to ('2027-01-01')")
  expect(boundText("FOR VALUES IN ('FOR VALUES IN', ' TO (')")).toBe("in ('FOR VALUES IN', ' TO (')")
  expect(boundText('FOR VALUES WITH (modulus 3, remainder 0)')).toBe('with (modulus 3, remainder 0)')
  expect(boundText('DEFAULT')).toBe('all other values')
  expect(relations.slice(0, 2).map(parentText)).toEqual([null, 't1'])
  expect(parentText({ ...relations[1]!, schema: 'other' })).toBe('shop.t1')
})
