import type { Queryable, Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'

/** Seconds that a challenge can be met (GoTrue, `ChallengeExpiryDuration`). */
export const challengeSeconds = 300

/** A challenge of one factor. */
export interface FactorChallenge {
  readonly id: string
  readonly is_over: boolean
  readonly is_met: boolean
  /** The request has the same IP address as the challenge's. */
  readonly is_same_address: boolean
  readonly otp_code: string | null
  readonly web_authn_session_data: { readonly challenge: string } | null
}

export interface NewChallenge {
  readonly factorId: string
  readonly address: string
  readonly otpHash?: string
  readonly webauthn?: { readonly challenge: string }
}

/** Returns its id. */
export async function insertChallenge(tx: Transaction, { factorId, address, otpHash, webauthn }: NewChallenge): Promise<string> {
  const id = randomUUID()
  await tx.run(sql`
    with challenged as (
      update auth.mfa_factors set last_challenged_at = clock_timestamp() where id = ${factorId}::uuid
    ), forgotten as (
      delete from auth.mfa_challenges where id in (
        select id from auth.mfa_challenges where created_at < now() - interval '1 day' order by created_at limit 20 for update skip locked
      )
    )
    insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, otp_code, web_authn_session_data)
    values (${id}::uuid, ${factorId}::uuid, now(), ${address}::inet, ${otpHash ?? null}, ${webauthn === undefined ? null : JSON.stringify(webauthn)}::jsonb)`)
  return id
}

/** Takes back a challenge whose code could not be sent: another may be asked for at once. `challengedAt`: of the one before. */
export async function withdrawChallenge(
  db: Queryable,
  { id, factorId, challengedAt }: { readonly id: string; readonly factorId: string; readonly challengedAt: string | null },
): Promise<void> {
  await db.run(sql`
    with gone as (delete from auth.mfa_challenges where id = ${id}::uuid)
    update auth.mfa_factors set last_challenged_at = ${challengedAt}::timestamptz where id = ${factorId}::uuid`)
}

export async function findChallenge(db: Queryable, factorId: string, id: string, address: string): Promise<FactorChallenge | null> {
  const found = await db.first<FactorChallenge>(sql`
    select id, created_at < now() - make_interval(secs => ${challengeSeconds}) as is_over, verified_at is not null as is_met,
      ip_address = ${address}::inet as is_same_address, otp_code, web_authn_session_data
    from auth.mfa_challenges where id = ${id}::uuid and factor_id = ${factorId}::uuid`)
  return found ?? null
}

/** The latest time step whose code has met a challenge of the factor; null if no such code could be used again. */
export async function lastStep(tx: Transaction, factorId: string): Promise<number | null> {
  // codes are good for two minutes at most; the index is by time
  const found = await tx.first<{ step: number | null }>(sql`
    select max(otp_code::bigint)::float8 as step from auth.mfa_challenges
    where created_at > now() - make_interval(secs => ${2 * challengeSeconds}) and factor_id = ${factorId}::uuid and verified_at is not null and otp_code is not null`)
  return found?.step ?? null
}

/** Notes that a challenge was met. `step`: the time step of the code that met it, which is then good no more. */
export async function meetChallenge(tx: Transaction, id: string, step: number | null): Promise<void> {
  await tx.run(sql`
    update auth.mfa_challenges set verified_at = now(), otp_code = coalesce(${step === null ? null : String(step)}, otp_code) where id = ${id}::uuid`)
}
