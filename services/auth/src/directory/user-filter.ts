import { type Fragment, sql } from '@colonnade/sql'
import { z } from 'zod'

/** Which users are asked for. */
export const userStates = ['verified', 'unverified', 'banned', 'anonymous', 'deleted'] as const

export const UserFilter = z.object({
  state: z.enum(userStates).optional(),
  provider: z.string().min(1).max(100).optional(),
  /** ISO 8601; from the first on, and before the second. */
  created_from: z.iso.datetime({ offset: true }).optional(),
  created_before: z.iso.datetime({ offset: true }).optional(),
})
export type UserFilter = z.output<typeof UserFilter>

const conditions: Readonly<Record<(typeof userStates)[number], Fragment>> = {
  verified: sql`u.confirmed_at is not null`,
  unverified: sql`u.confirmed_at is null and not u.is_anonymous`,
  banned: sql`u.banned_until > now()`,
  anonymous: sql`u.is_anonymous`,
  deleted: sql`u.deleted_at is not null`,
}

/** Returns the filter's condition for a query over `auth.users u`. */
export function conditionOf({ state, provider }: UserFilter): Fragment {
  return sql`${state === 'deleted' ? sql`true` : sql`u.deleted_at is null`} and ${state === undefined ? sql`true` : conditions[state]} and ${
    provider === undefined ? sql`true` : sql`exists (select from auth.identities i where i.user_id = u.id and i.provider = ${provider})`
  }`
}

/** Returns the part of the condition that an index can answer. */
export function rangeOf({ state, created_from: from, created_before: before }: UserFilter): Fragment {
  return sql`${state === 'banned' ? sql`u.banned_until is not null` : sql`true`}
    and ${from === undefined ? sql`true` : sql`u.created_at >= ${from}::timestamptz`} and ${
      before === undefined ? sql`true` : sql`u.created_at < ${before}::timestamptz`
    }`
}

export const isFiltered = (filter: UserFilter): boolean => Object.values(filter).some((value) => value !== undefined)
