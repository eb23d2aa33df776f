import type { Profile } from '@colonnade/contracts/people/sessions'
import { AppError } from '@colonnade/core'
import type { RequestFacts } from '@colonnade/http'
import type { AuthenticationResponseJSON } from '@simplewebauthn/server'
import type { PlatformContext } from '../../../kernel/context.ts'
import { openSession, type SignIn } from '../sessions/service.ts'
import { giveChallenge, takeChallenge } from './challenges.ts'
import { requireRelyingParty } from './relying-party.ts'
import { verified } from './service.ts'
import * as store from './store.ts'
import { loadWebAuthn } from '@colonnade/credentials'

/** Names nobody's passkeys: the browser knows which it has. @throws AppError `passkeys_unavailable` */
export async function beginSignIn(ctx: PlatformContext, request: RequestFacts): Promise<{ challenge: string; [key: string]: unknown }> {
  const { host } = requireRelyingParty(ctx.config, request)
  const { generateAuthenticationOptions } = await loadWebAuthn()
  const options = await generateAuthenticationOptions({ rpID: host, challenge: await giveChallenge(ctx, null), userVerification: 'required' })
  return { ...options }
}

/**
 * A passkey is something one has, opened by something that one knows or is: no second step follows.
 *
 * @throws AppError `passkeys_unavailable`; `passkey_invalid` for whatever is wrong with it
 */
export async function completeSignIn(ctx: PlatformContext, response: { readonly id: string }, how: SignIn): Promise<Profile> {
  const { host, origin } = requireRelyingParty(ctx.config, how.request)
  const challenge = await takeChallenge(ctx, response, null)
  if (challenge === null) throw new AppError('passkey_invalid')
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  return ctx.database.transaction(async (tx) => {
    const passkey = await store.findPasskeyForUpdate(tx, response.id, host)
    if (!passkey) throw new AppError('passkey_invalid')
    const { authenticationInfo } = await verified(() =>
      verifyAuthenticationResponse({
        response: response as AuthenticationResponseJSON,
        expectedChallenge: challenge,
        expectedOrigin: origin,
        expectedRPID: host,
        credential: { id: response.id, publicKey: Uint8Array.from(passkey.public_key), counter: passkey.counter },
        requireUserVerification: true,
      }),
    )
    await store.noteUse(tx, passkey.id, authenticationInfo.newCounter)
    const details = { passkey: passkey.name, passkey_id: passkey.id }
    return openSession(ctx, tx, passkey.user_id, {
      ...how,
      isByPasskey: true,
      audit: (on, target) => how.audit(on, { ...target, details: { ...target.details, ...details } }),
    })
  })
}
