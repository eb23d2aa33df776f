import type { Body, Method, Query, Target } from '../../request.ts'
import { noText } from '../percent-encoding.ts'
import { readCsv } from './csv.ts'
import { readForm } from './form.ts'
import { invalidBody } from './invalid-body.ts'
import { readJson, readJsonForColumns } from './json.ts'

const decoder = new TextDecoder('utf-8', { fatal: true })
const charsets: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii'])

/** Reads a body by its Content-Type, which defaults to JSON. `columns` are the names in `columns=`. */
export function readBody(bytes: Uint8Array | null, contentType: string | undefined, target: Target, method: Method, columns: Query['columns']): Body {
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
