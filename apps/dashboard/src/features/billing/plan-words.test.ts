import { plans } from '@colonnade/contracts/organizations/organizations'
import { expect, test } from 'vitest'
import { planText } from './messages.ts'
import { billedFromThen, planLines, priceText } from './plan-words.ts'

test('every plan has a word in every line', () => {
  for (const { of } of planLines) expect(plans.map(({ id }) => of(id)).every((text) => text !== '' && !/undefined|NaN|null/.test(text))).toBe(true)
  const line = (label: string) => plans.map(({ id }) => planLines.find((one) => one.label === label)!.of(id))
  expect(line('Database egress')).toEqual(['5.00 GB', '250 GB', '500 GB', 'No limit'])
  expect(line('Monthly active users')).toEqual(['50,000', '100,000', '100,000', 'No limit'])
  expect(line('Point-in-time recovery')).toEqual(['up to 3 days', 'up to 7 days', 'up to 14 days', 'up to 28 days'])
  expect(line('Custom domain')).toEqual(['No', 'Add-on', 'Add-on', 'Add-on'])
})

test('prices are shown to the cent, and custom prices as such', () => {
  expect(plans.map(({ id }) => priceText(id, 'EUR'))).toEqual(['€0.00 per month', '€25.00 per month', '€599.00 per month', 'Custom price'])
})

test('what is on when the Free plan is left is billed from then on', () => {
  const addon = (type: 'compute_instance' | 'pitr', name: string, monthly_cents: number) => ({
    project_ref: 'a',
    project_name: 'Shop',
    type,
    name,
    monthly_cents,
  })
  const free = { plan: 'free' as const, currency: 'USD', addons: [addon('compute_instance', 'Micro', 1_000), addon('pitr', '1 day', 1_500)] }
  expect(billedFromThen(free, 'pro')).toEqual([
    'Shop: Compute: Micro, $10.00 per month',
    'Shop: Recovery: 1 day, $15.00 per month',
    planText.total('$25.00'),
  ])
  expect(billedFromThen({ ...free, addons: [addon('compute_instance', 'Nano', 0)] }, 'pro')).toEqual([])
  expect(billedFromThen({ ...free, plan: 'pro' }, 'team')).toEqual([])
})
