import { type CsvRow, type Delimiter, readCsvRows } from './csv-rows.ts'
import { type ColumnChoice, type FormatOptions, plainFormat, readUser, type UserFormat, type UserFormatKey, userFormats } from './formats.ts'
import type { FileKind } from './guess-format.ts'
import { type ImportedUser, type RefusedRow, UnreadableFile, UnusableValue } from './imported-user.ts'
import { readArray, readLines } from './json-rows.ts'
import { fileUsersMost } from './limits.ts'

export interface UserFile extends FormatOptions {
  readonly format: UserFormatKey
  readonly kind: FileKind
  readonly delimiter: Delimiter
  /** Targets of the columns or object members of a plain file. */
  readonly columns: readonly ColumnChoice[]
}

/** A row of a file: a user, or the reason why it can't be imported. */
export type ReadRow =
  | { readonly kind: 'user'; readonly user: ImportedUser; readonly text: string }
  | { readonly kind: 'refused'; readonly refused: RefusedRow; readonly text: string }

/**
 * Reads the users of a file of any format from a stream, and yields the users of each chunk together. Remembers only ids, addresses and phone
 * numbers, to refuse duplicates.
 *
 * @throws UnreadableFile if the file can't be read any further
 */
export async function* readUsers(chunks: AsyncIterable<string>, file: UserFile): AsyncGenerator<readonly ReadRow[]> {
  const format = file.format === 'plain' ? plainFormat(file.columns) : userFormats[file.format]
  const seen = new SeenUsers()
  let count = 0
  const take = (line: number, text: string, row: { readonly [name: string]: unknown } | undefined): ReadRow => {
    count += 1
    if (count > fileUsersMost) throw new UnreadableFile(`The file has more than ${fileUsersMost.toLocaleString('en')} users. Split it`)
    try {
      if (row === undefined) throw new UnusableValue(null, text, 'The row isn’t a JSON object')
      const user = readUser(format, row, line, file)
      seen.add(user)
      return { kind: 'user', user, text }
    } catch (error) {
      if (!(error instanceof UnusableValue)) throw error
      return { kind: 'refused', refused: { line, field: error.field, value: error.value, reason: error.message }, text }
    }
  }
  if (file.kind === 'csv') {
    for await (const rows of readObjects(chunks, format, file.delimiter)) yield rows.map(({ line, text, row }) => take(line, text, row))
    return
  }
  const read = file.kind === 'ndjson' ? readLines(chunks) : readArray(chunks, format.member)
  for await (const rows of read) yield rows.map(({ line, text, value }) => take(line, text, value))
}

interface CsvObject {
  readonly line: number
  readonly text: string
  readonly row: { readonly [name: string]: string }
}

/** Yields rows with column names, from the format or the first row. */
async function* readObjects(chunks: AsyncIterable<string>, { columns }: UserFormat, delimiter: Delimiter): AsyncGenerator<readonly CsvObject[]> {
  let names = columns
  for await (const rows of readCsvRows(chunks, delimiter)) {
    const objects: CsvObject[] = []
    for (const { line, fields, text } of rows) {
      if (names === undefined) names = columnNames(fields)
      else objects.push({ line, text, row: Object.fromEntries(names.map((name, place) => [name, unguarded(fields[place] ?? '')])) })
    }
    yield objects
  }
}

/** Returns the column names of a header. A column without a name gets its number. */
export function columnNames(fields: CsvRow['fields']): string[] {
  return fields.map((field, place) => (field.trim() === '' ? `column ${place + 1}` : field.trim()))
}

/** Removes the apostrophe that exports add before values that spreadsheets would run. */
function unguarded(field: string): string {
  return /^'[=+\-@\t\r]/.test(field) ? field.slice(1) : field
}

class SeenUsers {
  readonly #lines = new Map<string, number>()

  /** @throws UnusableValue for a duplicate within the file */
  add({ line, id, source_id: source, email, phone, is_sso_user: isSso }: ImportedUser): void {
    const keys: [field: string, value: string | undefined][] = [
      ['id', id?.toLowerCase()],
      ['id', source],
      ['email', isSso === true ? undefined : email?.toLowerCase()],
      ['phone', phone?.replaceAll(/\D/g, '')],
    ]
    for (const [field, value] of keys) {
      const before = value === undefined ? undefined : this.#lines.get(`${field} ${value}`)
      if (before !== undefined) throw new UnusableValue(field, value, `Line ${before} has the same ${fieldWords[field]!}`)
    }
    for (const [field, value] of keys) if (value !== undefined) this.#lines.set(`${field} ${value}`, line)
  }
}

const fieldWords: Readonly<Record<string, string>> = { id: 'ID', email: 'email address', phone: 'phone number' }
