import type { FactorProof } from '@colonnade/contracts/people/second-factors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { pages } from '../../paths.ts'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { accountKey } from '../../scope/keys/keys.ts'
import { leaveFor } from '../../scope/sign-in-providers/departure.ts'

/** Opens the provider. The page it returns to links the account. */
export const useBeginLink = () =>
  useMutation({
    mutationFn: async (body: { readonly provider: string; readonly proof: FactorProof }) =>
      leaveFor(await organizationApi.identities.beginLink({ body }), { kind: 'link', returnTo: pages.account.security }),
  })

export function useUnlink() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id, proof }: { readonly id: string; readonly proof: FactorProof }) =>
      organizationApi.identities.remove({ params: { id }, body: proof }),
    // other sessions end
    onSettled: () => queryClient.invalidateQueries({ queryKey: accountKey() }),
  })
}
