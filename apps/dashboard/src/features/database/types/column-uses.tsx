import type { TypeColumn } from '@colonnade/pg-meta/type-uses'
import { Table, TableCell, TableHead } from '@colonnade/ui'
import { formatBytes, formatNumber } from '../../../lib/bytes.ts'

/** So many are drawn; a type that more columns have is told by their number. */
const maxShown = 100

/** Columns that hold values of a type, with what their tables weigh. */
export function ColumnUses({ label, columns }: { readonly label: string; readonly columns: readonly TypeColumn[] }) {
  const shown = columns.slice(0, maxShown)
  return (
    <>
      <Table label={label} className="text-xs">
        <thead>
          <tr>
            <TableHead>Column</TableHead>
            <TableHead isNumber>Rows</TableHead>
            <TableHead isNumber>Size</TableHead>
          </tr>
        </thead>
        <tbody>
          {shown.map((column) => (
            <tr key={`${column.schema} ${column.table} ${column.column}`}>
              <TableCell className="font-mono text-fg wrap-anywhere">
                {column.schema}.{column.table}.{column.column}
                {column.is_array && '[]'}
                {column.default_value !== null && <span className="block text-faint">default {column.default_value}</span>}
              </TableCell>
              <TableCell isNumber>{column.rows_estimate === null ? '–' : `≈ ${formatNumber(Math.round(column.rows_estimate))}`}</TableCell>
              <TableCell isNumber className="whitespace-nowrap">
                {column.is_foreign ? 'foreign' : formatBytes(column.bytes)}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
      {columns.length > maxShown && <p className="text-xs text-faint">and {formatNumber(columns.length - maxShown)} more columns</p>}
    </>
  )
}
