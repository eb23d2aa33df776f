import { type Fragment, literal, sql } from '@colonnade/sql'

/** Reason for a statement to fail on purpose, which undoes what it wrote: not exactly one row, too many rows, or a PUT with another key. */
export type Mark = 'rows' | 'affected' | 'put'

const prefix = 'colonnade.rest.'

/** Writes a bigint expression that raises 22P02 with the mark and a number in its message. */
export function whenFailed(mark: Mark, count: Fragment): Fragment {
  return sql`(${literal(`${prefix}${mark}=`)} || ${count})::bigint`
}

/** Finds a mark in a message, whatever language the rest of it is in. */
export function markIn(message: string): { readonly mark: Mark; readonly count: string } | null {
  const start = message.indexOf(prefix)
  if (start === -1) return null
  const equals = message.indexOf('=', start)
  const mark = message.slice(start + prefix.length, equals)
  if (mark !== 'rows' && mark !== 'affected' && mark !== 'put') return null
  return { mark, count: /^\d+/.exec(message.slice(equals + 1))?.[0] ?? '' }
}
