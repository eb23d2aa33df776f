import type { StatInterval } from '@colonnade/contracts/functions/function-logs'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** Lists the functions with a live version, and their last deploys. */
export const functionsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/platform/functions/{ref}', { ref }),
    queryFn: ({ signal }) => dataApi.functionVersions.overview({ params: { ref }, signal }),
  })

/** Loads how often functions were called in a period up to now, and how they responded. */
export const statsQuery = (ref: string, interval: StatInterval, slug?: string) =>
  queryOptions({
    queryKey: keyOf('/platform/functions/{ref}/stats', { ref }, { interval, slug }),
    queryFn: ({ signal }) => dataApi.functionLogs.stats({ params: { ref }, query: { interval, ...(slug !== undefined && { slug }) }, signal }),
    refetchInterval: 30_000,
  })

export const functionQuery = (ref: string, slug: string) =>
  queryOptions({
    queryKey: keyOf('/v1/projects/{ref}/functions/{function_slug}', { ref, function_slug: slug }),
    queryFn: ({ signal }) => dataApi.edgeFunctions.retrieve({ params: { ref, function_slug: slug }, signal }),
  })

export const versionsQuery = (ref: string, slug: string) =>
  queryOptions({
    queryKey: keyOf('/platform/functions/{ref}/{function_slug}/versions', { ref, function_slug: slug }),
    queryFn: ({ signal }) => dataApi.functionVersions.list({ params: { ref, function_slug: slug }, signal }),
  })
