import type { UsageQuery } from '@colonnade/contracts/organizations/usage'
import type { UsageMetric } from '@colonnade/contracts/organizations/usage-metrics'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** Spec §9: usage is cached for 30 minutes. */
const staleTime = 30 * 60_000

/** What an organization used in a time, and what its plan includes. */
export const usageQuery = (slug: string, query: UsageQuery) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/usage', { slug }, query),
    queryFn: ({ signal }) => dataApi.usage.retrieve({ params: { slug }, query, signal }),
    staleTime,
    gcTime: staleTime,
  })

/** One metric by days and projects. */
export const dailyUsageQuery = (slug: string, query: UsageQuery & { readonly metric: UsageMetric }) =>
  queryOptions({
    queryKey: keyOf('/platform/organizations/{slug}/usage/daily', { slug }, query),
    queryFn: ({ signal }) => dataApi.usage.daily({ params: { slug }, query, signal }),
    staleTime,
    gcTime: staleTime,
  })

/** Where the browser gets all of it as a file. */
export function usageFileAddress(slug: string, query: UsageQuery): string {
  const search = new URLSearchParams(Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined))
  return `/platform/organizations/${encodeURIComponent(slug)}/usage/file?${search.toString()}`
}
