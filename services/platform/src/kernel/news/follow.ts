import type { RequestFacts } from '@colonnade/http'
import type { Subscription, Topic } from './bus.ts'
import type { PlatformContext } from '../context.ts'
import { sessionRecheckMs } from '../limits.ts'
import { isSessionAlive } from '../people/liveness.ts'
import type { Actor } from '../serve.ts'

/**
 * Reads now, and again whenever there is news of the topic, until the caller leaves, their session ends (by signing out here or
 * elsewhere, or by its age) or `read` returns false.
 *
 * @throws AppError `rate_limited` when too many follow the topic
 */
export function follow<Event>(
  ctx: PlatformContext,
  actor: Actor,
  topic: Topic,
  request: Pick<RequestFacts, 'signal'>,
  read: () => AsyncGenerator<Event, boolean>,
): AsyncGenerator<Event> {
  return followWith(ctx, actor, ctx.bus.subscribe(topic, `session:${actor.sessionId}`), request, read)
}

/** Does the same with the caller's subscription, and closes it at the end. */
export async function* followWith<Event>(
  ctx: PlatformContext,
  actor: Actor,
  subscription: Subscription,
  { signal }: Pick<RequestFacts, 'signal'>,
  read: () => AsyncGenerator<Event, boolean>,
): AsyncGenerator<Event> {
  const leave = (): void => subscription.close()
  signal.addEventListener('abort', leave, { once: true })
  try {
    for (let isNews = true; !signal.aborted; isNews = await subscription.next(sessionRecheckMs)) {
      if (!(await isSessionAlive(ctx.database, actor.sessionId))) return
      if (isNews && !(yield* read())) return
    }
  } finally {
    signal.removeEventListener('abort', leave)
    subscription.close()
  }
}
