import { queryOptions } from '@tanstack/react-query'
import { api } from '../client.ts'
import { keyOf } from '../keys/keys.ts'
import { requireRef } from '../required.ts'

/** Addresses of a project's databases: the primary and its replicas. */
export const databasesQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/databases', { ref }),
    queryFn: ({ signal }) => api.projects.databases({ params: { ref: requireRef(ref) }, signal }),
  })
