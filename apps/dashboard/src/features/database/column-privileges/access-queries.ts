import { retrieveColumnAccess } from '@colonnade/pg-meta/column-access'
import { queryOptions } from '@tanstack/react-query'
import { fetchRow } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'

/** Lists the privileges on a relation and its columns; null if it no longer exists. */
export const columnAccessQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'column-access', id),
    queryFn: async ({ signal }) => (await fetchRow(ref, retrieveColumnAccess({ id }), signal)) ?? null,
    staleTime: 10_000,
  })
