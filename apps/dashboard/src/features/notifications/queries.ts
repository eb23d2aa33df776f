import { notificationsPageSize } from '@colonnade/contracts/installation/notifications'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { byOffset } from '../../lib/paged-list/pages.ts'
import { api } from '../../scope/client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { queryOf, type Box, type Filter } from './filter.ts'

export const notificationSummaryQuery = queryOptions({
  queryKey: keyOf('/platform/notifications/summary'),
  queryFn: ({ signal }) => api.notifications.summary({ signal }),
})

/** Refreshes only the lists; the server sends the summary. */
export const notificationListsKey = keyOf('/platform/notifications', undefined, 'list')

export const notificationListQuery = (box: Box, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [...notificationListsKey, box, filter],
    queryFn: ({ signal, pageParam }) =>
      api.notifications.list({ query: { ...queryOf(box, filter), offset: pageParam, limit: notificationsPageSize }, signal }),
    ...byOffset,
    staleTime: 0,
  })
