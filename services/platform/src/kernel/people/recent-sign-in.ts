import { AppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { freshSessionSeconds } from '../limits.ts'
import type { Actor } from '../serve.ts'

/** Notes that somebody proved who they are in a session that they opened before. */
export async function markProven(db: Queryable, { sessionId }: Pick<Actor, 'sessionId'>): Promise<void> {
  await db.run(sql`update sessions set proven_at = now() where id = ${sessionId}`)
}

/**
 * Refuses people who signed in, or proved who they are, too long ago: an open browser isn't enough for what can't be taken back. An access token was given the
 * scope on purpose and can't sign in, so it passes.
 *
 * @throws AppError `sign_in_again`
 */
export async function requireRecentSignIn(db: Queryable, { sessionId, token }: Pick<Actor, 'sessionId' | 'token'>): Promise<void> {
  if (token !== undefined) return
  const row = await db.first(
    sql`select from sessions where id = ${sessionId} and greatest(created_at, proven_at) > now() - ${freshSessionSeconds} * interval '1 second'`,
  )
  if (row === undefined) throw new AppError('sign_in_again')
}
