import { literal, sql, toText } from '@colonnade/sql'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../data-client.ts'
import { sqlKey } from '../keys/keys.ts'
import { useIsAllowed } from '../permissions.ts'
import { runSql } from '../run-sql.ts'
import { useProject } from '../use-project.ts'
import { tokenUserOf, type TokenUser } from './claims.ts'

/** Users that a search gives. */
const maxUsers = 20
/** From this length on a search that no user's data begins with looks inside it too. */
const insideLengthMin = 3
/** Users that are offered again. */
const recentMost = 5

/** A user to be, as a search found them. */
export interface FoundUser {
  readonly id: string
  readonly email: string | null
  readonly phone: string | null
  readonly name: string | null
  /** All that a token says of them, where the database was asked; null where the auth service makes the claims. */
  readonly row: TokenUser | null
}

/** Who finds users: the auth service of the project, or its database where there is no such service, or the person may not ask it. */
export type UserSource = 'service' | 'database'

export function useUserSource(ref: string): UserSource {
  const { capabilities } = useProject(ref)
  const isAllowed = useIsAllowed(ref)
  return capabilities.includes('machine') && isAllowed('project_auth:all') ? 'service' : 'database'
}

/** Users of the project by email, phone, name or id; the newest while nothing is searched for. */
export const foundUsersQuery = (ref: string, search: string, source: UserSource) =>
  queryOptions({
    queryKey: sqlKey(ref, 'token-users', source, search),
    queryFn: ({ signal }) => (source === 'service' ? askService(ref, search.trim(), signal) : askDatabase(ref, search.trim(), signal)),
    staleTime: 10_000,
  })

async function askService(ref: string, search: string, signal: AbortSignal): Promise<readonly FoundUser[]> {
  const list = (match: 'prefix' | 'contains') =>
    dataApi.authUsers.list({ params: { ref }, query: { limit: maxUsers, ...(search !== '' && { search, match }) }, signal })
  const { items } = await list('prefix')
  const found = items.length > 0 || search.length < insideLengthMin ? items : (await list('contains')).items
  return found.map(({ id, email, phone, name }) => ({ id, email, phone, name, row: null }))
}

async function askDatabase(ref: string, search: string, signal: AbortSignal): Promise<readonly FoundUser[]> {
  const pattern = literal(`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)
  const query = toText(sql`select u.user::text from (select pg_catalog.to_jsonb(u) as user from auth.users u) u
where u.user ->> 'email' ~~* ${pattern} or u.user ->> 'phone' ~~ ${pattern} or u.user ->> 'id' ~~ ${pattern} limit ${maxUsers};`)
  const { results } = await runSql(ref, { query, read_only: true, signal })
  return (results[0]?.rows ?? []).map(([text]) => {
    const row = tokenUserOf(JSON.parse(text ?? 'null'))
    return { id: row.id, email: row.email, phone: row.phone, name: null, row }
  })
}

/** By project, the latest first; only for as long as the page is open, like the roles themselves. */
const recent = new Map<string, readonly FoundUser[]>()

export function noteRecentUser(ref: string, user: FoundUser): void {
  recent.set(ref, [user, ...recentUsers(ref).filter(({ id }) => id !== user.id)].slice(0, recentMost))
}

export const recentUsers = (ref: string): readonly FoundUser[] => recent.get(ref) ?? []

/** What a user is called where there is room for one text. */
export const nameOfUser = ({ email, phone, name, id }: Pick<FoundUser, 'email' | 'phone' | 'id'> & { readonly name?: string | null }): string =>
  email ?? phone ?? name ?? id
