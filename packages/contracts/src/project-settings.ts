import { z } from 'zod'
import { get, resource } from './foundation/endpoint.ts'

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
  addons: get('/billing/addons', {
    summary: 'Add-ons of the project: those it has',
    auth: 'user',
    permission: 'projects:read',
    reply: z.object({ selected_addons: z.array(Addon) }),
  }),
})
