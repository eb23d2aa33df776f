import { expect, test } from 'vitest'
import { hourPrice } from './hour-prices.ts'

const acme = { plan: { id: 'pro', name: 'Pro' }, managed_by: null, name: 'Acme', usage_billing_enabled: true } as const

test('what one more costs by the hour is told as far as it is billed', () => {
  expect(hourPrice(acme, 'read_replicas', 'USD')).toBe(
    'Of read replicas, the Pro plan includes 744 hours a month, counted together; $0.02 for each hour beyond that.',
  )
  expect(hourPrice({ ...acme, usage_billing_enabled: false }, 'branches', 'USD')).toMatch(/2,232 hours .*spend cap on, nothing beyond that is billed/)
  expect(hourPrice({ ...acme, plan: { id: 'free', name: 'Free' } }, 'branches', 'USD')).toBe('The Free plan isn’t billed.')
  expect(hourPrice({ ...acme, plan: { id: 'enterprise', name: 'Enterprise' } }, 'branches', 'USD')).toMatch(/includes all hours/)
})
