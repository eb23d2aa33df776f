import { queryOptions } from '@tanstack/react-query'
import { api } from '../../scope/client.ts'

/** The API's address and keys; only for those who may read service keys. */
export const projectSettingsQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'settings'],
    queryFn: ({ signal }) => api.projectSettings.settings({ params: { ref }, signal }),
  })
