import { reservedWords } from './reserved-words.ts'

const simpleName = /^[a-z_][a-z0-9_$]*$/

/**
 * Quotes one SQL identifier: a lower-case simple name that is not reserved stays bare, everything else is double-quoted with
 * quotes doubled (spec §5, §8).
 *
 * @throws Error 'SQL identifier cannot be null or undefined', 'SQL identifier cannot be an object', or for NUL, which Postgres can't store.
 */
export function quoteIdent(name: unknown): string {
  if (name === null || name === undefined) throw new Error('SQL identifier cannot be null or undefined')
  if (typeof name === 'boolean') return name ? '"t"' : '"f"'
  if (typeof name === 'object' || typeof name === 'function') throw new Error('SQL identifier cannot be an object')
  const text = String(name)
  checkText(text, 'SQL identifier')
  if (simpleName.test(text) && !reservedWords.has(text)) return text
  return `"${text.replaceAll('"', '""')}"`
}

/** Quotes a text as a string constant; a backslash switches to the E'' form, so the result is right under any standard_conforming_strings. */
export function quoteText(text: string): string {
  checkText(text, 'SQL text')
  const doubled = text.replaceAll("'", "''")
  return doubled.includes('\\') ? `E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`
}

/**
 * Quotes a text between dollar signs, with a tag that it does not hold: for bodies that people read, such as a function's or a DO block's
 * (Postgres documentation, 4.1.2.4).
 */
export function quoteDollar(text: string): string {
  checkText(text, 'SQL text')
  for (let count = 0; ; count += 1) {
    const tag = ['$$', '$sql$'][count] ?? `$sql${count}$`
    // found at the end only, also when the text itself ends in a part of the tag
    if (`${text}${tag}`.indexOf(tag) === text.length) return `${tag}${text}${tag}`
  }
}

/** NAMEDATALEN - 1: Postgres cuts longer names, and two different ones could become the same. */
const maxNameBytes = 63

/** @throws Error when Postgres could not keep the name exactly as it is */
export function checkName(name: string): void {
  checkText(name, 'SQL identifier')
  if (name === '') throw new Error('SQL identifier cannot be empty')
  const bytes = new TextEncoder().encode(name).length
  if (bytes > maxNameBytes) throw new Error(`SQL identifier is ${bytes} bytes long, and ${maxNameBytes} is the most: ${name}`)
}

function checkText(text: string, what: string): void {
  if (text.includes('\0')) throw new Error(`${what} cannot contain a NUL character`)
  if (!text.isWellFormed()) throw new Error(`${what} cannot contain half a character (a surrogate without its other half)`)
}

export type SqlValue = string | number | bigint | boolean | null | Date | readonly SqlValue[] | { readonly [key: string]: unknown }

/** Quotes a value as a literal: numbers bare unless not finite, booleans 't' / 'f', dates ISO, arrays as a list, objects as jsonb. */
export function quoteLiteral(value: SqlValue | undefined): string {
  if (value === null || value === undefined) return 'NULL'
  if (typeof value === 'bigint') return value.toString()
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : `'${value}'`
  if (typeof value === 'boolean') return value ? "'t'" : "'f'"
  if (typeof value === 'string') return quoteText(value)
  if (value instanceof Date) return quoteText(value.toISOString().replace('T', ' ').replace('Z', '+00'))
  if (Array.isArray(value)) return listText(value, quoteLiteral)
  return `${quoteText(JSON.stringify(value))}::jsonb`
}

/** `1,2`, and of arrays in the array `(1, 2), (3, 4)`. */
export function listText<Item>(items: readonly Item[], write: (item: Item) => string): string {
  return items
    .map((item, index) => (Array.isArray(item) ? `${index === 0 ? '' : ' '}(${(item as Item[]).map(write).join(', ')})` : write(item)))
    .join(',')
}
