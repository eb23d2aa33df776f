import { expect, test } from 'vitest'
import { readAddonSearch } from './addon-search.ts'

test.for(['compute_instance', 'pitr', 'custom_domain', 'ipv4'] as const)('the panel of %s is opened by its name', (panel) => {
  expect(readAddonSearch({ panel })).toEqual({ panel })
})

test.for(['nonsense', 'IPV4', '', 7, ['ipv4'], undefined])('%j opens none, and is not left in the address', (panel) => {
  // strictly: the router keeps what the address has of a name that is left out
  expect(readAddonSearch({ panel })).toStrictEqual({ panel: undefined })
})
