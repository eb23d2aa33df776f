import type { SecondFactors } from '@colonnade/contracts/people/second-factors'
import { isoTime, type Queryable } from '@colonnade/pg'
import { join, sql } from '@colonnade/sql'
import { challengeAttempts } from '../../../kernel/limits.ts'

export async function retrieveFactors(db: Queryable, userId: string): Promise<SecondFactors> {
  const row = await db.first<{ added_at: string | null; last_used_at: string | null; codes: number }>(sql`
    select ${isoTime('a', 'confirmed_at')} as added_at, ${isoTime('a', 'last_used_at')} as last_used_at,
      (select count(*)::int from recovery_codes r where r.user_id = u.id) as codes
    from users u left join authenticators a on a.user_id = u.id and a.confirmed_at is not null where u.id = ${userId}`)
  const { added_at = null, last_used_at = null, codes = 0 } = row ?? {}
  return { totp: added_at === null ? null : { added_at, last_used_at }, recovery_codes_left: codes }
}

/** False where there is one that counts already. One that was not confirmed is replaced. */
export async function putUnconfirmed(db: Queryable, userId: string, sealedSecret: string): Promise<boolean> {
  const rows = await db.run(sql`
    insert into authenticators (user_id, sealed_secret) values (${userId}, ${sealedSecret})
    on conflict (user_id) do update set sealed_secret = excluded.sealed_secret, created_at = now() where authenticators.confirmed_at is null`)
  return rows === 1
}

export interface AuthenticatorRow {
  readonly sealed_secret: string
  readonly is_confirmed: boolean
}

export function findAuthenticator(db: Queryable, userId: string): Promise<AuthenticatorRow | undefined> {
  return db.first<AuthenticatorRow>(sql`
    select sealed_secret, confirmed_at is not null as is_confirmed from authenticators where user_id = ${userId}`)
}

/** Whether that very secret was still waiting to be confirmed. */
export async function confirmAuthenticator(db: Queryable, userId: string, sealedSecret: string, step: number): Promise<boolean> {
  const rows = await db.run(sql`
    update authenticators set confirmed_at = now(), last_step = ${step}
    where user_id = ${userId} and sealed_secret = ${sealedSecret} and confirmed_at is null`)
  return rows === 1
}

/** Whether no code of that step or a later one was used before: of two at once, one. */
export async function spendStep(db: Queryable, userId: string, step: number): Promise<boolean> {
  const rows = await db.run(sql`
    update authenticators set last_step = ${step}, last_used_at = now()
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step}`)
  return rows === 1
}

/** Whether there was one. What depends on it goes too. */
export async function deleteAuthenticator(db: Queryable, userId: string): Promise<boolean> {
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`)
  await db.run(sql`delete from sign_in_challenges where user_id = ${userId}`)
  return (await db.run(sql`delete from authenticators where user_id = ${userId} and confirmed_at is not null`)) === 1
}

export async function replaceRecoveryCodes(db: Queryable, userId: string, hashes: readonly Buffer[]): Promise<void> {
  await db.run(sql`delete from recovery_codes where user_id = ${userId}`)
  const rows = hashes.map((hash) => sql`(${userId}::uuid, ${hash}::bytea)`)
  await db.run(sql`insert into recovery_codes (user_id, code_hash) values ${join(rows, sql`, `)}`)
}

/** Whether the code was there; it is used up by the asking. */
export async function takeRecoveryCode(db: Queryable, userId: string, hash: Buffer): Promise<boolean> {
  return (await db.run(sql`delete from recovery_codes where user_id = ${userId} and code_hash = ${hash}`)) === 1
}

/** Counts one attempt, before it is known how it goes. Undefined where the challenge is unknown or over. */
export async function tryChallenge(db: Queryable, tokenHash: Buffer): Promise<string | undefined> {
  const row = await db.first<{ user_id: string }>(sql`
    update sign_in_challenges set attempts = attempts + 1
    where token_hash = ${tokenHash} and expires_at > now() and attempts < ${challengeAttempts} returning user_id`)
  return row?.user_id
}

/** Returns undefined if it was already used: of two concurrent sign-ins with valid codes, one succeeds. */
export function takeChallenge(db: Queryable, tokenHash: Buffer): Promise<{ identity_hash: Buffer | null } | undefined> {
  return db.first<{ identity_hash: Buffer | null }>(sql`
    delete from sign_in_challenges where token_hash = ${tokenHash} and expires_at > now() returning identity_hash`)
}
