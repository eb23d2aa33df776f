import type { Database } from '@colonnade/pg'
import { type Fragment, join, sql } from '@colonnade/sql'
import { listedColumns, type ListedUser, nameKey } from './listed-user.ts'
import { conditionOf, rangeOf, type UserFilter } from './user-filter.ts'

/** Fields to search, in the order of their results. */
const kinds = ['id', 'email', 'phone', 'name'] as const
type Kind = (typeof kinds)[number]

/** A place among the users that were found: the last one's kind, key and id. */
export interface PrefixPlace {
  readonly kind: Kind
  readonly key: string
  readonly id: string
}

export interface PrefixSearch {
  readonly text: string
  readonly filter: UserFilter
  readonly after: PrefixPlace | null
  readonly limit: number
}

const keys = { email: sql`lower(u.email)`, phone: sql`u.phone`, name: nameKey } as const satisfies Record<Exclude<Kind, 'id'>, Fragment>
/** Predicates of the partial indexes. */
const isThere = { email: sql`u.email is not null`, phone: sql`u.phone is not null`, name: sql`${nameKey} is not null` } as const

/**
 * Users whose id, address, number or name begins with a text, each from its index: how many others there are doesn't matter.
 * They come by kind, and within one in the order of what was compared.
 */
export async function findByPrefix(
  database: Database,
  { text, filter, after, limit }: PrefixSearch,
): Promise<{ readonly items: readonly ListedUser[]; readonly next: PrefixPlace | null }> {
  const prefixes = prefixesOf(text)
  const begun = after === null ? 0 : kinds.indexOf(after.kind)
  const items: ListedUser[] = []
  const places: PrefixPlace[] = []
  for (const kind of kinds.slice(begun)) {
    const prefix = prefixes[kind]
    if (prefix === null) continue
    const earlier = kinds
      .slice(0, kinds.indexOf(kind))
      .flatMap((each) => (prefixes[each] === null ? [] : [sql`and not ${matches(each, prefixes[each])}`]))
    const others = earlier.reduce((all, each) => sql`${all} ${each}`, sql``)
    const rest = after?.kind === kind ? sql`and ${beyond(after)}` : sql``
    const key = kind === 'id' ? sql`u.id::text` : keys[kind]
    const order = kind === 'id' ? sql`u.id` : sql`${keys[kind]} using ~<~, u.id`
    const rows = await database.rows<{ user: ListedUser; key: string }>(sql`
      select ${listedColumns} as "user", ${key} as key from auth.users u
      where ${matches(kind, prefix)} ${others} ${rest} and ${conditionOf(filter)} and ${rangeOf(filter)}
      order by ${order} limit ${limit - items.length + 1}`)
    items.push(...rows.map(({ user }) => user))
    places.push(...rows.map((row): PrefixPlace => ({ kind, key: row.key, id: row.user.id })))
    if (items.length > limit) return { items: items.slice(0, limit), next: places[limit - 1]! }
  }
  return { items, next: null }
}

/** Users who have something that begins with a text. */
export function beginningWith(text: string): Fragment {
  const prefixes = prefixesOf(text)
  const found = kinds.flatMap((kind) => (prefixes[kind] === null ? [] : [matches(kind, prefixes[kind])]))
  return sql`(${join(found, sql` or `)})`
}

/** The text as each kind is compared with it; null where nothing of the kind can begin so. */
function prefixesOf(text: string): Record<Kind, string | null> {
  const hex = text.toLowerCase().replaceAll('-', '')
  const digits = text.replaceAll(/[\s()+.-]/g, '')
  return {
    id: /^[\da-f]{1,32}$/.test(hex) ? hex : null,
    email: text.toLowerCase(),
    phone: /^\d{1,15}$/.test(digits) ? digits : null,
    name: text.toLowerCase(),
  }
}

function matches(kind: Kind, prefix: string): Fragment {
  if (kind === 'id') return sql`u.id between ${prefix.padEnd(32, '0')}::uuid and ${prefix.padEnd(32, 'f')}::uuid`
  // strings with a prefix sort between it and the prefix followed by the last of all characters
  return sql`(${isThere[kind]} and ${keys[kind]} ~>=~ ${prefix} and ${keys[kind]} ~<~ ${`${prefix}\u{10ffff}`})`
}

function beyond({ kind, key, id }: PrefixPlace): Fragment {
  if (kind === 'id') return sql`u.id > ${id}::uuid`
  return sql`${keys[kind]} ~>=~ ${key} and (${keys[kind]} <> ${key} or u.id > ${id}::uuid)`
}
