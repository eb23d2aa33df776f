import { type NumberForm, plainNumber } from '@colonnade/contracts/data/row-imports'
import { fileText } from '../messages.ts'

/** Number columns of a file with numbers in another format than Postgres's. */
export interface CsvNumbers {
  readonly form: NumberForm
  /** For each imported field: the column, if it has numbers. */
  readonly columns: readonly (string | null)[]
}

const quote = 0x22

/** Returns the field to send, or the text that isn't a number. NULL, and a field without separators, is sent as it is. */
export function sentNumber(field: Buffer, form: NumberForm, nullText: string): Buffer | { readonly wrong: string } {
  if (field.every(isPlain)) return field
  const raw = field.toString('utf8')
  if (raw === nullText) return field
  const isQuoted = field[0] === quote && field.at(-1) === quote && field.length > 1
  const text = isQuoted ? raw.slice(1, -1).replaceAll('""', '"') : raw
  const number = plainNumber(text, form)
  if (number === null) return { wrong: text }
  // in quotes it's never NULL, and may contain the delimiter
  return Buffer.from(`"${number.replaceAll('"', '""')}"`)
}

/** Matches digits, letters and signs, which don't separate. */
function isPlain(byte: number): boolean {
  return (byte >= 0x30 && byte <= 0x39) || byte === 0x2d || byte === 0x2b || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a)
}

export function numberReason(text: string, form: NumberForm): string {
  return fileText.notNumber(text, form)
}
