import type { Replica } from '@colonnade/contracts/copies/replicas'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { dataApi } from '../../scope/data-client.ts'
import { databasesQuery } from '../../scope/database-source/database-queries.ts'
import { type Followed, useFollowed } from '../../scope/followed/use-followed.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { projectQuery } from '../../scope/queries.ts'
import { lagEveryMs } from './limits.ts'

export const replicasQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/replicas', { ref }),
    queryFn: ({ signal }) => dataApi.replicas.list({ params: { ref }, signal }),
  })

/** The lag of each replica, refreshed while the page is open. */
export const lagQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/replicas/lag', { ref }),
    queryFn: ({ signal }) => dataApi.replicas.lag({ params: { ref }, signal }),
    refetchInterval: lagEveryMs,
  })

/** Follows the replicas while the page is open. */
export function useLiveReplicas(ref: string): Followed<Replica[]> {
  const queryClient = useQueryClient()
  const told = useRef('')
  return useFollowed(
    replicasQuery(ref),
    (signal) => dataApi.replicas.events({ params: { ref }, signal }),
    (now) => {
      const statuses = JSON.stringify(now.map(({ identifier, status }) => [identifier, status]))
      // these events also report each step of a promotion
      void queryClient.invalidateQueries({ queryKey: keyOf('/platform/projects/{ref}/replicas/promotions', { ref }) })
      void queryClient.invalidateQueries({ queryKey: projectQuery(ref).queryKey })
      // the list of database sources depends on the statuses
      if (told.current !== '' && statuses !== told.current) void queryClient.invalidateQueries({ queryKey: databasesQuery(ref).queryKey })
      told.current = statuses
    },
  )
}
