import { type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'

/** A setting's value; a list such as search_path can also be a string in the form Postgres shows: `"$user", public`. */
export const SettingValue = z.union([z.string(), z.number(), z.boolean(), z.array(z.string()).min(1)])
export type SettingValue = z.infer<typeof SettingValue>

/** `search_path = 'a', 'b'`; the name may have dots: `pgrst.db_schemas`. */
export function settingAssignment(name: string, value: SettingValue): Fragment {
  return sql`${settingName(name)} = ${join(entriesOf(name, value).map((entry) => literal(entry)))}`
}

export function settingName(name: string): Fragment {
  return ident(...name.split('.'))
}

/**
 * Settings that are lists of names, each quoted by Postgres (GUC_LIST_QUOTE in guc_tables.c of Postgres 14 to 18). A string would become a
 * single name; every other setting accepts a string as it is.
 */
const nameLists: ReadonlySet<string> = new Set([
  'local_preload_libraries',
  'search_path',
  'session_preload_libraries',
  'shared_preload_libraries',
  'temp_tablespaces',
  'unix_socket_directories',
])

function entriesOf(name: string, value: SettingValue): readonly string[] {
  if (Array.isArray(value)) return value
  const text = String(value)
  return (nameLists.has(name.toLowerCase()) ? namesIn(text) : undefined) ?? [text]
}

const listEntry = /[ \t\n\r\f\v]*(?:"((?:[^"]|"")*)"|([^",\s][^,\s]*))[ \t\n\r\f\v]*(,|$)/y

/** The names of `"A b", c`; undefined if it isn't such a list, but a single name. */
function namesIn(text: string): string[] | undefined {
  const names: string[] = []
  listEntry.lastIndex = 0
  for (;;) {
    const [, quoted, bare, separator] = listEntry.exec(text) ?? []
    if (separator === undefined) return undefined
    names.push(quoted?.replaceAll('""', '"') ?? bare!)
    if (separator === '') return names
  }
}
