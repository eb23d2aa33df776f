import type { NotificationSummary } from '@colonnade/contracts/installation/notifications'
import { type QueryFilters, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useIsVisible } from '../../lib/use-is-visible.ts'
import { api } from '../../scope/client.ts'
import { burstMs } from './limits.ts'
import { notificationListsKey, notificationSummaryQuery } from './queries.ts'

/**
 * How much is unread, as it changes. A hidden tab does not listen: browsers allow few connections to one server over HTTP/1.1, which
 * all of a person's tabs share.
 */
export function useLiveSummary(): NotificationSummary | undefined {
  const queryClient = useQueryClient()
  const isVisible = useIsVisible()
  useEffect(() => {
    if (!isVisible) return
    const leaving = new AbortController()
    // while it can't be listened to, the number at the bell is what the last answer said
    listen(queryClient, leaving.signal).catch(() => {})
    return () => leaving.abort()
  }, [isVisible, queryClient])
  return useQuery(notificationSummaryQuery).data
}

/** The project that the page is of. */
const shownProject: QueryFilters = { type: 'active', predicate: ({ queryKey }) => queryKey[0] === 'projects' && queryKey.length === 2 }

/**
 * Keeps the summary that the server sends, and refreshes visible lists once per burst of changes. The news may be that the project on the page was
 * paused or deleted, so that project is read again.
 */
async function listen(queryClient: QueryClient, signal: AbortSignal): Promise<void> {
  let burst: ReturnType<typeof setTimeout> | undefined
  let isFirst = true
  for await (const summary of api.notifications.events({ signal })) {
    // a response still under way is older than this news
    await queryClient.cancelQueries({ queryKey: notificationSummaryQuery.queryKey })
    queryClient.setQueryData(notificationSummaryQuery.queryKey, summary)
    clearTimeout(burst)
    const isNews = !isFirst
    isFirst = false
    burst = setTimeout(() => {
      void queryClient.invalidateQueries({ queryKey: notificationListsKey })
      if (isNews) void queryClient.invalidateQueries(shownProject)
    }, burstMs)
  }
}
