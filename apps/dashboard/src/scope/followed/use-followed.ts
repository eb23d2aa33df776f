import { useQuery, useQueryClient, type QueryKey, type UseQueryOptions } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useIsVisible } from '../../lib/use-is-visible.ts'

export interface Followed<Data> {
  readonly data: Data | undefined
  /** Why the data isn't available or up to date. */
  readonly error: Error | null
  readonly retry: () => void
}

/**
 * Queries data and keeps it up to date while the page is visible. `watch` yields the current data and every change until the signal aborts;
 * the query key identifies what is watched.
 */
export function useFollowed<Data, Key extends QueryKey>(
  query: UseQueryOptions<Data, Error, Data, Key> & { readonly queryKey: Key },
  watch: (signal: AbortSignal) => AsyncIterable<Data>,
  onChange?: (now: Data, before: Data | undefined) => void,
): Followed<Data> {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  const { data, error, refetch } = useQuery(query)
  /** The stream is working, so an error of the query is outdated. */
  const [isFollowing, setIsFollowing] = useState(false)
  const [lost, setLost] = useState<{ readonly attempt: number; readonly error: Error } | null>(null)
  const [attempt, setAttempt] = useState(0)
  const open = useEffectEvent(watch)
  const update = useEffectEvent(async (queryKey: QueryKey, now: Data) => {
    // a pending response is older than this
    await queryClient.cancelQueries({ queryKey, exact: true })
    const before = queryClient.getQueryData<Data>(queryKey)
    queryClient.setQueryData(queryKey, now)
    onChange?.(now, before)
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
        await update(queryKey, now)
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
  // an error belongs to the attempt it ended; the next attempt reopens the stream
  const failure = lost?.attempt === attempt ? lost.error : null
  return {
    data,
    error: failure ?? (isFollowing ? null : error),
    retry: () => {
      void refetch()
      // a stream that couldn't be opened doesn't retry automatically
      if (failure !== null) setAttempt(attempt + 1)
    },
  }
}
