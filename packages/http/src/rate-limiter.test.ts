import { expect, test } from 'vitest'
import { addressKey, createRateLimiter } from './index.ts'

const budgets = { look: { calls: 2, windowSeconds: 60 }, guess: { calls: 1, windowSeconds: 86_400 } }

test('a key that spent its budget is told when to come again', async () => {
  const limiter = createRateLimiter(budgets)
  await limiter.count('look', 'ada')
  await limiter.count('look', 'ada')
  await expect(limiter.count('look', 'ada')).rejects.toMatchObject({
    code: 'rate_limited',
    message: expect.stringMatching(/^Too many requests\. Try again in (?:59|60) seconds\.$/),
    details: { retry_after_seconds: expect.toSatisfy((seconds: number) => seconds > 50 && seconds <= 60) },
  })
})

test('each budget and each key is counted apart, and a success resets one', async () => {
  const limiter = createRateLimiter(budgets)
  await limiter.count('guess', 'ada')
  await limiter.count('guess', 'bob')
  await limiter.count('look', 'ada')
  await limiter.forget('guess', 'ada')
  await limiter.count('guess', 'ada')
  for (const key of ['ada', 'bob']) await expect(limiter.count('guess', key)).rejects.toMatchObject({ code: 'rate_limited' })
})

test.for([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '::ffff:203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::9', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the address %s is counted as %s', ([address, key]) => {
  expect(addressKey(address!)).toBe(key)
})
