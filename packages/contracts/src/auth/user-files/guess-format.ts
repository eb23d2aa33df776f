import { guessDelimiter, type CsvRow, readCsvRows } from './csv-rows.ts'
import type { UserFormatKey } from './formats.ts'

export type FileKind = 'csv' | 'ndjson' | 'json'

/** What the first characters of a file say of its form. */
export function guessKind(head: string): FileKind {
  const text = head.trimStart()
  if (text.startsWith('[')) return 'json'
  if (!text.startsWith('{')) return 'csv'
  // an object that is whole on the first line is one of many; one that goes on is the whole file
  const line = text.split('\n', 1)[0]!.trim()
  try {
    const value = JSON.parse(line) as object
    return Array.isArray((value as { users?: unknown }).users) ? 'json' : 'ndjson'
  } catch {
    return 'json'
  }
}

/** Words that only the files of one system have, the most telling first. */
const signs: readonly { readonly format: UserFormatKey; readonly pattern: RegExp }[] = [
  { format: 'keycloak', pattern: /"(?:credentialData|secretData|createdTimestamp|federatedIdentities|realm)"/ },
  { format: 'firebase', pattern: /"(?:localId|providerUserInfo)"/ },
  { format: 'colonnade', pattern: /\b(?:raw_app_meta_data|raw_user_meta_data|encrypted_password|instance_id)\b/ },
  { format: 'auth0', pattern: /"user_id"\s*:\s*"[\w-]+\|/ },
  { format: 'auth0', pattern: /"(?:passwordHash|_id)"[^]*"(?:connection|tenant)"/ },
]

/** Which system a file comes from, by its first characters: `plain` where nothing tells. */
export async function guessFormat(head: string): Promise<UserFormatKey> {
  const found = signs.find(({ pattern }) => pattern.test(head))
  if (found !== undefined) return found.format
  if (guessKind(head) === 'csv' && isFirebaseCsv(await firstRows(head))) return 'firebase'
  return 'plain'
}

/** The first rows that are whole. */
export async function firstRows(head: string, delimiter = guessDelimiter(head)): Promise<readonly CsvRow[]> {
  const rows: CsvRow[] = []
  const whole = head.slice(0, Math.max(head.lastIndexOf('\n') + 1, head.indexOf('\n') < 0 ? head.length : 0))
  try {
    for await (const some of readCsvRows(chunkOf(whole), delimiter)) rows.push(...some)
  } catch {
    // a row that the head cuts off within quotes
  }
  return rows
}

async function* chunkOf(text: string): AsyncGenerator<string> {
  yield text
}

/** It has no header: an id, an address, then true or false, in more than twenty columns. */
function isFirebaseCsv([first]: readonly CsvRow[]): boolean {
  return first !== undefined && first.fields.length >= 24 && /^[\w-]{1,128}$/.test(first.fields[0]!) && /^(?:true|false)?$/i.test(first.fields[2]!)
}
