import { infiniteQueryOptions, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useIsVisible } from '../../lib/use-is-visible.ts'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

const newsPollMs = 2_000

export interface MailFilter {
  readonly search?: string | undefined
  readonly user_id?: string | undefined
  readonly kind?: string | undefined
  readonly state?: 'waiting' | 'sent' | 'kept' | 'failed' | undefined
}

/** Mails to users of a project, newest first. Asking wakes the project. */
export const mailsQuery = (ref: string, filter: MailFilter) =>
  infiniteQueryOptions({
    queryKey: keyOf('/platform/auth/{ref}/mails', { ref }, filter),
    queryFn: ({ signal, pageParam }) =>
      dataApi.authMails.list({ params: { ref }, query: { ...filter, ...(pageParam !== null && { after: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_after: after }) => after,
  })

/** One mail. Reading it is recorded, so it is read once. */
export const mailQuery = (ref: string, id: string) =>
  queryOptions({
    queryKey: keyOf('/platform/auth/{ref}/mails/{id}', { ref, id }),
    queryFn: ({ signal }) => dataApi.authMails.retrieve({ params: { ref, id }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    // there are codes in it
    gcTime: 0,
  })

const newsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/auth/{ref}/mails/news', { ref }),
    queryFn: async ({ signal }) => (await dataApi.authMails.news({ params: { ref }, signal })).mark,
  })

/** Has the lists of mails asked for again when one is written or sent. Until then nobody asks the project, which can fall asleep. */
export function useMailNews(ref: string): void {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  const { data: mark } = useQuery({ ...newsQuery(ref), refetchInterval: isVisible && newsPollMs })
  const seen = useRef(mark)
  useEffect(() => {
    if (mark === undefined || mark === seen.current) return
    const isFirst = seen.current === undefined
    seen.current = mark
    if (isFirst) return
    void queryClient.invalidateQueries({
      queryKey: keyOf('/platform/auth/{ref}/mails', { ref }),
      // lists have their filter there; mails that are open and the news have a text
      predicate: ({ queryKey }) => typeof queryKey[3] === 'object',
    })
  }, [queryClient, ref, mark])
}
