import { queryOptions } from '@tanstack/react-query'
import { isChanging } from '../../lib/texts/project-status.ts'
import { whileChanging } from '../clients/intervals.ts'
import { dataApi } from '../data-client.ts'
import { keyOf } from '../keys/keys.ts'

/** The branches of a project, which are the same for each of them. */
export const branchesQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/branches', { ref }),
    queryFn: ({ signal }) => dataApi.branches.list({ params: { ref }, signal }),
    refetchInterval: whileChanging(isChanging),
  })
