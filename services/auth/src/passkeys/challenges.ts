import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { AuthError } from '../errors.ts'
import { ceremonySeconds } from '../webauthn/ceremonies.ts'

type ChallengeType = 'registration' | 'authentication'

/** Keeps a challenge, and deletes some that are over. Returns its id. `userId`: null while nobody knows who comes. */
export async function giveChallenge(db: Queryable, type: ChallengeType, userId: string | null, challenge: string): Promise<string> {
  const id = randomUUID()
  await db.run(sql`
    with forgotten as (
      delete from auth.webauthn_challenges where id in (
        select id from auth.webauthn_challenges where expires_at < now() - interval '1 hour' order by expires_at limit 20 for update skip locked
      )
    )
    insert into auth.webauthn_challenges (id, user_id, challenge_type, session_data, expires_at)
    values (${id}::uuid, ${userId}::uuid, ${type}, ${JSON.stringify({ challenge })}::jsonb, now() + make_interval(secs => ${ceremonySeconds}))`)
  return id
}

/**
 * Takes a challenge: whatever comes of it, nobody gets it twice.
 *
 * @throws AuthError `webauthn_challenge_not_found`, `webauthn_challenge_expired`
 */
export async function takeChallenge(db: Queryable, type: ChallengeType, userId: string | null, id: string): Promise<string> {
  const taken = await db.first<{ challenge: string; is_over: boolean }>(sql`
    delete from auth.webauthn_challenges where id = ${id}::uuid and challenge_type = ${type} and user_id is not distinct from ${userId}::uuid
    returning session_data ->> 'challenge' as challenge, expires_at < now() as is_over`)
  if (taken === undefined) throw new AuthError('webauthn_challenge_not_found', 'Challenge not found')
  if (taken.is_over) throw new AuthError('webauthn_challenge_expired', 'Challenge has expired, request a new one')
  return taken.challenge
}
