import { queryOptions } from '@tanstack/react-query'
import { lookOf } from '../../lib/texts/project-status.ts'
import { dataApi } from '../data-client.ts'
import { keyOf } from '../keys/keys.ts'

/** How often the list is fetched while one of its branches is on its way to another status. */
const changingPollMs = 1_000

/** The branches of a project, which are the same for each of them. */
export const branchesQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/branches', { ref }),
    queryFn: ({ signal }) => dataApi.branches.list({ params: { ref }, signal }),
    refetchInterval: ({ state }) => state.data?.some((branch) => lookOf(branch).isChanging) === true && changingPollMs,
  })
