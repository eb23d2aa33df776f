import { realtimeDefaults } from '@colonnade/contracts/realtime/realtime-settings'
import { expect, test } from 'vitest'
import { effectText, limitsText } from './messages.ts'
import { accessChangesOf, accessEffect, limitChangesOf, limitsEffect, typedAccessOf, TypedLimits, typedLimitsOf } from './settings-draft.ts'

const defaults = realtimeDefaults('pro', false)
const saved = { ...defaults, max_joins_per_second: 7 }
const typed = typedLimitsOf(saved)

test('only limits that differ are sent, and a default follows the plan again', () => {
  const changesOf = (change: Partial<TypedLimits>) => limitChangesOf(saved, TypedLimits.parse({ ...typed, ...change }), defaults)
  expect(changesOf({})).toEqual({})
  expect(changesOf({ max_concurrent_users: ' 1,200 ', max_joins_per_second: '500' })).toEqual({
    max_concurrent_users: 1_200,
    max_joins_per_second: null,
  })
  expect(accessChangesOf(saved, { ...typedAccessOf(saved), suspend: true })).toEqual({ suspend: true })
})

test.for([
  [{ max_concurrent_users: '' }, 'max_concurrent_users', limitsText.whole],
  [{ max_concurrent_users: '0' }, 'max_concurrent_users', limitsText.least],
  [{ max_channels_per_client: '1001' }, 'max_channels_per_client', limitsText.most(1_000)],
  [{ max_bytes_per_second: '2999999' }, 'max_bytes_per_second', limitsText.tooSlow],
] as const)('%o is refused at its field', ([change, field, message]) => {
  const { error } = TypedLimits.safeParse({ ...typed, ...change })
  expect(error?.issues.map(({ path, message: said }) => [path[0], said])).toContainEqual([field, message])
})

test('what is saved says first whom it disconnects', () => {
  const access = typedAccessOf(saved)
  expect(accessEffect(saved, access)).toBeUndefined()
  expect(accessEffect(saved, { ...access, private_only: true, suspend: true }, 2)).toBe(effectText.suspend(2))
  expect(accessEffect({ ...saved, suspend: true }, access)).toBe(effectText.resume)
  expect(accessEffect(saved, { ...access, private_only: true })).toBe(effectText.privateOnly)
  expect(accessEffect(saved, { ...access, presence_enabled: false })).toBe(effectText.presenceOff)
  expect(limitsEffect(saved, typed)).toBeUndefined()
  expect(limitsEffect(saved, { ...typed, max_concurrent_users: '1' })).toBe(effectText.users)
  expect(limitsEffect(saved, { ...typed, max_events_per_second: '1' })).toBe(effectText.rates)
  expect(limitsEffect(saved, { ...typed, max_events_per_second: '9000' })).toBe(effectText.none)
})
