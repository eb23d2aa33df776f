import { hashRecoveryCode, newRecoveryCodes } from '@colonnade/credentials'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { AuthError } from '../errors.ts'
import { friendlyNameMost } from '../limits.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import type { NewSession } from '../sessions/create-session.ts'
import { raiseSession } from '../sessions/raise-session.ts'
import { sessionJson } from '../sessions/session-json.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { recordAction } from '../users/audit.ts'
import { type FactorRow, findUserById, type UserRow } from '../users/user.ts'
import { requireRoom } from './enroll.ts'
import { type FactorCall, requireAccount, requireRaised } from './factor-call.ts'
import { notifyOfFactor } from './notices.ts'
import { insertFactor, listFactors, lockUser } from './store.ts'
import { removeFactor } from './unenroll.ts'

/** Wrong codes until none is taken for a while, and for how long. A code has 120 bits: this is for whoever watches the log. */
const wrongMost = 10
const lockedSeconds = 900

const none = (): AuthError => new AuthError('mfa_factor_not_found', 'No recovery codes found')

/** Returns how many of the user's codes are left. */
export async function describeRecoveryCodes(signedIn: SignedInCall): Promise<AuthReply> {
  const { user, ...call } = requireAccount(signedIn)
  const database = await call.database()
  const found = await database.first<{ id: string; total: number; remaining: number }>(sql`
    select s.mfa_factor_id as id, count(c.id)::int as total, (count(c.id) filter (where c.consumed_at is null))::int as remaining
    from auth.mfa_recovery_code_sets s left join auth.mfa_recovery_codes c on c.mfa_recovery_code_set_id = s.id
    where s.user_id = ${user.id}::uuid group by s.id`)
  if (found === undefined) throw none()
  return { json: { id: found.id, type: 'recovery_code', total: found.total, remaining: found.remaining } }
}

const Generation = z.object({ friendly_name: z.string().max(friendlyNameMost).nullish() })

/** Makes codes that stand in for a second factor that is lost. They are shown once. */
export async function generateRecoveryCodes(signedIn: SignedInCall): Promise<AuthReply> {
  const call = requireAccount(signedIn)
  const body = await bodyOf(call.request, Generation)
  const given = (body.friendly_name ?? '').trim()
  const friendlyName = given === '' ? 'Recovery codes' : given
  const { user } = call
  const database = await call.database()
  const { id, codes } = await database.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const factors = await listFactors(tx, user.id)
    if (codesOf(factors) !== undefined) throw new AuthError('mfa_verified_factor_exists', 'Recovery codes already exist, regenerate them to continue')
    if (!factors.some(({ status }) => status === 'verified')) {
      throw new AuthError('mfa_recovery_codes_sole_factor', 'Recovery codes cannot be the only factor. Enroll another factor first.')
    }
    requireRoom(call, factors, friendlyName)
    const factorId = await insertFactor(tx, { userId: user.id, type: 'recovery_code', friendlyName, status: 'verified' })
    const made = await replaceCodes(call, tx, factorId)
    await recordAction(call, tx, 'factor_in_progress', user, { factor_id: factorId, factor_type: 'recovery_code' })
    await notifyOfFactor(call, tx, 'mfa_factor_enrolled', user, 'recovery_code')
    return { id: factorId, codes: made }
  })
  return { json: { id, type: 'recovery_code', friendly_name: friendlyName, total: codes.length, codes } }
}

/** Makes new codes in place of all that there were. */
export async function regenerateRecoveryCodes(signedIn: SignedInCall): Promise<AuthReply> {
  const call = requireAccount(signedIn)
  const { user } = call
  const database = await call.database()
  const { factor, codes } = await database.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const found = codesOf(await listFactors(tx, user.id))
    if (found === undefined) throw none()
    requireRaised(call, 'AAL2 required to regenerate recovery codes')
    await recordAction(call, tx, 'factor_updated', user, { factor_id: found.id, factor_type: 'recovery_code' })
    return { factor: found, codes: await replaceCodes(call, tx, found.id) }
  })
  return { json: { id: factor.id, type: 'recovery_code', friendly_name: factor.friendly_name ?? '', total: codes.length, codes } }
}

export async function removeRecoveryCodes(signedIn: SignedInCall): Promise<AuthReply> {
  const call = requireAccount(signedIn)
  const { user } = call
  const database = await call.database()
  const id = await database.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const found = codesOf(await listFactors(tx, user.id))
    if (found === undefined) throw none()
    requireRaised(call, 'AAL2 required to unenroll verified factor', 422)
    await recordAction(call, tx, 'factor_unenrolled', user, { factor_id: found.id, factor_status: found.status })
    await removeFactor(call, tx, user, found)
    return found.id
  })
  return { json: { id } }
}

