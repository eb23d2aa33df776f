import { queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { activityPollMs } from './limits.ts'

export const databasesQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'databases'],
    queryFn: ({ signal }) => api.projects.databases({ params: { ref }, signal }),
  })

/** Figures of the running database; asked for again only while the page is looked at. */
export const activityQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'activity'],
    queryFn: ({ signal }) => api.projects.activity({ params: { ref }, signal }),
    refetchInterval: activityPollMs,
  })
