import { retrieveGrants } from '@colonnade/pg-meta/grants'
import { queryOptions } from '@tanstack/react-query'
import { fetchRow } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'

/** The privileges on a relation; null when it is gone. */
export const grantsQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'grants', id),
    queryFn: async ({ signal }) => (await fetchRow(ref, retrieveGrants({ id }), signal)) ?? null,
    staleTime: 10_000,
  })
