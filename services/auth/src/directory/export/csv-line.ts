import type { ExportRow } from './export-columns.ts'

/** Characters that make spreadsheets run a cell as a formula (OWASP, CSV injection); users write some of these values themselves. */
const formula = /^[=+\-@\t\r]/

function cellOf(value: string | number | boolean | null | undefined): string {
  if (value === null || value === undefined) return ''
  const text = typeof value === 'string' && formula.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

export const csvHeader = (names: readonly string[]): string => `${names.join(',')}\r\n`

/** A line of RFC 4180. */
export const csvLine = (row: ExportRow, names: readonly string[]): string => `${names.map((name) => cellOf(row[name])).join(',')}\r\n`
