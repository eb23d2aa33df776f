import type { Replica } from '@colonnade/contracts/copies/replicas'
import type { Compute, Region } from '@colonnade/contracts/projects/projects'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { databasesQuery } from '../../scope/database-source/database-queries.ts'
import { replicasQuery } from './queries.ts'

/** Changes one replica, and shows the reply. */
function useReplicaMutation<Variables>(ref: string, call: (variables: Variables) => Promise<Replica>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: (replica) => {
      queryClient.setQueryData(replicasQuery(ref).queryKey, (known) =>
        known?.some(({ identifier }) => identifier === replica.identifier)
          ? known.map((one) => (one.identifier === replica.identifier ? replica : one))
          : [...(known ?? []), replica],
      )
      void queryClient.invalidateQueries({ queryKey: replicasQuery(ref).queryKey })
      void queryClient.invalidateQueries({ queryKey: databasesQuery(ref).queryKey })
    },
  })
}

export const useCreateReplica = (ref: string) =>
  useReplicaMutation(ref, (body: { readonly region: Region; readonly compute: Compute }) => dataApi.replicas.create({ params: { ref }, body }))
export const useRestartReplica = (ref: string) =>
  useReplicaMutation(ref, (identifier: string) => dataApi.replicas.restart({ params: { ref, identifier } }))
export const useRemoveReplica = (ref: string) =>
  useReplicaMutation(ref, (identifier: string) => dataApi.replicas.remove({ params: { ref, identifier } }))
