const exact = new Intl.NumberFormat('en-US')
const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1, minimumFractionDigits: 1 })

/** "1 row", "4,210 rows", "≈ 1.0M rows" */
export function rowsText(rows: number, isExact: boolean): string {
  if (isExact) return `${exact.format(rows)} ${rows === 1 ? 'row' : 'rows'}`
  return rows < 1_000 ? `≈ ${exact.format(rows)} ${rows === 1 ? 'row' : 'rows'}` : `≈ ${short.format(rows)} rows`
}

export function numberText(value: number): string {
  return exact.format(value)
}
