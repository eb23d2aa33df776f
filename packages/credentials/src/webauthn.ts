import type { RegistrationResponseJSON } from '@simplewebauthn/server'

/** What makes and checks passkeys, loaded when one is used: its two hundred modules would take their part of each start. */
export function loadWebAuthn(): Promise<typeof import('@simplewebauthn/server')> {
  return import('@simplewebauthn/server')
}

/**
 * Drops what a new credential says of the maker of its device, for which we don't ask. The library would check it, and fetch revocation
 * lists from wherever the certificates say: anyone can write such a certificate, and have this machine ask its own network.
 *
 * @throws whatever the library throws for what is no attestation object
 */
export async function withoutAttestation(credential: RegistrationResponseJSON): Promise<RegistrationResponseJSON> {
  const { decodeAttestationObject, isoCBOR } = await import('@simplewebauthn/server/helpers')
  const authData = decodeAttestationObject(Uint8Array.from(Buffer.from(credential.response.attestationObject, 'base64url'))).get('authData')
  const plain = new Map<string, string | Uint8Array | Map<string, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', authData],
  ])
  const attestationObject = Buffer.from(isoCBOR.encode(plain)).toString('base64url')
  return { ...credential, response: { ...credential.response, attestationObject } }
}
