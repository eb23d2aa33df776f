import { createPublicKey, verify } from 'node:crypto'
import { AuthError } from '../errors.ts'
import { decodeBase58 } from './base58.ts'

/**
 * Returns true if the key of a Solana address has signed a message (Ed25519).
 *
 * @throws AuthError `validation_failed` for an invalid signature or address
 */
export function isSignedBySolana(message: string, signature: string, address: string): boolean {
  const bytes = Buffer.from(signature, 'base64')
  if (!/^[\w+/-]{86}(?:==)?$/.test(signature) || bytes.length !== 64) {
    throw new AuthError('validation_failed', 'signature must be 64 bytes encoded as base64 with or without padding')
  }
  const key = decodeBase58(address)
  if (key?.length !== 32) throw new AuthError('validation_failed', 'message has no valid Solana address')
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key.toString('base64url') }
  return verify(null, Buffer.from(message), createPublicKey({ key: jwk, format: 'jwk' }), bytes)
}
