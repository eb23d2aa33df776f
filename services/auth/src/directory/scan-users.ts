import type { Clock } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import { type Fragment, sql } from '@colonnade/sql'
import type { ListedUser } from './listed-user.ts'
import { listedColumns } from './listed-user.ts'
import { conditionOf, rangeOf, type UserFilter } from './user-filter.ts'

/** Users that one statement looks through. */
const windowSize = 20_000

/** A place in the list: the newest come first. */
export interface Place {
  readonly created_at: string | null
  readonly id: string
}

export interface Scan {
  readonly filter: UserFilter
  /** Part of an address, a number or a name, in lowercase; null for all. */
  readonly part: string | null
  readonly after: Place | null
  readonly limit: number
  /** When it has to end, in milliseconds since the Unix epoch, with what it has found by then. */
  readonly deadlineMs: number
  readonly clock: Clock
}

export interface Scanned {
  readonly items: readonly ListedUser[]
  /** Where to go on; null at the end of the list. */
  readonly next: Place | null
  /** Time was up before the page was full. */
  readonly isCut: boolean
}

/**
 * Walks through users from the newest on and picks those that are asked for. It does so in windows of the index, so that whatever is asked
 * for, time is bounded, what was found until then is there, and the next call goes on where this one stopped.
 */
export async function scanUsers(database: Database, { filter, part, after, limit, deadlineMs, clock }: Scan): Promise<Scanned> {
  const condition = sql`${conditionOf(filter)} and ${part === null ? sql`true` : containing(part)}`
  const items: ListedUser[] = []
  let place = after
  for (;;) {
    const found = await database.first<{ items: ListedUser[]; last: Place | null; seen: number }>(sql`
      with seen as materialized (
        select u.created_at, u.id, ${condition} as is_wanted from auth.users u where ${rangeOf(filter)} and ${beyond(place)}
        order by u.created_at desc, u.id desc limit ${part === null && isPlain(filter) ? limit - items.length + 1 : windowSize}
      ), chosen as materialized (
        select created_at, id from seen where is_wanted order by created_at desc, id desc limit ${limit - items.length + 1}
      )
      select
        (select coalesce(jsonb_agg(${listedColumns} order by chosen.created_at desc, chosen.id desc), '[]') from chosen join auth.users u using (id)) as items,
        (select jsonb_build_object('created_at', created_at, 'id', id) from seen order by created_at, id limit 1) as last,
        (select count(*)::int from seen) as seen`)
    const { items: chosen, last, seen } = found!
    items.push(...chosen)
    if (items.length > limit) {
      const page = items.slice(0, limit)
      return { items: page, next: placeOf(page.at(-1)!), isCut: false }
    }
    const isEnd = part === null && isPlain(filter) ? seen <= limit : seen < windowSize
    if (isEnd || last === null) return { items, next: null, isCut: false }
    place = last
    if (clock.now() >= deadlineMs) return { items, next: place, isCut: true }
  }
}

const placeOf = ({ created_at, id }: ListedUser): Place => ({ created_at, id })

/** Returns true if the filter matches nearly every user, so that a page's worth of rows is enough. */
export const isPlain = ({ state, provider }: UserFilter): boolean => state === undefined && provider === undefined

/** Users without a creation time, which seeds may have, come first. */
export function beyond(place: Place | null): Fragment {
  if (place === null) return sql`true`
  if (place.created_at === null) return sql`(u.created_at is not null or u.id < ${place.id}::uuid)`
  return sql`(u.created_at, u.id) < (${place.created_at}::timestamptz, ${place.id}::uuid)`
}

/** Users who have a text, in lower case, somewhere. */
export function containing(part: string): Fragment {
  const pattern = `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
  return sql`(lower(u.email) like ${pattern} or u.phone like ${pattern} or lower(coalesce(u.raw_user_meta_data ->> 'name', '')) like ${pattern}
    or lower(coalesce(u.raw_user_meta_data ->> 'full_name', '')) like ${pattern} or u.id::text like ${pattern})`
}
