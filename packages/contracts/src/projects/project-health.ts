import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'
import { QueryInteger, Timestamp } from '../foundation/values.ts'

/** Services of a running project. */
export const healthServices = [
  { id: 'database', name: 'Postgres' },
  { id: 'connections', name: 'Connections' },
  { id: 'archiving', name: 'WAL archiving' },
  { id: 'disk', name: 'Disk' },
] as const

export const serviceStates = ['HEALTHY', 'WARNING', 'UNHEALTHY', 'COMING_UP', 'NOT_RUNNING'] as const

export const ServiceHealth = z.object({
  id: z.enum(healthServices.map(({ id }) => id)),
  status: z.enum(serviceStates),
  /** One sentence: "12 of 40 connections in use". */
  message: z.string(),
})
export type ServiceHealth = z.infer<typeof ServiceHealth>

/** One sample of a project's statistics, taken every `sampleSeconds`. */
export const ActivitySample = z.object({
  at: Timestamp,
  connections: z.number().int(),
  max_connections: z.number().int(),
  active_queries: z.number().int(),
  /** Since the previous sample; null for the first one, and after a statistics reset. */
  transactions_per_second: z.number().nullable(),
  /** Buffer cache hit ratio since the previous sample, 0 to 1; null without reads. */
  cache_hit_ratio: z.number().nullable(),
  database_bytes: z.number().int(),
})
export type ActivitySample = z.infer<typeof ActivitySample>

export const sampleSeconds = 60
/** Retention of samples, in minutes. */
export const samplesKeptMinutes = 24 * 60

export const projectHealth = resource('/platform/projects/{ref}', {
  health: get('/health', {
    summary: 'Retrieve the current health of each service',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(ServiceHealth),
  }),
  samples: get('/activity/samples', {
    summary: 'List recent samples, oldest first',
    auth: 'user',
    permission: 'projects:read',
    query: z.object({ minutes: QueryInteger.min(1).max(samplesKeptMinutes).default(60) }),
    reply: z.array(ActivitySample),
  }),
})
