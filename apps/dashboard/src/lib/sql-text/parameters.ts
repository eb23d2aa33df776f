import { quoteIdent, quoteText } from '@colonnade/sql'
import type { TextEdit } from './edits.ts'
import type { Span } from './position.ts'
import { readToken, type Token } from './tokens.ts'

/** A place where a value is asked for: `:name`, and psql's `:'name'` (always a text) and `:"name"` (always a name). */
export interface ParameterPlace extends Span {
  readonly name: string
  readonly form: 'value' | 'text' | 'name'
}

/** What a person gives for a parameter: a text that becomes a literal, a number, SQL that is put in as it is, or NULL. */
export interface ParameterValue {
  readonly kind: 'text' | 'number' | 'raw' | 'null'
  readonly text: string
}

/** The places of parameters in a text: not in quotes and comments, not a cast's `::type`, not the bounds of a slice. */
export function findParameters(text: string): ParameterPlace[] {
  // most texts have none
  if (!/(?<!:):["'\p{L}_]/u.test(text)) return []
  const places: ParameterPlace[] = []
  /** Of each bracket that is open: whether it selects from an array rather than making one. */
  const brackets: boolean[] = []
  let previous: Token | null = null
  for (let token = readToken(text, 0, true); token !== null;) {
    if (token.kind === 'psql') {
      previous = null
      token = readToken(text, token.to, true)
      continue
    }
    const next = readToken(text, token.to, token.text === ';')
    if (token.text === '[') brackets.push(previous !== null && isSubscripted(previous))
    if (token.text === ']') brackets.pop()
    if (token.text === ':' && next !== null && next.from === token.to && next.isOpen === undefined && brackets.at(-1) !== true) {
      const place = placeOf(token, next, text)
      if (place !== null) places.push(place)
    }
    if (token.kind !== 'comment') previous = token
    token = next
  }
  return places
}

/**
 * What the grammar takes in the place of a parameter, as long as that is: a place of Postgres's own. No space stands behind it, as a statement
 * would seem to end before it.
 */
export const standIn = ({ from, to }: Span): string => `$${'1'.padStart(to - from - 1, '0')}`

function isSubscripted({ kind, text }: Token): boolean {
  if (kind === 'word') return text !== 'array'
  return kind === 'quoted' || text === ')' || text === ']'
}

function placeOf(colon: Token, next: Token, text: string): ParameterPlace | null {
  const span = { from: colon.from, to: next.to }
  if (next.kind === 'word') return { ...span, name: text.slice(next.from, next.to), form: 'value' }
  const quoted = /^(['"])([\p{L}_][\p{L}\p{N}_]*)\1$/u.exec(next.text)
  return quoted ? { ...span, name: quoted[2]!, form: quoted[1] === "'" ? 'text' : 'name' } : null
}

const numberForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/

/** What is wrong with a value; null when it can be sent. */
export function parameterProblem({ kind, text }: ParameterValue): string | null {
  if (text.includes('\0') || !text.isWellFormed()) return 'Postgres doesn’t accept NUL characters or unpaired surrogates'
  if (kind === 'number' && !numberForm.test(text.trim())) return 'Enter a number, such as 42 or -1.5e3'
  if (kind === 'raw' && text.trim() === '') return 'Enter the SQL to insert'
  return null
}

/** The edits that put values in the places of parameters. Values without a problem only; those that are not given become NULL. */
export function parameterEdits(text: string, places: readonly ParameterPlace[], values: ReadonlyMap<string, ParameterValue>): TextEdit[] {
  return places.map(({ from, to, name, form }) => {
    const literal = literalOf(values.get(name) ?? { kind: 'null', text: '' }, form)
    // a letter or quote right beside it would become one word with it: e:x is not to be E'…'
    const before = /[\p{L}\p{N}_$'"]/u.test(text[from - 1] ?? '') ? ' ' : ''
    const after = /[\p{L}\p{N}_$'"]/u.test(text[to] ?? '') ? ' ' : ''
    return { from, to, insert: `${before}${literal}${after}` }
  })
}

function literalOf({ kind, text }: ParameterValue, form: ParameterPlace['form']): string {
  if (kind === 'raw') return text
  if (form === 'name') return quoteIdent(text)
  if (kind === 'null') return 'NULL'
  if (form === 'text' || kind === 'text') return quoteText(text)
  const number = text.trim()
  // 1 -:x is not to begin a comment
  return number.startsWith('-') || number.startsWith('+') ? `(${number})` : number
}
