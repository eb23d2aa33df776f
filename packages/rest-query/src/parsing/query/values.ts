import { Char, type Scanner } from './scanner.ts'

/** Reads a value in a logic tree: quoted, an array in braces, or everything up to `,` or `)`. */
export function readLogicValue(scanner: Scanner): string {
  const code = scanner.code()
  const value = code === Char.quote ? readQuoted(scanner) : code === Char.openBrace ? readBraces(scanner) : null
  return value ?? readBare(scanner)
}

/** Reads the list of `in`; `()` is empty. */
export function readList(scanner: Scanner): readonly string[] {
  scanner.skipBlanks()
  scanner.expect(Char.open)
  scanner.skipBlanks()
  const values: string[] = []
  if (scanner.takes(Char.close)) return values
  const isWhole = scanner.production !== 'logic tree'
  for (;;) {
    values.push((scanner.code() === Char.quote ? readQuoted(scanner) : null) ?? readBare(scanner))
    if (scanner.takes(Char.close)) return values
    if (isWhole && scanner.code() === Char.comma) scanner.begin('further values')
    scanner.expect(Char.comma)
  }
}

/** Reads a quoted value; null if text follows the closing quote, which makes the quotes part of the text. */
function readQuoted(scanner: Scanner): string | null {
  const start = scanner.position
  const value = scanner.quoted()
  if (value === null) return null
  const next = scanner.code()
  if (next === Char.comma || next === Char.close || scanner.isAtEnd) return value
  scanner.position = start
  return null
}

function readBraces(scanner: Scanner): string | null {
  const { text, position } = scanner
  let end = position + 1
  while (end < text.length && text.charCodeAt(end) !== Char.openBrace && text.charCodeAt(end) !== Char.closeBrace) end += 1
  if (text.charCodeAt(end) !== Char.closeBrace) return null
  scanner.position = end + 1
  return text.slice(position, end + 1)
}

function readBare(scanner: Scanner): string {
  const { text, position } = scanner
  let end = position
  while (end < text.length && text.charCodeAt(end) !== Char.comma && text.charCodeAt(end) !== Char.close) end += 1
  scanner.position = end
  return text.slice(position, end)
}
