import { type Fragment, type SqlText, toText } from '@colonnade/sql'
import { z } from 'zod'

/** The result of read builders: the SQL, and the schema of its last result: an array of rows for lists, one row or none for retrievals. */
export interface Statement<Rows extends z.ZodType = z.ZodType> {
  readonly sql: SqlText
  readonly zod: Rows
  /** Makes the rows that the schema describes of those that Postgres sends, where these are others. */
  readonly unpack?: (rows: readonly Record<string, unknown>[]) => Record<string, unknown>[]
}

/** The result of write builders: SQL that runs as a whole or not at all when sent as one simple query. */
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
  if (commands.some(({ isOutsideTransaction }) => isOutsideTransaction)) throw new Error('CONCURRENTLY can’t run inside a transaction')
  return { sql: commands.map(({ sql }) => sql).join('\n') as SqlText }
}

/** A single statement that Postgres runs only outside of transaction blocks. */
export function outsideTransaction(statement: Fragment): Command {
  return { sql: toText(statement), isOutsideTransaction: true }
}
