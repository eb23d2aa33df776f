import { z } from 'zod'
import { get, patch, post, resource } from '../foundation/endpoint.ts'
import { Nothing } from '../foundation/values.ts'
import type { PlanId } from '../organizations/organizations.ts'

/** `RealtimeConfigResponse` of Supabase's management API. */
export const RealtimeConfig = z.object({
  /** True if clients can only join private channels. */
  private_only: z.boolean(),
  /** Stored for tools that send it. The service always uses two connections per project. */
  connection_pool: z.number().int(),
  max_concurrent_users: z.number().int(),
  max_events_per_second: z.number().int(),
  /** Broadcasts sent by all clients together. */
  max_bytes_per_second: z.number().int(),
  max_joins_per_second: z.number().int(),
  max_presence_events_per_second: z.number().int(),
  max_channels_per_client: z.number().int(),
  /** Size of one broadcast. */
  max_payload_size_in_kb: z.number().int(),
  /** True if all clients are refused. */
  suspend: z.boolean(),
  presence_enabled: z.boolean(),
})
export type RealtimeConfig = z.infer<typeof RealtimeConfig>

const common = {
  private_only: false,
  connection_pool: 2,
  max_channels_per_client: 100,
  suspend: false,
  presence_enabled: true,
}

const limits = {
  free: {
    max_concurrent_users: 200,
    max_events_per_second: 100,
    max_bytes_per_second: 1_000_000,
    max_joins_per_second: 100,
    max_presence_events_per_second: 20,
    max_payload_size_in_kb: 256,
  },
  pro: {
    max_concurrent_users: 500,
    max_events_per_second: 500,
    max_bytes_per_second: 5_000_000,
    max_joins_per_second: 500,
    max_presence_events_per_second: 50,
    max_payload_size_in_kb: 3_000,
  },
  uncapped: {
    max_concurrent_users: 10_000,
    max_events_per_second: 2_500,
    max_bytes_per_second: 10_000_000,
    max_joins_per_second: 2_500,
    max_presence_events_per_second: 1_000,
    max_payload_size_in_kb: 3_000,
  },
} as const

/** Returns the default settings for an organization's plan and its usage billing. */
export function realtimeDefaults(plan: PlanId, isUsageBilled: boolean): RealtimeConfig {
  if (plan === 'free') return { ...common, ...limits.free }
  return { ...common, ...(plan === 'pro' && !isUsageBilled ? limits.pro : limits.uncapped) }
}

/** Maximum of each limit. The minimum is 1. */
export const realtimeLimitsMost = {
  connection_pool: 100,
  max_concurrent_users: 50_000,
  max_events_per_second: 10_000,
  max_bytes_per_second: 10_000_000,
  max_joins_per_second: 5_000,
  max_presence_events_per_second: 5_000,
  max_channels_per_client: 1_000,
  max_payload_size_in_kb: 5_000,
} as const

const limit = (name: keyof typeof realtimeLimitsMost): z.ZodOptional<z.ZodNullable<z.ZodNumber>> =>
  z
    .number()
    .int()
    .min(1)
    .max(realtimeLimitsMost[name], `Use at most ${realtimeLimitsMost[name].toLocaleString('en')}`)
    .nullable()
    .optional()

/** `UpdateRealtimeConfigBody` of Supabase's management API. Omitted fields stay unchanged; null restores the plan's default. */
export const RealtimeConfigChanges = z.object({
  private_only: z.boolean().nullable().optional(),
  connection_pool: limit('connection_pool'),
  max_concurrent_users: limit('max_concurrent_users'),
  max_events_per_second: limit('max_events_per_second'),
  max_bytes_per_second: limit('max_bytes_per_second'),
  max_joins_per_second: limit('max_joins_per_second'),
  max_presence_events_per_second: limit('max_presence_events_per_second'),
  max_channels_per_client: limit('max_channels_per_client'),
  max_payload_size_in_kb: limit('max_payload_size_in_kb'),
  suspend: z.boolean().nullable().optional(),
  presence_enabled: z.boolean().nullable().optional(),
})
export type RealtimeConfigChanges = z.infer<typeof RealtimeConfigChanges>

/** Realtime settings of a project. Available while the project is asleep or paused. */
export const realtimeSettings = resource('/v1/projects/{ref}/config/realtime', {
  retrieve: get('/', {
    summary: 'Retrieve the Realtime settings',
    auth: 'user',
    permission: 'projects:read',
    needs: 'machine',
    reply: RealtimeConfig,
  }),
  update: patch('/', {
    summary: 'Update the Realtime settings. They reach connected clients within a second',
    auth: 'user',
    permission: 'realtime:all',
    needs: 'machine',
    audit: 'project.realtime_settings_changed',
    body: RealtimeConfigChanges,
    reply: RealtimeConfig,
  }),
  shutdown: post('/shutdown', {
    summary: 'Disconnect all Realtime clients. They reconnect automatically',
    auth: 'user',
    permission: 'realtime:all',
    needs: 'machine',
    audit: 'project.realtime_disconnected',
    reply: Nothing,
    status: 204,
  }),
})
