import { RestError } from '../rest-error.ts'

/** Decodes a part of a query string, in which a plus is a space. */
export function decodePart(part: string): string {
  return decode(part.includes('+') ? part.replaceAll('+', ' ') : part, 'query string')
}

/** Decodes a segment of a path. */
export function decodeSegment(segment: string): string {
  return decode(segment, 'path')
}

function decode(text: string, where: 'query string' | 'path'): string {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    throw refuseEncoding(text, where)
  }
}

/** Matches NUL, raw or encoded, and anything outside ASCII. */
const unusual = /[\0\u0080-\uffff]|%00/

/**
 * Restores non-ASCII text of a URL: servers hand it over byte by byte, so bytes that form UTF-8 are decoded, and other text is kept.
 * Refuses what Postgres can't store: NUL and lone surrogates.
 */
export function asCharacters(text: string): string {
  if (!unusual.test(text)) return text
  if (text.includes('\0') || text.includes('%00')) throw noText('0x00')
  if (!text.isWellFormed()) throw noText(hex(surrogateBytes(text)))
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code > 255) return text
    bytes[at] = code
  }
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return text
  }
}

/** Returns the bytes of the first lone surrogate. */
function surrogateBytes(text: string): number[] {
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    if (code >= 0xd800 && code <= 0xdfff) return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
  }
  return []
}

/** Returns the error that Postgres raises for text that it can't store. */
export function noText(bytes: string): RestError {
  return new RestError(400, '22021', `invalid byte sequence for encoding "UTF8": ${bytes}`)
}

function refuseEncoding(text: string, where: 'query string' | 'path'): RestError {
  for (let at = text.indexOf('%'); at !== -1; at = text.indexOf('%', at + 1)) {
    if (!isHex(text.charCodeAt(at + 1)) || !isHex(text.charCodeAt(at + 2))) {
      return new RestError(400, 'PGRST100', `"failed to parse ${where} (${text})" (line 1, column ${at + 1})`, {
        details: `unexpected ${JSON.stringify(text.slice(at, at + 3))} expecting "%" and two hexadecimal digits`,
      })
    }
  }
  return noText(firstBadBytes(text))
}

/** Returns the first bytes that aren't UTF-8, at most four, as Postgres shows them. */
function firstBadBytes(text: string): string {
  let at = text.indexOf('%')
  while (at !== -1) {
    const start = at
    const bytes: number[] = []
    for (; text[at] === '%'; at += 3) bytes.push(Number.parseInt(text.slice(at + 1, at + 3), 16))
    for (let from = 0; from < bytes.length;) {
      const length = lengthOf(bytes, from)
      if (length === 0) return hex(bytes.slice(from, from + expectedLength(bytes[from] ?? 0)))
      from += length
    }
    at = text.indexOf('%', Math.max(at, start + 3))
  }
  return ''
}

/** Returns the length in bytes of the character there; 0 if it isn't well-formed UTF-8. */
function lengthOf(bytes: readonly number[], from: number): number {
  const length = expectedLength(bytes[from] ?? 0)
  try {
    const character = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Uint8Array.from(bytes.slice(from, from + length)))
    return character.length > 0 ? length : 0
  } catch {
    return 0
  }
}

function expectedLength(first: number): number {
  return first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 1
}

function hex(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => `0x${byte.toString(16).padStart(2, '0')}`).join(' ')
}

function isHex(code: number): boolean {
  return (code >= 0x30 && code <= 0x39) || (code >= 0x41 && code <= 0x46) || (code >= 0x61 && code <= 0x66)
}
