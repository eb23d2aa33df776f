import { AppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { freshSessionSeconds } from '../limits.ts'
import type { Actor } from '../serve.ts'

/** Stores that a person confirmed their identity in an existing session. */
export async function markProven(db: Queryable, { sessionId }: Pick<Actor, 'sessionId'>): Promise<void> {
  await db.run(sql`update sessions set proven_at = now() where id = ${sessionId}`)
}

/**
 * Refuses people without a recent sign-in or confirmation: an open browser isn't enough for irreversible actions. Access tokens pass, because they
 * were given the scope on purpose and can't sign in.
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
