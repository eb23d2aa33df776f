import { expect, test } from 'vitest'
import { BillingDetails } from './billing.ts'
import { computePrices, dedicatedPoolerPrice, moneyText, pitrPrices, planPrices, usagePrices } from './prices.ts'
import { pitrDays } from '../copies/pitr.ts'

const details = { emails: [], name: null, address: null, tax_id: null }

test.each([
  ['none', [], true],
  ['several', ['a@example.com', 'b@example.com'], true],
  ['a line break within', ['a@example.com\r\nBcc: b@example.com'], false],
  ['a line feed within', ['a@exam\nple.com'], false],
  ['no address', ['a'], false],
  ['eleven', Array.from({ length: 11 }, (_, index) => `a${index}@example.com`), false],
])('billing addresses: %s', (_, emails, isGood) => {
  expect(BillingDetails.safeParse({ ...details, emails }).success).toBe(isGood)
})

test('an address that is given twice counts once, and a name has one line', () => {
  expect(BillingDetails.parse({ ...details, emails: ['A@example.com', 'a@example.com '] }).emails).toEqual(['a@example.com'])
  expect(BillingDetails.safeParse({ ...details, name: 'a\r\nb' }).success).toBe(false)
  expect(BillingDetails.safeParse({ ...details, address: 'Street 1\nTown' }).success).toBe(true)
  expect(BillingDetails.safeParse({ ...details, tax_id: 'X'.repeat(51) }).success).toBe(false)
})

test('every price is a whole number of cents, and every variant has one', () => {
  const all = [
    ...Object.values(planPrices),
    ...Object.values(computePrices),
    ...Object.values(pitrPrices),
    ...Object.values(usagePrices),
    dedicatedPoolerPrice,
  ]
  expect(all.filter((cents) => cents !== null && !Number.isInteger(cents))).toEqual([])
  expect(pitrDays.filter((days) => pitrPrices[days] === undefined)).toEqual([])
})

test('amounts are read to the cent', () => {
  expect([moneyText(123_450, 'USD'), moneyText(5, 'EUR'), moneyText(0, 'USD')]).toEqual(['$1,234.50', '€0.05', '$0.00'])
})
