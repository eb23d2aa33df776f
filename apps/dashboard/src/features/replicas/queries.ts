import type { Replica } from '@colonnade/contracts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
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

export interface LiveReplicas {
  readonly replicas: readonly Replica[] | undefined
  /** Why they are not known, or not followed. */
  readonly error: Error | null
  readonly retry: () => void
}

/** The replicas, kept as they are on the server while the page is looked at. */
export function useLiveReplicas(ref: string): LiveReplicas {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  const { data: replicas, error, refetch } = useQuery(replicasQuery(ref))
  /** The stream tells them: an answer to the list that failed is old news. */
  const [isFollowing, setIsFollowing] = useState(false)
  const [lost, setLost] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    if (!isVisible) return
    const controller = new AbortController()
    let told = ''
    const onReplicas = (now: Replica[]) => {
      setLost(null)
      setIsFollowing(true)
      queryClient.setQueryData(replicasQuery(ref).queryKey, now)
      const statuses = statusesOf(now)
      // what can be asked is listed elsewhere, too
      if (told !== '' && statuses !== told) void queryClient.invalidateQueries({ queryKey: databasesQuery(ref).queryKey })
      told = statuses
    }
    watchReplicas(ref, controller.signal, onReplicas).catch((thrown: unknown) => {
      if (!controller.signal.aborted) setLost(thrown instanceof Error ? thrown : new Error(String(thrown)))
    })
    return () => {
      controller.abort()
      setIsFollowing(false)
    }
    // each attempt opens the stream anew
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [ref, isVisible, queryClient, attempt])
  return {
    replicas,
    error: lost ?? (isFollowing ? null : error),
    retry: () => {
      void refetch()
      // a stream that could not be opened is not tried again by itself
      if (lost !== null) setAttempt((before) => before + 1)
    },
  }
}

/** Tells how all replicas are, now and at each change, until the signal aborts. Rejects when the stream can't be opened. */
async function watchReplicas(ref: string, signal: AbortSignal, onReplicas: (replicas: Replica[]) => void): Promise<void> {
  for await (const replicas of dataApi.replicas.events({ params: { ref }, signal })) onReplicas(replicas)
}

function statusesOf(replicas: readonly Replica[]): string {
  return JSON.stringify(replicas.map(({ identifier, status }) => [identifier, status]))
}
