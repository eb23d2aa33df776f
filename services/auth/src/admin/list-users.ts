import type { Database } from '@colonnade/pg'
import { type Fragment, ident, keyword, sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { userJson } from '../users/user-json.ts'
import { userColumns, type UserRow } from '../users/user.ts'

const perPageDefault = 50
const perPageMost = 1_000
/** Above this number the reply has the planner's estimate in place of a count. */
const exactMost = 50_000

const sortable = ['created_at', 'updated_at', 'last_sign_in_at', 'email', 'phone', 'id']

/** A page of users, the newest first unless told otherwise. `Link` begins with `page`, as the client reads it. */
export async function listUsers(call: AuthCall): Promise<AuthReply> {
  const { query, publicUrl } = call.request
  const page = numberOf(query.get('page'), 1, 1, 10_000_000)
  const perPage = numberOf(query.get('per_page'), perPageDefault, 1, perPageMost)
  const filter = query.get('filter') ?? ''
  const condition = conditionOf(filter)
  const database = await call.database()
  const total = await countUsers(database, condition, filter !== '')
  // the rows of the page first, and only then what hangs on them
  const users = await database.rows<{ user: UserRow }>(sql`
    with chosen as materialized (
      select u.id, row_number() over () as place from (
        select u.id from auth.users u where ${condition} order by ${orderOf(query.get('sort') ?? '')} limit ${perPage} offset ${(page - 1) * perPage}
      ) u
    )
    select ${userColumns} from chosen join auth.users u using (id) order by chosen.place`)
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string): string => `<${publicUrl}/admin/users?page=${number}&per_page=${perPage}>; rel="${rel}"`
  const links = [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')]
  return {
    headers: { 'x-total-count': String(total), link: links.join(', ') },
    json: { users: users.map(({ user }) => userJson(user)), aud: 'authenticated' },
  }
}

/** By part of an address or a name, whatever its case. */
function conditionOf(filter: string): Fragment {
  if (filter === '') return sql`u.deleted_at is null`
  if (filter.length > 200) throw new AuthError('validation_failed', 'filter: use at most 200 characters')
  const pattern = `%${filter.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql`u.deleted_at is null and (u.email ilike ${pattern} or u.phone like ${pattern} or u.raw_user_meta_data ->> 'full_name' ilike ${pattern})`
}

function orderOf(sort: string): Fragment {
  const [name = '', direction = 'asc'] = (sort === '' ? 'created_at desc' : sort).trim().split(/\s+/)
  if (!sortable.includes(name) || !['asc', 'desc'].includes(direction.toLowerCase())) {
    throw new AuthError('validation_failed', `sort: use one of ${sortable.join(', ')}, followed by asc or desc`)
  }
  return sql`u.${ident(name)} ${keyword(direction, ['asc', 'desc'])} nulls last, u.id`
}

/** Exactly where that is quick, else as the planner estimates: counting a million users takes longer than showing fifty. */
async function countUsers(database: Database, condition: Fragment, isFiltered: boolean): Promise<number> {
  const known = await database.first<{ estimate: number }>(
    sql`select reltuples::bigint as estimate from pg_catalog.pg_class where oid = 'auth.users'::regclass`,
  )
  if (!isFiltered && known !== undefined && known.estimate > exactMost) return known.estimate
  const counted = await database.first<{ count: number }>(
    sql`select count(*) as count from (select from auth.users u where ${condition} limit ${exactMost}) u`,
  )
  return counted?.count ?? 0
}

function numberOf(text: string | null, fallback: number, least: number, most: number): number {
  if (text === null || text === '') return fallback
  const number = Number(text)
  if (!Number.isInteger(number) || number < least) throw new AuthError('validation_failed', `Bad Pagination Parameters: ${text.slice(0, 20)}`)
  return Math.min(number, most)
}
