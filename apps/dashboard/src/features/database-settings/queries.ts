import type { NetworkRestrictions, PgbouncerConfig, PoolMode } from '@colonnade/contracts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { pgbouncerQuery } from '../../scope/database-source/addon-queries.ts'
import { dataApi } from '../../scope/data-client.ts'

/** What the shared pooler does for a project; null where none runs. Asking for it wakes nobody. */
export const poolerStatisticsQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'pooler-statistics'],
    queryFn: ({ signal }) => dataApi.poolerStatistics.retrieve({ params: { ref }, signal }),
  })

/** From where clients may connect. */
export const networksQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'network-restrictions'],
    queryFn: ({ signal }) => dataApi.networkRestrictions.retrieve({ params: { ref }, signal }),
  })

export function useUpdateNetworks(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (networks: string[] | null) => dataApi.networkRestrictions.update({ params: { ref }, body: { networks } }),
    onSuccess: (changed: NetworkRestrictions) => queryClient.setQueryData(networksQuery(ref).queryKey, changed),
  })
}

export function useChoosePoolMode(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (pool_mode: PoolMode) => dataApi.dedicatedPoolers.update({ params: { ref }, body: { pool_mode } }),
    onSuccess: (changed: PgbouncerConfig) => queryClient.setQueryData(pgbouncerQuery(ref).queryKey, changed),
  })
}
