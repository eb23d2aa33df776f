import { type Fragment, ident, sql } from '@colonnade/sql'

/** A timestamptz column as ISO 8601 in UTC with milliseconds, the form of all times on the wire: `isoTime('s', 'created_at')`. */
export function isoTime(...column: readonly string[]): Fragment {
  return sql`to_char(${ident(...column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}
