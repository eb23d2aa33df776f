import { type Fragment, ident, join, literal, sql } from '@colonnade/sql'

/** Fields of an object by name, each with the expression that reads it. */
export type Fields = Readonly<Record<string, Fragment>>

/** `expression as name, …`: a row of fields. */
export function selectList(fields: Fields): Fragment {
  return join(
    Object.entries(fields).map(([name, expression]) => sql`${expression} as ${ident(name)}`),
    sql`,\n  `,
  )
}

/** The same fields as one JSON object. */
export function jsonObject(fields: Fields): Fragment {
  return sql`pg_catalog.json_build_object(${join(Object.entries(fields).map(([name, expression]) => sql`${literal(name)}, ${expression}`))})`
}
