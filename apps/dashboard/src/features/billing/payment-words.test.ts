import type { InvoicePayment } from '@colonnade/contracts/billing/invoices'
import { expect, test } from 'vitest'
import { invoiceLook } from '../../lib/invoice-look.ts'
import { paymentText as texts, returnTexts } from './messages.ts'
import { cardName, isExpired, paymentText, returnText } from './payment-words.ts'

const payment = (changes: Partial<InvoicePayment>): InvoicePayment => ({
  state: 'waiting',
  reason: null,
  needs_confirmation: false,
  next_attempt_at: null,
  refunded_cents: 0,
  is_disputed: false,
  ...changes,
})
const money = (cents: number): string => `${cents / 100} €`

test('a card has the name of its brand, and is good to the end of its month', () => {
  const card = { brand: 'visa', last4: '4242', exp_month: 2, exp_year: 2030 }
  expect(cardName(card)).toBe('Visa ending in 4242')
  expect(cardName({ ...card, brand: 'of_tomorrow' })).toBe('Card ending in 4242')
  expect([isExpired(card, new Date(2030, 1, 28, 23)), isExpired(card, new Date(2030, 2, 1))]).toEqual([false, true])
})

test('a badge says how paying goes while the invoice is open, and what became of the money after it', () => {
  const label = (status: 'open' | 'paid' | 'void', of: Partial<InvoicePayment> | null) => invoiceLook({ status, payment: of && payment(of) }).label
  expect([label('open', null), label('open', {}), label('open', { state: 'page' }), label('open', { state: 'failed' })]).toEqual([
    'Open',
    'Open',
    'Payment in progress',
    'Payment failed',
  ])
  expect([label('void', { state: 'failed' }), label('paid', { state: 'failed' }), label('paid', { state: 'paid', refunded_cents: 1 })]).toEqual([
    'Void',
    'Paid',
    'Refunded',
  ])
  expect(label('paid', { state: 'paid', refunded_cents: 1, is_disputed: true })).toBe('Disputed')
})

test('a failed charge says why, and what comes next', () => {
  const text = (status: 'open' | 'paid', of: Partial<InvoicePayment>) => paymentText({ status, payment: payment(of) }, money)
  expect(text('open', { state: 'failed', reason: 'Your card has expired' })).toBe(texts.failed('Your card has expired'))
  expect(text('open', { state: 'failed', needs_confirmation: true })).toContain(texts.confirm)
  expect(text('open', { state: 'failed', next_attempt_at: '2030-01-05T12:00:00Z' })).toContain('charged again on')
  expect(text('paid', { state: 'failed', reason: 'x' })).toBeNull()
  expect(text('paid', { state: 'paid', refunded_cents: 500 })).toBe(`${texts.paid}${texts.refunded('5 €')}`)
  expect(paymentText({ status: 'open', payment: null }, money)).toBeNull()
})

test('a charge that comes soon is as good as under way, and of a later one it is said when it is made', () => {
  const text = (at: number) =>
    paymentText({ status: 'open', payment: payment({ state: 'waiting', next_attempt_at: new Date(at).toISOString() }) }, money)
  expect(text(Date.now())).toBe(texts.soon)
  expect(text(Date.now() + 3_600_000)).toContain('unless you pay before')
})

test('who comes back hears what was done, and that nothing was', () => {
  expect(returnText({ purpose: 'card', state: 'done' })).toBe(returnTexts.card.done)
  expect(returnText({ purpose: 'invoice', state: 'open' })).toBe(returnTexts.invoice.open)
})
