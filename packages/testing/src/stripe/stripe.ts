import { createHmac, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listen } from '../listen.ts'
import { readForm } from './form.ts'

type Thing = { [name: string]: unknown }

/** What cards do, by their last four digits, as those of Stripe's test mode do. */
export const testCards = { good: '4242', poor: '9995', stolen: '0002', confirmed: '3184', slow: '0077' } as const

export interface TestStripe extends AsyncDisposable {
  readonly url: string
  readonly secretKey: string
  readonly webhookSecret: string
  /** `away`: answers 503 to everything; `away-after`: does what it is asked and does not say so; `wrong-key`: takes no key. */
  doing: 'well' | 'away' | 'away-after' | 'wrong-key'
  /** All that was asked: `POST /v1/customers`. */
  readonly asked: string[]
  readonly events: Thing[]
  /** Where events are sent as they happen; null: nowhere. */
  webhookUrl: string | null
  /** What was taken from cards, in the smallest unit of the currency. */
  taken(): number[]
  customers(): string[]
  /** Does on a page what a person does there. Returns where the browser goes. */
  finish(pageUrl: string, last4: string): Promise<string>
  expire(pageUrl: string): Promise<void>
  refund(amount: number): Promise<void>
  dispute(): Promise<void>
  /** Another account: nothing of before is there. */
  forget(): void
  /** Brings charges that are under way to their end. */
  hurry(): Promise<void>
  /** An event as it is sent: the bytes and their signature. */
  signed(event: Thing, at?: Date): { readonly body: string; readonly signature: string }
}

class Refusal extends Error {
  readonly status: number
  readonly error: Thing

  constructor(status: number, error: Thing) {
    super(String(error['message']))
    this.status = status
    this.error = error
  }
}

const invalid = (message: string, code?: string, status = 400): Refusal =>
  new Refusal(status, { type: 'invalid_request_error', message, ...(code !== undefined && { code }) })

