import type { Logger } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { webhookLeaseSeconds, webhookLookMs, webhookRetrySeconds, webhooksAtOnce } from '../../../kernel/limits.ts'
import type { Bus } from '../../../kernel/news/bus.ts'
import { createOutbox, type Outbox } from '@colonnade/reconciling'
import type { Secrets } from '@colonnade/secrets'
import { retrieveSettings } from '../../installation/installation/store.ts'
import { insertForPermissionIn } from '../../installation/notifications/store.ts'
import { send } from './send.ts'
import { secretPlace } from './service.ts'
import { signedHeaders } from './signature.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

export interface WebhookSenderParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly bus: Bus
  readonly logger: Logger
}

/** Gone for good, as the receiver says itself (RFC 9110, 15.5.11). */
const gone = 410

/** Delivers events to webhooks. */
/** A context's part of this module. */
export interface HasWebhookSender {
  readonly webhookSender: Outbox
}

export function createWebhookSender({ database, secrets, bus, logger }: WebhookSenderParts): Outbox {
  const deliver = async (due: store.Due, arePrivateAllowed: boolean, stopping: AbortSignal): Promise<void> => {
    const { id, webhook_id: webhookId, url, payload, attempts } = due
    const startedAt = Date.now()
    const keys = openSecrets(secrets, due)
    const attempt =
      keys === null
        ? { status: null, answer: null, problem: messages.unreadableSecret }
        : await send({ url, payload, arePrivateAllowed, headers: signedHeaders(id, startedAt, payload, keys), signal: stopping })
    // what was cut off by the end of the program is tried again after the lease
    if (stopping.aborted) return
    const isLast = attempts > webhookRetrySeconds.length || attempt.status === gone
    await database.transaction(async (tx) => {
      await store.recordAttempt(tx, id, {
        ...attempt,
        state: attempt.problem === null ? 'delivered' : isLast ? 'failed' : 'waiting',
        retrySeconds: webhookRetrySeconds[attempts - 1] ?? 0,
        durationMs: Date.now() - startedAt,
      })
      if (attempt.problem === null || !isLast) return
      const paused = await store.pauseWebhook(tx, webhookId, attempt.problem)
      if (!paused) return
      await insertForPermissionIn(tx, paused.organization_id, 'organization:update', {
        priority: 'Warning',
        title: messages.paused.title(new URL(paused.url).host),
        message: attempt.status === gone ? messages.paused.gone : messages.paused.failed(attempts, attempt.problem),
        actions: [{ label: messages.paused.action, action_type: 'open_integrations' }],
      })
    })
  }
  return createOutbox({
    name: 'webhooks',
    news: bus.subscribe('webhooks'),
    logger,
    lookMs: webhookLookMs,
    nextDueMs: () => store.nextDueMs(database),
    async doAll(stopping) {
      while (!stopping.aborted) {
        const due = await store.takeDue(database, webhooksAtOnce, webhookLeaseSeconds)
        if (due.length === 0) return
        const { private_webhooks: arePrivateAllowed } = await retrieveSettings(database)
        await Promise.all(due.map((each) => deliver(each, arePrivateAllowed, stopping)))
      }
    },
  })
}

/** Returns the secret, and the former one while it still signs; null when they were sealed with another key. */
function openSecrets(secrets: Secrets, { webhook_id: id, sealed_secret: secret, sealed_former_secret: former }: store.Due): string[] | null {
  try {
    return [secret, former].flatMap((sealed) => (sealed === null ? [] : [secrets.open(sealed, secretPlace(id))]))
  } catch {
    return null
  }
}
