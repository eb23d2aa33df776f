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
  if (text.includes('\0')) throw new Error('SQL identifier cannot contain a NUL character')
  if (simpleName.test(text) && !reservedWords.has(text)) return text
  return `"${text.replaceAll('"', '""')}"`
}

/** Quotes a text as a string constant; a backslash switches to the E'' form, so the result is right under any standard_conforming_strings. */
export function quoteText(text: string): string {
  if (text.includes('\0')) throw new Error('SQL text cannot contain a NUL character')
  const doubled = text.replaceAll("'", "''")
  return doubled.includes('\\') ? `E'${doubled.replaceAll('\\', '\\\\')}'` : `'${doubled}'`
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
  if (Array.isArray(value)) return value.map((item: SqlValue) => (Array.isArray(item) ? `(${quoteLiteral(item)})` : quoteLiteral(item))).join(', ')
  return `${quoteText(JSON.stringify(value))}::jsonb`
}
