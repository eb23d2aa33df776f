import { type Clock, type Logger, toAppError } from '@colonnade/core'
import type { Caller, ServiceReply, ServiceRequest } from '@colonnade/projects'
import type { IncomingHttpHeaders } from 'node:http'
import { authenticate } from './authenticate.ts'
import type { S3Call } from './call.ts'
import { S3Error } from './errors.ts'
import type { S3Credentials, S3Identity } from './identity.ts'
import { findOperation } from './operations/operations.ts'
import { isForm, postForm } from './operations/post-form.ts'
import { openPayload } from './payloads/open-payload.ts'
import { parseQuery, type QueryParameters, type ReceivedRequest, uriDecode } from './signatures/canonical-request.ts'
import type { S3Store } from './store.ts'
import { xmlError } from './xml/write-xml.ts'

export interface S3Parts {
  readonly credentials: S3Credentials
  /** What one caller can reach. */
  openStore(identity: S3Identity, request: ServiceRequest, caller: Caller): Promise<S3Store>
  /** What storage's own refusals are in S3; null for anything else. */
  refusalOf(error: unknown): S3Error | null
  readonly clock: Clock
  readonly logger: Logger
}

/** Where the API begins, below the prefix of the service. */
export const s3Prefix = '/s3'

/** Answers a call of the S3 API, whose path begins with `s3Prefix`. */
export async function serveS3(parts: S3Parts, request: ServiceRequest, caller: Caller): Promise<ServiceReply> {
  const { clock, logger } = parts
  let operation = 'unknown'
  try {
    return withRequestId(await answer(parts, request, caller, (name) => (operation = name)), caller, operation)
  } catch (thrown) {
    const known = thrown instanceof S3Error ? thrown : parts.refusalOf(thrown)
    if (known === null || known.status >= 500)
      logger.warn('s3 request failed', { ref: caller.ref, request_id: caller.requestId, operation, error: toAppError(thrown) })
    return withRequestId(errorReply(known ?? new S3Error('InternalError'), request, caller, clock), caller, operation)
  }
}

async function answer(parts: S3Parts, request: ServiceRequest, caller: Caller, named: (operation: string) => void): Promise<ServiceReply> {
  const { path, search, headers, method } = request
  const query = parseQuery(search)
  const { bucket, key } = targetOf(path)
  const received = receivedOf(request)
  if (method === 'POST' && bucket !== '' && key === '' && isForm(headers)) {
    named('PostObject')
    return await postForm({ ...parts, ref: caller.ref, bucket, request, openStore: (identity) => parts.openStore(identity, request, caller) })
  }
  const { signature, chain, identity } = await authenticate(parts.credentials, caller.ref, received, query, parts.clock.now())
  const call: S3Call = {
    bucket,
    key,
    query: new Map(query.toReversed()),
    headers: signature.kind === 'query' ? withHoisted(headers, query) : headers,
    region: signature.region,
    location: `${endpointOf(request)}${path.slice(s3Prefix.length)}`,
    owner: identity.userId ?? caller.ref,
    store: await parts.openStore(identity, request, caller),
    payload() {
      return openPayload({ headers: this.headers, body: request.body, payload: signature.payload, chain })
    },
  }
  const { name, run } = findOperation(method, call)
  named(name)
  return await run(call)
}

/** What the path names, after `/s3`. */
function targetOf(path: string): { readonly bucket: string; readonly key: string } {
  const text = uriDecode(path.slice(s3Prefix.length)).replace(/^\//, '')
  const slash = text.indexOf('/')
  return slash === -1 ? { bucket: text, key: '' } : { bucket: text.slice(0, slash), key: text.slice(slash + 1) }
}

function endpointOf({ publicUrl, isS3Endpoint }: ServiceRequest): string {
  return isS3Endpoint === true ? publicUrl : `${publicUrl}${s3Prefix}`
}

/** The request as its client sent it, from outside of any proxy. */
function receivedOf(request: ServiceRequest): ReceivedRequest {
  const { method, path, search, headers } = request
  const url = new URL(endpointOf(request))
  const [base, pathInEndpoint] = [url.pathname.replace(/\/$/, ''), path.slice(s3Prefix.length) || '/']
  // some leave out the port that https or http has anyway, and some don't
  const usual = `${url.hostname}:${url.port || (url.protocol === 'https:' ? '443' : '80')}`
  const hosts = [...new Set([headers.host ?? '', url.host, usual])].filter((host) => host !== '')
  // s3cmd takes the whole endpoint for a host, and signs it so
  const endpoints = base === '' ? [] : hosts.map((host) => `${host}${base}`)
  return {
    method,
    path: `${base}${base === '' ? pathInEndpoint : path.slice(s3Prefix.length)}`,
    pathInEndpoint,
    search,
    headers,
    hosts: [...hosts, ...endpoints],
  }
}

/**
 * A presigned URL carries headers as parameters. A checksum among them is left out where it is that of nothing: who signed it had no body yet,
 * and its library summed up what it had.
 */
function withHoisted(headers: IncomingHttpHeaders, query: QueryParameters): IncomingHttpHeaders {
  const all: IncomingHttpHeaders = { ...headers }
  for (const [name, value] of query) {
    const lower = name.toLowerCase()
    if (!lower.startsWith('x-amz-') || signing.has(lower) || all[lower] !== undefined || sumsOfNothing.has(value)) continue
    // as Node gives them
    all[lower] = Buffer.from(value, 'utf8').toString('latin1')
  }
  return all
}

const signing: ReadonlySet<string> = new Set([
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-expires',
  'x-amz-signedheaders',
  'x-amz-signature',
  'x-amz-security-token',
  'x-amz-content-sha256',
])
/** CRC-32 and CRC-32C, CRC-64/NVME, SHA-1, SHA-256. */
const sumsOfNothing: ReadonlySet<string> = new Set([
  'AAAAAA==',
  'AAAAAAAAAAA=',
  '2jmj7l5rSw0yVb/vlWAYkK/YBwk=',
  '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=',
])

function errorReply(error: S3Error, { path, method }: ServiceRequest, { requestId }: Caller, clock: Clock): ServiceReply {
  const isBodiless = method === 'HEAD'
  const resource = safeDecode(path.slice(s3Prefix.length))
  const details = { ...error.details, ...(error.code === 'RequestTimeTooSkewed' && { ServerTime: clock.date().toISOString() }) }
  return {
    status: error.status,
    headers: { 'content-type': 'application/xml', 'x-sb-error-code': error.code, ...(error.status === 503 && { 'retry-after': '1' }) },
    body: isBodiless ? null : xmlError({ Code: error.code, Message: error.message, Resource: resource, RequestId: requestId, ...details }),
    log: { code: error.code },
  }
}

function safeDecode(path: string): string {
  try {
    return uriDecode(path)
  } catch {
    return path
  }
}

function withRequestId(reply: ServiceReply, { requestId }: Caller, operation: string): ServiceReply {
  return { ...reply, headers: { 'x-amz-request-id': requestId, ...reply.headers }, log: { ...reply.log, operation } }
}
