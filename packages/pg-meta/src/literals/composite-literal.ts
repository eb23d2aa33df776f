/** Values of a composite type's attributes, in their order. */
export type CompositeLiteral = readonly (string | null)[]

/**
 * Reads a row value as Postgres writes it: `(1,"a b",)`; nothing between two commas is NULL. `()` is one NULL, as for a type of one attribute.
 *
 * @throws Error when it is none
 */
export function parseComposite(text: string): (string | null)[] {
  const trimmed = text.replaceAll(/^[ \t\n\r\f\v]+|[ \t\n\r\f\v]+$/g, '')
  if (!trimmed.startsWith('(')) throw new Error('Start the row value with a parenthesis')
  const values: (string | null)[] = []
  let at = 1
  for (;;) {
    const field = readField(trimmed, at, /[,)]/)
    values.push(field.value)
    at = field.end + 1
    if (trimmed[field.end] !== ')') continue
    if (at < trimmed.length) throw new Error('Remove everything after the last parenthesis')
    return values
  }
}

/** Writes a row value as Postgres does. */
export function printComposite(values: CompositeLiteral): string {
  return `(${values.map((value) => (value === null ? '' : quoted(value))).join(',')})`
}

/** Quotes a part of a row value or a range where it has to be. */
export function quoted(value: string): string {
  if (value !== '' && !/["\\(),\s[\]{}]/.test(value)) return value
  return `"${value.replaceAll(/["\\]/g, '$&$&')}"`
}

/** A part that ends before one of the characters of `ends`: its text, or null when there is nothing. Quotes may stand anywhere in it. */
export function readField(text: string, from: number, ends: RegExp): { readonly value: string | null; readonly end: number } {
  let value = ''
  let isQuoted = false
  let isAny = false
  for (let at = from; at < text.length; at += 1) {
    const character = text[at]!
    if (!isQuoted && ends.test(character)) return { value: isAny ? value : null, end: at }
    isAny = true
    if (character === '\\') {
      at += 1
      value += text[at] ?? ''
    } else if (character !== '"') value += character
    else if (!isQuoted) isQuoted = true
    else if (text[at + 1] === '"') {
      at += 1
      value += '"'
    } else isQuoted = false
  }
  throw new Error(isQuoted ? 'A quote is not closed' : 'A parenthesis is not closed')
}
