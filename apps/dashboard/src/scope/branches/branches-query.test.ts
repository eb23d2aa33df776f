import { expect, test } from 'vitest'
import { branchesQuery } from './branches-query.ts'

const intervalFor = (...branches: readonly { readonly status: string; readonly sleep: string }[]) => {
  const { refetchInterval } = branchesQuery('abcdefghijklmnopqrst')
  return (refetchInterval as unknown as (query: object) => number | false)({ state: { data: branches } })
}

test('branches are looked at again for as long as one of them changes by itself, so that none keeps the dot of a status that has passed', () => {
  const main = { status: 'ACTIVE_HEALTHY', sleep: 'awake' }
  expect(intervalFor(main, { status: 'COMING_UP', sleep: 'awake' })).toBe(1_000)
  expect(intervalFor(main, { status: 'ACTIVE_HEALTHY', sleep: 'waking' })).toBe(1_000)
  expect(intervalFor(main, { status: 'INACTIVE', sleep: 'awake' })).toBe(false)
})
