import type { ThirdPartyAuthInput } from '@colonnade/contracts/auth/third-party-auth'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** The other issuers whose tokens open a project's data. */
export const issuersQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/v1/projects/{ref}/config/auth/third-party-auth', { ref }),
    queryFn: ({ signal }) => dataApi.thirdPartyAuth.list({ params: { ref }, signal }),
  })

function useIssuerMutation<Values, Reply>(ref: string, mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: issuersQuery(ref).queryKey }) })
}

export const useCreateIssuer = (ref: string) =>
  useIssuerMutation(ref, (body: ThirdPartyAuthInput) => dataApi.thirdPartyAuth.create({ params: { ref }, body }))

export const useRemoveIssuer = (ref: string) => useIssuerMutation(ref, (id: string) => dataApi.thirdPartyAuth.remove({ params: { ref, id } }))
