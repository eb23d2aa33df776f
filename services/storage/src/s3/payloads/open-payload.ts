import type { IncomingHttpHeaders } from 'node:http'
import { S3Error } from '../errors.ts'
import type { SignedChain } from '../signatures/verify-signature.ts'
import { decodeChunks } from './aws-chunked.ts'
import { algorithmOf, type Check, checksOf, checksumCheck, isChecksumHeader, signedHashCheck, startChecksum } from './checksums.ts'

/** A request's body, without what surrounds it on the way. */
export interface Payload {
  /** null where the client didn't say. */
  readonly length: number | null
  /** Its bytes as they come. Only when it ends without an error is it what the client signed and summed up. */
  readonly content: AsyncIterable<Uint8Array>
  /** Headers of the checksums that the body was compared with, once it has ended. */
  checksums(): Readonly<Record<string, string>>
}

/** How a body comes, by what was signed in its place. */
const modes: Readonly<Record<string, { readonly isChunked: boolean; readonly isSigned: boolean; readonly hasTrailer: boolean }>> = {
  'UNSIGNED-PAYLOAD': { isChunked: false, isSigned: false, hasTrailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD': { isChunked: true, isSigned: true, hasTrailer: false },
  'STREAMING-AWS4-HMAC-SHA256-PAYLOAD-TRAILER': { isChunked: true, isSigned: true, hasTrailer: true },
  'STREAMING-UNSIGNED-PAYLOAD-TRAILER': { isChunked: true, isSigned: false, hasTrailer: true },
}

const hashForm = /^[0-9a-f]{64}$/

export interface PayloadSource {
  readonly headers: IncomingHttpHeaders
  readonly body: AsyncIterable<Uint8Array>
  /** What was signed in place of the body. */
  readonly payload: string
  /** null for a form, which signs no body. */
  readonly chain: SignedChain | null
}

/** @throws S3Error when the headers don't say what the body is */
export function openPayload({ headers, body, payload, chain }: PayloadSource): Payload {
  const checks: Check[] = [...checksOf(headers)]
  const sums: Record<string, string> = {}
  for (const name of Object.keys(headers)) if (isChecksumHeader(name)) sums[name] = String(headers[name])
  const length = contentLengthOf(headers['content-length'])
  const checksums = (): Readonly<Record<string, string>> => sums
  const mode = Object.hasOwn(modes, payload) ? modes[payload] : undefined
  if (mode === undefined) {
    if (!hashForm.test(payload)) {
      throw payload.startsWith('STREAMING-')
        ? new S3Error('NotImplemented', `The payload ${payload.slice(0, 60)} is not supported.`)
        : new S3Error('InvalidArgument', 'x-amz-content-sha256 must be UNSIGNED-PAYLOAD, a STREAMING- value or a valid sha256 value.')
    }
    checks.push(signedHashCheck(payload))
  }
  if (mode?.isChunked !== true) return { length, content: checked(body, checks, length), checksums }

  const decoded = contentLengthOf(headers['x-amz-decoded-content-length'])
  if (decoded === null) throw new S3Error('MissingContentLength', 'You must provide the x-amz-decoded-content-length HTTP header.')
  const announced = mode.hasTrailer ? announcedTrailers(headers['x-amz-trailer']) : []
  const running = announced.filter(isChecksumHeader).map((name) => ({ name, sum: startChecksum(algorithmOf(name)) }))
  // they grow as trailers arrive, and all are finished when the body has ended
  for (const { sum } of running) checks.push({ update: (data) => void sum.update(data), finish: () => {} })
  const arrived = new Set<string>()
  const decode = decodeChunks(body, {
    chain: mode.isSigned ? chain : null,
    hasTrailer: mode.hasTrailer,
    length: decoded,
    trailer(name, value) {
      const announcedSum = running.find((each) => each.name === name)
      if (!announced.includes(name)) throw new S3Error('InvalidRequest', `The trailer ${name.slice(0, 60)} was not announced.`)
      arrived.add(name)
      if (announcedSum === undefined) return
      checksumCheck(name, value, announcedSum.sum).finish()
      sums[name] = value
    },
  })
  const content = async function* (): AsyncGenerator<Uint8Array, void> {
    yield* checked(decode, checks, decoded)
    const missing = announced.find((name) => !arrived.has(name))
    if (missing !== undefined) throw new S3Error('IncompleteBody', `The trailer ${missing} is missing.`)
  }
  return { length: decoded, content: content(), checksums }
}

async function* checked(source: AsyncIterable<Uint8Array>, checks: readonly Check[], length: number | null): AsyncGenerator<Uint8Array, void> {
  let total = 0
  for await (const piece of source) {
    total += piece.length
    for (const check of checks) check.update(piece)
    yield piece
  }
  if (length !== null && total !== length) throw new S3Error('IncompleteBody')
  for (const check of checks) check.finish()
}

function announcedTrailers(header: string | string[] | undefined): readonly string[] {
  const names = String(header ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
  if (names.length === 0 || names.length > 8) throw new S3Error('InvalidRequest', 'The x-amz-trailer header must name the trailers of the body.')
  return names
}

function contentLengthOf(header: string | string[] | undefined): number | null {
  if (header === undefined) return null
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) throw new S3Error('InvalidArgument', 'The length of the body is not a number.')
  return Number(header)
}
