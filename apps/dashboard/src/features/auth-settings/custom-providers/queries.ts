import type { CustomProvider, CustomProviderChange, NewCustomProvider } from '@colonnade/contracts/auth/custom-providers'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { keyOf } from '../../../scope/keys/keys.ts'

const calls = dataApi.customProviders

/** The custom providers of a project. Asking wakes it. */
export const customProvidersQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/auth/{ref}/custom-providers', { ref }),
    queryFn: async ({ signal }) => (await calls.list({ params: { ref }, signal })).items,
  })

function useProviderMutation<Values, Reply>(ref: string, mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    // what was sent may be a client secret
    gcTime: 0,
    onSettled: () => queryClient.invalidateQueries({ queryKey: customProvidersQuery(ref).queryKey }),
  })
}

export const useCreateCustomProvider = (ref: string) => useProviderMutation(ref, (body: NewCustomProvider) => calls.create({ params: { ref }, body }))
export const useUpdateCustomProvider = (ref: string) =>
  useProviderMutation(ref, ({ identifier, change }: { readonly identifier: string; readonly change: CustomProviderChange }) =>
    calls.update({ params: { ref, identifier }, body: change }),
  )
export const useRemoveCustomProvider = (ref: string) =>
  useProviderMutation(ref, ({ identifier }: CustomProvider) => calls.remove({ params: { ref, identifier } }))

/** Looks an issuer up, before it is saved. */
export const useDiscoverIssuer = (ref: string) =>
  useMutation({
    mutationFn: ({ issuer, discoveryUrl }: { readonly issuer: string; readonly discoveryUrl: string }) =>
      calls.discover({ params: { ref }, query: { issuer, ...(discoveryUrl !== '' && { discovery_url: discoveryUrl }) } }),
  })
