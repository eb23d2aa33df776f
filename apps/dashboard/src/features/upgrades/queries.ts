import type { Upgrade } from '@colonnade/contracts/copies/upgrades'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { dataApi } from '../../scope/data-client.ts'
import { type Followed, useFollowed } from '../../scope/followed/use-followed.ts'
import { keyOf } from '../../scope/keys/keys.ts'
import { projectQuery } from '../../scope/queries.ts'

/** Upgrades of a project and their rehearsals, newest first. */
export const upgradesQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/upgrades', { ref }),
    queryFn: ({ signal }) => dataApi.upgrades.list({ params: { ref }, signal }),
  })

/** Follows the upgrades, and reloads the project at each stage of one, because its status and version change. */
export function useLiveUpgrades(ref: string): Followed<Upgrade[]> {
  const queryClient = useQueryClient()
  const followed = useFollowed(upgradesQuery(ref), (signal) => dataApi.upgrades.events({ params: { ref }, signal }))
  const last = followed.data?.find(({ kind }) => kind === 'upgrade')
  const stage = last && `${last.id} ${last.status} ${last.closed_at} ${last.opened_at}`
  useEffect(() => {
    if (stage !== undefined) void queryClient.invalidateQueries({ queryKey: projectQuery(ref).queryKey })
  }, [queryClient, ref, stage])
  return followed
}

function useUpgradeMutation<Variables>(ref: string, call: (variables: Variables) => Promise<Upgrade>) {
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
export const useRunUpgrade = (ref: string) =>
  useUpgradeMutation(ref, (name: string) => dataApi.upgrades.run({ params: { ref }, body: { project_name: name } }))
export const useCancelUpgrade = (ref: string) => useUpgradeMutation(ref, (upgrade: string) => dataApi.upgrades.cancel({ params: { ref, upgrade } }))
