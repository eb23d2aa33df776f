import { type Logger, toAppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { reconcileRetryDelayMs, webhookLeaseSeconds, webhookLookMs, webhookRetrySeconds, webhooksAtOnce } from '../../limits.ts'
import type { Bus } from '../../news/bus.ts'
import type { Secrets } from '../../secrets.ts'
import { retrieveSettings } from '../installation/store.ts'
import { insertForPermissionIn } from '../notifications/store.ts'
import { send } from './send.ts'
import { secretPlace } from './service.ts'
import { signedHeaders } from './signature.ts'
import * as store from './store.ts'

/** Sends what webhooks are to be told. */
export interface WebhookSender {
  /** Sends all that is due now. */
  round(): Promise<void>
  /** From now on it is done by itself. */
  start(): void
  close(): Promise<void>
}

export interface WebhookSenderParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly bus: Bus
  readonly logger: Logger
}

/** Gone for good, as the receiver says itself (RFC 9110, 15.5.11). */
const gone = 410

export function createWebhookSender({ database, secrets, bus, logger }: WebhookSenderParts): WebhookSender {
  const stopping = new AbortController()
  const subscription = bus.subscribe('webhooks')
  let line = Promise.resolve()
  let loop: Promise<void> | undefined

  const deliver = async (due: store.Due, arePrivateAllowed: boolean): Promise<void> => {
    const { id, webhook_id: webhookId, url, payload, attempts } = due
    const startedAt = Date.now()
    const keys = openSecrets(secrets, due)
    const attempt =
      keys === null
        ? { status: null, answer: null, problem: 'Its secret can not be read: the key of the installation has changed. Make a new one.' }
        : await send({ url, payload, arePrivateAllowed, headers: signedHeaders(id, startedAt, payload, keys), signal: stopping.signal })
    // what was cut off by the end of the program is tried again after the lease
    if (stopping.signal.aborted) return
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
        title: `The webhook to ${new URL(paused.url).host} is paused`,
        message: `${attempt.status === gone ? 'Its receiver says that it is gone.' : `An event could not be delivered in ${attempts} attempts: ${attempt.problem}.`} Mend it, and let it go on under Integrations.`,
        actions: [{ label: 'Open integrations', action_type: 'open_integrations' }],
      })
    })
  }
  const sendAll = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const due = await store.takeDue(database, webhooksAtOnce, webhookLeaseSeconds)
      if (due.length === 0) return
      const { private_webhooks: arePrivateAllowed } = await retrieveSettings(database)
      await Promise.all(due.map((each) => deliver(each, arePrivateAllowed)))
    }
  }
  const round = (): Promise<void> => {
    const turn = line.then(sendAll)
    line = turn.catch(() => {})
    return turn
  }
  const waitMs = async (): Promise<number> => {
    const due = await store.nextDueMs(database)
    return due === null ? webhookLookMs : Math.min(Math.max(due, reconcileRetryDelayMs), webhookLookMs)
  }
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await round()
        await subscription.next(await waitMs())
      } catch (error) {
        logger.error('webhooks can not be looked at', { error: toAppError(error) })
        await sleep(reconcileRetryDelayMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  return {
    round,
    start: () => void (loop ??= work()),
    async close() {
      stopping.abort()
      subscription.close()
      await loop
      await line
    },
  }
}

/** The secret, and that of before as long as it signs, too; null when they were sealed with another key. */
function openSecrets(secrets: Secrets, { webhook_id: id, sealed_secret: secret, sealed_former_secret: former }: store.Due): string[] | null {
  try {
    return [secret, former].flatMap((sealed) => (sealed === null ? [] : [secrets.open(sealed, secretPlace(id))]))
  } catch {
    return null
  }
}
