import type { Branch } from '@colonnade/contracts/copies/branches'
import { queryOptions } from '@tanstack/react-query'
import { branchesQuery } from '../../scope/branches/branches-query.ts'
import { dataApi } from '../../scope/data-client.ts'
import { type Followed, useFollowed } from '../../scope/followed/use-followed.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** What it is going to take to copy one of them, as of now. */
export const estimateQuery = (ref: string, source: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/branches/estimate', { ref }, source),
    queryFn: ({ signal }) => dataApi.branches.estimate({ params: { ref }, query: { source_ref: source }, signal }),
    gcTime: 0,
  })

export function useLiveBranches(ref: string): Followed<Branch[]> {
  return useFollowed(branchesQuery(ref), (signal) => dataApi.branches.events({ params: { ref }, signal }))
}
