import type { ExportFormat } from '@colonnade/contracts/data/row-exports'
import { decodeRows, getTableEditorByNameSql, getTableRowsCountSql, keyFilter } from '@colonnade/pg-meta'
import { getExportRowsSql, type ExportRowsQuery } from '@colonnade/pg-meta/export-rows'
import { toast } from '@colonnade/ui'
import { messageOf } from '../../../../lib/error-notice.tsx'
import { downloadRows } from '../../../../scope/exports/row-exports.ts'
import { runSql } from '../../../../scope/run-sql.ts'
import type { ExportedRows, ExportRequest } from './export-request.ts'
import { fetchRows } from '../../../../scope/fetch-rows.ts'
import { exportRowsText } from './messages.ts'

/** The SELECT of a request. @throws Error when a filter is malformed */
export function exportSql({ table, rows }: Pick<ExportRequest, 'table' | 'rows'>, columns: readonly string[] | undefined): string {
  return getExportRowsSql({ table, columns, ...picked(table, rows) })
}

function picked(table: ExportRequest['table'], rows: ExportedRows): Omit<ExportRowsQuery, 'table' | 'columns'> {
  switch (rows.kind) {
    case 'all':
      return {}
    case 'shown':
      return { filters: rows.filters, sorts: rows.sorts }
    case 'keys':
      return { filters: [keyFilter(table, rows.keys)], sorts: rows.sorts }
    case 'range':
      return { filters: rows.filters, sorts: rows.sorts, range: { from: rows.from, count: rows.count } }
  }
}

/**
 * Makes a file of the rows and lets the browser save it: the link is followed as a download, so rows go to the disk as the database sends
 * them and never through the page's memory. @throws AppError what the database says to the SELECT
 */
export async function exportRows(request: ExportRequest, format: ExportFormat): Promise<void> {
  const { projectRef, table, as } = request
  const writable = format === 'sql' ? await writableColumns(request) : undefined
  const columns =
    writable === undefined || request.columns === undefined
      ? (request.columns ?? writable)
      : request.columns.filter((name) => writable.includes(name))
  await downloadRows(projectRef, {
    query: exportSql(request, columns),
    format,
    file_name: table.name,
    ...(format === 'sql' && { table: { schema: table.schema, name: table.name } }),
    ...as,
  })
}

/** The same, from a menu: what goes wrong is a toast. */
export async function exportRowsNow(request: ExportRequest, format: ExportFormat): Promise<void> {
  try {
    await exportRows(request, format)
  } catch (error) {
    toast.error(exportRowsText.failed(request.table.name, messageOf(error)))
  }
}

/** How many rows that is: counted where that is cheap, else estimated. */
export async function countExported({ projectRef, table, rows, as }: ExportRequest, signal?: AbortSignal) {
  const filters = rows.kind === 'shown' ? rows.filters : []
  const statement = getTableRowsCountSql({ table, filters })
  const { results } = await runSql(projectRef, { query: statement.sql, as, read_only: true, signal })
  const [row] = decodeRows(statement, results)
  return { rows: row?.count ?? 0, isExact: row?.is_estimate === false }
}

/** INSERT takes no values for generated columns; undefined, for all, where the relation can't be looked up. */
async function writableColumns({ projectRef, table }: ExportRequest): Promise<readonly string[] | undefined> {
  const [row] = await fetchRows(projectRef, getTableEditorByNameSql({ schema: table.schema, name: table.name }))
  return row?.entity.columns.filter((column) => !column.is_generated).map(({ name }) => name)
}
