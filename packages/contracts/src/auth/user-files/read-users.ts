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
  /** Of plain files: what their columns, or the names of their objects, are for. */
  readonly columns: readonly ColumnChoice[]
}

/** A row of a file: a user, or why it is none. */
export type ReadRow =
  | { readonly kind: 'user'; readonly user: ImportedUser; readonly text: string }
  | { readonly kind: 'refused'; readonly refused: RefusedRow; readonly text: string }

/**
 * The users of a file of any format while its text comes, those of each chunk together. Only what tells users apart is remembered of them, so that
 * the second with an id, address or number is refused.
 *
 * @throws UnreadableFile where the file can't be read on
 */
export async function* readUsers(chunks: AsyncIterable<string>, file: UserFile): AsyncGenerator<readonly ReadRow[]> {
  const format = file.format === 'plain' ? plainFormat(file.columns) : userFormats[file.format]
  const seen = new SeenUsers()
  let count = 0
  const take = (line: number, text: string, row: { readonly [name: string]: unknown } | undefined): ReadRow => {
    count += 1
    if (count > fileUsersMost) throw new UnreadableFile(`The file has more than ${fileUsersMost.toLocaleString('en')} users: split it`)
    try {
      if (row === undefined) throw new UnusableValue(null, text, 'The row is no JSON object')
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

/** Rows with the names of their columns: of the format, or else of the first row. */
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

/** Names of columns as a header has them; those without one are called by their place. */
export function columnNames(fields: CsvRow['fields']): string[] {
  return fields.map((field, place) => (field.trim() === '' ? `column ${place + 1}` : field.trim()))
}

/** Takes the apostrophe away that exports put before what spreadsheets would run. */
function unguarded(field: string): string {
  return /^'[=+\-@\t\r]/.test(field) ? field.slice(1) : field
}

class SeenUsers {
  readonly #lines = new Map<string, number>()

  /** @throws UnusableValue for what another user of the file has */
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

const fieldWords: Readonly<Record<string, string>> = { id: 'id', email: 'email address', phone: 'phone number' }
