import type Stripe from 'stripe'
import type { ChargeState } from '../provider.ts'
import { fromStripeAmount } from './amounts.ts'
import { messages } from '../messages.ts'

/** What a PaymentIntent, with its last charge expanded, says about money. */
export function chargeState(intent: Pick<Stripe.PaymentIntent, 'status' | 'last_payment_error' | 'latest_charge' | 'currency'>): ChargeState {
  switch (intent.status) {
    case 'succeeded': {
      const charge = typeof intent.latest_charge === 'string' ? null : intent.latest_charge
      return {
        kind: 'paid',
        refundedCents: fromStripeAmount(charge?.amount_refunded ?? 0, intent.currency.toUpperCase()),
        isDisputed: charge?.disputed ?? false,
      }
    }
    case 'canceled':
      return { kind: 'cancelled' }
    case 'requires_action':
      return declined(messages.provider.needsConfirmation, true)
    case 'requires_payment_method': {
      const error = intent.last_payment_error
      const needsConfirmation = error?.code === 'authentication_required' || error?.decline_code === 'authentication_required'
      return declined(error?.message ?? messages.provider.declined, needsConfirmation, error?.advice_code === 'do_not_try_again')
    }
    case 'requires_confirmation':
      return { kind: 'begun' }
    default:
      return { kind: 'under_way' }
  }
}

function declined(reason: string, needsConfirmation: boolean, isFinal = false): ChargeState {
  return { kind: 'declined', reason: reason.replace(/\.$/, ''), needsConfirmation, isFinal }
}
