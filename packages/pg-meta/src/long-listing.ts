import { type Fragment, ident, join, literal, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import type { Statement } from './statement.ts'

/**
 * A statement of tens of thousands of rows. They are sent column by column, each a JSON array, and what is true or false of a row as the bits
 * of one number: that takes Postgres, the platform and the browser less time and memory than half a million texts. Whole numbers must be
 * below 2^53, and of columns that are `z.boolean()` there may be 31. Texts that all rows share, such as their schema, are sent once. `text` has
 * no semicolon at its end, and may have more columns than the row: those cost next to nothing.
 */
export function longListing<Row extends z.ZodObject>(
  text: Fragment,
  row: Row,
  shared: readonly (keyof Row['shape'])[] = [],
): Statement<z.ZodArray<Row>> {
  const names = Object.keys(row.shape).filter((name) => !shared.includes(name))
  const sharedNames = shared.map(String)
  const flags = names.filter((name) => row.shape[name] instanceof z.ZodBoolean)
  const valued = names.filter((name) => !flags.includes(name))
  const bits = flags.map((name, place) => sql`(l.${ident(name)}::int4 operator(pg_catalog.<<) ${literal(place)})`)
  const columns = [
    ...sharedNames.map((name) => sql`pg_catalog.max(l.${ident(name)}) as ${ident(name)}`),
    ...valued.map((name) => sql`pg_catalog.json_agg(l.${ident(name)}) as ${ident(name)}`),
    ...(bits.length === 0 ? [] : [sql`pg_catalog.json_agg(${join(bits, sql` operator(pg_catalog.|) `)}) as ${ident(flagsColumn)}`]),
  ]
  return {
    sql: toText(sql`select ${join(columns)} from (${text}) l;`),
    zod: z.array(row),
    unpack: ([columnar = {}]) => {
      const same = Object.fromEntries(sharedNames.map((name) => [name, columnar[name] ?? null]))
      return rowsOfColumns(columnar as Columnar, same, valued, flags)
    },
  }
}

/** Has a character that no column of a schema has. */
const flagsColumn = '#flags'

/** Null where there are no rows. */
type Columnar = Readonly<Record<string, readonly unknown[] | null | undefined>>

type Shared = Readonly<Record<string, unknown>>

function rowsOfColumns(columnar: Columnar, shared: Shared, valued: readonly string[], flags: readonly string[]): Record<string, unknown>[] {
  const columns = valued.map((name) => ({ name, values: columnar[name] ?? [] }))
  const bits = (columnar[flagsColumn] ?? []) as readonly number[]
  // a copy has room for all from the start: growing property by property takes three times as long
  const blank: Shared = { ...shared, ...Object.fromEntries([...valued, ...flags].map((name) => [name, null])) }
  return Array.from({ length: (columns[0]?.values ?? bits).length }, (_, index) => {
    const row = { ...blank }
    for (let place = 0; place < columns.length; place += 1) row[columns[place]!.name] = columns[place]!.values[index]
    for (let place = 0; place < flags.length; place += 1) row[flags[place]!] = ((bits[index]! >> place) & 1) === 1
    return row
  })
}
