import { AppError } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { eventReadersMax } from './limits.ts'

/** Someone who waits for news of one project. */
export interface Subscription {
  /** Resolves at the next announcement, or at once when one came since the last call (or may have been missed). */
  next(): Promise<void>
  close(): void
}

/** Tells waiting readers that there is something new to read; what it is, they read from the database. */
export interface Bus {
  /** @throws AppError `rate_limited` when too many do */
  subscribe(ref: string): Subscription
  close(): Promise<void>
}

const channel = 'project_events'

/** Listens to the `project_events` notifications that the trigger of the migrations sends. */
export async function createBus(database: Database): Promise<Bus> {
  const readers = new Map<string, Set<() => void>>()
  const wake = (ref: string): void => readers.get(ref)?.forEach((announce) => announce())
  const wakeAll = (): void => [...readers.keys()].forEach(wake)
  const stop = await database.listen(channel, wake, wakeAll)
  return {
    subscribe(ref) {
      let news = Promise.withResolvers<void>()
      const announce = (): void => news.resolve()
      const group = readers.get(ref) ?? new Set()
      if (group.size >= eventReadersMax) throw new AppError('rate_limited', {}, { message: 'Too many readers follow this project at once' })
      readers.set(ref, group.add(announce))
      return {
        async next() {
          await news.promise
          news = Promise.withResolvers<void>()
        },
        close() {
          group.delete(announce)
          if (group.size === 0) readers.delete(ref)
          news.resolve()
        },
      }
    },
    async close() {
      await stop()
      wakeAll()
    },
  }
}
