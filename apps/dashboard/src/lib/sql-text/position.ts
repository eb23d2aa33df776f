/** A stretch of a text, in UTF-16 units as JavaScript counts. */
export interface Span {
  readonly from: number
  readonly to: number
}

/**
 * Where Postgres's error position lies in the text that was sent. Postgres counts characters (code points) from 1; JavaScript counts
 * UTF-16 units from 0, two for each character beyond the basic plane.
 */
export function offsetOfPosition(text: string, position: number): number {
  let offset = 0
  for (let character = 1; character < position && offset < text.length; character += 1) {
    offset += text.codePointAt(offset)! > 0xffff ? 2 : 1
  }
  return offset
}

const word = /^(?:"(?:[^"]|"")*"|'(?:[^']|'')*'|[\p{L}\p{N}_$.]+|[^\s])/u

/** What to underline at an error position: the word, name or text that begins there; at the end, the last visible character. */
export function spanAtPosition(text: string, position: number): Span {
  return spanAtOffset(text, offsetOfPosition(text, position))
}

/** The same at an offset. */
export function spanAtOffset(text: string, from: number): Span {
  const found = word.exec(text.slice(from, from + 1_000))
  if (found) return { from, to: from + found[0].length }
  const end = text.slice(0, from).trimEnd().length
  return { from: Math.max(0, end - 1), to: end }
}

/** Line and column from 1, as people count them. */
export function lineAndColumn(text: string, offset: number): { readonly line: number; readonly column: number } {
  const before = text.slice(0, offset)
  const start = before.lastIndexOf('\n') + 1
  return { line: before.split('\n').length, column: Array.from(before.slice(start)).length + 1 }
}
