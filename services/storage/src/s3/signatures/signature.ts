import { S3Error } from '../errors.ts'
import type { QueryParameters, ReceivedRequest } from './canonical-request.ts'

/** What a signature belongs to: `<key>/<day>/<region>/s3/aws4_request`. */
export interface CredentialScope {
  readonly keyId: string
  /** YYYYMMDD. */
  readonly day: string
  readonly region: string
}

/** A signature of Version 4, read but not checked. */
export interface Signature extends CredentialScope {
  readonly kind: 'header' | 'query'
  /** Lower case, as they were listed. */
  readonly signedHeaders: readonly string[]
  readonly signature: string
  /** YYYYMMDD'T'HHMMSS'Z'. */
  readonly timestamp: string
  /** Seconds that it holds from its time on; null for one in a header. */
  readonly expiresIn: number | null
  /** What was signed in place of the body: its hash, or a name of how it comes. */
  readonly payload: string
  /** Of a session. */
  readonly sessionToken: string | null
}

const algorithm = 'AWS4-HMAC-SHA256'
const scopeForm = /^(.{1,128})\/(\d{8})\/([a-zA-Z0-9-]{1,40})\/(s3)\/(aws4_request)$/
const signatureForm = /^[0-9a-f]{64}$/
const timestampForm = /^\d{8}T\d{6}Z$/
/** Amazon S3 API reference, "Authenticating requests: using query parameters". */
const longestSeconds = 604_800

/** The signature of a request: that of its URL, which somebody gave away, before that of a header. null for a request without one. */
export function readSignature(request: ReceivedRequest, query: QueryParameters): Signature | null {
  if (query.some(([name]) => name.toLowerCase() === 'x-amz-signature' || name.toLowerCase() === 'x-amz-algorithm')) return readQuery(query, request)
  const { authorization } = request.headers
  // clients of the other protocols send their tokens this way
  if (authorization === undefined || /^bearer\b/i.test(authorization)) return null
  return readHeader(authorization, request)
}

/** @throws S3Error with `code` when it isn't one */
export function readScope(text: string, code: 'AuthorizationHeaderMalformed' | 'AuthorizationQueryParametersError'): CredentialScope {
  const match = scopeForm.exec(text)
  if (match === null) throw new S3Error(code, 'The credential must have the form <access key>/<YYYYMMDD>/<region>/s3/aws4_request.')
  return { keyId: match[1]!, day: match[2]!, region: match[3]! }
}

export function scopeText({ day, region }: CredentialScope): string {
  return `${day}/${region}/s3/aws4_request`
}

/** Milliseconds since the Unix epoch. @returns null for a text of another form, or a moment there is not */
export function timeOf(timestamp: string): number | null {
  if (!timestampForm.test(timestamp)) return null
  const iso = timestamp.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z')
  const time = Date.parse(iso)
  return Number.isNaN(time) ? null : time
}

function readHeader(authorization: string, { headers }: ReceivedRequest): Signature {
  const malformed = (message: string): S3Error => new S3Error('AuthorizationHeaderMalformed', message)
  if (/^AWS /i.test(authorization)) throw new S3Error('InvalidRequest', `Signature Version 2 is not supported. Please use ${algorithm}.`)
  if (!authorization.startsWith(`${algorithm} `)) throw malformed(`The authorization header must begin with ${algorithm}.`)
  const fields = new Map<string, string>()
  for (const field of authorization.slice(algorithm.length).split(',')) {
    const mark = field.indexOf('=')
    const name = field.slice(0, mark).trim()
    if (mark === -1 || fields.has(name)) throw malformed('The authorization header must have Credential, SignedHeaders and Signature.')
    fields.set(name, field.slice(mark + 1).trim())
  }
  const [credential, signedHeaders, signature] = ['Credential', 'SignedHeaders', 'Signature'].map((name) => fields.get(name))
  if (credential === undefined || signedHeaders === undefined || signature === undefined) {
    throw malformed('The authorization header must have Credential, SignedHeaders and Signature.')
  }
  if (!signatureForm.test(signature)) throw malformed('The signature must have 64 hexadecimal digits.')
  const payload = single(headers['x-amz-content-sha256'])
  if (payload === null) throw new S3Error('InvalidRequest', 'Missing required header for this request: x-amz-content-sha256')
  return {
    kind: 'header',
    ...readScope(credential, 'AuthorizationHeaderMalformed'),
    signedHeaders: readSignedHeaders(signedHeaders, malformed),
    signature,
    timestamp: timestampOf(single(headers['x-amz-date']), single(headers.date)),
    expiresIn: null,
    payload,
    sessionToken: single(headers['x-amz-security-token']),
  }
}

function readQuery(query: QueryParameters, { headers }: ReceivedRequest): Signature {
  const malformed = (message: string): S3Error => new S3Error('AuthorizationQueryParametersError', message)
  const fields = new Map<string, string>()
  for (const [name, value] of query) {
    const lower = name.toLowerCase()
    if (!lower.startsWith('x-amz-')) continue
    if (fields.has(lower)) throw malformed(`${name} must be given once.`)
    fields.set(lower, value)
  }
  const required = (name: string): string => {
    const value = fields.get(name.toLowerCase())
    if (value === undefined || value === '') {
      throw malformed(`Query-string authentication requires ${name}.`)
    }
    return value
  }
  if (required('X-Amz-Algorithm') !== algorithm) throw malformed(`X-Amz-Algorithm only supports ${algorithm}.`)
  const signature = required('X-Amz-Signature')
  if (!signatureForm.test(signature)) throw malformed('X-Amz-Signature must have 64 hexadecimal digits.')
  const expires = required('X-Amz-Expires')
  const expiresIn = Number(expires)
  if (!/^\d{1,7}$/.test(expires) || expiresIn < 1) throw malformed('X-Amz-Expires must be a number of seconds from 1 to 604800.')
  if (expiresIn > longestSeconds)
    throw malformed('X-Amz-Expires must be less than a week (in seconds); that is, the given X-Amz-Expires must be at most 604800.')
  const signedHeaders = readSignedHeaders(required('X-Amz-SignedHeaders'), malformed)
  const signedPayload = signedHeaders.includes('x-amz-content-sha256') ? single(headers['x-amz-content-sha256']) : null
  return {
    kind: 'query',
    ...readScope(required('X-Amz-Credential'), 'AuthorizationQueryParametersError'),
    signedHeaders,
    signature,
    timestamp: required('X-Amz-Date'),
    expiresIn,
    payload: signedPayload ?? fields.get('x-amz-content-sha256') ?? 'UNSIGNED-PAYLOAD',
    sessionToken: fields.get('x-amz-security-token') ?? null,
  }
}

function readSignedHeaders(text: string, malformed: (message: string) => S3Error): readonly string[] {
  const names = text.split(';')
  if (names.some((name) => !/^[a-z0-9!#$%&'*+.^_`|~-]+$/.test(name)))
    throw malformed('SignedHeaders must be names in lower case with a semicolon between them.')
  if (!names.includes('host')) throw malformed('The header host must be signed.')
  return names
}

/** Of `x-amz-date`, or else of a `Date` in either form. */
function timestampOf(own: string | null, date: string | null): string {
  if (own !== null) return own
  if (date === null) throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header')
  const time = timeOf(date) ?? Date.parse(date)
  if (Number.isNaN(time)) throw new S3Error('AccessDenied', 'AWS authentication requires a valid Date or x-amz-date header')
  return new Date(time).toISOString().replace(/[-:]|\.\d+/g, '')
}

function single(value: string | string[] | undefined): string | null {
  return typeof value === 'string' ? value : null
}
