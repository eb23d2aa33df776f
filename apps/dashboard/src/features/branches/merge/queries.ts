import type { BranchMerge } from '@colonnade/contracts/copies/merges'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { type Followed, useFollowed } from '../../../scope/followed/use-followed.ts'
import { keyOf } from '../../../scope/keys/keys.ts'

export interface MergeAddress {
  readonly ref: string
  /** Id of the branch that is merged. */
  readonly branch: string
}

/** The merges of a branch, the newest first. */
export const mergesQuery = ({ ref, branch }: MergeAddress) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/branches/{branch}/merges', { ref, branch }),
    queryFn: ({ signal }) => dataApi.merges.list({ params: { ref, branch }, signal }),
  })

export function useLiveMerges(address: MergeAddress): Followed<BranchMerge[]> {
  return useFollowed(mergesQuery(address), (signal) => dataApi.merges.events({ params: { ...address }, signal }))
}

function useMergeMutation<Variables>(address: MergeAddress, call: (variables: Variables) => Promise<BranchMerge>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (variables: Variables) => {
      const merge = await call(variables)
      queryClient.setQueryData(mergesQuery(address).queryKey, (known = []) => [merge, ...known.filter(({ id }) => id !== merge.id)])
      return merge
    },
  })
}

export const useRehearseMerge = (address: MergeAddress) => useMergeMutation<void>(address, () => dataApi.merges.rehearse({ params: { ...address } }))
export const useCancelRehearsal = (address: MergeAddress) =>
  useMergeMutation(address, (merge: string) => dataApi.merges.cancel({ params: { ...address, merge } }))
export const useApplyMerge = (address: MergeAddress) =>
  useMergeMutation(address, ({ merge, confirmed_name }: { readonly merge: string; readonly confirmed_name?: string | undefined }) =>
    dataApi.merges.apply({ params: { ...address, merge }, body: { confirmed_name } }),
  )
