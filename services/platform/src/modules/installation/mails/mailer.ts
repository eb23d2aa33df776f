import type { Logger } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import type { MailContent } from '@colonnade/contracts/installation/mails'
import type { PlatformConfig } from '../../../kernel/config/config.ts'
import { mailLookMs, mailRetrySeconds } from '../../../kernel/limits.ts'
import type { Bus } from '../../../kernel/news/bus.ts'
import { createOutbox, type Outbox } from '@colonnade/reconciling'
import type { Secrets } from '@colonnade/secrets'
import { contentPlace } from './post.ts'
import { renderMail } from './render.ts'
import * as store from './store.ts'
import { createSmtp, type Delivery, smtpServerOf, type Transport } from '@colonnade/mail'

/** This module's part of a context. */
export interface HasMailer {
  readonly mailer: Outbox
}

export interface MailerParts {
  readonly config: PlatformConfig
  readonly database: Database
  readonly secrets: Secrets
  readonly bus: Bus
  readonly logger: Logger
  /** Turns requests of strangers into mail. */
  readonly answerRequests: () => Promise<void>
}

/** Sends the mails that transactions have queued. */
export function createMailer({ config, database, secrets, bus, logger, answerRequests }: MailerParts): Outbox {
  const { mail } = config
  const transport = mail.transport === 'smtp' ? createSmtp(smtpServerOf(mail.url), mail.from) : null
  const address = config.publicUrl?.replace(/\/$/, '') ?? ''

  const deliver = async (smtp: Transport, { id, recipient, subject, sealed_content: sealed }: store.DueMail): Promise<Delivery> => {
    const content = openContent(secrets, id, sealed)
    return content === null
      ? { kind: 'refused', step: 'letter', problem: 'Its content can’t be read, because the key of the installation has changed' }
      : smtp.send({ id, to: recipient, subject, ...renderMail(content, address) })
  }
  const sendAll = async (smtp: Transport, stopping: AbortSignal): Promise<void> => {
    for (let due = await store.takeDue(database); due && !stopping.aborted; due = await store.takeDue(database)) {
      const delivery = await deliver(smtp, due)
      if (delivery.kind === 'sent') {
        await store.recordSent(database, due.id)
        continue
      }
      logger.warn('mail not sent', { id: due.id, problem: delivery.problem })
      if (delivery.kind === 'refused') await store.recordFailed(database, due.id, delivery.problem)
      else await store.recordRetry(database, due.id, delivery.problem, mailRetrySeconds[Math.min(due.attempts, mailRetrySeconds.length) - 1]!)
      // later mails would wait for the same timeout, one after the other
      if (delivery.kind === 'away') return
    }
  }
  return createOutbox({
    name: 'mail',
    news: bus.subscribe('mails'),
    logger,
    lookMs: mailLookMs,
    nextDueMs: async () => (transport ? store.nextDueMs(database) : null),
    async doAll(stopping) {
      await answerRequests()
      await store.expireMails(database)
      if (transport) await sendAll(transport, stopping)
    },
  })
}

/** Returns a mail's content; null if it was sealed with another key. */
export function openContent(secrets: Secrets, id: string, sealed: string): MailContent | null {
  try {
    return JSON.parse(secrets.open(sealed, contentPlace(id))) as MailContent
  } catch {
    return null
  }
}
