import type { ExportFormat } from '@colonnade/contracts/data/row-exports'
import { Menu, MenuItem, MenuSeparator } from '@colonnade/ui'
import type { ReactElement } from 'react'
import { openExportDialog } from './export-dialog-state.ts'
import { exportFormats } from './export-formats.ts'
import type { ExportRequest } from './export-request.ts'
import { exportRowsNow } from './export-rows.ts'

export interface ExportMenuProps {
  readonly trigger: ReactElement
  /** Asked when something is chosen: what is shown or selected may have changed by then. */
  readonly request: () => ExportRequest
}

/** The formats at once, and the dialog with all choices. */
export function ExportMenu({ trigger, request }: ExportMenuProps) {
  return (
    <Menu trigger={trigger} align="end">
      {exportFormats.map(({ format, label, hint }) => (
        <MenuItem key={format} hint={hint} onSelect={() => void exportRowsNow(request(), format satisfies ExportFormat)}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => openExportDialog(request())}>More…</MenuItem>
    </Menu>
  )
}
