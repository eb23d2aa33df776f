import type Stripe from 'stripe'
import { paymentPageSeconds, stripeDeadlineMs } from '../../../../kernel/limits.ts'
import type { PaymentsConfig } from '../../../../kernel/config/payments.ts'
import { type Charge, type Due, type HostedPage, type PaymentProvider, ProviderError, type StoredCard, type WayBack } from '../provider.ts'
import { toStripeAmount } from './amounts.ts'
import { chargeState } from './charge-state.ts'
import { eventTypes, readStripeEvent } from './events.ts'
import { messages } from '../messages.ts'

/** Where Stripe puts the page's identifier into the address that it leads back to. */
const pagePlace = '{CHECKOUT_SESSION_ID}'
/** By which a charge is found whose key Stripe has forgotten: it keeps keys for a day. */
const keyName = 'colonnade_payment'

/** Stripe, as a payment provider. Its library is loaded when it is first asked for something. */
export function createStripeProvider(config: PaymentsConfig): PaymentProvider {
  let opened: Promise<Stripe> | undefined
  let answers = 0
  const ask = async <T>(work: (stripe: Stripe) => Promise<T>): Promise<T> => {
    const stripe = await (opened ??= openStripe(config))
    try {
      const answer = await work(stripe)
      answers += 1
      return answer
    } catch (error) {
      throw toProviderError(error)
    }
  }
  const expand = ['latest_charge']
  const orWhatIs =
    <T>(find: () => Promise<T>) =>
    async (error: unknown): Promise<T> => {
      // its state has changed or is changing: read it again
      if (isStripeError(error) && ['StripeInvalidRequestError', 'StripeCardError'].includes(error.type)) return find()
      throw error
    }
  const findCharge = (id: string): Promise<Charge> =>
    ask((stripe) =>
      stripe.paymentIntents.retrieve(id, { expand }).then(toCharge, (error: unknown): Charge => {
        if (isMissing(error)) return { id, state: { kind: 'cancelled' } }
        throw error
      }),
    )
  const findPage = (id: string): Promise<HostedPage | null> =>
    ask((stripe) =>
      stripe.checkout.sessions.retrieve(id).then(toPage, (error: unknown) => {
        if (isMissing(error)) return null
        throw error
      }),
    )

  return {
    answered: () => answers,
    createCustomer: (key, { id, name }) =>
      ask(async (stripe) => (await stripe.customers.create({ name, metadata: { colonnade_organization: id } }, { idempotencyKey: key })).id),
    deleteCustomer: (id) => ask(async (stripe) => void (await stripe.customers.del(id).catch(unlessMissing))),
    listCards: (customerId) =>
      ask(async (stripe) => {
        const found = await stripe.customers.listPaymentMethods(customerId, { type: 'card', limit: 100 }).catch((error: unknown) => {
          if (isMissing(error)) return null
          throw error
        })
        if (found === null) return null
        return found.data
          .toSorted((a, b) => b.created - a.created)
          .flatMap(({ id, card }): StoredCard[] =>
            card ? [{ id, brand: card.brand, last4: card.last4, exp_month: card.exp_month, exp_year: card.exp_year }] : [],
          )
      }),
    removeCard: (id) => ask(async (stripe) => void (await stripe.paymentMethods.detach(id).catch(unlessRefused))),
    openCardPage: (customer, back) =>
      ask(async (stripe) =>
        toPage(await stripe.checkout.sessions.create({ mode: 'setup', customer, allowed_payment_method_types: ['card'], ...waysBack(back) })),
      ),
    openPaymentPage: (due, back) =>
      ask(async (stripe) =>
        toPage(
          await stripe.checkout.sessions.create(
            {
              mode: 'payment',
              customer: due.customerId,
              allowed_payment_method_types: ['card'],
              line_items: [
                {
                  quantity: 1,
                  price_data: {
                    currency: due.currency.toLowerCase(),
                    unit_amount: toStripeAmount(due.cents, due.currency),
                    product_data: { name: due.description },
                  },
                },
              ],
              payment_intent_data: { description: due.description, metadata: { [keyName]: due.key } },
              expires_at: Math.floor(due.begunAt.getTime() / 1_000) + paymentPageSeconds,
              ...waysBack(back),
            },
            { idempotencyKey: due.key },
          ),
        ),
      ),
    findPage,
    expirePage: (id) =>
      ask((stripe) =>
        stripe.checkout.sessions.expire(id).then(
          toPage,
          orWhatIs(() => findPage(id)),
        ),
      ),
    beginCharge: (due, methodId) =>
      ask(async (stripe) => {
        const found = await findByKey(stripe, due)
        if (found) return toCharge(found)
        const intent = await stripe.paymentIntents.create(
          {
            amount: toStripeAmount(due.cents, due.currency),
            currency: due.currency.toLowerCase(),
            customer: due.customerId,
            payment_method: methodId,
            allowed_payment_method_types: ['card'],
            description: due.description,
            metadata: { [keyName]: due.key },
          },
          { idempotencyKey: due.key },
        )
        // a repeated key is answered with what was first, not with what has become of it
        return toCharge(await stripe.paymentIntents.retrieve(intent.id, { expand }))
      }),
    confirmCharge: (id) =>
      ask((stripe) =>
        stripe.paymentIntents.confirm(id, { off_session: true, expand }).then(toCharge, async (error: unknown) => {
          const charge = await orWhatIs(() => findCharge(id))(error)
          if (charge.state.kind === 'begun') throw error
          return charge
        }),
      ),
    findCharge,
    cancelCharge: (id) =>
      ask((stripe) =>
        stripe.paymentIntents.cancel(id, { expand }).then(
          toCharge,
          orWhatIs(() => findCharge(id)),
        ),
      ),
    async readEvent(body, signature) {
      const stripe = await (opened ??= openStripe(config))
      try {
        return readStripeEvent(await stripe.webhooks.constructEventAsync(body, signature, config.webhookSecret))
      } catch (error) {
        throw toProviderError(error)
      }
    },
    listEvents: (since) =>
      ask(async (stripe) => {
        const events: Stripe.Event[] = []
        const pages = stripe.events.list({ types: [...eventTypes], created: { gte: Math.floor(since.getTime() / 1_000) }, limit: 100 })
        for await (const event of pages) events.push(event)
        return events.toReversed().flatMap((event) => readStripeEvent(event) ?? [])
      }),
  }
}

