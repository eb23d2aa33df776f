import { type Logger, toAppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import type { MailContent } from '@colonnade/contracts'
import { setTimeout as sleep } from 'node:timers/promises'
import type { PlatformConfig } from '../../config.ts'
import { mailLookMs, mailRetrySeconds, reconcileRetryDelayMs } from '../../limits.ts'
import type { Bus } from '../../news/bus.ts'
import type { Secrets } from '../../secrets.ts'
import { contentPlace } from './post.ts'
import { renderMail } from './render.ts'
import * as store from './store.ts'
import { createSmtp, type Delivery, type Transport } from './transport.ts'

/** Sends what is in the outbox. */
export interface Mailer {
  /** Does all that there is to do now. */
  round(): Promise<void>
  /** From now on it is done by itself. */
  start(): void
  close(): Promise<void>
}

export interface MailerParts {
  readonly config: PlatformConfig
  readonly database: Database
  readonly secrets: Secrets
  readonly bus: Bus
  readonly logger: Logger
  /** Turns what strangers asked for into mail. */
  readonly answerRequests: () => Promise<void>
}

export function createMailer({ config, database, secrets, bus, logger, answerRequests }: MailerParts): Mailer {
  const { mail } = config
  const transport = mail.transport === 'smtp' ? createSmtp(mail.url, mail.from) : null
  const address = config.publicUrl?.replace(/\/$/, '') ?? ''
  const stopping = new AbortController()
  const subscription = bus.subscribe('mails')
  let line = Promise.resolve()
  let loop: Promise<void> | undefined

  const deliver = async (smtp: Transport, { id, recipient, subject, sealed_content: sealed }: store.DueMail): Promise<Delivery> => {
    const content = openContent(secrets, id, sealed)
    return content === null
      ? { kind: 'refused', problem: 'What it says can not be read: the key of the installation has changed' }
      : smtp.send({ id, to: recipient, subject, ...renderMail(content, address) })
  }
  const sendAll = async (smtp: Transport): Promise<void> => {
    for (let due = await store.takeDue(database); due && !stopping.signal.aborted; due = await store.takeDue(database)) {
      const delivery = await deliver(smtp, due)
      if (delivery.kind === 'sent') {
        await store.recordSent(database, due.id)
        continue
      }
      logger.warn('mail not sent', { id: due.id, problem: delivery.problem })
      if (delivery.kind === 'refused') await store.recordFailed(database, due.id, delivery.problem)
      else await store.recordRetry(database, due.id, delivery.problem, mailRetrySeconds[Math.min(due.attempts, mailRetrySeconds.length) - 1]!)
      // what waits behind it would wait for the same deadline, one after the other
      if (delivery.kind === 'away') return
    }
  }
  const doAll = async (): Promise<void> => {
    await answerRequests()
    await store.expireMails(database)
    if (transport) await sendAll(transport)
  }
  const round = (): Promise<void> => {
    const turn = line.then(doAll)
    line = turn.catch(() => {})
    return turn
  }
  const waitMs = async (): Promise<number> => {
    const due = transport ? await store.nextDueMs(database) : null
    return due === null ? mailLookMs : Math.min(Math.max(due, reconcileRetryDelayMs), mailLookMs)
  }
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await round()
        await subscription.next(await waitMs())
      } catch (error) {
        logger.error('the outbox can not be looked at', { error: toAppError(error) })
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

/** What a letter says; null when it was sealed with another key. */
export function openContent(secrets: Secrets, id: string, sealed: string): MailContent | null {
  try {
    return JSON.parse(secrets.open(sealed, contentPlace(id))) as MailContent
  } catch {
    return null
  }
}
