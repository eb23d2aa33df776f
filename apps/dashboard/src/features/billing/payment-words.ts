import type { InvoiceSummary } from '@colonnade/contracts/billing/invoices'
import type { PaymentCard } from '@colonnade/contracts/billing/payments'

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
export function cardText({ brand, last4 }: PaymentCard): string {
  return `${brands[brand] ?? 'Card'} ending in ${last4}`
}

/** A card is good to the end of its month. */
export function isExpired({ exp_month: month, exp_year: year }: PaymentCard, now: Date): boolean {
  return now.getTime() >= new Date(year, month, 1).getTime()
}

/** A charge that is due by then is as good as under way: the collector looks each minute. */
const soonMs = 120_000

/** What is to be known of paying an invoice beside its badge; null: nothing. */
export function paymentText({ status, payment }: Pick<InvoiceSummary, 'status' | 'payment'>, money: (cents: number) => string): string | null {
  if (payment === null) return null
  if (payment.state === 'paid') {
    const refunded = payment.refunded_cents > 0 ? ` ${money(payment.refunded_cents)} went back to it.` : ''
    return `Paid by card.${refunded}${payment.is_disputed ? ' The bank was asked for the money back.' : ''}`
  }
  if (status !== 'open') return null
  switch (payment.state) {
    case 'waiting': {
      const at = payment.next_attempt_at === null ? 0 : Date.parse(payment.next_attempt_at)
      if (at <= Date.now() + soonMs) return 'The card is charged for it within a minute or so.'
      return `The card is charged for it on ${new Date(at).toLocaleString(undefined, { dateStyle: 'medium', timeStyle: 'short' })}, unless it is paid before.`
    }
    case 'paying':
      return 'The card is being charged.'
    case 'page':
      return 'A page to pay it on is open. As long as it is, the card is not charged.'
    default: {
      const what = payment.needs_confirmation ? 'The bank wants the owner of the card to confirm it: pay it now, which asks for that' : payment.reason
      const again = payment.next_attempt_at === null ? '' : ` The card is charged again on ${new Date(payment.next_attempt_at).toLocaleDateString()}.`
      return `The card was not charged. ${what ?? 'It was declined'}.${again}`
    }
  }
}

const returns = {
  card: { done: 'The card was added.', open: 'No card was added.', expired: 'The page at Stripe was over: no card was added.' },
  invoice: { done: 'The invoice is paid.', open: 'Nothing was paid.', expired: 'The page at Stripe was over: nothing was paid.' },
} as const

/** What somebody who comes back from Stripe has done there. */
export function returnText({ purpose, state }: { readonly purpose: keyof typeof returns; readonly state: keyof (typeof returns)['card'] }): string {
  return returns[purpose][state]
}
