import type { SampleCell } from '../reading/sample.ts'

/** Of dates such as 3.4.2024, which number comes first; `unknown`: they stay text. */
export type DateOrder = 'day' | 'month' | 'unknown'

interface NumberedDate {
  readonly first: number
  readonly second: number
  readonly year: number
  readonly hasTime: boolean
}

const pattern = /^(\d{1,2})([./-])(\d{1,2})\2(\d{4})(?: (?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,6})?)?)?$/

/** "31.12.2024", "12/31/2024 14:30"; null of any other text. */
export function numberedDate(text: string): NumberedDate | null {
  const found = pattern.exec(text)
  return found === null ? null : { first: Number(found[1]), second: Number(found[3]), year: Number(found[4]), hasTime: text.includes(':') }
}

/** Whether the calendar has it, read in this order. */
export function isInOrder({ first, second, year }: NumberedDate, order: 'day' | 'month'): boolean {
  const [day, month] = order === 'day' ? [first, second] : [second, first]
  return year > 0 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate()
}

/**
 * The order in which all dates of a file's cells can be read, if only one is possible. Undefined where there are no such dates: then nobody
 * needs to be asked.
 */
export function dateOrderOf(rows: readonly { readonly cells: readonly (SampleCell | undefined)[] }[]): DateOrder | undefined {
  const dates = rows.flatMap(({ cells }) =>
    cells.flatMap((cell) => (cell?.form === 'plain' || cell?.form === 'string' ? (numberedDate(cell.text) ?? []) : [])),
  )
  if (dates.length === 0) return undefined
  const [day, month] = (['day', 'month'] as const).map((order) => dates.every((date) => isInOrder(date, order)))
  if (day === month) return 'unknown'
  return day ? 'day' : 'month'
}
