import type { ServiceReply } from '@colonnade/projects'
import type { IncomingHttpHeaders } from 'node:http'
import type { Payload } from './payloads/open-payload.ts'
import type { S3Store } from './store.ts'
import { xmlDocument, type XmlElements } from './xml/write-xml.ts'

/** A proved call, as operations get it. */
export interface S3Call {
  /** Empty for the service itself. */
  readonly bucket: string
  /** Empty for a bucket itself. */
  readonly key: string
  /** Parameters by name; of one that is given twice the first. */
  readonly query: ReadonlyMap<string, string>
  /** With `x-amz-*` of a presigned URL among them. */
  readonly headers: IncomingHttpHeaders
  readonly region: string
  /** Of the object or bucket, as clients reach it. */
  readonly location: string
  /** Who called, as lists of objects name their owner. */
  readonly owner: string
  readonly store: S3Store
  /** Reads the body, once. */
  payload(): Payload
}

export type Operation = (call: S3Call) => Promise<ServiceReply>

export function xmlReply(name: string, content: XmlElements, headers: Readonly<Record<string, string>> = {}): ServiceReply {
  return { status: 200, headers: { 'content-type': 'application/xml', ...headers }, body: xmlDocument(name, content) }
}

export function emptyReply(status: number, headers: Readonly<Record<string, string>> = {}): ServiceReply {
  return { status, headers, body: null }
}

/** A header that came once; null without it. */
export function headerOf({ headers }: Pick<S3Call, 'headers'>, name: string): string | null {
  const value = headers[name]
  return typeof value === 'string' && value !== '' ? value : null
}

export const quoted = (etag: string): string => `"${etag}"`
export const unquoted = (etag: string): string => etag.trim().replace(/^"(.*)"$/, '$1')
