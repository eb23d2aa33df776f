import type { AccessTokenInput } from '@colonnade/contracts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
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

export const useCreateToken = () => useTokenMutation((body: AccessTokenInput) => dataApi.accessTokens.create({ body }))

export const useRevokeToken = () => useTokenMutation((id: string) => dataApi.accessTokens.remove({ params: { id } }))
