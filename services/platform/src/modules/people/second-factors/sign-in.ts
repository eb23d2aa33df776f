import type { Profile } from '@colonnade/contracts/people/sessions'
import { AppError } from '@colonnade/core'
import { addressKey } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { openSession, type SignIn } from '../sessions/service.ts'
import { hashChallenge } from '../sessions/challenges.ts'
import { spendRecoveryCode, spendTotpCode } from './codes.ts'
import { notifyOwner } from '../account/letters.ts'
import * as store from './store.ts'

/**
 * Completes the second step of signing in. Six digits can be guessed, so guesses are limited per challenge, per account and address, and per account
 * and day. The last limit blocks codes of the app, but neither sessions nor recovery codes, so that a stranger with
 * the password can't lock the person out.
 *
 * `linkKept` links the identity from the first step, if any.
 *
 * @throws AppError `second_step_invalid`, `second_step_over`, `rate_limited`; `identity_flow_over`, `identity_taken` if it links an identity
 */
export async function completeSignIn(
  ctx: PlatformContext,
  input: { challenge: string; code: string },
  how: SignIn,
  linkKept: (ctx: PlatformContext, tx: Transaction, identityHash: Buffer, request: SignIn['request']) => Promise<void>,
): Promise<Profile> {
  const tokenHash = hashChallenge(input.challenge)
  const userId = await store.tryChallenge(ctx.database, tokenHash)
  if (userId === undefined) throw new AppError('second_step_over')
  const guesses = `second-step:${userId}:${addressKey(how.request.address)}`
  await ctx.limiter.count('account', guesses)
  const digits = input.code.replace(/\s/g, '')
  const isTotp = /^\d{6}$/.test(digits)
  if (isTotp) await ctx.limiter.count('second_step', userId)
  const profile = await ctx.database.transaction(async (tx) => {
    const isRight = isTotp ? await spendTotpCode(ctx, tx, userId, digits) : await spendRecoveryCode(tx, userId, input.code)
    if (!isRight) throw new AppError('second_step_invalid')
    const challenge = await store.takeChallenge(tx, tokenHash)
    if (!challenge) throw new AppError('second_step_over')
    if (challenge.identity_hash !== null) await linkKept(ctx, tx, challenge.identity_hash, how.request)
    if (!isTotp) await notifyOwner(ctx, tx, userId, 'recovery_code_used')
    const second = isTotp ? 'totp' : 'recovery_code'
    return openSession(ctx, tx, userId, {
      ...how,
      audit: (on, target) => how.audit(on, { ...target, details: { ...target.details, second_step: second } }),
    })
  })
  await ctx.limiter.forget('account', guesses)
  await ctx.limiter.forget('second_step', userId)
  return profile
}
