import { loadWebAuthn } from '@colonnade/credentials'
import { uuidOf } from '../admin/users.ts'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { signIn } from '../sessions/sign-in.ts'
import { findUserById } from '../users/user.ts'
import { beginAuthentication, ceremonySeconds, checkAuthentication } from '../webauthn/ceremonies.ts'
import { relyingPartyOf } from '../webauthn/relying-party.ts'
import { giveChallenge, takeChallenge } from './challenges.ts'
import { Ceremony, failed, requireConfirmed, requirePasskeys } from './passkey-call.ts'
import { findCredential, noteUse } from './store.ts'

/** Returns a browser's options for a sign-in with a passkey. They name no passkeys: the browser knows its own. */
export async function beginPasskeySignIn(call: AuthCall): Promise<AuthReply> {
  requirePasskeys(call)
  const options = await beginAuthentication(relyingPartyOf(call), [])
  const id = await giveChallenge(await call.database(), 'authentication', null, options.challenge)
  return { json: { challenge_id: id, options, expires_at: Math.floor(call.clock.now() / 1000) + ceremonySeconds } }
}

export async function signInWithPasskey(call: AuthCall): Promise<AuthReply> {
  requirePasskeys(call)
  const { challenge_id: id, credential } = await bodyOf(call.request, Ceremony)
  const party = relyingPartyOf(call)
  const database = await call.database()
  const challenge = await takeChallenge(database, 'authentication', null, uuidOf(id))
  const credentialId = credential['id']
  if (typeof credentialId !== 'string') throw failed()
  await loadWebAuthn()
  const { user, session } = await database.transaction(async (tx) => {
    const known = await findCredential(tx, Buffer.from(credentialId, 'base64url'))
    if (known === null) throw new AuthError('webauthn_credential_not_found', 'Passkey not found')
    const use = await checkAuthentication(party, challenge, known, credential)
    if (use === null) throw failed()
    await noteUse(tx, known.rowId, use)
    const owner = await findUserById(tx, known.userId)
    // single sign-on is the only way in for those whose organization has it
    if (owner === null || owner.deleted_at !== null || owner.is_sso_user) throw failed()
    requireConfirmed(owner)
    return signIn(call, tx, owner, { method: 'passkey', traits: { provider: 'passkey' } })
  })
  return { json: await sessionJson(call, user, session) }
}
