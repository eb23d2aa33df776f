import type { Transaction } from '@colonnade/pg'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { recordAction } from '../users/audit.ts'
import { findUserById, isBanned, type UserRow } from '../users/user.ts'
import { createSession, type NewSession, type SessionOptions } from './create-session.ts'

export interface SignedIn {
  readonly user: UserRow
  readonly session: NewSession
}

/**
 * Signs a user in who has proved who they are, in the transaction of that proof.
 *
 * @throws AuthError `user_banned`
 */
export async function signIn(
  call: AuthCall,
  tx: Transaction,
  user: UserRow,
  options: SessionOptions & { readonly traits?: Readonly<Record<string, unknown>> },
): Promise<SignedIn> {
  requireUnbanned(call, user)
  const session = await createSession(call, tx, user, options)
  await recordAction(call, tx, 'login', user, options.traits)
  return { user: (await findUserById(tx, user.id))!, session }
}

/** @throws AuthError `user_banned` */
export function requireUnbanned({ clock }: AuthCall, user: UserRow): void {
  if (isBanned(user, clock.now())) throw new AuthError('user_banned', 'User is banned')
}
