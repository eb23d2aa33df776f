import { notificationsPageSize, type Notification } from '@colonnade/contracts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { summaryPollMs } from './limits.ts'

export type Box = 'inbox' | 'archived'

const statuses: Readonly<Record<Box, Notification['status'][]>> = { inbox: ['new', 'seen'], archived: ['archived'] }

export const notificationSummaryQuery = queryOptions({
  queryKey: ['notifications', 'summary'],
  queryFn: ({ signal }) => api.notifications.summary({ signal }),
  refetchInterval: summaryPollMs,
})

export const notificationListQuery = (box: Box) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list', box],
    queryFn: ({ signal, pageParam }) =>
      api.notifications.list({ query: { status: statuses[box], offset: pageParam, limit: notificationsPageSize }, signal }),
    initialPageParam: 0,
    getNextPageParam: (page) => page.next_offset,
    staleTime: 0,
  })
