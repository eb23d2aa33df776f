import { empty, type Fragment, ident, join, sql } from '@colonnade/sql'
import { z } from 'zod'
import { type Command, command } from '../statement.ts'
import { Options, optionsClause } from './options.ts'

export const ImportForeignSchema = z.object({
  server: z.string(),
  /** The schema there. */
  remote_schema: z.string(),
  /** The schema here, which exists. */
  schema: z.string(),
  /** Only these tables. */
  limit_to: z.array(z.string()).optional(),
  /** All tables but these. */
  except: z.array(z.string()).optional(),
  options: Options.optional(),
})
export type ImportForeignSchema = z.infer<typeof ImportForeignSchema>

/**
 * Makes foreign tables of the tables of a foreign schema, all of them or none; the wrapper connects to the other side for that.
 *
 * @throws Error when there is both `limit_to` and `except`, or either is empty
 */
export function importForeignSchema(input: ImportForeignSchema): Command {
  if (input.limit_to !== undefined && input.except !== undefined) throw new Error('Limit an import to some tables or exclude some tables, not both')
  return command(
    sql`import foreign schema ${ident(input.remote_schema)}${tableList(sql`limit to`, input.limit_to)}${tableList(sql`except`, input.except)} from server ${ident(input.server)} into ${ident(input.schema)}${optionsClause(input.options)};`,
  )
}

function tableList(words: Fragment, tables: readonly string[] | undefined): Fragment {
  if (tables === undefined) return empty
  if (tables.length === 0) throw new Error('An import needs at least one table in its list')
  return sql` ${words} (${join(tables.map((table) => ident(table)))})`
}
