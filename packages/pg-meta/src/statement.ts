import { type Fragment, ident, join, literal, sql, type SqlText, toText } from '@colonnade/sql'
import { z } from 'zod'

/** What reads give back: the text to run, and the schema of what its last result holds: an array of rows for lists, one row or none for retrievals. */
export interface Statement<Rows extends z.ZodType = z.ZodType> {
  readonly sql: SqlText
  readonly zod: Rows
  /** Makes the rows that the schema describes of those that Postgres sends, where these are others. */
  readonly unpack?: (rows: readonly Record<string, unknown>[]) => Record<string, unknown>[]
}

/** What writes give back: a text that happens as a whole or not at all when it is sent as one simple query. */
export interface Command {
  readonly sql: SqlText
  /** Postgres refuses it inside of a transaction block and beside other statements (CONCURRENTLY): run it alone. */
  readonly isOutsideTransaction?: true
}

/** The rows of a statement, as its schema types them. */
export type RowsOf<S extends Statement> = z.output<S['zod']>

/** A statement of any number of rows. */
export function listing<Row extends z.ZodType>(text: Fragment, row: Row): Statement<z.ZodArray<Row>> {
  return { sql: toText(text), zod: z.array(row) }
}

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

/** A statement of one row or none. */
export function retrieval<Row extends z.ZodType>(text: Fragment, row: Row): Statement<z.ZodOptional<Row>> {
  return { sql: toText(text), zod: row.optional() }
}

/** A command of one or several statements; each fragment ends with its own semicolon. */
export function command(...statements: readonly Fragment[]): Command {
  return { sql: statements.map(toText).join('\n') as SqlText }
}

/**
 * Several commands as one: all of them happen or none.
 *
 * @throws Error when one of them can't be part of a transaction
 */
export function transaction(...commands: readonly Command[]): Command {
  if (commands.some(({ isOutsideTransaction }) => isOutsideTransaction)) throw new Error('What is done CONCURRENTLY can not be part of a transaction')
  return { sql: commands.map(({ sql }) => sql).join('\n') as SqlText }
}

/** A single statement that Postgres runs only outside of transaction blocks. */
export function outsideTransaction(statement: Fragment): Command {
  return { sql: toText(statement), isOutsideTransaction: true }
}
