import { expect, test } from 'vitest'
import { poolerPorts } from './limits.ts'
import { addonsQuery } from './queries.ts'

test('the poolers listen where spec §9 says', () => {
  expect(poolerPorts).toEqual({ transaction: 6543, session: 5432 })
})

test('add-ons are kept for an hour (spec §9)', () => {
  expect(addonsQuery('abcdefghijklmnopqrst').staleTime).toBe(3_600_000)
})
