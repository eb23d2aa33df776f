/** Currencies of which Stripe counts whole units, and those of thousandths (its documentation, "Supported currencies"). */
const wholeUnits = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '))
const thousandths = new Set('BHD JOD KWD OMR TND'.split(' '))

/** Hundredths of a unit, as invoices count them, as Stripe does. */
export function toStripeAmount(cents: number, currency: string): number {
  if (wholeUnits.has(currency)) return Math.round(cents / 100)
  return thousandths.has(currency) ? cents * 10 : cents
}

export function fromStripeAmount(amount: number, currency: string): number {
  if (wholeUnits.has(currency)) return amount * 100
  return thousandths.has(currency) ? Math.round(amount / 10) : amount
}
