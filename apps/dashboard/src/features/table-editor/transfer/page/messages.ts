export const dropOverlayText = {
  formats: 'CSV, TSV, JSON or NDJSON',
} as const

export const importPillText = {
  importing: (table: string, rows: string) => `Importing into ${table}: ${rows} rows`,
  failed: (table: string) => `Import into ${table} failed`,
  cancelled: (table: string) => `Import into ${table} cancelled`,
  import: 'Import',
  show: 'Show',
  done: (table: string, invalidRows: string | null) => `Imported into ${table}${invalidRows === null ? '' : `, ${invalidRows} invalid rows`}`,
} as const
