/**
 * One record of a CSV file (RFC 4180). Texts that a spreadsheet would take for a formula get an apostrophe in front, as OWASP advises against
 * CSV injection: names and user agents are other people's words.
 */
export function csvLine(values: readonly (string | number | null)[]): string {
  return `${values.map(csvValue).join(',')}\r\n`
}

function csvValue(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
