import { completeAuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { manualClock } from '@colonnade/core'
import { expect, test } from 'vitest'
import { isAuthError } from '../errors.ts'
import { createRateLimits, type LimitName } from './rate-limits.ts'

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
  const limits = createRateLimits(clock)
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
  const limits = createRateLimits(manualClock(0))
  expect(exhaust(limits, 'otp', '192.0.2.1').taken).toBe(30)
  expect(exhaust(limits, 'otp', '192.0.2.2').taken).toBe(30)
  expect(exhaust(limits, 'otp', '192.0.2.1', 'other').taken).toBe(30)
  expect(exhaust(limits, 'otp', '2001:db8::1').taken).toBe(30)
  expect(exhaust(limits, 'otp', '2001:db8::2').taken).toBe(0)
  expect(exhaust(limits, 'otp', '2001:db8:0:1::1').taken).toBe(30)
})
