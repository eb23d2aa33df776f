import type { Queryable } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { hashRecoveryCode, totpStep } from '@colonnade/credentials'
import * as store from './store.ts'

/** Where the sealed secret is kept, for `secrets`. */
export const secretPlace = (userId: string): string => `authenticators.sealed_secret.${userId}`

/** Whether the code is one that the person's app shows now; no code is good twice. */
export async function spendTotpCode(ctx: PlatformContext, db: Queryable, userId: string, code: string): Promise<boolean> {
  const row = await store.findAuthenticator(db, userId)
  if (!row?.is_confirmed) return false
  const step = totpStep(ctx.secrets.open(row.sealed_secret, secretPlace(userId)), code, ctx.clock.now())
  return step !== null && (await store.spendStep(db, userId, step))
}

/** Whether it is one of the person's recovery codes; it is used up. */
export function spendRecoveryCode(db: Queryable, userId: string, code: string): Promise<boolean> {
  return store.takeRecoveryCode(db, userId, hashRecoveryCode(userId, code))
}
