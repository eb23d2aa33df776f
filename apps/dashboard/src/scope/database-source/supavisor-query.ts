import { queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { keyOf } from '../keys/keys.ts'

/** The shared pooler's ways to a project; empty where none runs. */
export const supavisorQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/config/supavisor', { ref }),
    queryFn: ({ signal }) => api.projectSettings.supavisor({ params: { ref }, signal }),
  })
