import { expect, test } from 'vitest'
import { addonsQuery } from './addon-queries.ts'

test('add-ons are kept for an hour (spec §9)', () => {
  expect(addonsQuery('abcdefghijklmnopqrst').staleTime).toBe(3_600_000)
})
