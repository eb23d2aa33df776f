import type { SigningAlgorithm } from '@colonnade/contracts/api/signing-keys'
import { notJsonText, unknownKindText } from './messages.ts'

export type ReadJwk = { readonly algorithm: SigningAlgorithm; readonly jwk: Readonly<Record<string, unknown>> } | { readonly problem: string }

const algorithms: Readonly<Record<string, SigningAlgorithm>> = { 'EC P-256': 'ES256', 'OKP Ed25519': 'EdDSA', RSA: 'RS256', oct: 'HS256' }

/** Reads a pasted key and finds the algorithm that it signs with (RFC 7517, 4.1). The server checks the rest. */
export function readJwk(text: string): ReadJwk {
  let jwk: unknown
  try {
    jwk = JSON.parse(text)
  } catch {
    return { problem: notJsonText }
  }
  if (typeof jwk !== 'object' || jwk === null || Array.isArray(jwk)) return { problem: notJsonText }
  const { kty, crv } = jwk as Readonly<Record<string, unknown>>
  const algorithm = algorithms[[kty, crv].filter((part) => typeof part === 'string').join(' ')]
  return algorithm === undefined ? { problem: unknownKindText } : { algorithm, jwk: jwk as Readonly<Record<string, unknown>> }
}
