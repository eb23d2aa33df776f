import { parseEmailAddress } from '@colonnade/core'
import { sql } from '@colonnade/sql'
import type { PlatformContext } from '../../../kernel/context.ts'
import { notifyOwner } from '../account/letters.ts'
import { deleteAuthenticator } from './store.ts'

/**
 * Lets someone who lost both phone and recovery codes sign in again: the person who starts the installation names their address, and the password
 * is enough. Their sessions end.
 */
export async function forgetConfiguredFactor(ctx: PlatformContext): Promise<void> {
  const email = ctx.config.forgetSecondStepOf
  if (email === undefined) return
  await ctx.database.transaction(async (tx) => {
    const user = await tx.first<{ id: string }>(sql`select id from users where lower(email) = ${parseEmailAddress(email) ?? email}`)
    if (!user || !(await deleteAuthenticator(tx, user.id))) return
    await tx.run(sql`delete from sessions where user_id = ${user.id}`)
    await tx.run(sql`
      insert into audit_log (event, user_id, details) values ('second_factor.removed', ${user.id}, '{"by": "COLONNADE_FORGET_SECOND_STEP_OF"}')`)
    await notifyOwner(ctx, tx, user.id, 'removed')
    ctx.logger.warn('removed the authenticator app of this account: unset COLONNADE_FORGET_SECOND_STEP_OF before the next start')
  })
}
