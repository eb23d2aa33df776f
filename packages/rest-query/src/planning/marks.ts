import { type Fragment, literal, sql } from '@colonnade/sql'

/** Why a statement fails on purpose, so that what it wrote is undone: replies that aren't one row, too many rows, and PUT with another key. */
export type Mark = 'rows' | 'affected' | 'put'

const prefix = 'colonnade.rest.'

/** An expression of type bigint that raises 22P02, with the mark and a number in the message. */
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
