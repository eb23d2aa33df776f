import { type NumberForm, plainNumber } from '@colonnade/contracts/data/row-imports'

/** The columns of numbers of a file whose numbers are not written as Postgres reads them. */
export interface CsvNumbers {
  readonly form: NumberForm
  /** For each field that is taken: the column, if that is one of numbers. */
  readonly columns: readonly (string | null)[]
}

const quote = 0x22

/** The field as it is sent, or the text that is no number. NULL, and what has no separator, is sent as it is. */
export function sentNumber(field: Buffer, form: NumberForm, nullText: string): Buffer | { readonly wrong: string } {
  if (field.every(isPlain)) return field
  const raw = field.toString('utf8')
  if (raw === nullText) return field
  const isQuoted = field[0] === quote && field.at(-1) === quote && field.length > 1
  const text = isQuoted ? raw.slice(1, -1).replaceAll('""', '"') : raw
  const number = plainNumber(text, form)
  if (number === null) return { wrong: text }
  // in quotes it is not NULL, whatever stands for that, and may hold the delimiter
  return Buffer.from(`"${number.replaceAll('"', '""')}"`)
}

/** Digits, letters and signs: nothing that separates. */
function isPlain(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2b || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
}

export function numberReason(text: string, form: NumberForm): string {
  const what = form === 'decimal_comma' ? 'comma, as in 1.500,25' : 'point, as in 1,500.25'
  return `"${text}" is no number with a decimal ${what}`
}
