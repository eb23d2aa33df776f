import type { Caller, SocketUpgrade } from '@colonnade/projects'
import { tokenToleranceMs } from '../limits.ts'

/** The identity that a channel's policies see. */
export interface Identity {
  /** Token as it was sent; null for an API key that isn't one. */
  readonly token: string | null
  readonly role: string
  /** JSON. */
  readonly claims: string
  readonly userId: string | null
  /** When it no longer counts, in milliseconds since the Unix epoch; Infinity for never. */
  readonly endsAt: number
}

/** Why a token doesn't count. */
export type TokenFault = { readonly kind: 'malformed' | 'signature' | 'fields' } | { readonly kind: 'expired'; readonly secondsAgo: number }

/** Returns true for an API key that isn't a token. */
export function isApiKey(text: string): boolean {
  return text.startsWith('sb_')
}

export function identityOf(token: string | null, { role, claims, userId }: Pick<Caller, 'role' | 'claims' | 'userId'>): Identity {
  const { exp } = JSON.parse(claims) as { readonly exp?: unknown }
  return { token, role, claims, userId, endsAt: typeof exp === 'number' ? exp * 1000 + tokenToleranceMs : Infinity }
}

/** Returns the error of a token by its content, and by the reason for its refusal; null for a valid one. */
export function faultOf(token: string, refusal: string | null, nowMs: number): TokenFault | null {
  const { role, exp } = unprovedClaims(token) ?? {}
  if (refusal === 'expired') return { kind: 'expired', secondsAgo: typeof exp === 'number' ? Math.floor(nowMs / 1000 - exp) : 0 }
  if (refusal === 'malformed') return { kind: 'malformed' }
  if (refusal === 'wrong_claims') return { kind: 'fields' }
  if (refusal !== null) return { kind: 'signature' }
  return typeof role === 'string' && typeof exp === 'number' ? null : { kind: 'fields' }
}

/** Proves a token that came over a socket. */
export async function identify(prove: SocketUpgrade['prove'], token: string, nowMs: number): Promise<Identity | TokenFault> {
  const proof = await prove(token)
  const fault = faultOf(token, 'refusal' in proof ? proof.refusal : null, nowMs)
  return fault ?? identityOf(token, proof as Exclude<typeof proof, { refusal: string }>)
}

/** Returns the error for an expired identity. */
export function endOf({ claims }: Identity, nowMs: number): TokenFault {
  const { exp } = JSON.parse(claims) as { readonly exp: number }
  return { kind: 'expired', secondsAgo: Math.floor(nowMs / 1000 - exp) }
}

function unprovedClaims(token: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}
