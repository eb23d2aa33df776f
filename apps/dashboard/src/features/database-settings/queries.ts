import type { ConnectionLimits, ConnectionTimeouts } from '@colonnade/contracts/connections/connection-limits'
import type { PgbouncerConfig } from '@colonnade/contracts/connections/dedicated-poolers'
import type { NetworkRestrictions } from '@colonnade/contracts/connections/network-restrictions'
import type { TlsEnforcement } from '@colonnade/contracts/connections/tls-enforcement'
import type { PoolMode } from '@colonnade/contracts/projects/project-settings'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { pgbouncerQuery } from '../../scope/database-source/addon-queries.ts'
import { supavisorQuery } from '../../scope/database-source/supavisor-query.ts'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** What the shared pooler does for a project; null where none runs. Asking for it wakes nobody. */
export const poolerStatisticsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/config/supavisor/statistics', { ref }),
    queryFn: ({ signal }) => dataApi.poolerStatistics.retrieve({ params: { ref }, signal }),
  })

/** From where clients may connect. */
export const networksQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/network-restrictions', { ref }),
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

/** Whether clients must encrypt, and the certificate of the poolers. */
export const tlsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/ssl-enforcement', { ref }),
    queryFn: ({ signal }) => dataApi.tlsEnforcement.retrieve({ params: { ref }, signal }),
  })

export function useEnforceTls(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (is_enforced: boolean) => dataApi.tlsEnforcement.update({ params: { ref }, body: { is_enforced } }),
    onSuccess: (changed: TlsEnforcement) => {
      queryClient.setQueryData(tlsQuery(ref).queryKey, changed)
      // connection strings say it
      void queryClient.invalidateQueries(supavisorQuery(ref))
      void queryClient.invalidateQueries(pgbouncerQuery(ref))
    },
  })
}

/** How the connections are shared out. Asking for it wakes nobody. */
export const limitsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/connection-limits', { ref }),
    queryFn: ({ signal }) => dataApi.connectionLimits.retrieve({ params: { ref }, signal }),
  })

export function useChooseLimits(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly pool_size: number | null; readonly max_clients: number | null }) =>
      dataApi.connectionLimits.update({ params: { ref }, body }),
    onSuccess: (changed: ConnectionLimits) => {
      queryClient.setQueryData(limitsQuery(ref).queryKey, changed)
      void queryClient.invalidateQueries(supavisorQuery(ref))
      void queryClient.invalidateQueries(poolerStatisticsQuery(ref))
    },
  })
}

/** Timeouts that the database keeps. Asking for them wakes it. */
export const timeoutsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/projects/{ref}/connection-limits/timeouts', { ref }),
    queryFn: ({ signal }) => dataApi.connectionLimits.timeouts({ params: { ref }, signal }),
  })

export function useChooseTimeouts(ref: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: { readonly statement_timeout: number | undefined; readonly idle_in_transaction_session_timeout: number | undefined }) =>
      dataApi.connectionLimits.updateTimeouts({ params: { ref }, body }),
    onSuccess: (changed: ConnectionTimeouts) => queryClient.setQueryData(timeoutsQuery(ref).queryKey, changed),
  })
}
