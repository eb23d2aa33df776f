import { queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { requireRef } from '../required.ts'

/** Addresses of a project's databases: the primary and its replicas. */
export const databasesQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'databases'],
    queryFn: ({ signal }) => api.projects.databases({ params: { ref: requireRef(ref) }, signal }),
  })
