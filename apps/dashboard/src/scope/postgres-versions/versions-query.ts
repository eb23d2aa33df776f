import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../data-client.ts'
import { keyOf } from '../keys/keys.ts'

/** What projects can run on; it changes with the program alone. */
export const postgresVersionsQuery = queryOptions({
  queryKey: keyOf('/platform/postgres-versions'),
  queryFn: ({ signal }) => dataApi.postgresVersions.list({ signal }),
  staleTime: Infinity,
})
