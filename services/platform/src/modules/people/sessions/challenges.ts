import { AppError, newSecret } from '@colonnade/core'
import { createHash } from 'node:crypto'
import type { PlatformContext } from '../../../kernel/context.ts'
import { hasSecondFactor, insertChallenge } from './store.ts'

/**
 * Lets who has shown the password go on only where that is enough. The challenge is no session: it opens the second step and nothing else.
 *
 * `identityHash` is of what that second step links, too (`unlinked_identities`).
 *
 * @throws AppError `second_step_required` with the challenge
 */
export async function requireSecondStep(ctx: PlatformContext, userId: string, identityHash: Buffer | null = null): Promise<void> {
  if (!(await hasSecondFactor(ctx.database, userId))) return
  const challenge = newSecret(ctx.random)
  const expiresAt = await insertChallenge(ctx.database, userId, hashChallenge(challenge), identityHash)
  throw new AppError('second_step_required', { challenge, expires_at: expiresAt })
}

/** Only the hash is kept. */
export function hashChallenge(challenge: string): Buffer {
  return createHash('sha256').update(challenge).digest()
}
