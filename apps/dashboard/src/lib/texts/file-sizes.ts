/** As `formatBytes` writes them: 1024 bytes are a kB. */
export const sizeUnits = ['bytes', 'kB', 'MB', 'GB'] as const
export type SizeUnit = (typeof sizeUnits)[number]

/** The largest unit in which it is a whole number. */
export function inLargestUnit(bytes: number): { readonly amount: string; readonly unit: SizeUnit } {
  let unit = 0
  let value = bytes
  while (unit < sizeUnits.length - 1 && value > 0 && value % 1024 === 0) {
    value /= 1024
    unit += 1
  }
  return { amount: String(value), unit: sizeUnits[unit]! }
}

/** NaN for what isn't a positive number. */
export function bytesOf(amount: string, unit: SizeUnit): number {
  const value = /^\s*\d+([.,]\d+)?\s*$/.test(amount) ? Number(amount.replace(',', '.')) : Number.NaN
  const bytes = Math.round(value * 1024 ** sizeUnits.indexOf(unit))
  return bytes > 0 ? bytes : Number.NaN
}
