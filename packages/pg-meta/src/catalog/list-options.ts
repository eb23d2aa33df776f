import { empty, join, type Fragment, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { systemSchemas } from './visible-relations.ts'

/** What every list takes. */
export const ListOptions = z.object({
  /** false by default: information_schema, pg_catalog and pg_toast are left out (spec §9). */
  includeSystemSchemas: z.boolean().optional(),
  /** Only these; none or an empty list means all. */
  includedSchemas: z.array(z.string()).readonly().optional(),
  excludedSchemas: z.array(z.string()).readonly().optional(),
  limit: z.number().int().min(0).optional(),
  offset: z.number().int().min(0).optional(),
})
export type ListOptions = z.infer<typeof ListOptions>

/** What lists of relations take besides. */
export const RelationListOptions = ListOptions.extend({
  /** true by default. */
  includeColumns: z.boolean().optional(),
})
export type RelationListOptions = z.infer<typeof RelationListOptions>

/** A condition on the name of a schema: `and ${schemaCondition(sql`n.nspname`, options)}`. */
export function schemaCondition(schema: Fragment, options: ListOptions): Fragment {
  const { includedSchemas = [], excludedSchemas = [], includeSystemSchemas = false } = options
  const excluded = [...excludedSchemas, ...(includeSystemSchemas ? [] : systemSchemas)]
  const conditions = [
    ...(includedSchemas.length === 0 ? [] : [sql`${schema} in (${names(includedSchemas)})`]),
    ...(excluded.length === 0 ? [] : [sql`${schema} not in (${names(excluded)})`]),
  ]
  return conditions.length === 0 ? sql`true` : join(conditions, sql` and `)
}

/** `limit … offset …`, with a line before it; nothing when neither is asked for. */
export function pageClause({ limit, offset }: Pick<ListOptions, 'limit' | 'offset'>): Fragment {
  return sql`${limit === undefined ? empty : sql`\nlimit ${count(limit)}`}${offset === undefined ? empty : sql`\noffset ${count(offset)}`}`
}

function count(value: number): number {
  if (!Number.isSafeInteger(value) || value < 0) throw new Error(`limit and offset are whole numbers from 0 up, not ${value}`)
  return value
}

function names(list: readonly string[]): Fragment {
  return join(list.map((name) => nameLiteral(name)))
}
