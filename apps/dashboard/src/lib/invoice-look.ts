import type { InvoicePayment, InvoiceSummary } from '@colonnade/contracts/billing/invoices'

export interface InvoiceLook {
  readonly label: string
  readonly tone: 'accent' | 'warning' | 'danger' | 'neutral'
}

const openLooks: Readonly<Record<InvoicePayment['state'], InvoiceLook>> = {
  waiting: { label: 'Open', tone: 'warning' },
  paying: { label: 'Payment in progress', tone: 'warning' },
  page: { label: 'Payment in progress', tone: 'warning' },
  failed: { label: 'Payment failed', tone: 'danger' },
  paid: { label: 'Paid', tone: 'accent' },
}

/** What an invoice's badge says: whether it is paid, and else how that goes. */
export function invoiceLook({ status, payment }: Pick<InvoiceSummary, 'status' | 'payment'>): InvoiceLook {
  if (status === 'void') return { label: 'Void', tone: 'neutral' }
  if (status === 'open') return openLooks[payment?.state ?? 'waiting']
  if (payment?.state === 'paid' && payment.is_disputed) return { label: 'Disputed', tone: 'danger' }
  if (payment?.state === 'paid' && payment.refunded_cents > 0) return { label: 'Refunded', tone: 'neutral' }
  return { label: 'Paid', tone: 'accent' }
}

/** The month of a billing period, the same wherever one is. */
export function monthText(start: string): string {
  return new Date(`${start}T12:00:00Z`).toLocaleDateString(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' })
}
