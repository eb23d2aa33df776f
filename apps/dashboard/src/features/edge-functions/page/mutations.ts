import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { refreshFunctions } from '../code/source-calls.ts'
import { functionQuery } from '../queries.ts'

export function useUpdateFunction(ref: string, slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly name: string; readonly verify_jwt: boolean; readonly allowed_hosts: string[] | null }) =>
      dataApi.edgeFunctions.update({ params: { ref, function_slug: slug }, body }),
    onSuccess: (changed) => {
      queryClient.setQueryData(functionQuery(ref, slug).queryKey, changed)
      return refreshFunctions(queryClient, ref)
    },
  })
}

export function useRemoveFunction(ref: string, slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => dataApi.edgeFunctions.remove({ params: { ref, function_slug: slug } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: functionQuery(ref, slug).queryKey })
      void refreshFunctions(queryClient, ref)
    },
  })
}

/** Makes another version live. */
export function useActivateVersion(ref: string, slug: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (version: number) => dataApi.functionVersions.activate({ params: { ref, function_slug: slug, version: String(version) } }),
    onSuccess: (changed) => {
      queryClient.setQueryData(functionQuery(ref, slug).queryKey, changed)
      return refreshFunctions(queryClient, ref)
    },
  })
}
