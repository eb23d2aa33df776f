import { rowKey, type RowKey } from '@colonnade/pg-meta'
import { IconButton } from '@colonnade/ui'
import { Download, Upload } from 'lucide-react'
import { shownColumns, type ColumnLayout } from '../../../lib/data-grid/columns/column-layout.ts'
import { useOpen } from '../open/open-context.ts'
import type { RowsView, WindowState } from '../rows/row-window.ts'
import type { TableScope } from '../table-scope.ts'
import { ExportMenu } from './export/export-menu.tsx'
import type { ExportRequest } from './export/export-request.ts'
import { transferButtonsText } from './messages.ts'
import { takesRows } from './plan/start-draft.ts'

export interface TransferButtonsProps {
  readonly scope: TableScope
  readonly view: RowsView
  readonly total: WindowState['total']
  readonly layout: ColumnLayout
  /** Rows that are selected, by their ids; exported in place of all. */
  readonly selected: ReadonlyMap<string, RowKey | null>
}

/** Rows in and out: import into this table, export of what is shown or selected. */
export function TransferButtons({ scope, view, total, layout, selected }: TransferButtonsProps) {
  const { onOpen } = useOpen()
  const keys = [...selected.values()].flatMap((key) => key ?? [])
  const names = scope.entity.columns.map(({ name }) => name)
  const columns = shownColumns(names, layout)
  return (
    <>
      {scope.rights.canInsert && takesRows(scope.entity) && (
        <IconButton
          label={transferButtonsText.importRows}
          text={transferButtonsText.import}
          onClick={() => onOpen({ kind: 'panel', panel: { kind: 'csv-import', into: 'existing' } })}
        >
          <Upload aria-hidden />
        </IconButton>
      )}
      <ExportMenu
        trigger={
          <IconButton
            label={keys.length > 0 ? transferButtonsText.exportSelectedRows : transferButtonsText.exportRows}
            text={transferButtonsText.export}
          >
            <Download aria-hidden />
          </IconButton>
        }
        hiddenColumns={names.length - columns.length}
        request={() => exportOf(scope, view, total, keys, columns.join('\n') === names.join('\n') ? undefined : columns)}
      />
    </>
  )
}

function exportOf(
  { projectRef, entity: table, as }: TableScope,
  { filters, sorts }: RowsView,
  total: WindowState['total'],
  keys: readonly RowKey[],
  columns: readonly string[] | undefined,
) {
  const request: Omit<ExportRequest, 'rows'> = { projectRef, table, as, columns }
  if (keys.length > 0) {
    return {
      ...request,
      rows: { kind: 'keys', keys: { columns: rowKey(table), values: keys.map(({ values }) => values) }, sorts },
    } satisfies ExportRequest
  }
  const isAll = filters.length === 0 && sorts.length === 0
  return { ...request, count: total, rows: isAll ? { kind: 'all' } : { kind: 'shown', filters, sorts } } satisfies ExportRequest
}
