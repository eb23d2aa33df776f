import { addressProblem } from '@colonnade/outbound'
import { type Webhook, type WebhookKind, webhooksMax, type WebhookWithSecret } from '@colonnade/contracts/organizations/webhooks'
import { AppError, isId, newId, type Random } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Queryable, Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { formerSecretHours } from '../../../kernel/limits.ts'
import type { OrganizationScope } from '../../../kernel/serve.ts'
import { retrieveSettings } from '../../installation/installation/store.ts'
import { secretPrefix } from './signature.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

/** Where a secret is kept, for `secrets`. */
export const secretPlace = (id: string): string => `webhooks.sealed_secret.${id}`

export function listWebhooks({ database }: PlatformContext, { organizationId }: OrganizationScope): Promise<Webhook[]> {
  return store.listWebhooks(database, organizationId)
}

/** @throws AppError `webhook_address_refused`, `too_many_webhooks` */
export async function createWebhook(
  ctx: PlatformContext,
  { organizationId }: OrganizationScope,
  { url, kinds }: { readonly url: string; readonly kinds: readonly WebhookKind[] },
  audit: Audit,
): Promise<WebhookWithSecret> {
  const id = newId(ctx.random)
  const secret = makeSecret(ctx.random)
  return ctx.database.transaction(async (tx) => {
    await requireAddress(tx, url)
    const sealedSecret = ctx.secrets.seal(secret, secretPlace(id))
    if (!(await store.insertWebhook(tx, { id, organizationId, url, kinds, sealedSecret, max: webhooksMax }))) {
      throw new AppError('too_many_webhooks', { max: webhooksMax }, { message: messages.tooMany(webhooksMax) })
    }
    await audit(tx, { organizationId, details: { id, host: new URL(url).host, kinds } })
    return { ...(await findWebhook(tx, organizationId, id)), secret }
  })
}

/** @throws AppError `webhook_not_found`, `webhook_address_refused` */
export function updateWebhook(
  ctx: PlatformContext,
  { organizationId }: OrganizationScope,
  id: string,
  changes: { readonly url?: string | undefined; readonly kinds?: readonly WebhookKind[] | undefined; readonly is_paused?: boolean | undefined },
  audit: Audit,
): Promise<Webhook> {
  return ctx.database.transaction(async (tx) => {
    const before = await findWebhook(tx, organizationId, id)
    const { url = before.url, kinds = before.kinds, is_paused: isPaused = before.is_paused } = changes
    if (changes.url !== undefined) await requireAddress(tx, url)
    await store.updateWebhook(tx, id, { url, kinds, isPaused })
    const told = (each: { url: string; kinds: readonly WebhookKind[]; is_paused: boolean }) => ({
      host: new URL(each.url).host,
      kinds: each.kinds,
      is_paused: each.is_paused,
    })
    await audit(tx, { organizationId, details: { id, ...told({ url, kinds, is_paused: isPaused }), before: told(before) } })
    return findWebhook(tx, organizationId, id)
  })
}

/** @throws AppError `webhook_not_found` */
export function rotateSecret(ctx: PlatformContext, { organizationId }: OrganizationScope, id: string, audit: Audit): Promise<WebhookWithSecret> {
  const secret = makeSecret(ctx.random)
  return ctx.database.transaction(async (tx) => {
    const webhook = await findWebhook(tx, organizationId, id)
    await store.replaceSecret(tx, id, ctx.secrets.seal(secret, secretPlace(id)), formerSecretHours)
    await audit(tx, { organizationId, details: { id, host: new URL(webhook.url).host } })
    return { ...webhook, secret }
  })
}

/** @throws AppError `webhook_not_found` */
export function removeWebhook({ database }: PlatformContext, { organizationId }: OrganizationScope, id: string, audit: Audit): Promise<undefined> {
  return database.transaction(async (tx) => {
    const { url } = await findWebhook(tx, organizationId, id)
    await store.deleteWebhook(tx, id)
    await audit(tx, { organizationId, details: { id, host: new URL(url).host } })
    return undefined
  })
}

/** @throws AppError `webhook_not_found` */
export async function findWebhook(db: Queryable, organizationId: string, id: string): Promise<Webhook> {
  const webhook = isId(id) ? await store.findWebhook(db, organizationId, id) : undefined
  if (!webhook) throw new AppError('webhook_not_found', { id })
  return webhook
}

async function requireAddress(tx: Transaction, url: string): Promise<void> {
  const { private_webhooks: arePrivateAllowed } = await retrieveSettings(tx)
  const message = addressProblem(url, arePrivateAllowed)
  if (message !== null) throw new AppError('webhook_address_refused', {}, { message })
}

function makeSecret(random: Random): string {
  return secretPrefix + Buffer.from(random.bytes(32)).toString('base64')
}
