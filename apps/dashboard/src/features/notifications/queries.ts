import { notificationsPageSize } from '@colonnade/contracts/installation/notifications'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { byOffset } from '../../lib/paged-list/pages.ts'
import { api } from '../../scope/client.ts'
import { queryOf, type Box, type Filter } from './filter.ts'

export const notificationSummaryQuery = queryOptions({
  queryKey: ['notifications', 'summary'],
  queryFn: ({ signal }) => api.notifications.summary({ signal }),
})

export const notificationListQuery = (box: Box, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: ['notifications', 'list', box, filter],
    queryFn: ({ signal, pageParam }) =>
      api.notifications.list({ query: { ...queryOf(box, filter), offset: pageParam, limit: notificationsPageSize }, signal }),
    ...byOffset,
    staleTime: 0,
  })
