import { queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'
import { addonsFreshMs } from './limits.ts'

/** The API's address and keys; only for those who may read service keys. */
export const projectSettingsQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'settings'],
    queryFn: ({ signal }) => api.projectSettings.settings({ params: { ref }, signal }),
  })

export const pgbouncerQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'pgbouncer'],
    queryFn: ({ signal }) => api.projectSettings.pgbouncer({ params: { ref }, signal }),
  })

export const addonsQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'addons'],
    queryFn: ({ signal }) => api.projectSettings.addons({ params: { ref }, signal }),
    staleTime: addonsFreshMs,
  })
