import { z } from 'zod'
import { get, resource } from '../foundation/endpoint.ts'

/** Spec §3: where the project's API is, and the keys for it. */
export const ProjectSettings = z.object({
  ref: z.string(),
  app_config: z.object({
    /** "http" or "https". */
    protocol: z.string(),
    /** Host, port and path: the API's URL is `${protocol}://${endpoint}`. */
    endpoint: z.string(),
    /** Whether services answer there: those of a project on an external server don't. */
    is_served: z.boolean(),
  }),
  service_api_keys: z.array(z.object({ name: z.enum(['anon', 'service_role']), api_key: z.string(), tags: z.string() })),
  /** For clients; null if there is none that works. */
  publishable_key: z.string().nullable(),
})
export type ProjectSettings = z.infer<typeof ProjectSettings>

export const PoolMode = z.enum(['transaction', 'session'])
export type PoolMode = z.infer<typeof PoolMode>

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
  /** It takes encrypted connections only, through any pooler. */
  is_tls_required: z.boolean(),
  /** Connections to the database at most, and clients for them. */
  default_pool_size: z.number().int(),
  max_client_conn: z.number().int(),
})
export type SupavisorConfig = z.infer<typeof SupavisorConfig>

export const projectSettings = resource('/platform/projects/{ref}', {
  settings: get('/settings', {
    summary: 'Where the API of the project is, and its keys',
    auth: 'user',
    permission: 'service_keys:read',
    reply: ProjectSettings,
  }),
  supavisor: get('/config/supavisor', {
    summary: 'How the shared pooler is reached, for each database; empty where none runs',
    auth: 'user',
    permission: 'projects:read',
    reply: z.array(SupavisorConfig),
  }),
})
