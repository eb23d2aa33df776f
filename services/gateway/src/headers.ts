import type { IncomingHttpHeaders } from 'node:http'
import { preflightSeconds } from './limits.ts'

/** The dashboard's session must not reach a service, and what only proxies may say is not for them to read either. */
const dropped: ReadonlySet<string> = new Set([
  'cookie',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'forwarded',
  'x-real-ip',
  'connection',
])

/**
 * Headers of a request as a service gets them: `x-forwarded-for` is ours to say.
 *
 * @param kept of what no other service gets: functions look at keys themselves, and cookies of a host of their own are theirs
 */
export function forwardedHeaders(
  headers: IncomingHttpHeaders,
  address: string,
  kept: { readonly areKeysKept?: boolean; readonly areCookiesKept?: boolean } = {},
): IncomingHttpHeaders {
  const forwarded: IncomingHttpHeaders = {}
  for (const name of Object.keys(headers)) {
    if (dropped.has(name) && !(name === 'cookie' && kept.areCookiesKept === true)) continue
    const value = headers[name]
    // a key has done its work, and functions of the database could read it
    if (kept.areKeysKept !== true && name === 'authorization' && typeof value === 'string' && value.startsWith('Bearer sb_')) continue
    forwarded[name] = value
  }
  forwarded['x-forwarded-for'] = address
  return forwarded
}

const exposed =
  'Accept-Ranges, Cache-Control, Content-Disposition, Content-Encoding, Content-Length, Content-Location, Content-Range, Content-Type, Date, ETag, Last-Modified, Link, Location, Preference-Applied, Retry-After, Server, Server-Timing, Tus-Extension, Tus-Max-Size, Tus-Resumable, Tus-Version, Upload-Defer-Length, Upload-Expires, Upload-Length, Upload-Metadata, Upload-Offset, X-Supabase-Api-Version, X-Total-Count, X-Transformations, x-request-id, x-sb-error-code'

/** CORS of every reply (Fetch standard, 3.2): no cookies count here, so any origin may read. */
export function corsHeaders(origin: string | undefined, allowed: readonly string[] | null): Record<string, string> {
  if (origin === undefined) return {}
  if (allowed === null) return { 'access-control-allow-origin': '*', 'access-control-expose-headers': exposed }
  if (!allowed.includes(origin)) return { vary: 'Origin' }
  return { 'access-control-allow-origin': origin, 'access-control-expose-headers': exposed, vary: 'Origin' }
}

/** Returns true for a browser's preflight request, which no service needs. */
export function isPreflight(method: string, headers: IncomingHttpHeaders): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}

export function preflightHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return {
    'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
    'access-control-allow-headers': headers['access-control-request-headers'] ?? '*',
    'access-control-max-age': String(preflightSeconds),
    // browsers ask before a page of the internet calls a machine of the local network
    ...(headers['access-control-request-private-network'] === 'true' && { 'access-control-allow-private-network': 'true' }),
  }
}

/** Services answer on the dashboard's origin: nothing of what they say may run there, or be taken for a page. */
export const sandboxHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': 'sandbox',
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'cross-origin',
  'referrer-policy': 'no-referrer',
  'cache-control': 'no-store',
}

const documentTypes = /^\s*(text\/html|application\/xhtml\+xml|image\/svg\+xml|text\/xml|application\/xml)\b/i

/** Returns the type; plain text for one that a browser would show as a document. */
export function safeContentType(type: string): string {
  // the type of nearly every reply
  if (type.startsWith('application/json')) return type
  return documentTypes.test(type) ? 'text/plain; charset=utf-8' : type
}

const requestIdForm = /^[\w-]{8,64}$/

/** The client's own id of a request, if it has a good form. */
export function clientRequestId(headers: IncomingHttpHeaders): string | null {
  const id = headers['x-request-id']
  return typeof id === 'string' && requestIdForm.test(id) ? id : null
}
