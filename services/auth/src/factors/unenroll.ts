import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { uuidOf } from '../admin/users.ts'
import type { AuthCall } from '../call.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import type { PathParameters } from '../routes.ts'
import type { SignInMethod } from '../sessions/create-session.ts'
import { lowerSessions } from '../sessions/raise-session.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { recordAction } from '../users/audit.ts'
import type { FactorRow, UserRow } from '../users/user.ts'
import { requireAccount, requireRaised } from './factor-call.ts'
import { factorKinds } from './kinds.ts'
import { notifyOfFactor } from './notices.ts'
import { findFactor, listFactors, lockUser, noFactor } from './store.ts'

/** Removes a factor of the user's own. One that counts goes only with a session that it, or another, has raised. */
export async function unenrollFactor(signedIn: SignedInCall, { id }: PathParameters): Promise<AuthReply> {
  const call = requireAccount(signedIn)
  const { user } = call
  const factorId = uuidOf(id!)
  const database = await call.database()
  await database.transaction(async (tx) => {
    await lockUser(tx, user.id)
    const factor = await findFactor(tx, user.id, factorId, true)
    if (factor === null) throw noFactor()
    if (factor.status === 'verified') requireRaised(call, 'AAL2 required to unenroll verified factor', 422)
    await recordAction(call, tx, 'factor_unenrolled', user, { factor_id: factorId, factor_status: factor.status })
    await removeFactor(call, tx, user, factor)
  })
  return { json: { id: factorId } }
}

/** Deletes a factor, under the lock of its user, and with the last one the recovery codes that stood in for it. */
export async function removeFactor(call: AuthCall, tx: Transaction, user: UserRow, factor: FactorRow): Promise<void> {
  await forget(tx, user.id, factor)
  if (factor.status === 'verified') await notifyOfFactor(call, tx, 'mfa_factor_unenrolled', user, factor.factor_type)
  const left = (await listFactors(tx, user.id)).filter(({ status }) => status === 'verified')
  if (left.every(({ factor_type: type }) => type === 'recovery_code')) {
    for (const codes of left) await forget(tx, user.id, codes)
  }
}

async function forget(tx: Transaction, userId: string, { id, factor_type: type }: FactorRow): Promise<void> {
  await tx.run(sql`delete from auth.mfa_factors where id = ${id}::uuid`)
  await lowerSessions(tx, userId, id, methodOf(type))
}

function methodOf(type: FactorRow['factor_type']): SignInMethod {
  return type === 'recovery_code' ? 'mfa/recovery_code' : factorKinds[type].method
}
