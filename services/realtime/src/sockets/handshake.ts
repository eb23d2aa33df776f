import type { Caller, ServiceRequest } from '@colonnade/projects'
import { faultOf, identityOf, type Identity, isApiKey } from '../authorizations/tokens.ts'
import type { Version } from '../codecs/frames.ts'
import { handshakeRefusals, restRefusals } from '../messages.ts'

/** A connecting client's version and identity, or the error. */
export type Handshake = { readonly version: Version; readonly identity: Identity } | { readonly status: number; readonly error: string }

/** Reads what a client says as it connects; whose token it is was proved before. */
export function readHandshake({ search, headers }: Pick<ServiceRequest, 'search' | 'headers'>, caller: Caller, nowMs: number): Handshake {
  const query = new URLSearchParams(search)
  const version = versionOf(query.get('vsn') ?? '1.0.0')
  if (version === null) return { status: 400, error: restRefusals.version }
  const identity = identifyCaller(query.get('apikey'), headers, caller, nowMs)
  return 'status' in identity ? identity : { version, identity }
}

/** Returns the caller's identity by its key or token, which the gateway has verified; or the error. */
export function identifyCaller(
  apiKeyInUrl: string | null,
  headers: ServiceRequest['headers'],
  caller: Caller,
  nowMs: number,
): Identity | { readonly status: 401; readonly error: string } {
  const refuse = (error: string): { readonly status: 401; readonly error: string } => ({ status: 401, error })
  const [byName] = [headers['x-api-key'] ?? headers['apikey']].flat()
  const bearer = /^bearer (.+)$/i.exec(headers.authorization ?? '')?.[1]?.trim() ?? null
  const key = byName ?? apiKeyInUrl
  if (!key && bearer === null && caller.keyPrefix === null) return refuse(handshakeRefusals.missing)
  // the gateway shows no more of a key than its beginning
  const token = bearer !== null && !isApiKey(bearer) ? bearer : caller.tokenRefusal === null && caller.keyPrefix !== null ? null : (key ?? null)
  if (token === null || (isApiKey(token) && caller.tokenRefusal === null)) return identityOf(null, caller)
  const fault = faultOf(token, caller.tokenRefusal, nowMs)
  if (fault === null) return identityOf(token, caller)
  return refuse(fault.kind === 'expired' ? handshakeRefusals.expired : handshakeRefusals[fault.kind])
}

function versionOf(text: string): Version | null {
  if (/^1\.\d+\.\d+$/.test(text)) return 1
  return /^2\.\d+\.\d+$/.test(text) ? 2 : null
}
