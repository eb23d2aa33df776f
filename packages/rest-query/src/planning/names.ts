import { empty, type Fragment, ident, sql, userAuthored } from '@colonnade/sql'
import { RestError } from '../rest-error.ts'

/** NAMEDATALEN - 1: Postgres cuts longer names, and so do we, so that a long alias works as it does there. */
const maxNameBytes = 63
const encoder = new TextEncoder()

/**
 * Quotes a name that a client sent. Postgres decides whether there is such a thing.
 *
 * @throws RestError when Postgres could not read the name at all
 */
export function clientName(name: string): Fragment {
  if (name === '') throw new RestError(400, '42601', 'zero-length delimited identifier')
  if (name.includes('\0') || !name.isWellFormed()) throw new RestError(400, '22021', 'invalid byte sequence for encoding "UTF8"')
  return ident(cut(name, maxNameBytes))
}

function cut(name: string, bytes: number): string {
  if (name.length * 3 <= bytes || encoder.encode(name).length <= bytes) return name
  let kept = ''
  let length = 0
  for (const character of name) {
    length += encoder.encode(character).length
    if (length > bytes) break
    kept += character
  }
  return kept
}

/** Gives every level of a statement a name of its own. Messages of Postgres show them, so they look like the relation's. */
export class Aliases {
  readonly #taken = new Set<string>()

  /** The first one keeps its name; later ones have a number. */
  take(name: string): string {
    let alias = cut(name, maxNameBytes)
    for (let count = 1; this.#taken.has(alias); count += 1) alias = `${cut(name, maxNameBytes - 5)}_${count}`
    this.#taken.add(alias)
    return alias
  }
}

/**
 * Makes SQL of a type that a client named, such as `int4`, `double precision`, `numeric(10,2)` or `text[]`.
 *
 * @throws RestError for anything that could be more than a type
 */
export function clientType(type: string): Fragment {
  if (!isTypeName(type)) throw new RestError(400, '42704', `type "${type}" does not exist`)
  return userAuthored('type', type)
}

function isTypeName(type: string): boolean {
  let rest = type.trim()
  while (rest.endsWith('[]')) rest = rest.slice(0, -2)
  if (rest.endsWith(')')) {
    const open = rest.indexOf('(')
    if (open === -1 || !/^[\d, ]+$/.test(rest.slice(open + 1, -1))) return false
    rest = rest.slice(0, open)
  }
  return /^[\p{L}_][\p{L}\p{N}_$ .]*$/u.test(rest) && !reservedInTypes.test(rest)
}

/** Words that begin something else where a type is expected: not a danger, but a syntax error that says nothing. */
const reservedInTypes = /^(?:setof|select|row|array|case|cast|not|null|from|where|collate|as)\b|\bcollate\b/i

/** `a.b.c` as SQL, of what the catalog has as SQL already. */
export function known(what: 'type' | 'expression', text: string): Fragment {
  return userAuthored(what, text)
}

export function when(condition: boolean, fragment: () => Fragment): Fragment {
  return condition ? fragment() : empty
}

/** `where a and b`; nothing without conditions. */
export function whereOf(conditions: readonly Fragment[]): Fragment {
  return conditions.length === 0 ? empty : sql` where ${conjunction(conditions)}`
}

export function conjunction(conditions: readonly Fragment[]): Fragment {
  return conditions.reduce((all, condition) => sql`${all} and ${condition}`)
}
