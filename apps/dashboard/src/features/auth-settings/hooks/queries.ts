import { listHookFunctions } from '@colonnade/pg-meta/auth-hooks'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'

/** The functions of a project that can be hooks. Asking wakes it. */
export const hookFunctionsQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'hook-functions'),
    queryFn: ({ signal }) => fetchRows(ref, listHookFunctions(), signal),
    staleTime: 10_000,
  })
