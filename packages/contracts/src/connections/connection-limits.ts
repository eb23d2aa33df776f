import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'

/** A number that may be chosen between two others, and what it is when nobody chooses. */
export const ChosenLimit = z.object({
  value: z.number().int(),
  is_chosen: z.boolean(),
  default: z.number().int(),
  min: z.number().int(),
  max: z.number().int(),
})
export type ChosenLimit = z.infer<typeof ChosenLimit>

/** How the connections of a project's server are shared out. All but what is chosen follows from the compute size. */
export const ConnectionLimits = z.object({
  /** Postgres's max_connections. */
  max_connections: z.number().int(),
  /** Of these, kept back from the poolers: for the platform and for who connects directly. */
  kept_back: z.number().int(),
  /** Those that transactions share. */
  pool_size: ChosenLimit,
  /** Clients of them. */
  max_clients: ChosenLimit,
  /** What is left of the connections for sessions through the poolers. */
  sessions: z.number().int(),
})
export type ConnectionLimits = z.infer<typeof ConnectionLimits>

/** Names as Postgres has them. */
export const timeoutNames = ['statement_timeout', 'idle_in_transaction_session_timeout'] as const
export const TimeoutName = z.enum(timeoutNames)
export type TimeoutName = z.infer<typeof TimeoutName>

/** Shorter ones would end what everybody does; milliseconds. */
export const timeoutMinMs = 1_000
export const timeoutMaxMs = 24 * 60 * 60_000

/** 0 is none. */
const Timeout = z
  .number()
  .int()
  .refine((ms) => ms === 0 || (ms >= timeoutMinMs && ms <= timeoutMaxMs), { error: 'Choose none, or 1 second to 24 hours' })

/** What the database itself keeps: for each connection that is opened from then on, unless its role or the client says otherwise. */
export const ConnectionTimeouts = z.object({
  /** Milliseconds; 0 is none. */
  database: z.record(TimeoutName, z.number().int()),
  /** Roles with others of their own. */
  roles: z.array(z.object({ role: z.string(), name: TimeoutName, value: z.number().int() })),
})
export type ConnectionTimeouts = z.infer<typeof ConnectionTimeouts>

export const connectionLimits = resource('/platform/projects/{ref}/connection-limits', {
  retrieve: get('/', {
    summary: 'How the connections of the project are shared out',
    auth: 'user',
    permission: 'projects:read',
    reply: ConnectionLimits,
  }),
  update: patch('/', {
    summary: 'Choose how many connections transactions share, and how many clients may; null follows the compute size again',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.connection_limits_changed',
    body: z.object({ pool_size: z.number().int().nullable().optional(), max_clients: z.number().int().nullable().optional() }),
    needs: 'machine',
    reply: ConnectionLimits,
  }),
  timeouts: get('/timeouts', {
    summary: 'Timeouts that the database and its roles keep',
    auth: 'user',
    permission: 'projects:read',
    needsActive: true,
    needs: 'machine',
    reply: ConnectionTimeouts,
  }),
  updateTimeouts: patch('/timeouts', {
    summary: 'Choose timeouts of the database, for connections that are opened from now on',
    auth: 'user',
    permission: 'projects:operate',
    needsActive: true,
    audit: 'project.timeouts_changed',
    body: z.object({ statement_timeout: Timeout.optional(), idle_in_transaction_session_timeout: Timeout.optional() }),
    needs: 'machine',
    reply: ConnectionTimeouts,
  }),
})
