import { type Passkey, type Passkeys, passkeysMax } from '@colonnade/contracts/people/passkeys'
import type { FactorProof } from '@colonnade/contracts/people/second-factors'
import { AppError } from '@colonnade/core'
import type { AuditRecorder, RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { RegistrationResponseJSON } from '@simplewebauthn/server'
import type { PlatformContext } from '../../../kernel/context.ts'
import type { Actor } from '../../../kernel/serve.ts'
import { deleteOtherSessions } from '../account/store.ts'
import { requireWayIn } from '../identities/linking.ts'
import { notifyOwner } from '../account/letters.ts'
import { verifyOwner } from '../second-factors/service.ts'
import { retrieveProfile } from '../../../kernel/people/profiles.ts'
import { giveChallenge, takeChallenge } from './challenges.ts'
import { relyingPartyOf, requireRelyingParty } from './relying-party.ts'
import * as store from './store.ts'
import { loadWebAuthn, withoutAttestation } from '@colonnade/credentials'

/** EdDSA, ES256 and RS256, as IANA's COSE registry numbers them: what devices of today have. */
const algorithms = [-8, -7, -257]

type Audit = AuditRecorder<Transaction>

/** With why none can be used at the address that was called, if so. */
export async function listPasskeys(ctx: PlatformContext, actor: Actor, request: RequestFacts): Promise<Passkeys> {
  const party = relyingPartyOf(ctx.config, request)
  const [problem, usableAt] = 'problem' in party ? [party.problem, party.usableAt] : [null, null]
  return { passkeys: await store.listPasskeys(ctx.database, actor.userId), problem, usable_at: usableAt }
}

/** @throws AppError `passkeys_unavailable`, `invalid_input` for a wrong password, `too_many_passkeys`, `rate_limited` */
export async function beginPasskey(
  ctx: PlatformContext,
  actor: Actor,
  password: string,
  request: RequestFacts,
): Promise<{ challenge: string; [key: string]: unknown }> {
  const { host } = requireRelyingParty(ctx.config, request)
  await verifyOwner(ctx, actor, { password })
  const { primary_email: email, username } = await retrieveProfile(ctx.database, actor.userId)
  const known = await store.listCredentialIds(ctx.database, actor.userId, host)
  if (known.length >= passkeysMax) throw new AppError('too_many_passkeys')
  const { generateRegistrationOptions } = await loadWebAuthn()
  const options = await generateRegistrationOptions({
    rpName: 'Colonnade',
    rpID: host,
    userName: email,
    userDisplayName: username,
    userID: Uint8Array.from(Buffer.from(actor.userId.replaceAll('-', ''), 'hex')),
    challenge: await giveChallenge(ctx, actor.userId),
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map((id) => ({ id })),
    // found by the device without a name, and opened by PIN, face or finger
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  return { ...options }
}

/** @throws AppError `passkeys_unavailable`, `passkey_invalid`, `too_many_passkeys` */
export async function createPasskey(
  ctx: PlatformContext,
  actor: Actor,
  input: { readonly name: string; readonly response: unknown },
  request: RequestFacts,
  audit: Audit,
): Promise<Passkey> {
  const { host, origin } = requireRelyingParty(ctx.config, request)
  const challenge = await takeChallenge(ctx, input.response, actor.userId)
  if (challenge === null) throw new AppError('passkey_invalid')
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const { registrationInfo: made } = await verified(async () =>
    verifyRegistrationResponse({
      response: await withoutAttestation(input.response as RegistrationResponseJSON),
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: host,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  )
  if (!made) throw new AppError('passkey_invalid')
  const { id, publicKey, counter, transports = [] } = made.credential
  return ctx.database.transaction(async (tx) => {
    const passkey = await store.insertPasskey(tx, {
      userId: actor.userId,
      name: input.name,
      credentialId: id,
      publicKey: Buffer.from(publicKey),
      counter,
      transports: transports.filter((each) => typeof each === 'string').slice(0, 10),
      host,
    })
    if (!passkey) throw new AppError('too_many_passkeys')
    // it was opened just now, beside the password
    await store.noteSession(tx, actor.sessionId)
    const ended = await deleteOtherSessions(tx, actor)
    await audit(tx, { details: { id: passkey.id, name: input.name, host, ended_sessions: ended } })
    await notifyOwner(ctx, tx, actor.userId, 'passkey_added')
    return passkey
  })
}

/** @throws AppError `passkey_not_found`, also for those of others */
export function renamePasskey(ctx: PlatformContext, actor: Actor, { id, name }: { id: string; name: string }, audit: Audit): Promise<Passkey> {
  return ctx.database.transaction(async (tx) => {
    const passkey = isId(id) ? await store.renamePasskey(tx, actor.userId, id, name) : undefined
    if (!passkey) throw new AppError('passkey_not_found', { id })
    await audit(tx, { details: { id, name } })
    return passkey
  })
}

/** @throws AppError `passkey_not_found`, `last_way_in`, `invalid_input` for a wrong proof, `rate_limited` */
export async function removePasskey(
  ctx: PlatformContext,
  actor: Actor,
  { id, proof }: { readonly id: string; readonly proof: FactorProof },
  audit: Audit,
): Promise<undefined> {
  await verifyOwner(ctx, actor, proof)
  await ctx.database.transaction(async (tx) => {
    const name = isId(id) ? await store.deletePasskey(tx, actor.userId, id) : undefined
    if (name === undefined) throw new AppError('passkey_not_found', { id })
    await requireWayIn(tx, actor.userId)
    const ended = await deleteOtherSessions(tx, actor)
    await audit(tx, { details: { id, name, ended_sessions: ended } })
    await notifyOwner(ctx, tx, actor.userId, 'passkey_removed')
  })
}

/** The library throws for an invalid passkey. @throws AppError `passkey_invalid` */
export async function verified<T extends { readonly verified: boolean }>(verify: () => Promise<T>): Promise<T> {
  const result = await verify().catch((error: unknown) => {
    throw new AppError('passkey_invalid', {}, { internal: error instanceof Error ? error.message : String(error), cause: error })
  })
  if (!result.verified) throw new AppError('passkey_invalid')
  return result
}

function isId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)
}
