import type { ExportFormat } from '@colonnade/contracts/data/row-exports'
import { Menu, MenuItem, MenuNote, MenuSeparator } from '@colonnade/ui'
import type { ReactElement } from 'react'
import { numberText } from '../../../../lib/texts/rows-text.ts'
import { openExportDialog } from './export-dialog-state.ts'
import { exportFormats } from './export-formats.ts'
import type { ExportRequest } from './export-request.ts'
import { exportRowsNow } from './export-rows.ts'
import { exportMenuText } from './messages.ts'

export interface ExportMenuProps {
  readonly trigger: ReactElement
  /** How many columns the grid hides: they are left out. */
  readonly hiddenColumns: number
  /** Asked when something is chosen: what is shown or selected may have changed by then. */
  readonly request: () => ExportRequest
}

/** The formats at once, and the dialog with all choices. */
export function ExportMenu({ trigger, hiddenColumns, request }: ExportMenuProps) {
  return (
    <Menu trigger={trigger} align="end">
      {exportFormats.map(({ format, label, hint }) => (
        <MenuItem key={format} hint={hint} onSelect={() => void exportRowsNow(request(), format satisfies ExportFormat)}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      {hiddenColumns > 0 && <MenuNote>{hiddenText(hiddenColumns)}</MenuNote>}
      <MenuItem onSelect={() => openExportDialog(request())}>{exportMenuText.more}</MenuItem>
    </Menu>
  )
}

const hiddenText = (count: number): string => exportMenuText.hidden(numberText(count), count)
