import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../data-client.ts'

/** The branches of a project, which are the same for each of them. */
export const branchesQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'branches'],
    queryFn: ({ signal }) => dataApi.branches.list({ params: { ref }, signal }),
  })
