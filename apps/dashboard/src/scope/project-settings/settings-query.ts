import { queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { keyOf } from '../keys/keys.ts'

/** The API's address and keys; only for those who may read service keys. */
export const projectSettingsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/settings', { ref }),
    queryFn: ({ signal }) => api.projectSettings.settings({ params: { ref }, signal }),
  })
