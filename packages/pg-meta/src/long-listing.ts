import { type Fragment, ident, join, literal, sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import type { Statement } from './statement.ts'

/**
 * A statement of tens of thousands of rows. They are sent column by column, each a JSON array, and what is true or false of a row as the bits
 * of one number: that takes Postgres, the platform and the browser less time and memory than half a million texts. Whole numbers must be
 * below 2^53, and of columns that are `z.boolean()` there may be 31. `text` has no semicolon at its end.
 */
export function longListing<Row extends z.ZodObject>(text: Fragment, row: Row): Statement<z.ZodArray<Row>> {
  const names = Object.keys(row.shape)
  const flags = names.filter((name) => row.shape[name] instanceof z.ZodBoolean)
  const valued = names.filter((name) => !flags.includes(name))
  const bits = flags.map((name, place) => sql`(l.${ident(name)}::int4 operator(pg_catalog.<<) ${literal(place)})`)
  const columns = [
    ...valued.map((name) => sql`pg_catalog.json_agg(l.${ident(name)}) as ${ident(name)}`),
    ...(bits.length === 0 ? [] : [sql`pg_catalog.json_agg(${join(bits, sql` operator(pg_catalog.|) `)}) as ${ident(flagsColumn)}`]),
  ]
  return {
    sql: toText(sql`select ${join(columns)} from (${text}) l;`),
    zod: z.array(row),
    unpack: ([columnar]) => rowsOfColumns((columnar ?? {}) as Columnar, valued, flags),
  }
}

/** Has a character that no column of a schema has. */
const flagsColumn = '#flags'

/** Null where there are no rows. */
type Columnar = Readonly<Record<string, readonly unknown[] | null | undefined>>

function rowsOfColumns(columnar: Columnar, valued: readonly string[], flags: readonly string[]): Record<string, unknown>[] {
  const columns = valued.map((name) => ({ name, values: columnar[name] ?? [] }))
  const bits = (columnar[flagsColumn] ?? []) as readonly number[]
  // a copy has room for all from the start: growing property by property takes three times as long
  const blank: Readonly<Record<string, unknown>> = Object.fromEntries([...valued, ...flags].map((name) => [name, null]))
  return Array.from({ length: (columns[0]?.values ?? bits).length }, (_, index) => {
    const row = { ...blank }
    for (let place = 0; place < columns.length; place += 1) row[columns[place]!.name] = columns[place]!.values[index]
    for (let place = 0; place < flags.length; place += 1) row[flags[place]!] = ((bits[index]! >> place) & 1) === 1
    return row
  })
}
