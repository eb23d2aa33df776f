import type { WebhookDelivery } from '@colonnade/contracts/organizations/webhooks'
import { AppError, isId } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { deliveriesKeptDays } from '../../../kernel/limits.ts'
import type { OrganizationScope } from '../../../kernel/serve.ts'
import { findWebhook } from './service.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

/** @throws AppError `webhook_not_found` */
export async function listDeliveries(
  { database }: PlatformContext,
  { organizationId }: OrganizationScope,
  id: string,
  { before, limit }: { readonly before?: number | undefined; readonly limit: number },
): Promise<{ items: WebhookDelivery[]; next_before: number | null }> {
  await findWebhook(database, organizationId, id)
  const oneMore = await store.listDeliveries(database, id, before ?? null, limit + 1)
  const items = oneMore.slice(0, limit)
  return { items, next_before: oneMore.length > limit ? items.at(-1)!.number : null }
}

/** Sends a test event, also to a paused webhook: its receiver may work again. @throws AppError `webhook_not_found` */
export function testWebhook({ database }: PlatformContext, { organizationId }: OrganizationScope, id: string, audit: Audit): Promise<undefined> {
  return database.transaction(async (tx) => {
    const { url } = await findWebhook(tx, organizationId, id)
    await store.insertTest(tx, id)
    await audit(tx, { organizationId, details: { id, host: new URL(url).host } })
    return undefined
  })
}

/** @throws AppError `webhook_not_found` */
export function resendDelivery(
  { database }: PlatformContext,
  { organizationId }: OrganizationScope,
  { id, delivery }: { readonly id: string; readonly delivery: string },
  audit: Audit,
): Promise<undefined> {
  return database.transaction(async (tx) => {
    const { url } = await findWebhook(tx, organizationId, id)
    const found = isId(delivery) ? await store.resend(tx, id, delivery) : undefined
    if (!found) throw new AppError('webhook_not_found', { id, delivery }, { message: messages.noEvent })
    await audit(tx, { organizationId, details: { id, host: new URL(url).host, delivery, event: found.event } })
    return undefined
  })
}

export function forgetDeliveries({ database }: PlatformContext): Promise<void> {
  return store.deleteOld(database, deliveriesKeptDays)
}
