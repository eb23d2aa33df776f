import { z } from 'zod'
import { get, resource } from './foundation/endpoint.ts'
import { Timestamp } from './foundation/values.ts'

/** Spec §3: where the project's API is, and the keys for it. */
export const ProjectSettings = z.object({
  ref: z.string(),
  app_config: z.object({
    /** "http" or "https". */
    protocol: z.string(),
    /** Host, port and path: the API's URL is `${protocol}://${endpoint}`. */
    endpoint: z.string(),
    /** Whether this version of the platform answers there. */
    is_served: z.boolean(),
  }),
  service_api_keys: z.array(z.object({ name: z.enum(['anon', 'service_role']), api_key: z.string(), tags: z.string() })),
})
export type ProjectSettings = z.infer<typeof ProjectSettings>

export const PoolMode = z.enum(['transaction', 'session'])
export type PoolMode = z.infer<typeof PoolMode>

/** The project's dedicated pooler. */
export const PgbouncerConfig = z.object({
  pgbouncer_enabled: z.boolean(),
  pool_mode: PoolMode.nullable(),
  db_host: z.string().nullable(),
  db_port: z.number().int().nullable(),
  db_user: z.string(),
  db_name: z.string(),
})
export type PgbouncerConfig = z.infer<typeof PgbouncerConfig>

/** The shared pooler's way to one database of the project. */
export const SupavisorConfig = z.object({
  identifier: z.string(),
  database_type: z.enum(['PRIMARY', 'READ_REPLICA']),
  pool_mode: PoolMode,
  db_host: z.string(),
  db_port: z.number().int(),
  db_user: z.string(),
  db_name: z.string(),
  /** With [YOUR-PASSWORD] where the password goes. */
  connection_string: z.string(),
  /** Connections to the database at most, and clients for them. */
  default_pool_size: z.number().int(),
  max_client_conn: z.number().int(),
})
export type SupavisorConfig = z.infer<typeof SupavisorConfig>

/** What the shared pooler does for the project: who is there now, and what has been since it began to listen. */
export const PoolerStatistics = z.object({
  since: Timestamp,
  /** Clients in session mode, each with a connection of its own, and how many there may be. */
  sessions: z.number().int(),
  sessions_max: z.number().int(),
  /** Clients in transaction mode, and how many there may be. */
  transaction_clients: z.number().int(),
  transaction_clients_max: z.number().int(),
  /** Connections that these share, and how many there may be. */
  shared_connections: z.number().int(),
  shared_connections_max: z.number().int(),
  /** Who waits for a connection right now. */
  waiting: z.number().int(),
  /** How often a client or a transaction got a connection, and how long it waited for it; null before the first. */
  served: z.number().int(),
  average_wait_ms: z.number().nullable(),
  /** Clients that were turned away because there were too many. */
  refused: z.number().int(),
  bytes_from_clients: z.number().int(),
  bytes_to_clients: z.number().int(),
})
export type PoolerStatistics = z.infer<typeof PoolerStatistics>

/** Spec §3. */
export const addonTypes = ['compute_instance', 'pitr', 'custom_domain', 'ipv4'] as const
export const Addon = z.object({ type: z.enum(addonTypes), variant: z.object({ identifier: z.string(), name: z.string() }) })
export type Addon = z.infer<typeof Addon>

export const projectSettings = resource('/platform/projects/{ref}', {
  settings: get('/settings', {
    summary: 'Where the API of the project is, and its keys',
    auth: 'user',
    permission: 'service_keys:read',
    reply: ProjectSettings,
  }),
  pgbouncer: get('/config/pgbouncer', {
    summary: 'The dedicated pooler of the project',
    auth: 'user',
    permission: 'projects:read',
    reply: PgbouncerConfig,
  }),
  supavisor: get('/config/supavisor', {
    summary: 'How the shared pooler is reached, for each database; empty where none runs',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(SupavisorConfig),
  }),
  poolerStatistics: get('/config/supavisor/statistics', {
    summary: 'Clients, connections, waits and bytes of the shared pooler; null where none runs. Wakes nobody',
    auth: 'user',
    permission: 'projects:read',
    reply: PoolerStatistics.nullable(),
  }),
  addons: get('/billing/addons', {
    summary: 'Add-ons of the project: those it has',
    auth: 'user',
    permission: 'projects:read',
    reply: z.object({ selected_addons: z.array(Addon) }),
  }),
})
