import { type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import { tokensOf } from '../catalog/authored.ts'

/**
 * Settings whose value is a list of names, each quoted for itself (GUC_LIST_QUOTE in Postgres' src/backend/utils/misc/guc_tables.c);
 * any other value is one text.
 */
const listSettings: ReadonlySet<string> = new Set([
  'local_preload_libraries',
  'search_path',
  'session_preload_libraries',
  'shared_preload_libraries',
  'temp_tablespaces',
  'unix_socket_directories',
])

/** Returns the name as SQL: `search_path`, or with a dot for settings of extensions and custom ones, `app.tenant`. */
export function settingName(name: string): Fragment {
  return ident(...name.split('.'))
}

/**
 * `set name to value`. A value is what a person would write ('8MB' with its quotes, "$user", public) or what a row holds (8MB);
 * FROM CURRENT takes the session's, and "" is an empty text.
 */
export function settingClause(name: string, value: string): Fragment {
  const written = value.trim()
  if (/^from\s+current$/i.test(written)) return sql`set ${settingName(name)} from current`
  return sql`set ${settingName(name)} to ${written === '""' ? literal('') : valueOf(name, written)}`
}

function valueOf(name: string, written: string): Fragment {
  if (!listSettings.has(name.toLowerCase()) || written === '') return literal(unquoted(written, "'"))
  const items: string[] = []
  let start = 0
  for (const token of tokensOf(written)) {
    if (token.text !== ',' || token.depth > 0) continue
    items.push(written.slice(start, token.start))
    start = token.start + 1
  }
  items.push(written.slice(start))
  return join(items.map((item) => literal(nameOf(item.trim()))))
}

function nameOf(item: string): string {
  if (/^e?'/i.test(item)) return unquoted(item, "'")
  return item.startsWith('"') ? unquoted(item, '"') : item.toLowerCase()
}

/** What a quoted text or name says; anything else says itself. */
function unquoted(text: string, quote: string): string {
  if (/^e'(?:[^'\\]|''|\\[\\'ntr])*'$/is.test(text)) {
    return text.slice(2, -1).replaceAll(/''|\\(.)/g, (_, character: string | undefined) => escapes[character ?? "'"] ?? character ?? "'")
  }
  const inner = text.slice(1, -1)
  const isQuoted = text.length > 1 && text.startsWith(quote) && text.endsWith(quote) && !inner.replaceAll(quote + quote, '').includes(quote)
  return isQuoted ? inner.replaceAll(quote + quote, quote) : text
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }
