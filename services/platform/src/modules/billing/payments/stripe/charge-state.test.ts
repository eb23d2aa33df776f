import { expect, test } from 'vitest'
import { fromStripeAmount, toStripeAmount } from './amounts.ts'
import { chargeState } from './charge-state.ts'

type Intent = Parameters<typeof chargeState>[0]
const intent = (changes: object): Intent => ({
  ...({ status: 'succeeded', last_payment_error: null, latest_charge: null, currency: 'usd' } satisfies Intent),
  ...changes,
})

test('only what is begun or under way may still take money', () => {
  const kinds = ['requires_confirmation', 'processing', 'requires_capture', 'requires_action', 'requires_payment_method', 'canceled', 'succeeded']
  expect(kinds.map((status) => chargeState(intent({ status })).kind)).toEqual([
    'begun',
    'under_way',
    'under_way',
    'declined',
    'declined',
    'cancelled',
    'paid',
  ])
})

test('a decline says why, whether somebody has to confirm it, and whether it is of any use to try again', () => {
  const declined = (error: object) => chargeState(intent({ status: 'requires_payment_method', last_payment_error: error }))
  expect(declined({ message: 'Your card has expired.', code: 'expired_card' })).toEqual({
    kind: 'declined',
    reason: 'Your card has expired',
    needsConfirmation: false,
    isFinal: false,
  })
  expect(declined({ code: 'authentication_required' })).toMatchObject({ needsConfirmation: true })
  expect(declined({ code: 'card_declined', advice_code: 'do_not_try_again' })).toMatchObject({ reason: 'The card was declined', isFinal: true })
  expect(chargeState(intent({ status: 'requires_action' }))).toMatchObject({ kind: 'declined', needsConfirmation: true })
})

test('money is counted as Stripe counts it, in whole units, hundredths or thousandths of the currency', () => {
  expect([toStripeAmount(2_550, 'USD'), toStripeAmount(2_550, 'JPY'), toStripeAmount(2_550, 'KWD')]).toEqual([2_550, 26, 25_500])
  expect([fromStripeAmount(2_550, 'USD'), fromStripeAmount(26, 'JPY'), fromStripeAmount(25_500, 'KWD')]).toEqual([2_550, 2_600, 2_550])
  expect(chargeState(intent({ currency: 'jpy', latest_charge: { amount_refunded: 26, disputed: false } }))).toMatchObject({ refundedCents: 2_600 })
})
