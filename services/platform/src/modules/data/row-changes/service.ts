import type { Login } from '@colonnade/clusters'
import type { RowChangeEvent } from '@colonnade/contracts/data/row-changes'
import { isAllowed } from '@colonnade/contracts/foundation/permissions'
import type { RequestFacts, StreamEvent } from '@colonnade/http'
import { followWith } from '../../../kernel/news/follow.ts'
import type { Actor, ProjectScope } from '../../../kernel/serve.ts'
import { listPermissions } from '../queries/rights.ts'
import type { Context } from './context.ts'

/**
 * Yields changes of a table from now on, until the client disconnects, signs out or loses access, the server stops, or the table is no longer
 * published. Changes
 * aren't stored, so a stream can't be resumed; IDs only count.
 *
 * @throws AppError `changes_unavailable`, `insufficient_privilege`, `connection_lost`, `rate_limited` if too many clients follow tables of the
 * project
 */
export async function followRowChanges(
  ctx: Context,
  actor: Actor,
  { ref, permissions }: ProjectScope,
  table: number,
  request: Pick<RequestFacts, 'signal'>,
): Promise<AsyncGenerator<StreamEvent<RowChangeEvent>>> {
  const login: Login = isAllowed(permissions, 'database:write') ? 'owner' : 'reader'
  const subscription = ctx.bus.subscribe(`session:${actor.sessionId}`)
  try {
    const listener = await ctx.parts.rowChanges.listen(ref, { table, login, wake: () => subscription.wake() })
    let sent = 0
    const follow = followWith<StreamEvent<RowChangeEvent>>(ctx, actor, subscription, request, async function* () {
      const now = await listPermissions(ctx.database, ref, actor)
      if (!isAllowed(now, login === 'owner' ? 'database:write' : 'database:read')) return false
      for (const data of listener.take()) yield { id: String((sent += 1)), data }
      return !listener.isOver()
    })
    return (async function* () {
      try {
        yield* follow
      } finally {
        listener.leave()
      }
    })()
  } catch (error) {
    subscription.close()
    throw error
  }
}
