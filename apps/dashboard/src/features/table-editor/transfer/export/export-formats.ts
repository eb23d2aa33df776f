import type { ExportFormat } from '@colonnade/contracts/data/row-exports'

/** The forms in which rows leave, in the order of menus. */
export const exportFormats: readonly { readonly format: ExportFormat; readonly label: string; readonly hint: string; readonly note: string }[] = [
  { format: 'csv', label: 'CSV', hint: '.csv', note: 'NULL is an empty field, an empty text is "" in quotes.' },
  {
    format: 'json',
    label: 'JSON',
    hint: '.json',
    note: 'One array of objects; NULL is null. Numbers keep all their digits: read them with care in JavaScript.',
  },
  { format: 'ndjson', label: 'NDJSON', hint: '.ndjson', note: 'An object a line, which other programs can read as a stream; NULL is null.' },
  { format: 'sql', label: 'SQL', hint: '.sql', note: 'INSERT statements for this table. Generated columns are left out, as they take no values.' },
]
