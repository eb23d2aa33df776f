import type { PaymentCard } from '@colonnade/contracts/billing/payments'

/** A card that a customer has there. */
export interface StoredCard extends PaymentCard {
  readonly id: string
}

/** A charge of a card, or what came of a page. Only one that is `begun` or `under_way` may still take money. */
export type ChargeState =
  | { readonly kind: 'begun' | 'under_way' | 'cancelled' }
  | { readonly kind: 'paid'; readonly refundedCents: number; readonly isDisputed: boolean }
  | {
      readonly kind: 'declined'
      readonly reason: string
      /** The bank wants the card's owner to confirm it. */
      readonly needsConfirmation: boolean
      /** The bank says that another attempt will end the same way. */
      readonly isFinal: boolean
    }

export interface Charge {
  readonly id: string
  readonly state: ChargeState
}

/** A page of the provider that a browser is sent to. */
export interface HostedPage {
  readonly id: string
  readonly purpose: 'card' | 'invoice'
  readonly customerId: string | null
  /** null once nothing can be done on it. */
  readonly url: string | null
  readonly state: 'open' | 'done' | 'expired'
  /** The charge made on the page. */
  readonly chargeId: string | null
}

/** Amount to pay, under our key: repeated calls create only one. */
export interface Due {
  readonly key: string
  readonly customerId: string
  readonly cents: number
  /** ISO 4217 */
  readonly currency: string
  readonly description: string
  /** When it can have been begun first. */
  readonly begunAt: Date
}

/** Where a browser comes back to. */
export interface WayBack {
  readonly done: string
  readonly cancelled: string
}

/** Something that the provider told. */
export interface ProviderEvent {
  readonly id: string
  readonly type: string
  readonly isLive: boolean
  readonly at: Date
  /** What it is about, and what has to be asked for again. */
  readonly about: { readonly page?: string; readonly charge?: string; readonly customer?: string; readonly method?: string }
}

/**
 * Who takes cards and charges them. All of it may be done again: what takes money has a key, and the rest says what is.
 *
 * Each throws `ProviderError`.
 */
export interface PaymentProvider {
  /** Calls answered since its creation. */
  answered(): number
  createCustomer(key: string, organization: { readonly id: string; readonly name: string }): Promise<string>
  /** Also its cards; one that is gone already is fine. */
  deleteCustomer(id: string): Promise<void>
  /** The newest first; null of a customer that is gone. */
  listCards(customerId: string): Promise<StoredCard[] | null>
  /** Ignores a missing one; only a list shows which exist. */
  removeCard(id: string): Promise<void>
  openCardPage(customerId: string, back: WayBack): Promise<HostedPage>
  openPaymentPage(due: Due, back: WayBack): Promise<HostedPage>
  findPage(id: string): Promise<HostedPage | null>
  /** From then on it takes no money. Returns what it is then, which may be done. */
  expirePage(id: string): Promise<HostedPage | null>
  /** Begins a charge of a card without its owner, or finds the one that was begun under the key; nothing is taken yet. */
  beginCharge(due: Due, methodId: string): Promise<Charge>
  /** Takes the money, if it can be taken. */
  confirmCharge(id: string): Promise<Charge>
  /** One that is not there takes no money: it is `cancelled`. */
  findCharge(id: string): Promise<Charge>
  /** From then on it takes no money. Returns what it is then, which may be paid. */
  cancelCharge(id: string): Promise<Charge>
  /** @throws ProviderError `forged` */
  readEvent(body: string, signature: string): Promise<ProviderEvent | null>
  /** What happened since, the first one first; without what nothing here depends on. */
  listEvents(since: Date): Promise<ProviderEvent[]>
}

/**
 * `away`: no answer, or none that says anything; `key`: it does not take the key; `refused`: it does not do that, and will not when it is asked
 * again; `forged`: somebody else said it.
 */
export class ProviderError extends Error {
  readonly kind: 'away' | 'key' | 'refused' | 'forged'

  constructor(kind: ProviderError['kind'], message: string, options?: ErrorOptions) {
    super(message, options)
    this.kind = kind
  }
}
