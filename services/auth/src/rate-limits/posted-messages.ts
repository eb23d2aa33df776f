import type { Clock, Logger } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { projectsMost } from '../limits.ts'
import { listRecent } from '../mails/store.ts'
import { createMinutes, type Minutes } from './minutes.ts'

type Kind = 'email' | 'sms'

/** Remembers how many messages projects have posted within the last hour, so that it can be shown without waking them. */
export interface PostedMessages {
  /** Counts what is in the project's database. Called before it is closed, since nothing is posted while it is. */
  read(ref: string, database: Queryable): Promise<void>
  /** null for a project that was never read. */
  lastHour(ref: string, kind: Kind): number | null
}

export function createPostedMessages(clock: Clock, logger: Logger): PostedMessages {
  /** In the order in which they were read, oldest first. */
  const projects = new Map<string, Readonly<Record<Kind, Minutes>>>()
  return {
    async read(ref, database) {
      try {
        const posted = { email: createMinutes(clock), sms: createMinutes(clock) }
        for (const { is_sms: isSms, minutes_ago: ago, count } of await listRecent(database)) posted[isSms ? 'sms' : 'email'].add(ago, count)
        projects.delete(ref)
        projects.set(ref, posted)
        if (projects.size > projectsMost) projects.delete(projects.keys().next().value!)
      } catch (error) {
        // the server may be stopping; what was read before still holds for most of it
        logger.warn('auth messages not counted', { ref, error })
      }
    },
    lastHour: (ref, kind) => projects.get(ref)?.[kind].lastHour() ?? null,
  }
}
