import type { Body, Method, Query, Target } from '../../request.ts'
import { noText } from '../percent-encoding.ts'
import { readCsv, readCsvInSlices } from './csv.ts'
import { readForm } from './form.ts'
import { invalidBody } from './invalid-body.ts'
import { readJson, readJsonForColumns } from './json.ts'
import { readJsonInSlices } from './json-scan.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
const charsets: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

/** What of a request says how to read its body. */
export interface BodyContext {
  readonly contentType: string | undefined
  readonly target: Target
  readonly method: Method
  /** Names in `columns=`. */
  readonly columns: Query['columns']
}

/** Reads a body by its Content-Type, which defaults to JSON. */
export function readBody(bytes: Uint8Array | null, { contentType, target, method, columns }: BodyContext): Body {
  const { mediaType, charset } = readContentType(contentType)
  const isForRoutine = target.kind === 'routine'
  if (isForRoutine && mediaType === 'application/octet-stream') {
    return { shape: { kind: 'raw', type: 'bytea' }, content: bytes ?? new Uint8Array(), rows: null }
  }
  if (!charsets.has(charset)) throw invalidBody(`Content-Type not acceptable: ${contentType}`)
  switch (mediaType) {
    case 'application/json': {
      const text = decode(bytes)
      if (isForRoutine && text === '') return { shape: { kind: 'json', isArray: false, keys: [] }, content: '{}', rows: 1 }
      // PUT checks the body's keys against the primary key, so it needs them
      return columns === null || method === 'PUT' ? readJson(text, isForRoutine) : readJsonForColumns(text, isForRoutine)
    }
    case 'text/csv':
      return readCsv(decode(bytes))
    case 'application/x-www-form-urlencoded':
      return readForm(decode(bytes), isForRoutine)
    case 'text/plain':
    case 'text/xml':
      if (isForRoutine)
        return { shape: { kind: 'raw', type: mediaType === 'text/xml' ? 'xml' : 'text' }, content: withoutNul(decode(bytes)), rows: null }
  }
  throw invalidBody(`Content-Type not acceptable: ${mediaType}`)
}

/** Reads a long body. JSON and CSV take a slice of their length at a time; other types are read whole. Yields the bytes it holds. */
export function* readBodyInSlices(pieces: readonly Uint8Array[], context: BodyContext): Generator<number, Body> {
  const { mediaType, charset } = readContentType(context.contentType)
  const isCsv = mediaType === 'text/csv'
  if (!charsets.has(charset) || !(isCsv || mediaType === 'application/json')) return readBody(joined(pieces), context)
  const text = yield* decodeInSlices(pieces)
  if (text === '') return readBody(null, context)
  if (isCsv) return yield* readCsvInSlices(text)
  const { target, method, columns } = context
  const isForRoutine = target.kind === 'routine'
  const body = columns === null || method === 'PUT' ? yield* readJsonInSlices(text, isForRoutine) : readJsonForColumns(text, isForRoutine)
  // as it came, rather than encoded again
  return body.content === text ? { ...body, content: withoutMark(pieces) } : body
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

function* decodeInSlices(pieces: readonly Uint8Array[]): Generator<number, string> {
  const parts: string[] = []
  const slicing = new TextDecoder('utf-8', { fatal: true })
  let length = 0
  let sliced = 0
  try {
    for (const piece of pieces) {
      const part = slicing.decode(piece, { stream: true })
      parts.push(part)
      length += part.length
      if (length - sliced < decodedCharacters) continue
      sliced = length
      yield length
    }
    parts.push(slicing.decode())
  } catch {
    throw invalidBody('The body is not valid UTF-8')
  }
  return parts.join('')
}

/** Decoding is quick. */
const decodedCharacters = 1024 * 1024
const byteOrderMark = [0xef, 0xbb, 0xbf]

/** Drops a byte order mark, as decoding does: Postgres takes it for text. */
function withoutMark(pieces: readonly Uint8Array[]): readonly Uint8Array[] {
  const [first, ...rest] = pieces
  if (first === undefined || !byteOrderMark.every((byte, at) => first[at] === byte)) return pieces
  return [first.subarray(byteOrderMark.length), ...rest]
}

function readContentType(header: string | undefined): { readonly mediaType: string; readonly charset: string } {
  if (header === undefined || header === 'application/json') return { mediaType: 'application/json', charset: 'utf-8' }
  const [mediaType = '', ...parameters] = header.toLowerCase().split(';')
  const charset = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith('charset='))
  return { mediaType: mediaType.trim(), charset: charset?.slice('charset='.length).replaceAll('"', '') ?? 'utf-8' }
}

function decode(bytes: Uint8Array | null): string {
  if (bytes === null || bytes.length === 0) return ''
  try {
    return decoder.decode(bytes)
  } catch {
    throw invalidBody('The body is not valid UTF-8')
  }
}

function withoutNul(text: string): string {
  if (text.includes('\0')) throw noText('0x00')
  return text
}
