import type { UpgradeRehearsal } from '@colonnade/contracts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { type Followed, useFollowed } from '../../scope/followed/use-followed.ts'

/** Rehearsals of a project, the newest first. */
export const upgradesQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'upgrades'],
    queryFn: ({ signal }) => dataApi.upgrades.list({ params: { ref }, signal }),
  })

export function useLiveUpgrades(ref: string): Followed<UpgradeRehearsal[]> {
  return useFollowed(upgradesQuery(ref), (signal) => dataApi.upgrades.events({ params: { ref }, signal }))
}

function useUpgradeMutation<Variables>(ref: string, call: (variables: Variables) => Promise<UpgradeRehearsal>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (variables: Variables) => {
      const upgrade = await call(variables)
      queryClient.setQueryData(upgradesQuery(ref).queryKey, (known = []) => [upgrade, ...known.filter(({ id }) => id !== upgrade.id)])
      return upgrade
    },
  })
}

export const useRehearseUpgrade = (ref: string) => useUpgradeMutation<void>(ref, () => dataApi.upgrades.rehearse({ params: { ref } }))
export const useCancelUpgrade = (ref: string) => useUpgradeMutation(ref, (upgrade: string) => dataApi.upgrades.cancel({ params: { ref, upgrade } }))
