import { queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'

/** The shared pooler's ways to a project; empty where none runs. */
export const supavisorQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'supavisor'],
    queryFn: ({ signal }) => api.projectSettings.supavisor({ params: { ref }, signal }),
  })
