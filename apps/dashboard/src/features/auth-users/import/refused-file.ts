import type { KeptRow } from './send-users.ts'

const formula = /^[=+\-@\t\r]/

function cell(value: string | number | null): string {
  const text = value === null ? '' : typeof value === 'string' && formula.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Refused rows as CSV that no spreadsheet runs: where each was, why it was refused, and the row as the file has it. */
export function refusedFile(rows: readonly KeptRow[]): string {
  const lines = rows.map(({ line, field, value, reason, text }) => [line, field, value, reason, text].map(cell).join(','))
  return [['line', 'field', 'value', 'reason', 'row'].join(','), ...lines, ''].join('\r\n')
}
