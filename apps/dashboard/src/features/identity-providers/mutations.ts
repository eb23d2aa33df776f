import type { IdentityProviderChanges, IdentityProviderInput } from '@colonnade/contracts/people/identity-providers'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { organizationApi } from '../../scope/clients/organization-client.ts'
import { accountKey, keyOf } from '../../scope/keys/keys.ts'

/** Changes providers, and looks again at what there is: also what the page of sign-in offers. */
function useProviderMutation<Values, Reply>(mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: keyOf('/platform/installation/identity-providers') }),
        queryClient.invalidateQueries({ queryKey: accountKey('/platform/identities') }),
      ]),
  })
}

export const useCreateProvider = () =>
  useProviderMutation((body: z.input<typeof IdentityProviderInput>) => organizationApi.identityProviders.create({ body }))

export const useUpdateProvider = () =>
  useProviderMutation(({ key, changes }: { readonly key: string; readonly changes: z.input<typeof IdentityProviderChanges> }) =>
    organizationApi.identityProviders.update({ params: { key }, body: changes }),
  )

export const useRemoveProvider = () => useProviderMutation((key: string) => organizationApi.identityProviders.remove({ params: { key } }))

export const useTestProvider = () => useMutation({ mutationFn: (key: string) => organizationApi.identityProviders.test({ params: { key } }) })
