import type { AddonReport } from '@colonnade/contracts/projects/addons'
import { expect, test } from 'vitest'
import { addonPrices, priceLine } from './addon-prices.ts'

const report: Pick<AddonReport, 'available_addons' | 'currency'> = {
  currency: 'EUR',
  available_addons: [
    {
      type: 'compute_instance',
      variants: [
        { identifier: 'ci_nano', name: 'Nano', monthly_cents: 0, refusal: null },
        { identifier: 'ci_micro', name: 'Micro', monthly_cents: 1_000, refusal: null },
      ],
    },
    { type: 'pitr', variants: [{ identifier: 'pitr_7', name: '7 days', monthly_cents: 7_500, refusal: null }] },
  ],
}
const pro = { name: 'Acme', plan: { id: 'pro', name: 'Pro' }, managed_by: null } as const

test('a variant costs what the installation says, and none of it nothing', () => {
  const { of } = addonPrices(pro, report, 'compute_instance')
  expect(['ci_nano', 'ci_micro', 'ci_huge'].map(of)).toEqual(['Included', '€10.00 a month', null])
  expect([null, 'pitr_7'].map(addonPrices(pro, report, 'pitr').of)).toEqual([null, '€75.00 a month'])
})

test('how it is billed is said as it is: not at all on the Free plan, elsewhere where somebody else manages the organization', () => {
  expect(addonPrices(pro, report, 'compute_instance').note).toBe('Billed by the second, while the server is awake.')
  expect(addonPrices(pro, report, 'pitr').note).toBe('Billed by the second.')
  expect(addonPrices({ ...pro, plan: { id: 'free', name: 'Free' } }, report, 'pitr').note).toMatch(/The Free plan isn’t billed/)
  const managed = addonPrices({ ...pro, managed_by: 'Harbour' }, report, 'pitr')
  expect([managed.of('pitr_7'), managed.note]).toEqual([null, 'Billed by Harbour, which manages Acme.'])
})

test('nothing is said while nothing is known', () => {
  const prices = addonPrices(pro, undefined, 'pitr')
  expect([prices.of('pitr_7'), prices.note, priceLine(prices, 'pitr_7')]).toEqual([null, null, undefined])
  expect(priceLine(addonPrices(pro, report, 'pitr'), 'pitr_7')).toBe('€75.00 a month. Billed by the second.')
})
