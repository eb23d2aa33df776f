import type { FactorProof, SecondFactors } from '@colonnade/contracts/people/second-factors'
import { AppError } from '@colonnade/core'
import type { AuditRecorder } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { deleteOtherSessions, findPasswordHash } from '../account/store.ts'
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret, totpStep, totpUri, verifyPassword } from '@colonnade/credentials'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'
import { markProven } from '../../../kernel/people/recent-sign-in.ts'
import { secretPlace, spendTotpCode } from './codes.ts'
import { notifyOwner } from '../account/letters.ts'
import * as store from './store.ts'
import { hasSecondFactor } from '../sessions/store.ts'
import { messages } from './messages.ts'

type Audit = AuditRecorder<Transaction>

export function retrieveFactors(ctx: PlatformContext, actor: Actor): Promise<SecondFactors> {
  return store.retrieveFactors(ctx.database, actor.userId)
}

/**
 * A browser that was left open is not enough: it could lock its owner out.
 *
 * @throws AppError `invalid_input` for a wrong password, `second_factor_exists`, `rate_limited`
 */
export async function beginTotp(ctx: PlatformContext, actor: Actor, password: string): Promise<{ secret: string; uri: string }> {
  await verifyOwner(ctx, actor, { password })
  const secret = newTotpSecret(ctx.random)
  const sealed = ctx.secrets.seal(secret, secretPlace(actor.userId))
  if (!(await store.putUnconfirmed(ctx.database, actor.userId, sealed))) throw new AppError('second_factor_exists')
  const { primary_email: email } = await retrieveProfile(ctx.database, actor.userId)
  return { secret, uri: totpUri(secret, email) }
}

/**
 * Other sessions end, as one of them may be why somebody adds a factor (OWASP ASVS 5, 7.4.3).
 *
 * @throws AppError `invalid_input` for a wrong code, `second_factor_exists`, `second_factor_not_found` where nothing was begun
 */
export async function confirmTotp(
  ctx: PlatformContext,
  actor: Actor,
  code: string,
  audit: Audit,
): Promise<{ recovery_codes: string[]; ended_sessions: number }> {
  const { userId } = actor
  const row = await store.findAuthenticator(ctx.database, userId)
  if (!row) throw new AppError('second_factor_not_found')
  if (row.is_confirmed) throw new AppError('second_factor_exists')
  const step = totpStep(ctx.secrets.open(row.sealed_secret, secretPlace(userId)), code, ctx.clock.now())
  if (step === null) throw refused('code', messages.wrongFirstCode)
  return ctx.database.transaction(async (tx) => {
    if (!(await store.confirmAuthenticator(tx, userId, row.sealed_secret, step))) throw new AppError('second_factor_exists')
    const codes = await makeRecoveryCodes(ctx, tx, userId)
    const ended = await deleteOtherSessions(tx, actor)
    await audit(tx, { details: { kind: 'totp', ended_sessions: ended } })
    await notifyOwner(ctx, tx, userId, 'added')
    return { recovery_codes: codes, ended_sessions: ended }
  })
}

/** @throws AppError `invalid_input` for a wrong proof, `second_factor_not_found`, `rate_limited` */
export async function removeTotp(ctx: PlatformContext, actor: Actor, proof: FactorProof, audit: Audit): Promise<{ ended_sessions: number }> {
  await verifyOwner(ctx, actor, proof)
  return ctx.database.transaction(async (tx) => {
    if (!(await store.deleteAuthenticator(tx, actor.userId))) throw new AppError('second_factor_not_found')
    const ended = await deleteOtherSessions(tx, actor)
    await audit(tx, { details: { kind: 'totp', ended_sessions: ended } })
    await notifyOwner(ctx, tx, actor.userId, 'removed')
    return { ended_sessions: ended }
  })
}

/** @throws AppError `invalid_input` for a wrong proof, `second_factor_not_found`, `rate_limited` */
export async function renewRecoveryCodes(
  ctx: PlatformContext,
  actor: Actor,
  proof: FactorProof,
  audit: Audit,
): Promise<{ recovery_codes: string[] }> {
  await verifyOwner(ctx, actor, proof)
  return ctx.database.transaction(async (tx) => {
    if (!(await hasSecondFactor(tx, actor.userId))) throw new AppError('second_factor_not_found')
    const codes = await makeRecoveryCodes(ctx, tx, actor.userId)
    await audit(tx, {})
    await notifyOwner(ctx, tx, actor.userId, 'recovery_codes_renewed')
    return { recovery_codes: codes }
  })
}

/** Makes the session as good as a new one for what takes a recent sign-in. @throws AppError `invalid_input` for a wrong proof, `rate_limited` */
export async function proveAgain(ctx: PlatformContext, actor: Actor, proof: FactorProof, audit: Audit): Promise<undefined> {
  await verifyOwner(ctx, actor, proof)
  return ctx.database.transaction(async (tx) => {
    await markProven(tx, actor)
    await audit(tx, { details: { by: 'password' in proof ? 'password' : 'code' } })
    return undefined
  })
}

async function makeRecoveryCodes(ctx: PlatformContext, tx: Transaction, userId: string): Promise<string[]> {
  const codes = newRecoveryCodes(ctx.random)
  await store.replaceRecoveryCodes(
    tx,
    userId,
    codes.map((code) => hashRecoveryCode(userId, code)),
  )
  return codes
}

/** Who changes what protects an account proves that it is theirs. The same guesses as at the password when it is changed. @throws AppError `invalid_input`, `rate_limited` */
export async function verifyOwner(ctx: PlatformContext, { userId }: Actor, proof: FactorProof): Promise<void> {
  const guesses = `password:${userId}`
  await ctx.limiter.count('account', guesses)
  if ('password' in proof) {
    const stored = await findPasswordHash(ctx.database, userId)
    if (stored === null) throw refused('password', messages.noPassword)
    if (!(await verifyPassword(proof.password, stored))) throw refused('password', messages.wrongPassword)
  } else if (!(await spendTotpCode(ctx, ctx.database, userId, proof.code))) {
    throw refused('code', messages.wrongCode)
  }
  await ctx.limiter.forget('account', guesses)
}

function refused(field: 'password' | 'code', message: string): AppError {
  return new AppError('invalid_input', { issues: [{ path: ['body', field], message }] }, { message })
}
