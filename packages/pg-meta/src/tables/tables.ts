import type { z } from 'zod'
import { type RelationListOptions, schemaCondition } from '../catalog/list-options.ts'
import { listing, retrieval, type Statement } from '../statement.ts'
import { describeTables } from './describe-tables.ts'
import { tableColumns, tableCondition, type TableIdentifier } from './table-identifiers.ts'
import { Table, TableSummary } from './table-row.ts'

export { create, CreateTable } from './create-table.ts'
export type { TableIdentifier } from './table-identifiers.ts'
export { Table, TableSummary } from './table-row.ts'
export { remove, RemoveTable, update, UpdateTable } from './update-table.ts'

const TableWithOptionalColumns = Table.partial({ columns: true })

/** Tables and partitioned tables that the current user may access, in creation order. */
export function list(options: RelationListOptions & { readonly includeColumns: false }): Statement<z.ZodArray<typeof TableSummary>>
export function list(options?: RelationListOptions & { readonly includeColumns?: true }): Statement<z.ZodArray<typeof Table>>
export function list(options?: RelationListOptions): Statement<z.ZodArray<typeof TableWithOptionalColumns>>
export function list(options: RelationListOptions = {}): Statement<z.ZodArray<z.ZodType<TableSummary>>> {
  const hasColumns = options.includeColumns ?? true
  const text = describeTables(schemaCondition(tableColumns.schema, options), options, hasColumns)
  return listing(text, hasColumns ? Table : TableSummary)
}

/**
 * One table, by index lookups only; `scoped` is part of the known interface and changes nothing.
 *
 * @throws Error 'Must provide either id or name and schema'
 */
export function retrieve(identifier: TableIdentifier & { readonly scoped?: boolean }): Statement<z.ZodOptional<typeof Table>> {
  return retrieval(describeTables(tableCondition(identifier), {}, true), Table)
}
