import { listHookFunctions } from '@colonnade/pg-meta/auth-hooks'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { fetchRows } from '../../../scope/fetch-rows.ts'
import { keyOf, sqlKey } from '../../../scope/keys/keys.ts'

/** The functions of a project that can be hooks. Asking wakes it. */
export const hookFunctionsQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'hook-functions'),
    queryFn: ({ signal }) => fetchRows(ref, listHookFunctions(), signal),
    staleTime: 10_000,
  })

/** The latest calls of all hooks. */
export const hookCallsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/auth/{ref}/hook-calls', { ref }),
    queryFn: ({ signal }) => dataApi.authHookCalls.list({ params: { ref }, signal }),
  })
