import { type Fragment, join, literal, nameLiteral, sql } from '@colonnade/sql'

/** An oid. */
export interface ById {
  readonly id: number
}
export interface ByName {
  readonly name: string
}
export interface BySchemaAndName extends ByName {
  readonly schema: string
}
export interface ByTableAndName extends BySchemaAndName {
  readonly table: string
}

/** Where the parts of an identifier are found in a query, e.g. `{ id: sql`c.oid`, name: sql`c.relname`, schema: sql`n.nspname` }`. */
export interface IdentifierColumns {
  readonly id: Fragment
  readonly name: Fragment
  readonly schema?: Fragment
  readonly table?: Fragment
}

type Part = keyof IdentifierColumns
const parts = ['name', 'schema', 'table'] as const

/**
 * The condition that finds one object: by its id, else by its name and what the name needs.
 *
 * @throws Error with `missing`, one of the texts of spec §8, when the identifier has neither
 */
export function identifierCondition(identifier: object, columns: IdentifierColumns, missing: string): Fragment {
  return join(
    givenParts(identifier, columns, missing).map(([part, value]) => sql`${columns[part]} = ${value}`),
    sql` and `,
  )
}

/**
 * The same in words, for messages: `id = 16402`, `name = 'users' and schema = 'public'`.
 *
 * @throws Error as `identifierCondition`
 */
export function identifierClause(identifier: object, columns: IdentifierColumns, missing: string): Fragment {
  return join(
    givenParts(identifier, columns, missing).map(
      ([part, value]) => sql`${words[part]} = ${part === 'id' ? literal((identifier as ById).id) : value}`,
    ),
    sql` and `,
  )
}

/** Whether the identifier is an id rather than a name. */
export function isById(identifier: object): identifier is ById {
  return 'id' in identifier && identifier.id !== undefined && identifier.id !== null
}

const words: Readonly<Record<Part, Fragment>> = { id: sql`id`, name: sql`name`, schema: sql`schema`, table: sql`table` }

function givenParts(identifier: object, columns: IdentifierColumns, missing: string): [Part, Fragment][] {
  if (isById(identifier)) return [['id', oid(identifier.id)]]
  const given = identifier as Partial<Record<Part, string>>
  const needed = parts.filter((part) => columns[part] !== undefined)
  if (needed.some((part) => given[part] === undefined || given[part] === null || given[part] === '')) throw new Error(missing)
  return needed.map((part) => [part, nameLiteral(given[part]!)])
}

/** The largest oid is an unsigned 32-bit number (Postgres documentation, 8.19). */
const maxOid = 0xffff_ffff

/** @throws Error when it is no oid */
export function oid(id: number): Fragment {
  if (!Number.isSafeInteger(id) || id < 0 || id > maxOid) throw new Error(`An ID is an integer from 0 to ${maxOid}, not ${String(id)}`)
  // as a text, which takes the type that it is compared with: with an int4, an operator that somebody else made would fit more closely
  return literal(String(id))
}
