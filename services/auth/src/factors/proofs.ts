import { totpStep } from '@colonnade/credentials'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { timingSafeEqual } from 'node:crypto'
import { hashOtp } from '../one-time-tokens/token-hash.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import { checkAuthentication, checkRegistration } from '../webauthn/ceremonies.ts'
import type { RelyingParty } from '../webauthn/relying-party.ts'
import { type FactorChallenge, lastStep } from './challenges.ts'
import { type Factor, knownCredential, storedCredential, type StoredCredential } from './store.ts'

/** A client's response to a challenge. */
export type Answer =
  /** `isRight`: as whoever made the code has found it, where that isn't us. */
  | { readonly kind: 'code'; readonly code: string; readonly isRight?: boolean }
  | { readonly kind: 'key'; readonly party: RelyingParty; readonly response: JsonObject }

/** Result of a verification. `step`: time step of a code that is valid only once. */
export interface Proved {
  readonly step: number | null
}

/** Checks an answer to a challenge, under the lock of the factor; null for a wrong one. */
export async function prove(tx: Transaction, factor: Factor, challenge: FactorChallenge, answer: Answer, nowMs: number): Promise<Proved | null> {
  if (answer.kind === 'key') return factor.factor_type === 'webauthn' ? proveKey(tx, factor, challenge, answer) : null
  if (factor.factor_type === 'totp') return proveTotp(tx, factor, answer.code, nowMs)
  if (factor.factor_type !== 'phone' || factor.phone === null || challenge.otp_code === null) return null
  if (answer.isRight !== undefined) return answer.isRight ? { step: null } : null
  const [expected, given] = [challenge.otp_code, hashOtp(factor.phone, answer.code)].map((text) => Buffer.from(text))
  return expected!.length === given!.length && timingSafeEqual(expected!, given!) ? { step: null } : null
}

/** No code is good twice (RFC 6238, 5.2): whoever looks on has half a minute. */
async function proveTotp(tx: Transaction, { id, secret }: Factor, code: string, nowMs: number): Promise<Proved | null> {
  if (!/^\d{6}$/.test(code) || secret === null || !/^[A-Z2-7]+=*$/i.test(secret)) return null
  const step = totpStep(secret, code, nowMs)
  if (step === null) return null
  const last = await lastStep(tx, id)
  return last !== null && step <= last ? null : { step }
}

async function proveKey(
  tx: Transaction,
  { id, status, web_authn_credential: stored }: Factor,
  { web_authn_session_data: session }: FactorChallenge,
  { party, response }: Answer & { kind: 'key' },
): Promise<Proved | null> {
  if (session === null) return null
  if (status === 'unverified') {
    const made = await checkRegistration(party, session.challenge, response)
    if (made === null) return null
    await keep(tx, id, storedCredential(made), made.aaguid)
    return { step: null }
  }
  const use = stored === null ? null : await checkAuthentication(party, session.challenge, knownCredential(stored), response)
  if (stored === null || use === null) return null
  await keep(tx, id, {
    ...stored,
    flags: { ...stored.flags, backupState: use.isBackedUp },
    authenticator: { ...stored.authenticator, signCount: use.signCount },
  })
  return { step: null }
}

async function keep(tx: Transaction, id: string, credential: StoredCredential, aaguid: string | null = null): Promise<void> {
  await tx.run(sql`
    update auth.mfa_factors set web_authn_credential = ${JSON.stringify(credential)}::jsonb, web_authn_aaguid = coalesce(${aaguid}::uuid, web_authn_aaguid)
    where id = ${id}::uuid`)
}
