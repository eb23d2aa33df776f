import { queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { requireProjectRef } from '../../scope/required.ts'
import { chartedMinutes } from './limits.ts'

/** Figures of the running database, as they are now. */
export const activityQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'activity'],
    queryFn: ({ signal }) => api.projects.activity({ params: { ref: requireProjectRef(ref) }, signal }),
  })

/** How each service of a project is. */
export const healthQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'health'],
    queryFn: ({ signal }) => api.projectHealth.health({ params: { ref: requireProjectRef(ref) }, signal }),
  })

/** Readings of the last hour, oldest first. */
export const samplesQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'activity', 'samples'],
    queryFn: ({ signal }) => api.projectHealth.samples({ params: { ref: requireProjectRef(ref) }, query: { minutes: chartedMinutes }, signal }),
  })
