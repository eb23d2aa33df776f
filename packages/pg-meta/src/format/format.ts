import { listText, quoteIdent, quoteLiteral, type SqlValue } from '@colonnade/sql'

/** Letters of the three placeholders; `config()` changes them. */
interface Pattern {
  readonly ident: string
  readonly literal: string
  readonly string: string
}

const defaultPattern: Pattern = { ident: 'I', literal: 'L', string: 's' }
let pattern: Pattern = defaultPattern

/** Changes the placeholder letters for every later call; without an argument they go back to I, L and s. */
export function config(options?: { readonly pattern?: Partial<Pattern> }): void {
  pattern = { ...defaultPattern, ...options?.pattern }
}

/** Quotes an identifier, or several joined by commas. @throws Error with the texts of spec §8 */
export function ident(value: unknown): string {
  if (value instanceof Date) return quoteIdent(dateText(value))
  if (!Array.isArray(value)) return isStatementWord(value) ? `"${value}"` : quoteIdent(value)
  return value
    .map((item: unknown) => {
      if (Array.isArray(item)) throw new Error('Nested array to grouped list conversion is not supported for SQL identifier')
      return ident(item)
    })
    .join(',')
}

/** Postgres needs no quotes around these, but a reader of statements is glad of them. */
function isStatementWord(value: unknown): value is string {
  return value === 'delete' || value === 'insert' || value === 'update'
}

/** Quotes a value as a literal; arrays become a comma list, nested ones parenthesised lists. */
export function literal(value: unknown): string {
  return quoteLiteral(value as SqlValue | undefined)
}

const keywordForm = /^[a-z]+$/i
const keywordPairs = new Set(['INSTEAD OF', 'BY DEFAULT'])

/** A bare keyword. @throws Error 'Not a valid keyword: …' */
export function keyword(word: string): string {
  if (keywordForm.test(word) || keywordPairs.has(word.toUpperCase())) return word
  throw new Error(`Not a valid keyword: ${word}`)
}

/** A value as plain text, unquoted: only for texts that are not SQL, or that are quoted as a whole. */
export function string(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 't' : 'f'
  if (value instanceof Date) return dateText(value)
  if (Array.isArray(value)) return listText(value, string)
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** `format('select * from %I where id = %L', 'users', 1)`; %% is a percent sign, %2$I takes the second argument. */
export function format(text: string, ...values: readonly unknown[]): string {
  return withArray(text, values)
}

/** `format` with its arguments in an array. @throws Error 'too few arguments', 'specified argument 0 but arguments start at 1' */
export function withArray(text: string, values: readonly unknown[]): string {
  const letters = pattern
  let next = 0
  const placeholder = new RegExp(`%(?:%|(?:(\\d+)\\$)?([${letters.ident}${letters.literal}${letters.string}]))`, 'g')
  return text.replace(placeholder, (match: string, position: string | undefined, letter: string | undefined) => {
    if (letter === undefined) return match === '%%' ? '%' : match
    if (position !== undefined) next = Number(position)
    else next += 1
    if (next === 0) throw new Error('specified argument 0 but arguments start at 1')
    if (next > values.length) throw new Error('too few arguments')
    const value = values[next - 1]
    if (letter === letters.ident) return ident(value)
    return letter === letters.literal ? literal(value) : string(value)
  })
}

function dateText(date: Date): string {
  return date.toISOString().replace('T', ' ').replace('Z', '+00')
}
