import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from '../errors.ts'

/** A request as its client sent it: what proxies and we make of its path is not what was signed. */
export interface ReceivedRequest {
  /** Upper case. */
  readonly method: string
  /** From the first slash after the host, still encoded. */
  readonly path: string
  /** The same below the endpoint: tools that know of no paths in endpoints sign that, wherever they send it. */
  readonly pathInEndpoint?: string
  /** After the question mark, still encoded; empty without one. */
  readonly search: string
  readonly headers: IncomingHttpHeaders
  /** Hosts that the client may have called, the most likely one first: proxies may change the header. */
  readonly hosts: readonly string[]
}

export type QueryParameters = readonly (readonly [name: string, value: string])[]

const unreserved = /[!'()*]/g

/** Encodes as Signature Version 4 wants it: everything but letters, digits and `-._~` (Amazon S3 API reference, "UriEncode"). */
export function uriEncode(text: string): string {
  return encodeURIComponent(text.toWellFormed()).replace(unreserved, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** @throws S3Error `InvalidURI` for a bad escape, or bytes that are no UTF-8 */
export function uriDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new S3Error('InvalidURI')
  }
}

/** Parameters of a query, decoded, in the order they came. */
export function parseQuery(search: string): QueryParameters {
  if (search === '') return []
  return search
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const mark = pair.indexOf('=')
      const [name, value] = mark === -1 ? [pair, ''] : [pair.slice(0, mark), pair.slice(mark + 1)]
      return [uriDecode(name.replaceAll('+', ' ')), uriDecode(value.replaceAll('+', ' '))] as const
    })
}

/** Names and values encoded, in the order of their bytes. */
export function canonicalQuery(parameters: QueryParameters): string {
  return parameters
    .map(([name, value]) => [uriEncode(name), uriEncode(value)] as const)
    .sort(([name, value], [otherName, otherValue]) => inOrder(name, otherName) || inOrder(value, otherValue))
    .map(([name, value]) => `${name}=${value}`)
    .join('&')
}

/**
 * Paths that the client may have signed: the key encoded with its slashes left alone, as AWS says, or what it sent. All of them name the
 * same object.
 */
export function canonicalPaths(path: string): readonly string[] {
  const encoded = uriDecode(path).split('/').map(uriEncode).join('/')
  return encoded === path ? [path] : [encoded, path]
}

/** `name:value` of each, spaces collapsed. @throws S3Error `AccessDenied` for a signed header that was not sent */
export function canonicalHeaders(signed: readonly string[], headers: IncomingHttpHeaders, host: string): string {
  return signed
    .map((name) => {
      const value = name === 'host' ? host : headers[name]
      if (value === undefined) throw new S3Error('SignatureDoesNotMatch', `The request was signed with the header ${name}, which is missing.`)
      return `${name}:${(typeof value === 'string' ? value : value.join(',')).trim().replace(/ +/g, ' ')}\n`
    })
    .join('')
}

export function sha256Hex(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

function inOrder(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
