import type { SqlText } from '@colonnade/sql'
import type { z } from 'zod'

/** What every function of this package gives back: the text to run, and the schema of the rows that its last result holds. */
export interface Statement<Row extends z.ZodType = z.ZodType> {
  readonly sql: SqlText
  readonly zod: Row
}

/** The rows of a statement, as its schema types them. */
export type RowsOf<S extends Statement> = z.output<S['zod']>
