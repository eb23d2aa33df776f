import type { Caller, ServiceRequest } from '@colonnade/projects'
import { AuthError } from '../errors.ts'
import { bodyBytesMost } from '../limits.ts'

export type JsonObject = { readonly [name: string]: unknown }

/** A request as handlers see it. */
export interface AuthRequest {
  readonly method: string
  /** Decoded segments of the path. */
  readonly segments: readonly string[]
  readonly query: URLSearchParams
  readonly headers: ServiceRequest['headers']
  /** Origin and prefix: `https://example.com/api/ref/auth/v1`; the issuer of its tokens. */
  readonly publicUrl: string
  readonly signal: AbortSignal
  /** Reads the body: JSON, or a form; an empty one has no fields. @throws AuthError `bad_json`, `request_entity_too_large` */
  body(): Promise<JsonObject>
  /** Reads a body of any form as text, in place of `body`. @throws AuthError `bad_json` where it isn't UTF-8, `request_entity_too_large` */
  text(bytesMost: number): Promise<string>
}

/** @throws AuthError `validation_failed` for a path that isn't UTF-8 */
export function readRequest(request: ServiceRequest): AuthRequest {
  const { method, path, search, headers, publicUrl, signal } = request
  let body: Promise<JsonObject> | undefined
  return {
    method,
    segments: segmentsOf(path),
    query: new URLSearchParams(search),
    headers,
    publicUrl,
    signal,
    body: () => (body ??= readBody(request)),
    text: async (bytesMost) => decodeText(await readBytes(request, bytesMost)),
  }
}

/** The day of the API version that a client asks for (`YYYY-MM-DD`); null for none, or what is none. */
export function apiVersionOf(headers: ServiceRequest['headers']): string | null {
  const version = headers['x-supabase-api-version']
  return typeof version === 'string' && /^2\d{3}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/.test(version) ? version : null
}

/** Returns the claims of the call's token, which the gateway has verified. */
export function claimsOf({ claims }: Caller): JsonObject {
  return JSON.parse(claims) as JsonObject
}

function segmentsOf(path: string): string[] {
  try {
    return path
      .split('/')
      .filter((each) => each !== '')
      .map(decodeURIComponent)
  } catch (error) {
    throw new AuthError('validation_failed', 'The path is not valid', { cause: error })
  }
}

async function readBody(request: ServiceRequest): Promise<JsonObject> {
  const bytes = await readBytes(request, bodyBytesMost)
  if (bytes.length === 0) return {}
  const text = decodeText(bytes)
  const isForm = request.headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true
  return isForm ? Object.fromEntries(new URLSearchParams(text)) : parseObject(text)
}

async function readBytes({ headers, body }: ServiceRequest, bytesMost: number): Promise<Buffer> {
  if (Number(headers['content-length'] ?? 0) > bytesMost) throw tooLarge()
  if (headers['content-encoding'] !== undefined && headers['content-encoding'] !== 'identity') {
    throw new AuthError('unsupported_media_type', 'Send the body uncompressed')
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > bytesMost) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function decodeText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf8', { fatal: true }).decode(bytes)
  } catch (error) {
    throw new AuthError('bad_json', 'The request body is not UTF-8', { cause: error })
  }
}

function parseObject(text: string): JsonObject {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new AuthError('bad_json', `Could not parse request body as JSON: ${(error as Error).message}`, { cause: error })
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new AuthError('bad_json', 'Could not parse request body as JSON: not an object')
  }
  return value as JsonObject
}

function tooLarge(): AuthError {
  return new AuthError('request_entity_too_large', `Request body is larger than ${bodyBytesMost} bytes`)
}
