import { z } from 'zod'
import { load, uuidOf } from '../admin/users.ts'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { requireAccount } from '../factors/factor-call.ts'
import { friendlyNameMost } from '../limits.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, Line } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { recordAction, serviceActor } from '../users/audit.ts'
import { requireOwner, requirePasskeys } from './passkey-call.ts'
import { deletePasskey, listPasskeys, noPasskey, passkeyJson, renamePasskey } from './store.ts'

export async function listOwnPasskeys(signedIn: SignedInCall): Promise<AuthReply> {
  requirePasskeys(signedIn)
  const call = requireAccount(signedIn)
  const database = await call.database()
  return { json: (await listPasskeys(database, call.user.id)).map(passkeyJson) }
}

const Naming = z.object({ friendly_name: Line.default('') })

export async function renameOwnPasskey(signedIn: SignedInCall, { id }: PathParameters): Promise<AuthReply> {
  requirePasskeys(signedIn)
  const call = requireAccount(signedIn)
  const { user } = call
  const name = (await bodyOf(call.request, Naming)).friendly_name.trim()
  if (name === '' || name.length > friendlyNameMost) {
    throw new AuthError('validation_failed', `friendly_name must be between 1 and ${friendlyNameMost} characters`)
  }
  const passkeyId = uuidOf(id!)
  const database = await call.database()
  const renamed = await database.transaction(async (tx) => {
    const passkey = await renamePasskey(tx, user.id, passkeyId, name)
    if (passkey === null) throw noPasskey()
    await recordAction(call, tx, 'passkey_updated', user, { passkey_id: passkeyId })
    return passkey
  })
  return { json: passkeyJson(renamed) }
}

export async function removeOwnPasskey(signedIn: SignedInCall, { id }: PathParameters): Promise<AuthReply> {
  const call = requireOwner(signedIn)
  const { user } = call
  const passkeyId = uuidOf(id!)
  const database = await call.database()
  await database.transaction(async (tx) => {
    if (!(await deletePasskey(tx, user.id, passkeyId))) throw noPasskey()
    await recordAction(call, tx, 'passkey_deleted', user, { passkey_id: passkeyId })
  })
  return { status: 204 }
}

export async function listUserPasskeys(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  const database = await call.database()
  const user = await load(call, database, id!)
  return { json: (await listPasskeys(database, user.id)).map(passkeyJson) }
}

export async function removeUserPasskey(call: AuthCall, { id, passkeyId: given }: PathParameters): Promise<AuthReply> {
  const passkeyId = uuidOf(given!)
  const database = await call.database()
  await database.transaction(async (tx) => {
    const user = await load(call, tx, id!)
    if (!(await deletePasskey(tx, user.id, passkeyId))) throw noPasskey()
    await recordAction(call, tx, 'passkey_deleted', serviceActor, { user_id: user.id, passkey_id: passkeyId })
  })
  return { status: 204 }
}