/** Speaks as much of Stripe's API as is used here, keeps what it is told, and sends signed events. Over real HTTP, in memory. */
export async function openTestStripe(): Promise<TestStripe> {
  const things = new Map<string, Thing>()
  const answers = new Map<string, { readonly request: string; readonly outcome: Promise<{ readonly status: number; readonly body: Thing }> }>()
  const taken: Thing[] = []
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      const refusal = error instanceof Refusal ? error : new Refusal(500, { type: 'api_error', message: String(error) })
      send(response, refusal.status, { error: refusal.error })
    })
  })
  const url = await listen(server)
  let seconds = Math.floor(Date.now() / 1_000)
  // the newest is the newest, however fast
  const nextSecond = (): number => (seconds = Math.max(seconds + 1, Math.floor(Date.now() / 1_000)))

  const stripe: TestStripe = {
    url,
    secretKey: 'sk_test_0123456789abcdef',
    webhookSecret: 'whsec_a_secret_of_the_endpoint',
    doing: 'well',
    asked: [],
    events: [],
    webhookUrl: null,
    taken: () => taken.map(({ amount }) => Number(amount)),
    customers: () => [...things.values()].filter(({ object }) => object === 'customer').map(({ id }) => String(id)),
    async finish(pageUrl, last4) {
      const page = find(pageUrl.split('/').at(-1)!, 'checkout.session')
      if (page['status'] !== 'open') throw invalid('The page is over')
      const method = await attachCard(page['customer'], last4)
      if (page['mode'] === 'payment') await payOnPage(page, method)
      page['status'] = 'complete'
      page['url'] = null
      await happen('checkout.session.completed', page)
      return String(page['success_url']).replace('{CHECKOUT_SESSION_ID}', String(page['id']))
    },
    async expire(pageUrl) {
      await expirePage(find(pageUrl.split('/').at(-1)!, 'checkout.session'))
    },
    async refund(amount) {
      const charge = taken.at(-1)!
      charge['amount_refunded'] = amount
      await happen('charge.refunded', charge)
    },
    async dispute() {
      const charge = taken.at(-1)!
      charge['disputed'] = true
      await happen('charge.dispute.created', { id: newId('dp'), object: 'dispute', payment_intent: charge['payment_intent'] })
    },
    forget() {
      things.clear()
      answers.clear()
    },
    async hurry() {
      for (const intent of things.values()) {
        if (intent['object'] === 'payment_intent' && intent['status'] === 'processing') await take(intent)
      }
    },
    signed(event, at = new Date()) {
      const body = JSON.stringify(event)
      const time = Math.floor(at.getTime() / 1_000)
      const signature = createHmac('sha256', stripe.webhookSecret).update(`${time}.${body}`).digest('hex')
      return { body, signature: `t=${time},v1=${signature}` }
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }

  function newId(kind: string): string {
    return `${kind}_${randomBytes(8).toString('hex')}`
  }

  function keep(kind: string, thing: Thing): Thing {
    const kept = { id: newId(kind), created: nextSecond(), livemode: false, ...thing }
    things.set(kept.id, kept)
    return kept
  }

  function find(id: string, object: string): Thing {
    const thing = things.get(id)
    if (thing?.['object'] !== object) throw invalid(`No such ${object}: '${id}'`, 'resource_missing', 404)
    return thing
  }

  async function happen(type: string, object: Thing): Promise<void> {
    const event = {
      id: newId('evt'),
      object: 'event',
      api_version: '2026-10-28.endive',
      created: nextSecond(),
      livemode: false,
      type,
      data: { object: structuredClone(object) },
    }
    stripe.events.push(event)
    if (stripe.webhookUrl === null) return
    const { body, signature } = stripe.signed(event)
    await fetch(stripe.webhookUrl, { method: 'POST', headers: { 'content-type': 'application/json', 'stripe-signature': signature }, body })
  }

  async function attachCard(customer: unknown, last4: string): Promise<Thing> {
    const card = { brand: 'visa', last4, exp_month: 12, exp_year: 2034 }
    const method = keep('pm', { object: 'payment_method', type: 'card', customer, card })
    await happen('payment_method.attached', method)
    return method
  }

  async function take(intent: Thing): Promise<void> {
    const charge = keep('ch', {
      object: 'charge',
      amount: intent['amount'],
      amount_refunded: 0,
      disputed: false,
      payment_intent: intent['id'],
      customer: intent['customer'],
    })
    taken.push(charge)
    intent['status'] = 'succeeded'
    intent['latest_charge'] = charge['id']
    await happen('payment_intent.succeeded', intent)
  }

  async function payOnPage(page: Thing, method: Thing): Promise<void> {
    const intent = keep('pi', { ...(page['payment_intent_data'] as Thing), ...intentOf(page, method['id']), amount: page['amount_total'] })
    page['payment_intent'] = intent['id']
    // whoever is there confirms what the bank wants to be confirmed
    await take(intent)
  }

  function intentOf(of: Thing, method: unknown): Thing {
    return {
      object: 'payment_intent',
      currency: of['currency'],
      customer: of['customer'],
      payment_method: method,
      status: 'requires_confirmation',
      latest_charge: null,
      last_payment_error: null,
    }
  }

  async function expirePage(page: Thing): Promise<void> {
    page['status'] = 'expired'
    page['url'] = null
    await happen('checkout.session.expired', page)
  }

  async function confirm(intent: Thing): Promise<void> {
    const was = intent['status']
    if (was !== 'requires_confirmation') {
      throw invalid(`You cannot confirm this PaymentIntent because it has a status of ${String(was)}.`, 'payment_intent_unexpected_state')
    }
    const method = find(String(intent['payment_method']), 'payment_method')
    const { last4 } = method['card'] as Thing
    const declined = async (message: string, code: string, more: Thing = {}): Promise<never> => {
      intent['status'] = 'requires_payment_method'
      intent['last_payment_error'] = { type: 'card_error', code, message, ...more }
      await happen('payment_intent.payment_failed', intent)
      throw new Refusal(402, { ...(intent['last_payment_error'] as Thing), payment_intent: intent })
    }
    switch (last4) {
      case testCards.poor:
        return declined('Your card has insufficient funds.', 'card_declined', { decline_code: 'insufficient_funds', advice_code: 'try_again_later' })
      case testCards.stolen:
        return declined('Your card was declined.', 'card_declined', { decline_code: 'stolen_card', advice_code: 'do_not_try_again' })
      case testCards.confirmed:
        return declined('Your card was declined. This transaction requires authentication.', 'authentication_required', {
          decline_code: 'authentication_required',
        })
      case testCards.slow:
        intent['status'] = 'processing'
        return
      default:
        return take(intent)
    }
  }

  async function cancel(intent: Thing): Promise<void> {
    if (['succeeded', 'processing', 'canceled'].includes(String(intent['status']))) {
      throw invalid(`You cannot cancel this PaymentIntent because it has a status of ${String(intent['status'])}.`, 'payment_intent_unexpected_state')
    }
    intent['status'] = 'canceled'
    await happen('payment_intent.canceled', intent)
  }

  /** With what is expanded here: the charge of an intent, always. */
  function shown(thing: Thing): Thing {
    const charge = typeof thing['latest_charge'] === 'string' ? things.get(thing['latest_charge']) : undefined
    return charge ? { ...thing, latest_charge: charge } : { ...thing }
  }

  const list = (data: Thing[]): Thing => ({ object: 'list', data, has_more: false, url: '/v1/list' })

  async function act(method: string, path: string, query: Thing, form: Thing): Promise<Thing> {
    const [, , noun = '', id = '', verb = ''] = path.replace('/checkout/sessions', '/sessions').split('/')
    const since = Number((query['created'] as Thing | undefined)?.['gte'] ?? 0)
    switch (`${method} ${noun}${id === '' ? '' : '/id'}${verb === '' ? '' : `/${verb}`}`) {
      case 'POST customers':
        return keep('cus', { object: 'customer', ...form })
      case 'DELETE customers/id': {
        find(id, 'customer')
        things.delete(id)
        for (const thing of things.values()) if (thing['object'] === 'payment_method' && thing['customer'] === id) thing['customer'] = null
        return { id, object: 'customer', deleted: true }
      }
      case 'GET customers/id/payment_methods':
        find(id, 'customer')
        return list([...things.values()].filter((each) => each['object'] === 'payment_method' && each['customer'] === id))
      case 'POST payment_methods/id/detach': {
        const card = find(id, 'payment_method')
        if (card['customer'] === null) throw invalid('The payment method you provided is not attached to a customer so detachment is impossible.')
        card['customer'] = null
        await happen('payment_method.detached', card)
        return card
      }
      case 'POST sessions': {
        find(String(form['customer']), 'customer')
        const price = ((form['line_items'] as Thing | undefined)?.['0'] as Thing | undefined)?.['price_data'] as Thing | undefined
        const page = keep('cs_test', {
          object: 'checkout.session',
          status: 'open',
          payment_intent: null,
          amount_total: Number(price?.['unit_amount'] ?? 0),
          currency: price?.['currency'],
          ...form,
        })
        page['url'] = `${url}/pay/${String(page['id'])}`
        return page
      }
      case 'GET sessions/id':
        return find(id, 'checkout.session')
      case 'POST sessions/id/expire': {
        const page = find(id, 'checkout.session')
        if (page['status'] !== 'open') throw invalid(`Only Checkout Sessions with a status in ["open"] can be expired.`)
        await expirePage(page)
        return page
      }
      case 'POST payment_intents': {
        const card = find(String(form['payment_method']), 'payment_method')
        if (card['customer'] !== form['customer'])
          throw invalid('The payment method must be attached to the customer.', 'payment_method_invalid_parameter')
        if (Number(form['amount']) < 50) throw invalid('Amount must be at least $0.50 usd', 'amount_too_small')
        return keep('pi', { metadata: {}, ...form, ...intentOf(form, form['payment_method']), amount: Number(form['amount']) })
      }
      case 'GET payment_intents':
        find(String(query['customer']), 'customer')
        return list(
          [...things.values()]
            .filter((each) => each['object'] === 'payment_intent' && each['customer'] === query['customer'] && Number(each['created']) >= since)
            .map(shown),
        )
      case 'GET payment_intents/id':
        return shown(find(id, 'payment_intent'))
      case 'POST payment_intents/id/confirm':
        await confirm(find(id, 'payment_intent'))
        return shown(find(id, 'payment_intent'))
      case 'POST payment_intents/id/cancel':
        await cancel(find(id, 'payment_intent'))
        return shown(find(id, 'payment_intent'))
      case 'GET events': {
        const types = Object.values((query['types'] as Thing | undefined) ?? {})
        return list(stripe.events.filter(({ type, created }) => types.includes(type) && Number(created) >= since).toReversed())
      }
      default:
        throw invalid(`Unrecognized request URL (${method}: ${path})`, undefined, 404)
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? '/', url)
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    if (pathname.startsWith('/pay/')) return showPage(pathname, String(request.method), body, response)
    const what = `${String(request.method)} ${pathname}`
    stripe.asked.push(what)
    if (stripe.doing === 'away') throw new Refusal(503, { type: 'api_error', message: 'Down for maintenance' })
    if (stripe.doing === 'wrong-key' || request.headers.authorization !== `Bearer ${stripe.secretKey}`) {
      throw new Refusal(401, { type: 'invalid_request_error', message: 'Invalid API Key provided: sk_test_****cdef' })
    }
    const key = request.headers['idempotency-key']
    const known = typeof key === 'string' ? answers.get(key) : undefined
    if (known && known.request !== `${what} ${body}`) {
      throw new Refusal(400, { type: 'idempotency_error', message: 'Keys can only be used with the parameters they were first used with' })
    }
    const done = known?.outcome ?? outcome(String(request.method), pathname, readForm(searchParams.toString()), readForm(body))
    if (typeof key === 'string') answers.set(key, { request: `${what} ${body}`, outcome: done })
    const found = await done
    if (stripe.doing === 'away-after') throw new Refusal(503, { type: 'api_error', message: 'Down for maintenance' })
    send(response, found.status, found.body)
  }

  /** What is answered once is answered again, refusals of a card included. */
  async function outcome(method: string, path: string, query: Thing, form: Thing): Promise<{ status: number; body: Thing }> {
    try {
      return { status: 200, body: structuredClone(await act(method, path, query, form)) }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return { status: error.status, body: structuredClone({ error: error.error }) }
    }
  }

  async function showPage(path: string, method: string, body: string, response: ServerResponse): Promise<void> {
    if (method === 'POST') {
      const to = await stripe.finish(path, new URLSearchParams(body).get('card') ?? testCards.good)
      response.writeHead(303, { location: to }).end()
      return
    }
    const page = find(path.split('/').at(-1)!, 'checkout.session')
    response.writeHead(200, { 'content-type': 'text/html' }).end(`<!doctype html><html lang="en"><title>Stand-in for Stripe</title>
      <h1>${page['mode'] === 'setup' ? 'Add a card' : 'Pay'}</h1>
      <form method="post"><label>Card ending in <input name="card" value="${testCards.good}"></label><button>Done</button></form>
      <a href="${String(page['cancel_url'])}">Back</a></html>`)
  }
  return stripe
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_test' }).end(JSON.stringify(body))
}
