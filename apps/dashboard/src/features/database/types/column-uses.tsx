import type { TypeColumn } from '@colonnade/pg-meta/type-uses'
import { Table, TableCell, TableHead } from '@colonnade/ui'
import { formatBytes, formatNumber } from '../../../lib/bytes.ts'
import { columnUsesText } from './messages.ts'

/** Most columns shown; the others are only counted. */
const maxShown = 100

/** Lists the columns that use a type, with the sizes of their tables. */
export function ColumnUses({ label, columns }: { readonly label: string; readonly columns: readonly TypeColumn[] }) {
  const shown = columns.slice(0, maxShown)
  return (
    <>
      <Table label={label} className="text-xs">
        <thead>
          <tr>
            <TableHead>{columnUsesText.column}</TableHead>
            <TableHead isNumber>{columnUsesText.rows}</TableHead>
            <TableHead isNumber>{columnUsesText.size}</TableHead>
          </tr>
        </thead>
        <tbody>
          {shown.map((column) => (
            <tr key={`${column.schema} ${column.table} ${column.column}`}>
              <TableCell className="font-mono text-fg wrap-anywhere">
                {column.schema}.{column.table}.{column.column}
                {column.is_array && '[]'}
                {column.default_value !== null && <span className="block text-faint">{columnUsesText.default(column.default_value)}</span>}
              </TableCell>
              <TableCell isNumber>{column.rows_estimate === null ? '–' : `≈ ${formatNumber(Math.round(column.rows_estimate))}`}</TableCell>
              <TableCell isNumber className="whitespace-nowrap">
                {column.is_foreign ? columnUsesText.foreign : formatBytes(column.bytes)}
              </TableCell>
            </tr>
          ))}
        </tbody>
      </Table>
      {columns.length > maxShown && <p className="text-xs text-faint">{columnUsesText.more(formatNumber(columns.length - maxShown))}</p>}
    </>
  )
}
