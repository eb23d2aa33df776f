import type { TableCopy, TableCopyInput } from '@colonnade/contracts/copies/table-copies'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { type Followed, useFollowed } from '../../scope/followed/use-followed.ts'
import { keyOf, refreshProjectData } from '../../scope/keys/keys.ts'

/** A branch, as calls name it. */
export interface CopyAddress {
  /** Ref of the project that the branch belongs to. */
  readonly ref: string
  /** Id of the branch. */
  readonly branch: string
}

/** The tables that can be copied, as of each time that it is asked. */
export const copyableTablesQuery = ({ ref, branch }: CopyAddress) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/branches/{branch}/table-copies/tables', { ref, branch }),
    queryFn: ({ signal }) => dataApi.tableCopies.listTables({ params: { ref, branch }, signal }),
    staleTime: 0,
    gcTime: 0,
  })

/** Commits around a moment of the project. */
export const commitsAtQuery = (ref: string, at: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/backups/pitr/commits', { ref }, Date.parse(at)),
    queryFn: ({ signal }) => dataApi.backups.listCommits({ params: { ref }, query: { at }, signal }),
    retry: false,
  })

const copiesQuery = ({ ref, branch }: CopyAddress) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/branches/{branch}/table-copies', { ref, branch }),
    queryFn: ({ signal }) => dataApi.tableCopies.list({ params: { ref, branch }, signal }),
  })

/** Copies from a branch, newest first. What pages know of the project is read again when one completes. */
export function useLiveCopies(address: CopyAddress): Followed<TableCopy[]> {
  const queryClient = useQueryClient()
  return useFollowed(
    copiesQuery(address),
    (signal) => dataApi.tableCopies.events({ params: { ...address }, signal }),
    (now, before) => {
      if (completedOf(now) !== completedOf(before ?? [])) void refreshProjectData(queryClient, address.ref)
    },
  )
}

function completedOf(copies: readonly TableCopy[]): string {
  return copies.flatMap(({ id, status }) => (status === 'COMPLETED' ? [id] : [])).join()
}

function useCopyMutation<Variables>(address: CopyAddress, call: (variables: Variables) => Promise<TableCopy>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (variables: Variables) => {
      const copy = await call(variables)
      queryClient.setQueryData(copiesQuery(address).queryKey, (known = []) =>
        // the stream may already know more of it
        known.some(({ id, status }) => id === copy.id && status !== 'COPYING') ? known : [copy, ...known.filter(({ id }) => id !== copy.id)],
      )
      return copy
    },
  })
}

export const useCreateCopy = (address: CopyAddress) =>
  useCopyMutation(address, (body: TableCopyInput) => dataApi.tableCopies.create({ params: { ...address }, body }))
export const useCancelCopy = (address: CopyAddress) =>
  useCopyMutation(address, (copy: string) => dataApi.tableCopies.cancel({ params: { ...address, copy } }))
