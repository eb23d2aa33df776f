import { loadWebAuthn, withoutAttestation } from '@colonnade/credentials'
import type { JsonObject } from '../requests/auth-request.ts'
import type { UserRow } from '../users/user.ts'
import type { RelyingParty } from './relying-party.ts'

type WebAuthn = Awaited<ReturnType<typeof loadWebAuthn>>
type RegistrationOptions = Awaited<ReturnType<WebAuthn['generateRegistrationOptions']>>
type AuthenticationOptions = Awaited<ReturnType<WebAuthn['generateAuthenticationOptions']>>
type RegistrationResponse = Parameters<WebAuthn['verifyRegistrationResponse']>[0]['response']
type AuthenticationResponse = Parameters<WebAuthn['verifyAuthenticationResponse']>[0]['response']

/** EdDSA, ES256 and RS256, as IANA's COSE registry numbers them: what today's devices have. */
const algorithms = [-8, -7, -257]

/** Seconds that a user has (GoTrue, `ChallengeExpiryDuration`). */
export const ceremonySeconds = 300

/** A credential as it was registered. */
export interface RegisteredCredential {
  readonly id: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
  readonly transports: readonly string[]
  readonly attestationType: string
  /** UUID of the model of the authenticator; zeros if it doesn't tell. */
  readonly aaguid: string
  readonly isBackupEligible: boolean
  readonly isBackedUp: boolean
  readonly isUserVerified: boolean
}

export interface KnownCredential {
  readonly id: Buffer
  readonly publicKey: Buffer
  readonly signCount: number
}

export interface Use {
  readonly signCount: number
  readonly isBackedUp: boolean
}

export interface Registration {
  readonly user: UserRow
  /** Ids of credentials that the user has: an authenticator that holds one makes no second. */
  readonly known: readonly Buffer[]
  /** The credential must be discoverable without a name, as a passkey for sign-ins. */
  readonly isDiscoverable: boolean
}

/** Returns a browser's options for creating a credential. */
export async function beginRegistration(party: RelyingParty, { user, known, isDiscoverable }: Registration): Promise<RegistrationOptions> {
  const { generateRegistrationOptions } = await loadWebAuthn()
  const name = nameOf(user)
  const shown = user.raw_user_meta_data?.['full_name'] ?? user.raw_user_meta_data?.['name']
  return generateRegistrationOptions({
    rpName: party.name,
    rpID: party.id,
    userName: name,
    userDisplayName: typeof shown === 'string' && shown !== '' ? shown.slice(0, 200) : name,
    userID: Uint8Array.from(Buffer.from(user.id)),
    timeout: ceremonySeconds * 1000,
    attestationType: 'none',
    supportedAlgorithmIDs: algorithms,
    excludeCredentials: known.map((id) => ({ id: id.toString('base64url') })),
    authenticatorSelection: { residentKey: isDiscoverable ? 'required' : 'preferred', userVerification: 'preferred' },
  })
}

const nameOf = ({ email, phone, id }: UserRow): string => [email, phone, id].find((each) => each !== null && each !== '')!

/** The credential that a browser has made; null for whatever isn't right with it. */
export async function checkRegistration(party: RelyingParty, challenge: string, response: JsonObject): Promise<RegisteredCredential | null> {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  // the library reports errors by throwing
  const result = await withoutAttestation(response as unknown as RegistrationResponse)
    .then((plain) =>
      verifyRegistrationResponse({
        response: plain,
        expectedChallenge: challenge,
        expectedOrigin: [...party.origins],
        expectedRPID: party.id,
        requireUserVerification: false,
        supportedAlgorithmIDs: algorithms,
      }),
    )
    .catch(() => null)
  if (!result?.verified) return null
  const { credential, fmt, aaguid, credentialDeviceType, credentialBackedUp, userVerified } = result.registrationInfo
  return {
    id: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    signCount: credential.counter,
    transports: (credential.transports ?? []).filter((each) => typeof each === 'string').slice(0, 10),
    attestationType: fmt,
    aaguid,
    isBackupEligible: credentialDeviceType === 'multiDevice',
    isBackedUp: credentialBackedUp,
    isUserVerified: userVerified,
  }
}

/** Returns a browser's options for using a credential: one of those named, or any it finds. */
export async function beginAuthentication(party: RelyingParty, known: readonly Buffer[]): Promise<AuthenticationOptions> {
  const { generateAuthenticationOptions } = await loadWebAuthn()
  return generateAuthenticationOptions({
    rpID: party.id,
    timeout: ceremonySeconds * 1000,
    userVerification: 'preferred',
    allowCredentials: known.map((id) => ({ id: id.toString('base64url') })),
  })
}

/** Returns a credential's new state after its use; null for an invalid use, such as a counter that runs back. */
export async function checkAuthentication(
  party: RelyingParty,
  challenge: string,
  credential: KnownCredential,
  response: JsonObject,
): Promise<Use | null> {
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const id = credential.id.toString('base64url')
  if (response['id'] !== id) return null
  const result = await verifyAuthenticationResponse({
    response: response as unknown as AuthenticationResponse,
    expectedChallenge: challenge,
    expectedOrigin: [...party.origins],
    expectedRPID: party.id,
    requireUserVerification: false,
    credential: { id, publicKey: Uint8Array.from(credential.publicKey), counter: credential.signCount },
  }).catch(() => null)
  if (!result?.verified) return null
  return { signCount: result.authenticationInfo.newCounter, isBackedUp: result.authenticationInfo.credentialBackedUp }
}
