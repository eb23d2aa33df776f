import { sql } from '@colonnade/sql'
import { uuidOf } from '../admin/users.ts'
import { AuthError } from '../errors.ts'
import { passkeysMost } from '../limits.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { recordAction } from '../users/audit.ts'
import { beginRegistration, ceremonySeconds, checkRegistration } from '../webauthn/ceremonies.ts'
import { relyingPartyOf } from '../webauthn/relying-party.ts'
import { giveChallenge, takeChallenge } from './challenges.ts'
import { Ceremony, failed, requireOwner } from './passkey-call.ts'
import { insertPasskey, listCredentialIds, passkeyJson } from './store.ts'

const tooMany = (): AuthError => new AuthError('too_many_passkeys', `Users can have at most ${passkeysMost} passkeys`)

/** Returns a browser's options for creating the signed-in user's passkey. */
export async function beginPasskey(signedIn: SignedInCall): Promise<AuthReply> {
  const call = requireOwner(signedIn)
  const party = relyingPartyOf(call)
  const database = await call.database()
  const known = await listCredentialIds(database, call.user.id)
  if (known.length >= passkeysMost) throw tooMany()
  const options = await beginRegistration(party, { user: call.user, known, isDiscoverable: true })
  const id = await giveChallenge(database, 'registration', call.user.id, options.challenge)
  return { json: { challenge_id: id, options, expires_at: Math.floor(call.clock.now() / 1000) + ceremonySeconds } }
}

export async function createPasskey(signedIn: SignedInCall): Promise<AuthReply> {
  const call = requireOwner(signedIn)
  const { user } = call
  const { challenge_id: id, credential } = await bodyOf(call.request, Ceremony)
  const party = relyingPartyOf(call)
  const database = await call.database()
  const challenge = await takeChallenge(database, 'registration', user.id, uuidOf(id))
  const made = await checkRegistration(party, challenge, credential)
  if (made === null) throw failed()
  const passkey = await database.transaction(async (tx) => {
    await tx.run(sql`select from auth.users where id = ${user.id}::uuid for update`)
    if ((await listCredentialIds(tx, user.id)).length >= passkeysMost) throw tooMany()
    const inserted = await insertPasskey(tx, user.id, made)
    if (inserted === null) throw new AuthError('webauthn_credential_exists', 'This passkey is already registered')
    await recordAction(call, tx, 'passkey_created', user, { passkey_id: inserted.id })
    return inserted
  })
  return { json: passkeyJson(passkey) }
}
