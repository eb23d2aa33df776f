import type { ImportEncoding } from '@colonnade/contracts'

const zeroShare = 0.3

/**
 * The encoding of a text, by its first bytes: a byte order mark, else zeros at every other place (UTF-16 of mostly Latin letters), else
 * whether it is valid UTF-8, else windows-1252, in which every byte is a character.
 */
export function detectEncoding(head: Uint8Array): ImportEncoding {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le'
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be'
  if (head[0] === 0xef && head[1] === 0xbb && head[2] === 0xbf) return 'utf-8'
  const [even, odd] = zeros(head.subarray(0, 4_096))
  if (odd > zeroShare && even < odd / 10) return 'utf-16le'
  if (even > zeroShare && odd < even / 10) return 'utf-16be'
  return isUtf8(head) ? 'utf-8' : 'windows-1252'
}

/** The text of a file's head. A character that the head's end cuts is left out; a byte order mark is too. */
export function decodeHead(head: Uint8Array, encoding: ImportEncoding): string {
  return new TextDecoder(encoding).decode(head, { stream: true })
}

function isUtf8(head: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
    return true
  } catch {
    return false
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
