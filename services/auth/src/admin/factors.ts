import { sql } from '@colonnade/sql'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { findFactor, listFactors, lockUser, noFactor } from '../factors/store.ts'
import { removeFactor } from '../factors/unenroll.ts'
import { friendlyNameMost } from '../limits.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, OptionalLine, phoneOf } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import { recordAction, serviceActor } from '../users/audit.ts'
import { factorJson } from '../users/user-json.ts'
import { load, uuidOf } from './users.ts'

export async function listUserFactors(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  const database = await call.database()
  const user = await load(call, database, id!)
  return { json: user.factors.map(factorJson) }
}

const Fields = z.object({ friendly_name: z.string().max(friendlyNameMost).nullish(), phone: OptionalLine })

/** Renames a factor, or changes the number that its codes are sent to. */
export async function updateUserFactor(call: AuthCall, { id, factorId }: PathParameters): Promise<AuthReply> {
  const fields = await bodyOf(call.request, Fields)
  const friendlyName = (fields.friendly_name ?? '').trim()
  const phone = fields.phone === undefined ? null : phoneOf(fields.phone)
  const database = await call.database()
  const changed = await database.transaction(async (tx) => {
    const user = await load(call, tx, id!)
    await lockUser(tx, user.id)
    const factor = await findFactor(tx, user.id, uuidOf(factorId!), true)
    if (factor === null) throw noFactor()
    const others = (await listFactors(tx, user.id)).filter((each) => each.id !== factor.id)
    if (friendlyName !== '' && others.some((each) => each.friendly_name === friendlyName)) {
      throw new AuthError('mfa_factor_name_conflict', `A factor with the friendly name "${friendlyName}" for this user already exists`)
    }
    const number = factor.factor_type === 'phone' ? phone : null
    if (number !== null && others.some((each) => each.phone === number)) {
      throw new AuthError('mfa_verified_factor_exists', 'A factor with this phone number for this user already exists')
    }
    await tx.run(sql`
      update auth.mfa_factors set friendly_name = coalesce(nullif(${friendlyName}, ''), friendly_name), phone = coalesce(${number}, phone), updated_at = now()
      where id = ${factor.id}::uuid`)
    await recordAction(call, tx, 'factor_updated', serviceActor, { user_id: user.id, factor_id: factor.id, factor_type: factor.factor_type })
    return (await findFactor(tx, user.id, factor.id, false))!
  })
  return { json: factorJson(changed) }
}

/** Removes a factor of somebody who has lost it. */
export async function removeUserFactor(call: AuthCall, { id, factorId }: PathParameters): Promise<AuthReply> {
  const database = await call.database()
  const factor = await database.transaction(async (tx) => {
    const user = await load(call, tx, id!)
    await lockUser(tx, user.id)
    const found = await findFactor(tx, user.id, uuidOf(factorId!), true)
    if (found === null) throw noFactor()
    await recordAction(call, tx, 'factor_deleted', serviceActor, { user_id: user.id, factor_id: found.id })
    await removeFactor(call, tx, user, found)
    return found
  })
  return { json: factorJson(factor) }
}
