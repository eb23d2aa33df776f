import type { AccessTokenInput } from '@colonnade/contracts/people/access-tokens'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { tokensQuery } from './queries.ts'

function useTokenMutation<Values, Reply>(mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    // what a mutation answered may be a secret
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey }),
  })
}

export const useCreateToken = () => useTokenMutation((body: AccessTokenInput) => organizationApi.accessTokens.create({ body }))

export const useRevokeToken = () => useTokenMutation((id: string) => organizationApi.accessTokens.remove({ params: { id } }))
