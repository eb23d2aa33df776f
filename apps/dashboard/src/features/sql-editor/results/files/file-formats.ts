import type { ExportFormat } from '@colonnade/contracts/data/row-exports'
import type { FileFormat } from './result-text.ts'

/** The forms in which a result is saved, in the order of menus; `whole` are those in which the server sends all rows. */
export const fileFormats: readonly {
  readonly format: FileFormat
  readonly label: string
  readonly ending: string
  readonly type: string
  readonly whole: ExportFormat | null
}[] = [
  { format: 'csv', label: 'CSV', ending: 'csv', type: 'text/csv', whole: 'csv' },
  { format: 'json', label: 'JSON', ending: 'json', type: 'application/json', whole: 'json' },
  { format: 'ndjson', label: 'NDJSON', ending: 'ndjson', type: 'application/x-ndjson', whole: 'ndjson' },
  { format: 'markdown', label: 'Markdown', ending: 'md', type: 'text/markdown', whole: null },
  { format: 'sql', label: 'SQL INSERT', ending: 'sql', type: 'application/sql', whole: 'sql' },
]
