import { expect, test } from 'vitest'
import { addonsQuery, pollOf } from './addon-queries.ts'

test('add-ons are kept for an hour (spec §9)', () => {
  expect(addonsQuery('abcdefghijklmnopqrst').staleTime).toBe(3_600_000)
})

test.for([
  [[], false],
  [['READY', 'READY'], false],
  [['READY', 'CHANGING'], 1_000],
  [['FAILING', 'REMOVING'], 1_000],
  [['FAILING', 'READY'], 15_000],
] as const)('with add-ons that are %o it is asked again after %s ms', ([states, ms]) => {
  const selected_addons = states.map((state) => ({ type: 'ipv4', variant: { identifier: 'ipv4_default', name: '' }, state, problem: null }) as const)
  expect(pollOf({ selected_addons, available_addons: [], currency: 'USD' })).toBe(ms)
})
