export const exportDialogText = {
  export: 'Export',
  exportTitle: (name: string) => `Export ${name}`,
  format: 'Format',
  tableNoLongerExists: 'This table no longer exists.',
  columns: 'Columns',
  of: (shown: string, all: string) => `${shown} of ${all}`,
  all: 'All',
  failedExport: (name: string) => `Failed to export ${name}`,
  cancel: 'Cancel',
  selectedRows: (count: string) => `${count} selected`,
  selectedCells: (count: string) => `${count} selected`,
  wholeTable: 'Whole table',
  filteredRows: 'Filtered and sorted rows',
  asRole: ' as ',
  fromReplica: ' from the read replica ',
} as const

export const exportFormatsText = {
  csv: 'CSV',
  csvEnding: '.csv',
  csvHint: 'NULL becomes an empty field; an empty string becomes "" in quotes.',
  json: 'JSON',
  jsonEnding: '.json',
  jsonHint: 'One array of objects, with null for NULL. Numbers keep all their digits, which JavaScript may round.',
  ndjson: 'NDJSON',
  ndjsonEnding: '.ndjson',
  ndjsonHint: 'One object per line, for programs that read streams, with null for NULL.',
  sql: 'SQL',
  sqlEnding: '.sql',
  sqlHint: 'INSERT statements for this table, without generated columns.',
} as const

export const exportMenuText = {
  more: 'More…',
  hidden: (shown: string, count: number) => `Without ${shown} hidden ${count === 1 ? 'column' : 'columns'}`,
} as const

export const exportRowsText = {
  failed: (name: string, error: string) => `Failed to export ${name}: ${error}`,
} as const
