import type { FactorProof } from '@colonnade/contracts/people/second-factors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { accountKey } from '../../scope/keys/keys.ts'

/** Changes second factors, and looks again at what depends on them: other sessions end. */
function useFactorMutation<Values, Reply>(mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    // what a mutation answered may be a secret
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey() }),
  })
}

export const useBeginTotp = () => useFactorMutation((password: string) => organizationApi.secondFactors.begin({ body: { password } }))

export const useConfirmTotp = () => useFactorMutation((code: string) => organizationApi.secondFactors.confirm({ body: { code } }))

export const useRemoveTotp = () => useFactorMutation((body: FactorProof) => organizationApi.secondFactors.remove({ body }))

export const useRenewRecoveryCodes = () => useFactorMutation((body: FactorProof) => organizationApi.secondFactors.renewRecoveryCodes({ body }))
