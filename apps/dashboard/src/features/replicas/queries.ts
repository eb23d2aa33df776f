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

/** How far each replica is behind, asked again and again while it is looked at. */
export const lagQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/replicas/lag', { ref }),
    queryFn: ({ signal }) => dataApi.replicas.lag({ params: { ref }, signal }),
    refetchInterval: lagEveryMs,
  })

/** The replicas, kept as they are on the server while the page is looked at. */
export function useLiveReplicas(ref: string): Followed<Replica[]> {
  const queryClient = useQueryClient()
  const told = useRef('')
  return useFollowed(
    replicasQuery(ref),
    (signal) => dataApi.replicas.events({ params: { ref }, signal }),
    (now) => {
      const statuses = JSON.stringify(now.map(({ identifier, status }) => [identifier, status]))
      // each step of a promotion is told here, too
      void queryClient.invalidateQueries({ queryKey: keyOf('/platform/projects/{ref}/replicas/promotions', { ref }) })
      void queryClient.invalidateQueries({ queryKey: projectQuery(ref).queryKey })
      // what can be asked is listed elsewhere, too
      if (told.current !== '' && statuses !== told.current) void queryClient.invalidateQueries({ queryKey: databasesQuery(ref).queryKey })
      told.current = statuses
    },
  )
}
