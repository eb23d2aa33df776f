import { type Logger, toAppError } from '@colonnade/core'
import { setTimeout as sleep } from 'node:timers/promises'
import { reconcileRetryDelayMs } from './limits.ts'

/** Signals that a row may have been written. */
export interface OutboxNews {
  /** Resolves at the next announcement, or after so many milliseconds. */
  next(timeoutMs: number): Promise<unknown>
  close(): void
}

/** Does what is due in a table that others write into. */
export interface Outbox {
  /** Does all that there is to do now. One round comes after the other. */
  round(): Promise<void>
  /** Starts the rounds. */
  start(): void
  /** Resolves when no work is in progress. */
  close(): Promise<void>
}

export interface OutboxParts {
  /** What it is called in the log. */
  readonly name: string
  /** Announces that something was written. */
  readonly news: OutboxNews
  readonly logger: Logger
  /** Does all that is due. What is cut off by the signal is done again by the next program. */
  readonly doAll: (stopping: AbortSignal) => Promise<void>
  /** Milliseconds until something is due; null for nothing to wait for. */
  readonly nextDueMs: () => Promise<number | null>
  /** It is looked at least this often, whoever announces what. */
  readonly lookMs: number
}

export function createOutbox({ name, news, logger, doAll, nextDueMs, lookMs }: OutboxParts): Outbox {
  const stopping = new AbortController()
  let line = Promise.resolve()
  let loop: Promise<void> | undefined
  const round = (): Promise<void> => {
    const turn = line.then(() => doAll(stopping.signal))
    line = turn.catch(() => {})
    return turn
  }
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      try {
        await round()
        const due = (await nextDueMs()) ?? lookMs
        await news.next(Math.min(Math.max(due, reconcileRetryDelayMs), lookMs))
      } catch (error) {
        logger.error('the outbox can’t be read', { outbox: name, error: toAppError(error) })
        await sleep(reconcileRetryDelayMs, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }
  return {
    round,
    start: () => void (loop ??= work()),
    async close() {
      stopping.abort()
      news.close()
      await loop
      await line
    },
  }
}
