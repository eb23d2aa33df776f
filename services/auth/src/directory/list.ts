import type { Database } from '@colonnade/pg'
import { sql, toText } from '@colonnade/sql'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { checked } from '../requests/fields.ts'
import { findByPrefix } from './find-by-prefix.ts'
import { scanUsers } from './scan-users.ts'
import { conditionOf, isFiltered, rangeOf, UserFilter } from './user-filter.ts'

/** Above this number the reply has the planner's estimate in place of a count. */
const exactMost = 50_000
/** Milliseconds after which a search through all users returns its results so far. */
const scanMostMs = 3_000

const Query = UserFilter.extend({
  search: z.string().max(200).optional(),
  /** `prefix` is answered from indexes; `contains` looks at every user. */
  match: z.enum(['prefix', 'contains']).default('prefix'),
  after: z.string().max(2_000).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(50),
})

const Place = z.object({ created_at: z.iso.datetime({ offset: true }).nullable(), id: z.uuid() })
const PrefixPlace = z.object({ kind: z.enum(['id', 'email', 'phone', 'name']), key: z.string(), id: z.uuid() })

/** A page of the users of a project for its members: by what their id, address, number or name begins with or contains, or the newest first. */
export async function listDirectory(call: AuthCall): Promise<AuthReply> {
  const { search: given = '', match, after, limit, ...filter } = checked(Query, Object.fromEntries(call.request.query))
  const search = given.trim()
  const database = await call.database()
  if (search !== '' && match === 'prefix') {
    const place = after === undefined ? null : cursorOf(PrefixPlace, after)
    const { items, next } = await findByPrefix(database, { text: search, filter, after: place, limit })
    return { json: { items, next_after: next && textOf(next), is_cut: false, total: null, is_estimate: false } }
  }
  const part = search === '' ? null : search.toLowerCase()
  const place = after === undefined ? null : cursorOf(Place, after)
  const deadlineMs = call.clock.now() + scanMostMs
  const { items, next, isCut } = await scanUsers(database, { filter, part, after: place, limit, deadlineMs, clock: call.clock })
  // a list that ends on its first page has been counted by showing it
  if (place === null && next === null) return { json: { items, next_after: null, is_cut: isCut, total: items.length, is_estimate: false } }
  const counted = part === null && place === null ? await count(database, filter) : { total: null, is_estimate: false }
  const total = counted.total === null ? null : Math.max(counted.total, items.length)
  return { json: { items, next_after: next && textOf(next), is_cut: isCut, total, is_estimate: counted.is_estimate } }
}

/** Exactly where that is quick, else as the planner estimates: counting a million users takes longer than showing fifty. */
async function count(database: Database, filter: UserFilter): Promise<{ readonly total: number; readonly is_estimate: boolean }> {
  const wanted = sql`from auth.users u where ${conditionOf(filter)} and ${rangeOf(filter)}`
  const known = await database.first<{ all: number }>(
    sql`select reltuples::bigint::float8 as "all" from pg_catalog.pg_class where oid = 'auth.users'::regclass`,
  )
  const all = known?.all ?? 0
  if (all <= exactMost) {
    const counted = await database.first<{ total: number }>(sql`select count(*)::int as total from (select ${wanted} limit ${exactMost + 1}) u`)
    const total = counted?.total ?? 0
    return { total: Math.min(total, exactMost), is_estimate: total > exactMost }
  }
  if (!isFiltered(filter)) return { total: all, is_estimate: true }
  // the statement is only planned; a plan takes no parameters
  const { rows } = await database.pool.query<{ 'QUERY PLAN': readonly { readonly Plan: { readonly 'Plan Rows': number } }[] }>(
    `explain (format json) ${toText(sql`select ${wanted}`)}`,
  )
  return { total: rows[0]!['QUERY PLAN'][0]!.Plan['Plan Rows'], is_estimate: true }
}

const textOf = (place: object): string => Buffer.from(JSON.stringify(place)).toString('base64url')

/** @throws AuthError `validation_failed` */
function cursorOf<P extends z.ZodType>(schema: P, text: string): z.output<P> {
  let value: unknown
  try {
    value = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch (error) {
    throw new AuthError('validation_failed', 'after: not a valid position in the list', { cause: error })
  }
  const place = schema.safeParse(value)
  if (!place.success) throw new AuthError('validation_failed', 'after: not a valid position in the list')
  return place.data
}
