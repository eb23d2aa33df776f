import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useIsVisible } from '../../lib/use-is-visible.ts'

export interface Followed<Data> {
  readonly data: Data | undefined
  /** Why it is not known, or not followed. */
  readonly error: Error | null
  readonly retry: () => void
}

/**
 * What a query answers, kept as it is on the server while the page is looked at. `watch` tells it now and at each change, until the signal
 * aborts; the key of the query says what is watched.
 */
export function useFollowed<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key> & { readonly queryKey: Key },
  watch: (signal: AbortSignal) => AsyncIterable<Data>,
  onTold?: (now: Data) => void,
): Followed<Data> {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  const { data, error, refetch } = useQuery(query)
  /** The stream tells: an answer to the query that failed is old news. */
  const [isFollowing, setIsFollowing] = useState(false)
  const [lost, setLost] = useState<Error | null>(null)
  const [attempt, setAttempt] = useState(0)
  const queryKey: QueryKey = query.queryKey
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    if (!isVisible) return
    const controller = new AbortController()
    const follow = async () => {
      for await (const now of watch(controller.signal)) {
        setLost(null)
        setIsFollowing(true)
        // an answer that is on its way is older than this
        await queryClient.cancelQueries({ queryKey, exact: true })
        queryClient.setQueryData(queryKey, now)
        onTold?.(now)
      }
    }
    follow().catch((thrown: unknown) => {
      if (!controller.signal.aborted) setLost(thrown instanceof Error ? thrown : new Error(String(thrown)))
    })
    return () => {
      controller.abort()
      setIsFollowing(false)
    }
    // the key stands for what is asked and told; each attempt opens the stream anew
    // oxlint-disable-next-line react/exhaustive-effect-dependencies, react-hooks/exhaustive-deps
  }, [key, isVisible, queryClient, attempt])
  return {
    data,
    error: lost ?? (isFollowing ? null : error),
    retry: () => {
      void refetch()
      // a stream that could not be opened is not tried again by itself
      if (lost !== null) setAttempt((before) => before + 1)
    },
  }
}
