import { completeAuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { manualClock } from '@colonnade/core'
import { expect, test } from 'vitest'
import { isAuthError } from '../errors.ts'
import { createRateLimits, type LimitName } from './rate-limits.ts'
import { createRefusals } from './refusals.ts'

const settings = completeAuthSettings({ rate_limit_verify: 60 })

/** Counts calls until one is refused; returns how many were taken, and the seconds to wait. */
function exhaust(limits: ReturnType<typeof createRateLimits>, name: LimitName, address: string, ref = 'ref') {
  for (let taken = 0; taken < 1_000; taken += 1) {
    try {
      limits.count(name, { ref, address }, settings)
    } catch (error) {
      if (!isAuthError(error, 'over_request_rate_limit')) throw error
      return { taken, wait: error.details.retryAfterSeconds }
    }
  }
  return { taken: 1_000, wait: undefined }
}

test('an address makes thirty calls at once, and then as many as its kind of call allows', () => {
  const clock = manualClock(0)
  const limits = createRateLimits(clock, createRefusals(clock))
  // 15 a minute, and 60 in five minutes as the project says
  expect(exhaust(limits, 'factors', '192.0.2.1')).toEqual({ taken: 30, wait: 4 })
  expect(exhaust(limits, 'verify', '192.0.2.1')).toEqual({ taken: 30, wait: 5 })
  clock.advance(60_000)
  expect(exhaust(limits, 'factors', '192.0.2.1').taken).toBe(15)
  expect(exhaust(limits, 'verify', '192.0.2.1').taken).toBe(12)
  clock.advance(3_600_000)
  expect(exhaust(limits, 'factors', '192.0.2.1').taken).toBe(30)
})

test('addresses and projects are counted apart, and a network of IPv6 as one', () => {
  const clock = manualClock(0)
  const limits = createRateLimits(clock, createRefusals(clock))
  expect(exhaust(limits, 'otp', '192.0.2.1').taken).toBe(30)
  expect(exhaust(limits, 'otp', '192.0.2.2').taken).toBe(30)
  expect(exhaust(limits, 'otp', '192.0.2.1', 'other').taken).toBe(30)
  expect(exhaust(limits, 'otp', '2001:db8::1').taken).toBe(30)
  expect(exhaust(limits, 'otp', '2001:db8::2').taken).toBe(0)
  expect(exhaust(limits, 'otp', '2001:db8:0:1::1').taken).toBe(30)
})

test('what is used and refused is told for each limit, until it is refilled or an hour old', () => {
  const clock = manualClock(0)
  const refusals = createRefusals(clock)
  const limits = createRateLimits(clock, refusals)
  const count = (name: LimitName, address: string, times: number, ref = 'ref') => {
    for (let call = 0; call < times; call += 1) limits.count(name, { ref, address }, settings)
  }
  count('signup', '192.0.2.1', 3)
  count('otp', '192.0.2.1', 7)
  count('resend', '2001:db8::1', 2)
  count('otp', '192.0.2.2', 30, 'reference')
  expect(exhaust(limits, 'factors', '192.0.2.3').taken).toBe(30)
  const used = () => Object.fromEntries(limits.usage('ref', settings))
  expect(used()).toMatchObject({
    rate_limit_otp: { used: 7, most: 30, caller: '192.0.2.1', callers: 2 },
    factors: { used: 30, caller: '192.0.2.3', callers: 1 },
    rate_limit_verify: { used: 0, caller: null, callers: 0 },
  })
  expect(refusals.lastHour('ref', 'factors')).toBe(1)
  expect(refusals.lastHour('reference', 'factors')).toBe(0)
  // 30 in five minutes: one every ten seconds, and what is begun isn't there yet
  clock.advance(25_000)
  expect(used()['rate_limit_otp']).toMatchObject({ used: 5, callers: 1 })
  clock.advance(300_000)
  expect(used()['rate_limit_otp']).toMatchObject({ used: 0, caller: null })
  expect(exhaust(limits, 'factors', '192.0.2.3').taken).toBe(30)
  expect(refusals.lastHour('ref', 'factors')).toBe(2)
  clock.advance(56 * 60_000)
  expect(refusals.lastHour('ref', 'factors')).toBe(1)
  clock.advance(3 * 3_600_000)
  expect(refusals.lastHour('ref', 'factors')).toBe(0)
})
