import { expect, test } from 'vitest'
import { poolerPorts } from './limits.ts'

test('the poolers listen where spec §9 says', () => {
  expect(poolerPorts).toEqual({ transaction: 6543, session: 5432 })
})
