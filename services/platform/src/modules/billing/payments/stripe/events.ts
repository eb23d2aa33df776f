import type Stripe from 'stripe'
import type { ProviderEvent } from '../provider.ts'

/** What is listened to; Stripe lists at most twenty kinds at a time. */
export const eventTypes = [
  'checkout.session.completed',
  'checkout.session.expired',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'payment_intent.succeeded',
  'payment_intent.payment_failed',
  'payment_intent.canceled',
  'charge.refunded',
  'charge.refund.updated',
  'charge.dispute.created',
  'charge.dispute.closed',
  'payment_method.attached',
  'payment_method.detached',
  'payment_method.updated',
  'payment_method.automatically_updated',
  'customer.deleted',
] as const satisfies readonly Stripe.Event.Type[]

/** What an event is about; null for one that nothing here depends on. What it says of that is not believed, as events come late and in any order. */
export function readStripeEvent({ id, type, livemode, created, data }: Stripe.Event): ProviderEvent | null {
  if (!(eventTypes as readonly string[]).includes(type)) return null
  const object = data.object as unknown as Readonly<Record<string, unknown>>
  const own = typeof object['id'] === 'string' ? object['id'] : undefined
  const idOf = (value: unknown): string | undefined => {
    if (typeof value === 'string') return value
    return typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string' ? value.id : undefined
  }
  const [customer, charge] = [idOf(object['customer']), idOf(object['payment_intent'])]
  const kind = type.split('.')[0]
  const about =
    kind === 'checkout'
      ? { page: own, customer }
      : kind === 'payment_intent'
        ? { charge: own }
        : kind === 'charge'
          ? { charge }
          : kind === 'payment_method'
            ? { method: own, customer }
            : { customer: own }
  const known = Object.fromEntries(Object.entries(about).filter(([, value]) => value !== undefined))
  return { id, type, isLive: livemode, at: new Date(created * 1_000), about: known }
}
