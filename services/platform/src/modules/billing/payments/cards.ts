import type { Database } from '@colonnade/pg'
import { cardLookHours } from '../../../kernel/limits.ts'
import { collectAgain, writeLine } from './attempt-store.ts'
import type { PaymentProvider, StoredCard } from './provider.ts'
import * as store from './store.ts'

export interface CardTools {
  readonly database: Database
  readonly provider: PaymentProvider
  readonly isLive: boolean
}

/** The organization as the provider knows it; made there when it is not. @throws ProviderError */
export async function ensureCustomer(
  { database, provider, isLive }: CardTools,
  { id: organizationId, name }: { readonly id: string; readonly name: string },
): Promise<store.Customer & { readonly customer_id: string }> {
  await store.insertCustomer(database, organizationId, isLive)
  const customer = (await store.findCustomer(database, organizationId, isLive))!
  const { customer_id: known } = customer
  if (known !== null) return { ...customer, customer_id: known }
  const customerId = await provider.createCustomer(`colonnade-${customer.id}`, { id: organizationId, name })
  await store.setCustomerId(database, customer.id, customerId)
  return { ...customer, customer_id: customerId }
}

/**
 * Makes ours what the provider has: the newest card counts, earlier ones are taken away there. So in whatever order cards are added, and told
 * of, the end is the same. What failed with another card is tried again at once.
 *
 * @throws ProviderError
 */
export async function lookAtCards({ database, provider, isLive }: CardTools, customer: store.Customer): Promise<StoredCard | null> {
  if (customer.customer_id === null) return null
  const cards = await provider.listCards(customer.customer_id)
  const [newest = null, ...earlier] = cards ?? []
  for (const { id } of earlier) await provider.removeCard(id)
  await database.transaction(async (tx) => {
    const isChanged = await store.setCard(tx, customer.id, newest, cardLookHours)
    // somebody deleted it there: the next one is another
    if (cards === null) await store.deleteCustomer(tx, customer.id)
    if (!isChanged) return
    await writeLine(tx, 'organization.card_changed', customer.organization_id, {
      card: newest && { brand: newest.brand, last4: newest.last4 },
    })
    if (newest) await collectAgain(tx, customer.organization_id, isLive)
  })
  return newest
}

/** Takes all cards away. @throws ProviderError */
export async function removeCards(tools: CardTools, customer: store.Customer): Promise<void> {
  if (customer.customer_id === null) return
  for (const { id } of (await tools.provider.listCards(customer.customer_id)) ?? []) await tools.provider.removeCard(id)
  await lookAtCards(tools, customer)
}

/** Deletes former customers at the provider. @throws ProviderError */
export async function forgetCustomers({ database, provider, isLive }: CardTools): Promise<void> {
  for (const { id, customer_id: customerId } of await store.listCustomersToForget(database, isLive)) {
    if (customerId !== null) await provider.deleteCustomer(customerId)
    await store.deleteCustomer(database, id)
  }
}
