import type { Replica } from '@colonnade/contracts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIsVisible } from '../../lib/use-is-visible.ts'
import { dataApi } from '../../scope/data-client.ts'
import { databasesQuery } from '../../scope/database-source/database-queries.ts'
import { lagEveryMs } from './limits.ts'

export const replicasQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'replicas'],
    queryFn: ({ signal }) => dataApi.replicas.list({ params: { ref }, signal }),
  })

/** How far each replica is behind, asked again and again while it is looked at. */
export const lagQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'replica-lag'],
    queryFn: ({ signal }) => dataApi.replicas.lag({ params: { ref }, signal }),
    refetchInterval: lagEveryMs,
  })

/** Keeps `replicasQuery` as it is on the server while the page is looked at. Returns why it can not. */
export function useLiveReplicas(ref: string): Error | null {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  const [error, setError] = useState<Error | null>(null)
  useEffect(() => {
    if (!isVisible) return
    const controller = new AbortController()
    let told = ''
    const onReplicas = (replicas: Replica[]) => {
      setError(null)
      queryClient.setQueryData(replicasQuery(ref).queryKey, replicas)
      const statuses = statusesOf(replicas)
      // what can be asked is listed elsewhere, too
      if (told !== '' && statuses !== told) void queryClient.invalidateQueries({ queryKey: databasesQuery(ref).queryKey })
      told = statuses
    }
    watchReplicas(ref, controller.signal, onReplicas).catch((thrown: unknown) => {
      if (!controller.signal.aborted) setError(thrown instanceof Error ? thrown : new Error(String(thrown)))
    })
    return () => controller.abort()
  }, [ref, isVisible, queryClient])
  return error
}

/** Tells how all replicas are, now and at each change, until the signal aborts. Rejects when the stream can't be opened. */
async function watchReplicas(ref: string, signal: AbortSignal, onReplicas: (replicas: Replica[]) => void): Promise<void> {
  for await (const replicas of dataApi.replicas.events({ params: { ref }, signal })) onReplicas(replicas)
}

function statusesOf(replicas: readonly Replica[]): string {
  return JSON.stringify(replicas.map(({ identifier, status }) => [identifier, status]))
}
