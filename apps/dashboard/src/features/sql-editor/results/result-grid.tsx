import 'react-data-grid/lib/styles.css'
import type { QueryResult } from '@colonnade/contracts'
import { isNumberType } from '@colonnade/pg-meta'
import { CellText, ColumnHeading, columnWidth, copyText, gridHeaderHeightPx, gridRowHeightPx, gridStyle, ValueDialog } from '@colonnade/ui'
import { useMemo, useState } from 'react'
import { DataGrid, type Column } from 'react-data-grid'

type Row = QueryResult['rows'][number]

/** Rows that column widths are measured on. */
const measuredRows = 60

export interface ResultGridProps {
  readonly label: string
  readonly result: QueryResult
}

/** One result set. Every value is Postgres's own text; Enter or a double click shows it whole. */
export function ResultGrid({ label, result }: ResultGridProps) {
  const [opened, setOpened] = useState<{ name: string; type: string; text: string } | null>(null)
  const columns = useMemo(() => columnsOf(result), [result])
  const indexOf = (key: string) => Number(key)
  const open = (row: Row, key: string) => {
    const field = result.fields[indexOf(key)]
    const text = row[indexOf(key)]
    if (field && text !== null && text !== undefined) setOpened({ name: field.name, type: field.type, text })
  }
  return (
    <>
      <DataGrid
        aria-label={label}
        columns={columns}
        rows={result.rows}
        rowHeight={gridRowHeightPx}
        headerRowHeight={gridHeaderHeightPx}
        style={gridStyle}
        onCellDoubleClick={({ row, column }) => open(row, column.key)}
        onCellKeyDown={({ mode, row, column }, event) => {
          if (mode !== 'ACTIVE' || row === undefined || column === undefined || event.key !== 'Enter') return
          event.preventGridDefault()
          open(row, column.key)
        }}
        onCellCopy={({ row, column }) => void copyText(row[indexOf(column.key)] ?? '')}
      />
      <ValueDialog value={opened} onClose={() => setOpened(null)} />
    </>
  )
}

function columnsOf({ fields, rows }: QueryResult): Column<Row>[] {
  const sample = rows.slice(0, measuredRows)
  const number: Column<Row> = {
    key: 'row',
    name: 'Row',
    width: Math.max(44, String(rows.length).length * 8 + 20),
    frozen: true,
    renderHeaderCell: () => <span className="sr-only">Row</span>,
    renderCell: ({ rowIdx }) => <span className="block text-right font-mono text-2xs text-faint tabular-nums">{rowIdx + 1}</span>,
  }
  return [
    number,
    ...fields.map(({ name, type }, index): Column<Row> => {
      const isNumber = isNumberType(type)
      return {
        key: String(index),
        name,
        width: columnWidth(
          name,
          type,
          sample.map((row) => row[index] ?? null),
        ),
        resizable: true,
        renderHeaderCell: () => <ColumnHeading name={name} type={type} isNumber={isNumber} />,
        renderCell: ({ row }) => <CellText text={row[index] ?? null} isNumber={isNumber} isBoolean={type === 'boolean'} />,
      }
    }),
  ]
}
