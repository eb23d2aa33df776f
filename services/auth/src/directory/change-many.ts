import { sql } from '@colonnade/sql'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import { recordAction, serviceActor } from '../users/audit.ts'

const Change = z.object({ ids: z.array(z.uuid()).min(1).max(1_000), action: z.enum(['ban', 'unban', 'delete']) })

/** Bans, unbans or deletes many users in one transaction; ids that no longer exist are ignored. */
export async function changeMany(call: AuthCall): Promise<AuthReply> {
  const { ids, action } = await bodyOf(call.request, Change)
  const database = await call.database()
  const changed = await database.transaction(async (tx) => {
    const statement =
      action === 'delete'
        ? sql`delete from auth.users where id = any(${ids}::uuid[]) returning id`
        : sql`update auth.users set banned_until = ${action === 'ban' ? sql`now() + interval '100 years'` : sql`null`}, updated_at = now()
            where id = any(${ids}::uuid[]) and deleted_at is null returning id`
    const rows = await tx.rows<{ id: string }>(statement)
    // a line for each, so that the log of a user has it
    for (const { id } of rows) await recordAction(call, tx, action === 'delete' ? 'user_deleted' : 'user_modified', serviceActor, { user_id: id })
    return rows.length
  })
  return { json: { changed } }
}
