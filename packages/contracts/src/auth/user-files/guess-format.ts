import { guessDelimiter, type CsvRow, readCsvRows } from './csv-rows.ts'
import type { UserFormatKey } from './formats.ts'

export type FileKind = 'csv' | 'ndjson' | 'json'

/** Guesses the kind of a file from its first characters. */
export function guessKind(head: string): FileKind {
  const text = head.trimStart()
  if (text.startsWith('[')) return 'json'
  if (!text.startsWith('{')) return 'csv'
  // a complete object on the first line means NDJSON; an incomplete one is the whole file
  const line = text.split('\n', 1)[0]!.trim()
  try {
    const value = JSON.parse(line) as object
    return Array.isArray((value as { users?: unknown }).users) ? 'json' : 'ndjson'
  } catch {
    return 'json'
  }
}

/** Words that are unique to one system's files, most specific first. */
const signs: readonly { readonly format: UserFormatKey; readonly pattern: RegExp }[] = [
  { format: 'keycloak', pattern: /"(?:credentialData|secretData|createdTimestamp|federatedIdentities|realm)"/ },
  { format: 'firebase', pattern: /"(?:localId|providerUserInfo)"/ },
  { format: 'colonnade', pattern: /\b(?:raw_app_meta_data|raw_user_meta_data|encrypted_password|instance_id)\b/ },
  { format: 'auth0', pattern: /"user_id"\s*:\s*"[\w-]+\|/ },
  { format: 'auth0', pattern: /"(?:passwordHash|_id)"[^]*"(?:connection|tenant)"/ },
]

/** Guesses the system of a file from its first characters; `plain` if unknown. */
export async function guessFormat(head: string): Promise<UserFormatKey> {
  const found = signs.find(({ pattern }) => pattern.test(head))
  if (found !== undefined) return found.format
  if (guessKind(head) === 'csv' && isFirebaseCsv(await firstRows(head))) return 'firebase'
  return 'plain'
}

/** Returns the complete rows at the start of a file. */
export async function firstRows(head: string, delimiter = guessDelimiter(head)): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = []
  const whole = head.slice(0, Math.max(head.lastIndexOf('\n') + 1, head.indexOf('\n') < 0 ? head.length : 0))
  try {
    for await (const some of readCsvRows(chunkOf(whole), delimiter)) rows.push(...some)
  } catch {
    // the head ends inside a quoted value
  }
  return rows
}

async function* chunkOf(text: string): AsyncGenerator<string> {
  yield text
}

/** Returns true for a Firebase CSV: no header, more than twenty columns, starting with id, address and a boolean. */
function isFirebaseCsv([first]: readonly CsvRow[]): boolean {
  return first !== undefined && first.fields.length >= 24 && /^[\w-]{1,128}$/.test(first.fields[0]!) && /^(?:true|false)?$/i.test(first.fields[2]!)
}
