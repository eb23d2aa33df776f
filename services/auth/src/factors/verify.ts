import { loadWebAuthn } from '@colonnade/credentials'
import type { Database, Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { uuidOf } from '../admin/users.ts'
import { AuthError } from '../errors.ts'
import { askForDecision } from '../hooks/decision.ts'
import { isHookOn } from '../hooks/hook.ts'
import { checkElsewhere, isCheckedElsewhere } from '../phones/twilio-verification.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, Line, OptionalLine } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import type { NewSession } from '../sessions/create-session.ts'
import { raiseSession } from '../sessions/raise-session.ts'
import { sessionJson } from '../sessions/session-json.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { recordAction } from '../users/audit.ts'
import { findUserById, type UserRow } from '../users/user.ts'
import { relyingPartyOf } from '../webauthn/relying-party.ts'
import { addressOf, loadFactor } from './challenge.ts'
import { type FactorChallenge, findChallenge, meetChallenge } from './challenges.ts'
import { type FactorCall, requireAccount, requireRaised } from './factor-call.ts'
import { factorKinds, type FactorType, requireVerifiable } from './kinds.ts'
import { notifyOfFactor } from './notices.ts'
import { type Answer, prove } from './proofs.ts'
import { type Factor, findFactor, listFactors, lockUser, noFactor } from './store.ts'

const Body = z.object({
  challenge_id: z.string().max(100).default(''),
  code: Line.default(''),
  webauthn: z.object({ rpId: OptionalLine, credential_response: z.record(z.string(), z.unknown()) }).nullish(),
})

type Outcome =
  | { readonly kind: 'refused'; readonly error: AuthError }
  | { readonly kind: 'raised'; readonly user: UserRow; readonly session: NewSession }

/** Takes the answer to a challenge, and raises the session that it comes from. The first one makes the factor count. */
export async function verifyFactor(signedIn: SignedInCall, { id }: PathParameters): Promise<AuthReply> {
  const call = requireAccount(signedIn)
  const body = await bodyOf(call.request, Body)
  const challengeId = uuidOf(body.challenge_id)
  const { factor, type } = await loadFactor(call, id!)
  requireVerifiable(call.settings, type)
  const answer = await checked(call, factor, answerOf(call, type, body))
  if (type === 'webauthn') await loadWebAuthn()
  const guess = type === 'webauthn' ? null : call.guesses.take(call.ref, `factor ${call.user.id}`)
  const database = await call.database()
  const attempt = { factorId: factor.id, challengeId, answer }
  if (isHookOn(call, 'mfa_verification_attempt')) await requireDecision(call, database, factor, attempt)
  const outcome = await database.transaction((tx) => verify(call, tx, attempt))
  if (outcome.kind === 'refused') throw outcome.error
  guess?.wasRight()
  return { json: await sessionJson(call, outcome.user, outcome.session) }
}

function answerOf(call: FactorCall, type: FactorType, { code, webauthn }: z.output<typeof Body>): Answer {
  if (type !== 'webauthn') return { kind: 'code', code: code.replaceAll(/\s/g, '') }
  if (webauthn === undefined || webauthn === null)
    throw new AuthError('validation_failed', 'Verifying a WebAuthn factor requires a credential_response')
  return { kind: 'key', party: relyingPartyOf(call, webauthn.rpId), response: webauthn.credential_response }
}

/** Has the code of a message checked by whoever made it, where that isn't us. */
async function checked(call: FactorCall, { phone }: Factor, answer: Answer): Promise<Answer> {
  if (answer.kind !== 'code' || phone === null || !isCheckedElsewhere(call, phone)) return answer
  return { ...answer, isRight: await checkElsewhere(call, phone, answer.code) }
}

interface Attempt {
  readonly factorId: string
  readonly challengeId: string
  readonly answer: Answer
}

/** Thrown out of a transaction that was only to show whether an answer is right. */
class Rehearsed extends Error {
  readonly isValid: boolean

  constructor(isValid: boolean) {
    super('The rehearsal is rolled back')
    this.isValid = isValid
  }
}

/**
 * Lets the project's hook reject an attempt, right or wrong, before anything comes of it. Who is rejected is signed out everywhere.
 *
 * @throws AuthError `mfa_verification_rejected`
 */
async function requireDecision(call: FactorCall, database: Database, { id, factor_type: type }: Factor, attempt: Attempt): Promise<void> {
  const { user } = call
  const isValid = await database
    .transaction((tx) =>
      verify(call, tx, attempt, (isRight) => {
        throw new Rehearsed(isRight)
      }),
    )
    .then(
      () => false,
      (thrown: unknown) => {
        const rehearsed = thrown instanceof Error && thrown.cause instanceof Rehearsed ? thrown.cause : thrown
        if (rehearsed instanceof Rehearsed) return rehearsed.isValid
        throw thrown
      },
    )
  const decision = await askForDecision(call, 'mfa_verification_attempt', { user_id: user.id, factor_id: id, factor_type: type, valid: isValid })
  if (decision.kind === 'continue') return
  await database.run(sql`delete from auth.sessions where user_id = ${user.id}::uuid`)
  throw new AuthError('mfa_verification_rejected', decision.message)
}

/** A wrong answer is an outcome and no error, so that it is recorded. `onProved` may end it there. */
async function verify(
  call: FactorCall,
  tx: Transaction,
  { factorId, challengeId, answer }: Attempt,
  onProved: (isRight: boolean) => void = () => {},
): Promise<Outcome> {
  const { user, clock } = call
  await lockUser(tx, user.id)
  const factor = await findFactor(tx, user.id, factorId, true)
  if (factor === null) throw noFactor()
  if (factor.status === 'unverified') await requireFirst(call, tx)
  const challenge = requireOpen(challengeId, await findChallenge(tx, factorId, challengeId, addressOf(call)))
  await recordAction(call, tx, 'verification_attempted', user, { factor_id: factorId, challenge_id: challengeId, factor_type: factor.factor_type })
  const proved = await prove(tx, factor, challenge, answer, clock.now())
  onProved(proved !== null)
  if (proved === null) return { kind: 'refused', error: new AuthError('mfa_verification_failed', wrongTexts[factor.factor_type]) }
  await meetChallenge(tx, challengeId, proved.step)
  if (factor.status === 'unverified') await confirm(call, tx, factor)
  const { method } = factorKinds[factor.factor_type as FactorType]
  const session = await raiseSession(call, tx, { userId: user.id, sessionId: call.sessionId, factorId, method })
  return { kind: 'raised', user: (await findUserById(tx, user.id))!, session }
}

/** Refuses a factor enrolled before there was a verified one: it would open what that one protects. */
async function requireFirst(call: FactorCall, tx: Transaction): Promise<void> {
  const factors = await listFactors(tx, call.user.id)
  if (factors.some(({ status }) => status === 'verified')) requireRaised(call, 'AAL2 required to enroll a new factor')
}

const wrongTexts: Readonly<Record<Factor['factor_type'], string>> = {
  totp: 'Invalid TOTP code entered',
  phone: 'Invalid MFA Phone code entered',
  webauthn: 'Invalid WebAuthn credential',
  recovery_code: 'Invalid recovery code entered',
}

function requireOpen(id: string, challenge: FactorChallenge | null): FactorChallenge {
  if (challenge === null) throw new AuthError('mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  if (challenge.is_met || !challenge.is_same_address) {
    throw new AuthError('mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch')
  }
  if (challenge.is_over) {
    throw new AuthError('mfa_challenge_expired', `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`)
  }
  return challenge
}

/** Other enrolments of the kind were tries that didn't come to an end. */
async function confirm(call: FactorCall, tx: Transaction, { id, factor_type: type }: Factor): Promise<void> {
  await tx.run(sql`update auth.mfa_factors set status = 'verified', updated_at = now() where id = ${id}::uuid`)
  await tx.run(sql`
    delete from auth.mfa_factors where user_id = ${call.user.id}::uuid and factor_type = ${type}::auth.factor_type and status = 'unverified'`)
  await notifyOfFactor(call, tx, 'mfa_factor_enrolled', call.user, type)
}
