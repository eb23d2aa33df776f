import { MenuItem, MenuSeparator } from '@colonnade/ui'
import { Copy, EyeOff, PanelRight, RotateCcw } from 'lucide-react'
import { modified } from '../../../../lib/modifier-key.ts'
import type { CopyFormat } from '../../../../lib/data-grid/ranges/copied.ts'
import { resultMenuText } from './messages.ts'

export interface ResultMenuProps {
  readonly columnName: string
  readonly onOpen: () => void
  readonly onCopy: (format: CopyFormat) => void
  readonly onHide: () => void
  /** Undefined when all columns are as they came. */
  readonly onReset: (() => void) | undefined
}

export const copyWords: readonly { readonly format: CopyFormat; readonly label: string }[] = [
  { format: 'csv', label: resultMenuText.copyAsCsv },
  { format: 'json', label: resultMenuText.copyAsJson },
  { format: 'markdown', label: resultMenuText.copyAsMarkdown },
  { format: 'sql', label: resultMenuText.copyAsInsert },
]

/** What can be done with a cell of a result, and with the selection around it. */
export function ResultMenu({ columnName, onOpen, onCopy, onHide, onReset }: ResultMenuProps) {
  return (
    <>
      <MenuItem icon={<PanelRight aria-hidden />} hint="↵" onSelect={onOpen}>
        {resultMenuText.viewValue}
      </MenuItem>
      <MenuItem icon={<Copy aria-hidden />} hint={modified('C')} onSelect={() => onCopy('tsv')}>
        {resultMenuText.copy}
      </MenuItem>
      {copyWords.map(({ format, label }) => (
        <MenuItem key={format} icon={<span />} onSelect={() => onCopy(format)}>
          {label}
        </MenuItem>
      ))}
      <MenuSeparator />
      <MenuItem icon={<EyeOff aria-hidden />} onSelect={onHide}>
        {resultMenuText.hide(columnName)}
      </MenuItem>
      {onReset && (
        <MenuItem icon={<RotateCcw aria-hidden />} onSelect={onReset}>
          {resultMenuText.resetColumns}
        </MenuItem>
      )}
    </>
  )
}
