import { importDecoder } from '@colonnade/contracts/data/import-text'
import type { ImportEncoding } from '@colonnade/contracts/data/row-imports'
import { plausibility } from './plausibility.ts'

/** An encoding of a file, as its bytes tell it. */
export interface DetectedEncoding {
  readonly encoding: ImportEncoding
  /**
   * Whether nothing proves it: every byte is a character in most encodings, so that whoever knows the file has to say whether the text reads right.
   */
  readonly isOpen: boolean
}

const zeroShare = 0.3

/** Bytes that are looked at to guess among encodings, and the most that are shown to choose from. */
const looked = 64 * 1024
const offered = 6

/**
 * The encoding of a text, by its first bytes: a byte order mark, else zeros at every other place (UTF-16 of mostly Latin letters), else
 * whether it is valid UTF-8, else the likeliest of the others.
 */
export function detectEncoding(head: Uint8Array): DetectedEncoding {
  const unicode = unicodeOf(head)
  return unicode === null ? { encoding: encodingCandidates(head)[0] ?? 'windows-1252', isOpen: true } : { encoding: unicode, isOpen: false }
}

/** The form of Unicode that a head proves to be in; null for any other encoding. */
export function unicodeOf(head: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' | null {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  const [even, odd] = zeros(head.subarray(0, 4_096))
  if (odd > zeroShare && even < odd / 10) return 'utf-16le'
  if (even > zeroShare && odd < even / 10) return 'utf-16be'
  return decoded(head, 'utf-8') === null ? null : 'utf-8'
}

/** Encodings other than Unicode in which a head is text, the likeliest first. */
export function encodingCandidates(head: Uint8Array): ImportEncoding[] {
  const bytes = head.subarray(0, looked)
  const scored = others.flatMap((encoding) => {
    const text = decoded(bytes, encoding)
    // what no keyboard writes: control characters, and places that are for private use
    // the two readings of Shift_JIS are offered where they differ
    if (encoding === 'windows-31j' && text === decoded(bytes, 'shift_jis')) return []
    return text === null || /[\u0080-\u009f\ue000-\uf8ff]/.test(text) ? [] : [{ encoding, score: plausibility(encoding, bytes, text) }]
  })
  return scored
    .toSorted((one, other) => other.score - one.score)
    .slice(0, offered)
    .map(({ encoding }) => encoding)
}

const others = [
  'windows-1252',
  'shift_jis',
  'windows-31j',
  'gb18030',
  'euc-kr',
  'big5',
  'euc-jp',
  'windows-1251',
  'windows-1250',
  'windows-1253',
  'windows-1254',
  'windows-1257',
  'windows-1255',
  'windows-1256',
  'windows-1258',
  'windows-874',
  'iso-8859-2',
  'koi8-r',
  'ibm866',
] as const satisfies readonly ImportEncoding[]

/** The text of a file's head. A character that the head's end cuts is left out; a byte order mark is too. */
export function decodeHead(head: Uint8Array, encoding: ImportEncoding): string {
  return importDecoder(encoding)(head, true)
}

/** A few pieces of a head, in an encoding, that tell whether it is the right one: those with letters that are not ASCII. */
export function tellingPieces(head: Uint8Array, encoding: ImportEncoding, count = 4): readonly string[] {
  const text = decodeHead(head.subarray(0, looked), encoding)
  const pieces = text.match(/[^\s,;|"]*\P{ASCII}[^\s,;|"]*/gu) ?? []
  return [...new Set(pieces.map((piece) => piece.slice(0, 24)))].slice(0, count)
}

function decoded(bytes: Uint8Array, encoding: ImportEncoding): string | null {
  try {
    return importDecoder(encoding, { fatal: true })(bytes, true)
  } catch {
    return null
  }
}

/** The share of zeros among the bytes at even and at odd places. */
function zeros(head: Uint8Array): readonly [number, number] {
  const found: [number, number] = [0, 0]
  head.forEach((byte, place) => {
    if (byte === 0) found[place % 2 === 0 ? 0 : 1] += 1
  })
  const pairs = Math.max(1, head.length / 2)
  return [found[0] / pairs, found[1] / pairs]
}