const Verification = z.object({ code: z.string().max(200).default('') })

type Outcome =
  | { readonly kind: 'refused'; readonly error: AuthError }
  | { readonly kind: 'raised'; readonly user: UserRow; readonly session: NewSession }

/** Takes a code in place of a second factor, once, and raises the session that it comes from. */
export async function verifyRecoveryCode(signedIn: SignedInCall): Promise<AuthReply> {
  const call = requireAccount(signedIn)
  const { code } = await bodyOf(call.request, Verification)
  if (code.trim() === '') throw new AuthError('validation_failed', 'Enter a recovery code')
  const database = await call.database()
  const outcome = await database.transaction((tx) => spend(call, tx, code))
  if (outcome.kind === 'refused') throw outcome.error
  return { json: await sessionJson(call, outcome.user, outcome.session) }
}

/** A wrong code is an outcome and no error, so that it counts. */
async function spend(call: FactorCall, tx: Transaction, code: string): Promise<Outcome> {
  const { user } = call
  const wrong: Outcome = { kind: 'refused', error: new AuthError('mfa_verification_failed', 'Invalid recovery code entered') }
  await lockUser(tx, user.id)
  const factor = codesOf(await listFactors(tx, user.id))
  if (factor === undefined) return wrong
  const set = await tx.first<{ id: string; locked_seconds: number | null }>(sql`
    select id, extract(epoch from verification_locked_until - now())::float8 as locked_seconds from auth.mfa_recovery_code_sets
    where user_id = ${user.id}::uuid`)
  if (set === undefined) return wrong
  if (set.locked_seconds !== null && set.locked_seconds > 0) {
    const retryAfterSeconds = Math.ceil(set.locked_seconds)
    throw new AuthError('mfa_recovery_codes_locked', `Too many failed attempts, try again after ${retryAfterSeconds} seconds`, { retryAfterSeconds })
  }
  await recordAction(call, tx, 'verification_attempted', user, { factor_id: factor.id, factor_type: 'recovery_code' })
  const spent = await tx.run(sql`
    update auth.mfa_recovery_codes set consumed_at = now()
    where mfa_recovery_code_set_id = ${set.id}::uuid and code_hash = ${hashOf(user, code)} and consumed_at is null`)
  if (spent === 0) {
    await countWrong(tx, set.id)
    return wrong
  }
  await tx.run(sql`
    update auth.mfa_recovery_code_sets set failed_verification_count = 0, verification_locked_until = null, updated_at = now() where id = ${set.id}::uuid`)
  const session = await raiseSession(call, tx, { userId: user.id, sessionId: call.sessionId, factorId: factor.id, method: 'mfa/recovery_code' })
  return { kind: 'raised', user: (await findUserById(tx, user.id))!, session }
}

async function countWrong(tx: Transaction, setId: string): Promise<void> {
  await tx.run(sql`
    update auth.mfa_recovery_code_sets set updated_at = now(),
      failed_verification_count = case when failed_verification_count + 1 >= ${wrongMost} then 0 else failed_verification_count + 1 end,
      verification_locked_until = case when failed_verification_count + 1 >= ${wrongMost} then now() + make_interval(secs => ${lockedSeconds}) end
    where id = ${setId}::uuid`)
}

async function replaceCodes({ random, user }: FactorCall, tx: Transaction, factorId: string): Promise<string[]> {
  const codes = newRecoveryCodes(random)
  const hashes = codes.map((code) => hashOf(user, code))
  const setId = randomUUID()
  await tx.run(sql`delete from auth.mfa_recovery_code_sets where user_id = ${user.id}::uuid`)
  await tx.run(sql`
    insert into auth.mfa_recovery_code_sets (id, user_id, mfa_factor_id) values (${setId}::uuid, ${user.id}::uuid, ${factorId}::uuid)`)
  await tx.run(sql`
    insert into auth.mfa_recovery_codes (id, mfa_recovery_code_set_id, code_hash)
    select gen_random_uuid(), ${setId}::uuid, hash from unnest(${hashes}::text[]) as hash`)
  return codes
}

const hashOf = ({ id }: UserRow, code: string): string => hashRecoveryCode(id, code).toString('hex')

const codesOf = (factors: readonly FactorRow[]): FactorRow | undefined => factors.find(({ factor_type: type }) => type === 'recovery_code')
