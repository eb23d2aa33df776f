import { retrieveGrants, tableGrantTypes } from '@colonnade/pg-meta/grants'
import { queryOptions } from '@tanstack/react-query'
import { fetchRow } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'

/** The privileges on a relation; null when it is gone. */
export const grantsQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'grants', id),
    queryFn: async ({ signal }) => {
      const found = await fetchRow(ref, retrieveGrants({ id }), signal)
      // the order in which people know them
      return found === undefined ? null : { ...found, types: tableGrantTypes.filter((type) => found.types.includes(type)) }
    },
    staleTime: 10_000,
  })