async function openStripe({ secretKey, url }: PaymentsConfig): Promise<Stripe> {
  const { default: Library } = await import('stripe')
  const at = url === null ? null : new URL(url)
  return new Library(secretKey, {
    timeout: stripeDeadlineMs,
    maxNetworkRetries: 1,
    telemetry: false,
    appInfo: { name: 'Colonnade' },
    ...(at && { host: at.hostname, port: at.port || (at.protocol === 'https:' ? 443 : 80), protocol: at.protocol === 'https:' ? 'https' : 'http' }),
  })
}

/** Lists are up to date at once, which searches are not. */
async function findByKey(stripe: Stripe, { customerId: customer, key, begunAt }: Due): Promise<Stripe.PaymentIntent | null> {
  // clocks differ
  const created = { gte: Math.floor(begunAt.getTime() / 1_000) - 3_600 }
  for await (const intent of stripe.paymentIntents.list({ customer, created, limit: 100, expand: ['data.latest_charge'] })) {
    if (intent.metadata[keyName] === key) return intent
  }
  return null
}

function waysBack({ done, cancelled }: WayBack): { success_url: string; cancel_url: string } {
  return { success_url: `${done}${pagePlace}`, cancel_url: cancelled }
}

function toCharge(intent: Stripe.PaymentIntent): Charge {
  return { id: intent.id, state: chargeState(intent) }
}

function toPage(session: Stripe.Checkout.Session): HostedPage {
  const idOf = (value: string | { readonly id: string } | null): string | null => (typeof value === 'string' ? value : (value?.id ?? null))
  return {
    id: session.id,
    purpose: session.mode === 'setup' ? 'card' : 'invoice',
    customerId: idOf(session.customer),
    url: session.url,
    state: session.status === 'complete' ? 'done' : session.status === 'expired' ? 'expired' : 'open',
    chargeId: idOf(session.payment_intent),
  }
}

interface StripeLikeError extends Error {
  readonly type: string
  readonly code?: string
  readonly statusCode?: number
}

/** The library is not loaded here, so its classes are not there to be compared with. */
function isStripeError(error: unknown): error is StripeLikeError {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' && error.type.startsWith('Stripe')
}

const isMissing = (error: unknown): boolean => isStripeError(error) && error.code === 'resource_missing'

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error
}

/** Stripe reports a detached card only in the message. */
function unlessRefused(error: unknown): void {
  if (!isStripeError(error) || error.type !== 'StripeInvalidRequestError') throw error
}

function toProviderError(error: unknown): unknown {
  if (error instanceof ProviderError || !isStripeError(error)) return error
  const reason = error.message.replace(/\.$/, '')
  switch (error.type) {
    case 'StripeSignatureVerificationError':
      return new ProviderError('forged', messages.provider.forged, { cause: error })
    case 'StripeAuthenticationError':
    case 'StripePermissionError':
      return new ProviderError('key', messages.provider.key(reason), { cause: error })
    case 'StripeCardError':
    case 'StripeInvalidRequestError':
      return new ProviderError('refused', reason, { cause: error })
    default:
      return new ProviderError('away', messages.provider.away(reason), { cause: error })
  }
}
