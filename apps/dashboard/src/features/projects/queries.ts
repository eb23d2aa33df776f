import { queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { requireProjectRef } from '../../scope/required.ts'
import { chartedMinutes } from './limits.ts'

/** Figures of the running database, as they are now. */
export const activityQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/activity', { ref }),
    queryFn: ({ signal }) => api.projects.activity({ params: { ref: requireProjectRef(ref) }, signal }),
  })

/** How each service of a project is. */
export const healthQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/health', { ref }),
    queryFn: ({ signal }) => api.projectHealth.health({ params: { ref: requireProjectRef(ref) }, signal }),
  })

/** Readings of the last hour, oldest first. */
export const samplesQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/activity/samples', { ref }),
    queryFn: ({ signal }) => api.projectHealth.samples({ params: { ref: requireProjectRef(ref) }, query: { minutes: chartedMinutes }, signal }),
  })
