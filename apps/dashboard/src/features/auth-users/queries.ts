import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import type { UsersSearch } from './search.ts'

const pageSize = 50

/** What narrows a list of users, as calls take it. */
export function listQueryOf({ q, match, state, provider, from, before }: UsersSearch) {
  return {
    ...(q !== undefined && { search: q, match: match ?? ('prefix' as const) }),
    ...(state && { state }),
    ...(provider !== undefined && { provider }),
    ...(from !== undefined && { created_from: from }),
    ...(before !== undefined && { created_before: before }),
  }
}

/** Users of a project as the address asks for them. Asking wakes the project. */
export const usersQuery = (ref: string, search: UsersSearch) => {
  const query = { limit: pageSize, ...listQueryOf(search) }
  return infiniteQueryOptions({
    queryKey: keyOf('/platform/auth/{ref}/users', { ref }, query),
    queryFn: ({ signal, pageParam }) =>
      dataApi.authUsers.list({ params: { ref }, query: { ...query, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_after: after }) => after,
  })
}

export const userLogQuery = (ref: string, id: string) =>
  queryOptions({
    queryKey: keyOf('/platform/auth/{ref}/users/{id}/log', { ref, id }),
    queryFn: async ({ signal }) => (await dataApi.authUsers.log({ params: { ref, id }, signal })).items,
  })
