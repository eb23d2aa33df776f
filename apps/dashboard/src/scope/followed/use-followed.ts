import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
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
  onTold?: (now: Data, before: Data | undefined) => void,
): Followed<Data> {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  const { data, error, refetch } = useQuery(query)
  /** The stream tells: an answer to the query that failed is old news. */
  const [isFollowing, setIsFollowing] = useState(false)
  const [lost, setLost] = useState<{ readonly attempt: number; readonly error: Error } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const open = useEffectEvent(watch)
  const tell = useEffectEvent(async (queryKey: QueryKey, now: Data) => {
    // an answer that is on its way is older than this
    await queryClient.cancelQueries({ queryKey, exact: true })
    const before = queryClient.getQueryData<Data>(queryKey)
    queryClient.setQueryData(queryKey, now)
    onTold?.(now, before)
  })
  const key = JSON.stringify(query.queryKey)
  useEffect(() => {
    if (!isVisible) return
    const queryKey = JSON.parse(key) as QueryKey
    const controller = new AbortController()
    const follow = async () => {
      for await (const now of open(controller.signal)) {
        setLost(null)
        setIsFollowing(true)
        await tell(queryKey, now)
      }
    }
    follow().catch((thrown: unknown) => {
      if (!controller.signal.aborted) setLost({ attempt, error: thrown instanceof Error ? thrown : new Error(String(thrown)) })
    })
    return () => {
      controller.abort()
      setIsFollowing(false)
    }
  }, [key, isVisible, attempt])
  // a failure is of the attempt that it ended: the next one opens the stream anew
  const failure = lost?.attempt === attempt ? lost.error : null
  return {
    data,
    error: failure ?? (isFollowing ? null : error),
    retry: () => {
      void refetch()
      // a stream that could not be opened is not tried again by itself
      if (failure !== null) setAttempt(attempt + 1)
    },
  }
}
