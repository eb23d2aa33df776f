import { AppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { setTimeout as sleep } from 'node:timers/promises'
import { eventReadersMax } from '@colonnade/row-feed'

/** Topics of announcements, as the migrations' triggers name them. */
export type Topic =
  | `project:${string}`
  | `replicas:${string}`
  | `backups:${string}`
  | `branches:${string}`
  | `merges:${string}`
  | `table_copies:${string}`
  | `upgrades:${string}`
  | `notifications:${string}`
  | `session:${string}`
  | 'mails'
  | 'webhooks'
  | 'function_schedules'
  | 'payments'

/** A subscriber's wait for news. */
export interface Subscription {
  /** Resolves at the next announcement, or at once after a (possibly missed) one since the last call; with false at the timeout. */
  next(withinMs: number): Promise<boolean>
  /** Announces news to this subscriber only. */
  wake(): void
  close(): void
}

/** Announces that there is something new to read; subscribers read it from the database. */
export interface Bus {
  /** Subscribes to some topics. @throws AppError `rate_limited` if a topic has too many subscribers */
  subscribe(...topics: Topic[]): Subscription
  /** Calls back at each announcement, or when one may have been missed, for work with its own limits. Returns a function that stops it. */
  watch(topic: Topic, onNews: () => void): () => void
  close(): Promise<void>
}

const channel = 'news'

/** Listens to announcements of the migrations' triggers. */
export async function createBus(database: Database): Promise<Bus> {
  const readers = new Map<string, Set<() => void>>()
  const wake = (topic: string): void => readers.get(topic)?.forEach((announce) => announce())
  const wakeAll = (): void => [...readers.keys()].forEach(wake)
  const stop = await database.listen(channel, wake, wakeAll)
  const add = (topic: string, announce: () => void): void => void readers.set(topic, (readers.get(topic) ?? new Set()).add(announce))
  const remove = (topic: string, announce: () => void): void => {
    readers.get(topic)?.delete(announce)
    if (readers.get(topic)?.size === 0) readers.delete(topic)
  }
  return {
    subscribe(...topics) {
      if (topics.some((topic) => (readers.get(topic)?.size ?? 0) >= eventReadersMax)) {
        throw new AppError('rate_limited', {}, { message: 'Too many clients are following this at once' })
      }
      let news = Promise.withResolvers<boolean>()
      const announce = (): void => news.resolve(true)
      for (const topic of topics) add(topic, announce)
      return {
        async next(withinMs) {
          const timer = new AbortController()
          const timeUp = sleep(withinMs, false, { signal: timer.signal, ref: false }).catch(() => false)
          const isNews = await Promise.race([news.promise, timeUp])
          timer.abort()
          if (isNews) news = Promise.withResolvers<boolean>()
          return isNews
        },
        wake: announce,
        close() {
          for (const topic of topics) remove(topic, announce)
          announce()
        },
      }
    },
    watch(topic, onNews) {
      // the same function may watch twice
      const announce = (): void => onNews()
      add(topic, announce)
      return () => remove(topic, announce)
    },
    async close() {
      await stop()
      wakeAll()
    },
  }
}
