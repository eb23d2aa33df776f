import type { SecretInput } from '@colonnade/contracts/functions/function-secrets'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { secretsQuery } from './queries.ts'

/** Sets secrets, and forgets the values once they are sent. */
export function useSetSecrets(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: SecretInput[]) => dataApi.functionSecrets.set({ params: { ref }, body }),
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: secretsQuery(ref).queryKey }),
  })
}

export function useRemoveSecret(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => dataApi.functionSecrets.remove({ params: { ref }, body: [name] }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: secretsQuery(ref).queryKey }),
  })
}
