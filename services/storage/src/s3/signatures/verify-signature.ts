import { createHmac, timingSafeEqual } from 'node:crypto'
import { S3Error } from '../errors.ts'
import { canonicalHeaders, canonicalPaths, canonicalQuery, type QueryParameters, type ReceivedRequest, sha256Hex } from './canonical-request.ts'
import { type CredentialScope, scopeText, type Signature, timeOf } from './signature.ts'

/** Amazon S3 API reference, "RequestTimeTooSkewed". */
const mostSkewMs = 15 * 60_000

/** What a client may add to a signed request: they decide nothing about what is done. */
const harmlessHeaders: ReadonlySet<string> = new Set(['x-amz-content-sha256', 'x-amz-user-agent', 'x-amz-date'])

/** What signs the chunks of a body that follows. */
export interface SignedChain {
  readonly key: Buffer
  readonly timestamp: string
  readonly scope: string
  /** The signature that the first chunk continues. */
  readonly seed: string
}

/**
 * Proves that whoever made a request has the secret of its key, and made it lately.
 *
 * @throws S3Error `RequestTimeTooSkewed`, `AccessDenied` (expired, or headers that are not signed), `SignatureDoesNotMatch`
 */
export function verifySignature(request: ReceivedRequest, query: QueryParameters, signature: Signature, secret: string, nowMs: number): SignedChain {
  requireTimely(signature, nowMs)
  requireSignedHeaders(request, signature)
  const signed = signature.kind === 'query' ? query.filter(([name]) => name.toLowerCase() !== 'x-amz-signature') : query
  const key = signingKey(secret, signature)
  const scope = scopeText(signature)
  const search = canonicalQuery(signed)
  const expected = Buffer.from(signature.signature, 'hex')
  let isProved = false
  for (const path of [request.path, request.pathInEndpoint ?? request.path].flatMap(canonicalPaths)) {
    for (const host of request.hosts) {
      const headers = canonicalHeaders(signature.signedHeaders, request.headers, host)
      const canonical = [request.method, path, search, headers, signature.signedHeaders.join(';'), signature.payload].join('\n')
      const text = ['AWS4-HMAC-SHA256', signature.timestamp, scope, sha256Hex(canonical)].join('\n')
      isProved ||= timingSafeEqual(hmac(key, text), expected)
    }
  }
  if (!isProved) throw new S3Error('SignatureDoesNotMatch')
  return { key, timestamp: signature.timestamp, scope, seed: signature.signature }
}

/** Whether a text, such as the policy of a form, was signed with the secret. */
export function isTextSigned(text: string, scope: CredentialScope, signature: string, secret: string): boolean {
  if (!/^[0-9a-f]{64}$/.test(signature)) return false
  return timingSafeEqual(hmac(signingKey(secret, scope), text), Buffer.from(signature, 'hex'))
}

export function hmac(key: string | Uint8Array, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function signingKey(secret: string, { day, region }: CredentialScope): Buffer {
  return hmac(hmac(hmac(hmac(`AWS4${secret}`, day), region), 's3'), 'aws4_request')
}

function requireTimely({ kind, timestamp, day, expiresIn }: Signature, nowMs: number): void {
  const time = timeOf(timestamp)
  const code = kind === 'query' ? 'AuthorizationQueryParametersError' : 'AuthorizationHeaderMalformed'
  if (time === null) throw new S3Error(code, "The date must have the form YYYYMMDD'T'HHMMSS'Z'.")
  if (!timestamp.startsWith(day)) throw new S3Error(code, 'The date of the credential doesn’t match the date of the request.')
  if (expiresIn === null ? Math.abs(nowMs - time) > mostSkewMs : time - nowMs > mostSkewMs) {
    throw new S3Error('RequestTimeTooSkewed', undefined, {
      RequestTime: timestamp,
      ServerTime: new Date(nowMs).toISOString(),
      MaxAllowedSkewMilliseconds: String(mostSkewMs),
    })
  }
  if (expiresIn !== null && nowMs >= time + expiresIn * 1_000) {
    throw new S3Error('AccessDenied', 'Request has expired', {
      Expires: new Date(time + expiresIn * 1_000).toISOString(),
      ServerTime: new Date(nowMs).toISOString(),
    })
  }
}

/** Whoever was given a URL must not make another call of it, such as a copy. */
function requireSignedHeaders({ headers }: ReceivedRequest, { signedHeaders, payload }: Signature): void {
  const unsigned = Object.keys(headers).filter((name) => name.startsWith('x-amz-') && !signedHeaders.includes(name) && !harmlessHeaders.has(name))
  const sent = headers['x-amz-content-sha256']
  // how the body comes is said once
  if (typeof sent === 'string' && sent !== payload && sent.startsWith('STREAMING-')) unsigned.push('x-amz-content-sha256')
  if (unsigned.length === 0) return
  throw new S3Error('AccessDenied', 'There were headers present in the request which were not signed', { HeadersNotSigned: unsigned.join(', ') })
}
