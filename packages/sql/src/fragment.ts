import { quoteIdent, quoteLiteral, type SqlValue } from './quote.ts'

type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'literal'; readonly value: SqlValue }

/**
 * A piece of SQL as a value: made by the sql`` tag and the constructors below, rendered once at the edge. It can't be turned into
 * a string by accident: `toString` throws, so it never leaks unescaped into another text.
 */
export class Fragment {
  readonly parts: readonly Part[]

  constructor(parts: readonly Part[]) {
    this.parts = parts
  }

  toString(): never {
    throw new TypeError('An SQL fragment is not a string: use it inside sql`` or render it with toText() or toQuery()')
  }

  toJSON(): never {
    return this.toString()
  }
}

/** SQL text that came out of a renderer; the brand keeps other strings from being run as SQL. */
export type SqlText = string & { readonly __sql: unique symbol }

/** A statement with numbered parameters, in the form that drivers take. */
export interface SqlQuery {
  readonly text: SqlText
  readonly values: readonly unknown[]
}

/** Composes SQL: fragments are spliced in, every other value becomes a parameter ($1) or, in inline text, a literal. */
export function sql(strings: TemplateStringsArray, ...values: readonly unknown[]): Fragment {
  const parts: Part[] = []
  strings.forEach((text, index) => {
    if (text !== '') parts.push({ kind: 'text', text })
    if (index >= values.length) return
    const value = values[index]
    if (value instanceof Fragment) parts.push(...value.parts)
    else parts.push({ kind: 'value', value })
  })
  return new Fragment(parts)
}

export const empty: Fragment = new Fragment([])

/** An identifier, qualified by dots when several names are given: `ident('public', 'my table')`. Null schemas are left out. */
export function ident(...names: readonly (string | null)[]): Fragment {
  const present = names.filter((name, index) => name !== null || index === names.length - 1)
  return text(present.map(quoteIdent).join('.'))
}

/** A literal in the text itself, for statements that take no parameters (DDL, SET). */
export function literal(value: SqlValue): Fragment {
  return new Fragment([{ kind: 'literal', value }])
}

const keywordForm = /^[A-Z]+( [A-Z]+)*$/i

/**
 * A bare keyword out of a closed list: `keyword(direction, ['asc', 'desc'])`.
 *
 * @throws Error 'Not a valid keyword: …' when the word is not on the list.
 */
export function keyword(word: string, allowed: readonly string[]): Fragment {
  const found = allowed.find((candidate) => candidate.toLowerCase() === word.toLowerCase())
  if (found === undefined || !keywordForm.test(found)) throw new Error(`Not a valid keyword: ${word}`)
  return text(found)
}

/** Fragments one after another, with a separator between them. */
export function join(fragments: readonly Fragment[], separator: Fragment = comma): Fragment {
  return new Fragment(fragments.flatMap((fragment, index) => (index === 0 ? fragment.parts : [...separator.parts, ...fragment.parts])))
}

/**
 * The one restricted door for SQL that a person wrote (a check expression, a policy, a function body): the text goes in as it is.
 * Callers name what it is, which makes every use of the door easy to find.
 */
export function userAuthored(_what: 'expression' | 'statement' | 'body' | 'type', authored: string): Fragment {
  return text(authored)
}

/** Renders with every value in the text: for SQL that is shown, stored, or sent where parameters can't go. */
export function toText(fragment: Fragment): SqlText {
  return fragment.parts.map((part) => (part.kind === 'text' ? part.text : quoteLiteral(part.value as SqlValue))).join('') as SqlText
}

/** Renders with numbered parameters, for drivers. */
export function toQuery(fragment: Fragment): SqlQuery {
  const values: unknown[] = []
  const rendered = fragment.parts.map((part) => {
    if (part.kind === 'text') return part.text
    if (part.kind === 'literal') return quoteLiteral(part.value)
    values.push(part.value)
    return `$${values.length}`
  })
  return { text: rendered.join('') as SqlText, values }
}

function text(content: string): Fragment {
  return new Fragment([{ kind: 'text', text: content }])
}

const comma = text(', ')
