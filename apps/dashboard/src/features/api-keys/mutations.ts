import type { ApiKeyChanges, ApiKeyInput, LegacyKeyName } from '@colonnade/contracts/api/api-keys'
import type { FactorProof } from '@colonnade/contracts/people/second-factors'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { projectSettingsQuery } from '../../scope/project-settings/settings-query.ts'
import { prove } from '../../scope/proof/prove.ts'
import { apiKeysQuery } from './queries.ts'

function useKeyMutation<Values, Reply>(ref: string, mutationFn: (values: Values) => Promise<Reply>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn,
    // the answer may be a secret
    gcTime: 0,
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: apiKeysQuery(ref).queryKey })
      // Connect shows one of them
      await queryClient.invalidateQueries({ queryKey: projectSettingsQuery(ref).queryKey })
    },
  })
}

export const useCreateKey = (ref: string) => useKeyMutation(ref, (body: ApiKeyInput) => dataApi.apiKeys.create({ params: { ref }, query: {}, body }))

export const useUpdateKey = (ref: string, id: string) =>
  useKeyMutation(ref, (body: ApiKeyChanges) => dataApi.apiKeys.update({ params: { ref, id }, query: {}, body }))

export const useRemoveKey = (ref: string) => useKeyMutation(ref, (id: string) => dataApi.apiKeys.remove({ params: { ref, id }, query: {} }))

export const useSwitchLegacy = (ref: string) =>
  useKeyMutation(ref, ({ name, isEnabled }: { readonly name: LegacyKeyName; readonly isEnabled: boolean }) =>
    dataApi.apiKeys.updateLegacy({ params: { ref }, query: { enabled: isEnabled ? 'true' : 'false', name } }),
  )

/** Reads a whole key for whoever proves who they are. */
export function useRevealKey(ref: string, id: string) {
  return useMutation({
    mutationFn: async (proof: FactorProof) => {
      await prove(proof)
      const { api_key } = await dataApi.apiKeys.retrieve({ params: { ref, id }, query: { reveal: 'true' } })
      return api_key
    },
    gcTime: 0,
  })
}
