import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** API URL and keys of a project (spec §3). */
export const ProjectSettings = z.object({
  ref: z.string(),
  app_config: z.object({
    /** "http" or "https". */
    protocol: z.string(),
    /** Host, port and path: the API's URL is `${protocol}://${endpoint}`. */
    endpoint: z.string(),
    /** False for a project on an external server, which has no services. */
    is_served: z.boolean(),
  }),
  service_api_keys: z.array(z.object({ name: z.enum(['anon', 'service_role']), api_key: z.string(), tags: z.string() })),
  /** Key for clients; null if no key is active. */
  publishable_key: z.string().nullable(),
})
export type ProjectSettings = z.infer<typeof ProjectSettings>

export const PoolMode = z.enum(['transaction', 'session'])
export type PoolMode = z.infer<typeof PoolMode>

/** Shared pooler settings of a database. */
export const SupavisorConfig = z.object({
  identifier: z.string(),
  database_type: z.enum(['PRIMARY', 'READ_REPLICA']),
  pool_mode: PoolMode,
  db_host: z.string(),
  db_port: z.number().int(),
  db_user: z.string(),
  db_name: z.string(),
  /** Has [YOUR-PASSWORD] as a placeholder. */
  connection_string: z.string(),
  /** True if the poolers only accept TLS connections. */
  is_tls_required: z.boolean(),
  /** Maximum of connections to the database and of clients. */
  default_pool_size: z.number().int(),
  max_client_conn: z.number().int(),
})
export type SupavisorConfig = z.infer<typeof SupavisorConfig>

export const projectSettings = resource('/platform/projects/{ref}', {
  settings: get('/settings', {
    summary: 'Retrieve the API URL and keys',
    auth: 'user',
    permission: 'service_keys:read',
    reply: ProjectSettings,
  }),
  supavisor: get('/config/supavisor', {
    summary: 'List shared pooler settings per database. Empty if it isn’t running',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(SupavisorConfig),
  }),
})
