import type { ExportFormat } from '@colonnade/contracts/data/row-exports'
import { exportFormatsText } from './messages.ts'

/** The forms in which rows leave, in the order of menus. */
export const exportFormats: readonly { readonly format: ExportFormat; readonly label: string; readonly hint: string; readonly note: string }[] = [
  { format: 'csv', label: exportFormatsText.csv, hint: exportFormatsText.csvEnding, note: exportFormatsText.csvHint },
  {
    format: 'json',
    label: exportFormatsText.json,
    hint: exportFormatsText.jsonEnding,
    note: exportFormatsText.jsonHint,
  },
  { format: 'ndjson', label: exportFormatsText.ndjson, hint: exportFormatsText.ndjsonEnding, note: exportFormatsText.ndjsonHint },
  { format: 'sql', label: exportFormatsText.sql, hint: exportFormatsText.sqlEnding, note: exportFormatsText.sqlHint },
]
