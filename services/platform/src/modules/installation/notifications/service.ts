import type { Notification, NotificationChange, NotificationSummary } from '@colonnade/contracts/installation/notifications'
import { AppError } from '@colonnade/core'
import type { RequestFacts, StreamEvent } from '@colonnade/http'
import type { PlatformContext } from '../../../kernel/context.ts'
import { follow } from '../../../kernel/news/follow.ts'
import { readPage } from '../../../kernel/page.ts'
import type { Actor } from '../../../kernel/serve.ts'
import * as store from './store.ts'

/** Returns one page, newest first. */
export function listNotifications(
  ctx: PlatformContext,
  actor: Actor,
  filter: store.NotificationFilter,
): Promise<{ items: Notification[]; next_offset: number | null }> {
  return readPage(filter, (wanted) => store.listNotifications(ctx.database, actor.userId, wanted))
}

export function summarizeNotifications(ctx: PlatformContext, actor: Actor): Promise<NotificationSummary> {
  return store.summarizeNotifications(ctx.database, actor.userId)
}

/**
 * Streams the summary now, after each change of the person's list, and when a project that they see has a new request, until they disconnect or sign
 * out.
 *
 * @throws AppError `rate_limited` if there are too many streams
 */
export function streamSummaries(
  ctx: PlatformContext,
  actor: Actor,
  request: Pick<RequestFacts, 'signal'>,
): AsyncGenerator<StreamEvent<NotificationSummary>> {
  let sent = 0
  return follow(ctx, actor, `notifications:${actor.userId}`, request, async function* () {
    yield { id: String((sent += 1)), data: await store.summarizeNotifications(ctx.database, actor.userId) }
    return true
  })
}

/** Makes all changes or none; each ID can occur once. @throws AppError `notification_not_found`, `invalid_input` */
export function updateNotifications(ctx: PlatformContext, actor: Actor, changes: readonly NotificationChange[]): Promise<Notification[]> {
  const ids = new Set(changes.map(({ id }) => id.toLowerCase()))
  if (ids.size < changes.length) {
    const issues = [{ path: ['body'], message: 'List each notification only once' }]
    throw new AppError('invalid_input', { issues }, { message: 'List each notification only once' })
  }
  return ctx.database.transaction(async (tx) => {
    const changed = await store.updateNotifications(tx, actor.userId, changes)
    if (changed.length < changes.length) {
      const found = new Set(changed.map(({ id }) => id))
      throw new AppError('notification_not_found', { ids: [...ids].filter((id) => !found.has(id)) })
    }
    return changed
  })
}

export async function archiveNotifications(ctx: PlatformContext, actor: Actor): Promise<{ archived: number }> {
  return { archived: await store.archiveNotifications(ctx.database, actor.userId) }
}
