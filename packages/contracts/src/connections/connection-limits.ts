import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'

/** A configurable number with its range and default. */
export const ChosenLimit = z.object({
  value: z.number().int(),
  is_chosen: z.boolean(),
  default: z.number().int(),
  min: z.number().int(),
  max: z.number().int(),
})
export type ChosenLimit = z.infer<typeof ChosenLimit>

/** Distribution of a server's connections. Everything that isn't configured follows the compute size. */
export const ConnectionLimits = z.object({
  /** Postgres's max_connections. */
  max_connections: z.number().int(),
  /** Reserved for the platform and direct connections. */
  kept_back: z.number().int(),
  /** Server connections of the transaction-mode pool. */
  pool_size: ChosenLimit,
  /** Transaction-mode clients. */
  max_clients: ChosenLimit,
  /** Remaining connections for session-mode clients. */
  sessions: z.number().int(),
})
export type ConnectionLimits = z.infer<typeof ConnectionLimits>

/** Names of the Postgres settings. */
export const timeoutNames = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const
export const TimeoutName = z.enum(timeoutNames)
export type TimeoutName = z.infer<typeof TimeoutName>

/** Minimum in milliseconds. Shorter timeouts would cancel ordinary statements. */
export const timeoutMinMs = 1_000
export const timeoutMaxMs = 24 * 60 * 60_000

/** 0 for no timeout. */
const Timeout = z
  .number()
  .int()
  .refine((ms) => ms === 0 || (ms >= timeoutMinMs && ms <= timeoutMaxMs), { error: 'Use a timeout between 1 second and 24 hours, or none' })

/** Database timeouts. They apply to new connections unless the role or the client sets its own. */
export const ConnectionTimeouts = z.object({
  /** Milliseconds; 0 for no timeout. */
  database: z.record(TimeoutName, z.number().int()),
  /** Roles with their own timeouts. */
  roles: z.array(z.object({ role: z.string(), name: TimeoutName, value: z.number().int() })),
})
export type ConnectionTimeouts = z.infer<typeof ConnectionTimeouts>

export const connectionLimits = resource('/platform/projects/{ref}/connection-limits', {
  retrieve: get('/', {
    summary: 'Retrieve the connection limits',
    auth: 'user',
    permission: 'projects:read',
    reply: ConnectionLimits,
  }),
  update: patch('/', {
    summary: 'Update the size and the client limit of the transaction-mode pool. null follows the compute size',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.connection_limits_changed',
    body: z.object({ pool_size: z.number().int().nullable().optional(), max_clients: z.number().int().nullable().optional() }),
    needs: 'machine',
    reply: ConnectionLimits,
  }),
  timeouts: get('/timeouts', {
    summary: 'Retrieve the timeouts of the database and its roles',
    auth: 'user',
    permission: 'projects:read',
    needsActive: true,
    needs: 'machine',
    reply: ConnectionTimeouts,
  }),
  updateTimeouts: patch('/timeouts', {
    summary: 'Update the database timeouts. Applies to new connections',
    auth: 'user',
    permission: 'projects:operate',
    needsActive: true,
    audit: 'project.timeouts_changed',
    body: z.object({ statement_timeout: Timeout.optional(), idle_in_transaction_session_timeout: Timeout.optional() }),
    needs: 'machine',
    reply: ConnectionTimeouts,
  }),
})
