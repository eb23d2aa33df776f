import { completeAuthSettings } from '@colonnade/contracts/auth/auth-settings'
import { isAppError, type Clock, type Logger, toAppError } from '@colonnade/core'
import type { Delivery, Transport } from '@colonnade/mail'
import type { Queryable } from '@colonnade/pg'
import type { KnownProjects } from '@colonnade/projects'
import type { AuthContext } from '../context.ts'
import { lookLeastMs, lookMostMs, mailRetrySeconds, mailsAtOnce } from '../limits.ts'
import type { ProjectDatabases } from '../project/project-databases.ts'
import type { MailNews } from './mail-news.ts'
import { openContent, openEnvelope, type Sealing } from './sealed-mail.ts'
import { hasSmtp, smtpOf } from './smtp.ts'
import * as store from './store.ts'

/** Sends the mails of projects. */
export interface MailOutbox extends AsyncDisposable {
  /** Sends what waits in a project's outbox, which wakes the project only for that; again later, if the server will not have it now. */
  look(ref: string): void
  /** Works as `look`; resolves when there is nothing to send now. */
  settle(ref: string): Promise<void>
}

export interface MailOutboxParts {
  readonly databases: Pick<ProjectDatabases, 'enter'>
  readonly known: KnownProjects
  readonly secrets: Sealing
  readonly clock: Clock
  readonly logger: Logger
  readonly outbound: AuthContext['outbound']
  readonly news: Pick<MailNews, 'tell'>
}

interface Line {
  round: Promise<void> | null
  /** Somebody has asked since the round began. */
  isAsked: boolean
  timer: NodeJS.Timeout | null
}

export function createMailOutbox({ databases, known, secrets, clock, logger, outbound, news }: MailOutboxParts): MailOutbox {
  /** Only of projects for which something is under way or waits. */
  const lines = new Map<string, Line>()
  let isOver = false

  const deliver = (smtp: Transport, ref: string, due: store.DueMail): Promise<Delivery> => {
    const { id } = due
    const envelope = openEnvelope(secrets, ref, id, due.envelope)
    const content = openContent(secrets, ref, id, due.content)
    if (envelope === null || content === null) {
      return Promise.resolve({
        kind: 'refused',
        step: 'letter',
        problem: 'The mail can’t be read: it was not created for this project by this installation',
      })
    }
    if (envelope.usefulUntil < clock.now()) return Promise.resolve({ kind: 'refused', step: 'letter', problem: 'It could not be sent in time' })
    const { to, subject } = envelope
    return smtp.send({ id, to, subject, ...content })
  }
  const record = async (database: Queryable, ref: string, { id, attempts }: store.DueMail, delivery: Delivery): Promise<void> => {
    if (delivery.kind === 'sent') return store.recordSent(database, id)
    logger.warn('auth mail not sent', { ref, id, problem: delivery.problem })
    if (delivery.kind === 'refused') return store.recordFailed(database, id, delivery.problem)
    await store.recordRetry(database, id, delivery.problem, mailRetrySeconds[Math.min(attempts, mailRetrySeconds.length) - 1]!)
  }
  const sendAll = async (database: Queryable, ref: string, smtp: Transport): Promise<void> => {
    for (let due = await store.takeDue(database, mailsAtOnce); due.length > 0 && !isOver; due = await store.takeDue(database, mailsAtOnce)) {
      const deliveries = await Promise.all(
        due.map(async (each) => {
          const delivery = await deliver(smtp, ref, each)
          await record(database, ref, each, delivery)
          news.tell(ref)
          return delivery
        }),
      )
      // the mails behind them would wait for the same deadline, one after the other
      if (deliveries.some(({ kind }) => kind === 'away')) return
    }
  }
  /** Returns the milliseconds until the next mail is due; null for none. */
  const round = async (ref: string): Promise<number | null> => {
    const project = await known.find(ref)
    if (project === null) return null
    const settings = completeAuthSettings(project.auth.settings)
    const { database, leave } = await databases.enter(ref)
    try {
      await store.expireMails(database)
      if (hasSmtp(settings)) await sendAll(database, ref, smtpOf(settings, outbound.arePrivateAllowed))
      else await store.keepWaiting(database)
      news.tell(ref)
      return await store.nextDueMs(database)
    } finally {
      leave()
    }
  }
  const rounds = async (ref: string, line: Line): Promise<void> => {
    try {
      let dueMs: number | null = null
      while (line.isAsked && !isOver) {
        line.isAsked = false
        dueMs = await round(ref)
      }
      if (dueMs !== null && !isOver) line.timer = setTimeout(() => look(ref), Math.min(Math.max(dueMs, lookLeastMs), lookMostMs)).unref()
    } catch (error) {
      // the next call that opens the project's database looks again
      if (!isAppError(error, 'project_not_active')) logger.warn('auth mails not looked at', { ref, error: toAppError(error) })
    } finally {
      line.round = null
      if (line.timer === null) lines.delete(ref)
    }
  }
  const settle = (ref: string): Promise<void> => {
    const line = lines.get(ref) ?? { round: null, isAsked: false, timer: null }
    lines.set(ref, line)
    line.isAsked = true
    if (line.timer !== null) clearTimeout(line.timer)
    line.timer = null
    return (line.round ??= rounds(ref, line))
  }
  const look = (ref: string): void => {
    if (!isOver) void settle(ref)
  }
  return {
    look,
    settle,
    async [Symbol.asyncDispose]() {
      isOver = true
      for (const { timer } of lines.values()) if (timer !== null) clearTimeout(timer)
      await Promise.all([...lines.values()].map(async ({ round: last }) => last))
    },
  }
}
