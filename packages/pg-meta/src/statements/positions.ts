/**
 * Postgres counts a statement's place in bytes of UTF-8 and an error's place in characters (code points); JavaScript's strings count UTF-16
 * units. This maps the first two to the third.
 */
export interface Positions {
  /** The offset in the string of a byte of its UTF-8 form; of the middle of a character, its beginning. */
  fromByte(byte: number): number
  /** The offset in the string of its n-th character, from 0. */
  fromCharacter(character: number): number
  /** Line and column of an offset, both from 1; the column in characters, as editors and psql show it. */
  lineAndColumn(offset: number): { readonly line: number; readonly column: number }
}

export function positionsIn(text: string): Positions {
  if (isAscii(text)) {
    const clamp = (position: number): number => Math.max(0, Math.min(position, text.length))
    return { fromByte: clamp, fromCharacter: clamp, lineAndColumn: (offset) => lineAndColumn(text, offset) }
  }
  return {
    fromByte: (byte) => advance(text, byte, utf8Length),
    fromCharacter: (character) => advance(text, character, () => 1),
    lineAndColumn: (offset) => lineAndColumn(text, offset),
  }
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) if (text.charCodeAt(index) > 0x7f) return false
  return true
}

/** The offset of the character that ends beyond `distance`, each character being as long as `lengthOf` says. */
function advance(text: string, distance: number, lengthOf: (codePoint: number) => number): number {
  let gone = 0
  let offset = 0
  while (offset < text.length) {
    const codePoint = text.codePointAt(offset)!
    gone += lengthOf(codePoint)
    if (gone > distance) return offset
    offset += codePoint > 0xffff ? 2 : 1
  }
  return text.length
}

function utf8Length(codePoint: number): number {
  if (codePoint < 0x80) return 1
  if (codePoint < 0x800) return 2
  return codePoint < 0x1_0000 ? 3 : 4
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: Array.from(before.slice(lineStart)).length + 1 }
}
