import { signingKeyStates } from '@colonnade/contracts/api/signing-keys'
import { expect, test } from 'vitest'
import { keptBecause, refusedBecause } from './transitions.ts'

test('a key goes from standby into use, is revoked after that, and comes back', () => {
  const allowed = signingKeyStates.flatMap((from) =>
    signingKeyStates.filter((to) => refusedBecause(from, to, false) === null).map((to) => `${from} → ${to}`),
  )
  expect(allowed).toEqual([
    'standby → in_use',
    'previously_used → standby',
    'previously_used → revoked',
    'revoked → standby',
    'revoked → previously_used',
  ])
})

test('only one key is on standby', () => {
  expect(refusedBecause('revoked', 'standby', true)).toMatch(/Another key/)
  expect(refusedBecause('standby', 'in_use', true)).toBeNull()
})

test('a key is deleted once it neither signs nor verifies tokens that exist', () => {
  expect(signingKeyStates.filter((state) => keptBecause(state) === null)).toEqual(['standby', 'revoked'])
})
