import type { SigningKeyChange, SigningKeyInput } from '@colonnade/contracts/api/signing-keys'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { signingKeysQuery } from './queries.ts'

function useKeyMutation<Values, Reply>(ref: string, mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    // what was sent may be a private key
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: signingKeysQuery(ref).queryKey }),
  })
}

export const useCreateKey = (ref: string) => useKeyMutation(ref, (body: SigningKeyInput) => dataApi.signingKeys.create({ params: { ref }, body }))

export const useUpdateKey = (ref: string) =>
  useKeyMutation(ref, ({ id, ...body }: SigningKeyChange & { readonly id: string }) => dataApi.signingKeys.update({ params: { ref, id }, body }))

export const useRemoveKey = (ref: string) => useKeyMutation(ref, (id: string) => dataApi.signingKeys.remove({ params: { ref, id } }))
