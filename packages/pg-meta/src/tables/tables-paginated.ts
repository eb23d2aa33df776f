import { empty, literal, nameLiteral, sql } from '@colonnade/sql'
import type { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import { type ListOptions, schemaCondition } from '../catalog/list-options.ts'
import { containsPattern } from '../catalog/visible-relations.ts'
import { listing, type Statement } from '../statement.ts'
import { describeTables } from './describe-tables.ts'
import { Table, TableSummary } from './table-row.ts'

export interface TablesPage extends Pick<ListOptions, 'limit'> {
  /** All but the system schemas when left out. */
  readonly schema?: string | undefined
  /** true by default. */
  readonly includeColumns?: boolean | undefined
  /** The id of the last table of the page before; 0 for the first. */
  readonly afterOid?: number | undefined
  /** A part of the name in any case; without a schema also of `schema.name`. */
  readonly nameFilter?: string | undefined
}

/** Tables on a page unless said (spec §9). */
const pageSize = 100

/** One page of tables by their ids, as `tables.list` gives them; fewer rows than `limit` mean that it is the last one. */
export function getTablesPaginatedSql(page: TablesPage & { readonly includeColumns: false }): Statement<z.ZodArray<typeof TableSummary>>
export function getTablesPaginatedSql(page?: TablesPage): Statement<z.ZodArray<typeof Table>>
export function getTablesPaginatedSql(page: TablesPage = {}): Statement<z.ZodArray<typeof Table>> | Statement<z.ZodArray<typeof TableSummary>> {
  const { schema, includeColumns = true, limit = pageSize, afterOid = 0, nameFilter = '' } = page
  const inSchema = schema === undefined ? schemaCondition(sql`n.nspname`, {}) : sql`n.nspname = ${nameLiteral(schema)}`
  const name = schema === undefined ? sql`n.nspname::text || '.' || c.relname::text` : sql`c.relname`
  const named = nameFilter === '' ? empty : sql` and ${name} ilike ${literal(containsPattern(nameFilter))}`
  const text = describeTables(sql`c.oid > ${oid(afterOid)} and ${inSchema}${named}`, { limit }, includeColumns)
  return includeColumns ? listing(text, Table) : listing(text, TableSummary)
}
