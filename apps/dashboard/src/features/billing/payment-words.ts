import type { InvoiceSummary } from '@colonnade/contracts/billing/invoices'
import type { PaymentCard } from '@colonnade/contracts/billing/payments'
import { cardText, paymentText as texts, returnTexts } from './messages.ts'

const brands: Readonly<Record<string, string>> = {
  amex: 'American Express',
  cartes_bancaires: 'Cartes Bancaires',
  diners: 'Diners Club',
  discover: 'Discover',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** `Visa ending in 4242` */
export function cardName({ brand, last4 }: PaymentCard): string {
  return cardText.ending(brands[brand] ?? cardText.brand, last4)
}

/** A card is good to the end of its month. */
export function isExpired({ exp_month: month, exp_year: year }: PaymentCard, now: Date): boolean {
  return now.getTime() >= new Date(year, month, 1).getTime()
}

/** A charge due by then counts as soon: the collector runs every minute. */
const soonMs = 120_000

/** Returns what an invoice’s badge doesn’t say about its payment; null for nothing. */
export function paymentText({ status, payment }: Pick<InvoiceSummary, 'status' | 'payment'>, money: (cents: number) => string): string | null {
  if (payment === null) return null
  if (payment.state === 'paid') {
    const refunded = payment.refunded_cents > 0 ? texts.refunded(money(payment.refunded_cents)) : ''
    return `${texts.paid}${refunded}${payment.is_disputed ? texts.disputed : ''}`
  }
  if (status !== 'open') return null
  switch (payment.state) {
    case 'waiting': {
      const at = payment.next_attempt_at === null ? 0 : Date.parse(payment.next_attempt_at)
      if (at <= Date.now() + soonMs) return texts.soon
      return texts.later(new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' }))
    }
    case 'paying':
      return texts.paying
    case 'page':
      return texts.page
    default: {
      const what = payment.needs_confirmation ? texts.confirm : payment.reason
      const again = payment.next_attempt_at === null ? '' : texts.again(new Date(payment.next_attempt_at).toLocaleDateString())
      return `${texts.failed(what ?? texts.declined)}${again}`
    }
  }
}

type Purpose = 'card' | 'invoice'

/** Returns what happened at Stripe. */
export function returnText({ purpose, state }: { readonly purpose: Purpose; readonly state: keyof (typeof returnTexts)['card'] }): string {
  return returnTexts[purpose][state]
}
