import { checkName, quoteDollar, quoteIdent, quoteLiteral, type SqlValue } from './quote.ts'

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

/**
 * An identifier, qualified by dots when several names are given: `ident('public', 'my table')`. Null schemas are left out.
 *
 * @throws Error with the texts of spec §8, or when Postgres could not keep the name as it is (NUL, over 63 bytes, empty)
 */
export function ident(...names: readonly (string | null)[]): Fragment {
  const present = names.filter((name, index) => name !== null || index === names.length - 1)
  return text(
    present
      .map((name) => {
        const quoted = quoteIdent(name)
        checkName(String(name))
        return quoted
      })
      .join('.'),
  )
}

/**
 * A name as a literal, to compare with a name in a catalog. A longer one would be cut and find another object.
 *
 * @throws Error as `ident`
 */
export function nameLiteral(name: string): Fragment {
  checkName(name)
  return literal(name)
}

/** A body between dollar signs, such as a function's; a tag is chosen that the body does not hold. */
export function dollarQuoted(body: string): Fragment {
  return text(quoteDollar(body))
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
  return fragment.parts.reduce((text, part, index) => {
    if (part.kind === 'text') return text + part.text
    return text + inPlace(quoteLiteral(part.value as SqlValue), text, fragment.parts[index + 1])
  }, '') as SqlText
}

/**
 * A negative number is a sign and a number to Postgres: a cast would bind to the number alone, which -9223372036854775808::int8 does not
 * survive, and after a minus sign it would begin a comment.
 */
function inPlace(written: string, before: string, after: Part | undefined): string {
  if (!written.startsWith('-')) return written
  const isBound = before.endsWith('-') || (after?.kind === 'text' && /^\s*::/.test(after.text))
  return isBound ? `(${written})` : written
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
