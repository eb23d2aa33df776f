import { queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** Reloaded whenever the popover opens, to show the current state. */
export const platformHealthQuery = queryOptions({
  queryKey: keyOf('/platform/health'),
  queryFn: ({ signal }) => api.health.retrieve({ signal }),
  staleTime: 0,
  gcTime: 0,
  retry: false,
})

/** How the services of the open project are. */
export const projectHealthQuery = (ref: string | undefined) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/health', { ref: ref ?? '' }),
    queryFn: ({ signal }) => api.projectHealth.health({ params: { ref: ref ?? '' }, signal }),
    enabled: ref !== undefined,
    staleTime: 0,
    retry: false,
  })
