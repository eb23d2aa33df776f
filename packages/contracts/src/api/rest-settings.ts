import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'
import { Text } from '../foundation/values.ts'

/** Most rows that the data API can be told to return. */
export const maxRowsMost = 1_000_000
/** Most connections that the data API can be given. */
export const restPoolMost = 1_000

/** Names of schemas, separated by commas. */
const SchemaList = Text(1_000)

/** `https://app.example.com`, or `*` for any. */
export const AllowedOrigin = z
  .string()
  .max(300, 'Use at most 300 characters')
  .refine((text) => text === '*' || (URL.canParse(text) && new URL(text).origin === text), 'Use an origin such as https://app.example.com, or *')

/** The fields of the management API of Supabase, followed by ours. All but three are settings of the role `authenticator` in the database. */
export const RestSettings = z.object({
  /** Exposed schemas, separated by commas; the first is the default. */
  db_schema: SchemaList,
  /** Schemas that are searched as well, but not exposed. */
  db_extra_search_path: SchemaList,
  /** Most rows of a reply; 0 for no limit. */
  max_rows: z.number().int(),
  /** Most connections; null to follow the compute size. Ours, not a setting of the database. */
  db_pool: z.number().int().nullable(),
  /** Only for access tokens that may read keys. */
  jwt_secret: z.string().optional(),
  /** Whether the data API answers at all. Ours. */
  is_enabled: z.boolean(),
  /** Origins of web pages that may call it. Ours. */
  allowed_origins: z.array(z.string()),
  /** A function that is called before every request; empty for none. */
  db_pre_request: z.string(),
  db_aggregates_enabled: z.boolean(),
  db_plan_enabled: z.boolean(),
  openapi_mode: z.enum(['follow-privileges', 'ignore-privileges', 'disabled']),
})
export type RestSettings = z.infer<typeof RestSettings>

export const RestSettingsChanges = z
  .object({
    db_schema: SchemaList,
    db_extra_search_path: SchemaList,
    max_rows: z.number().int().min(0).max(maxRowsMost),
    /** 0 or null follows the compute size. */
    db_pool: z.number().int().min(0).max(restPoolMost).nullable(),
    is_enabled: z.boolean(),
    allowed_origins: z.array(AllowedOrigin).min(1, 'Name at least one origin').max(50, 'Name at most 50 origins'),
    db_pre_request: Text(200),
    db_aggregates_enabled: z.boolean(),
    db_plan_enabled: z.boolean(),
    openapi_mode: RestSettings.shape.openapi_mode,
  })
  .partial()
export type RestSettingsChanges = z.infer<typeof RestSettingsChanges>

/** How the data API of a project is configured. */
export const restSettings = resource('/v1/projects/{ref}/postgrest', {
  retrieve: get('/', {
    summary: 'Show the settings of the data API, as the database has them',
    auth: 'user',
    permission: 'projects:read',
    needsActive: true,
    needs: 'machine',
    reply: RestSettings,
  }),
  update: patch('/', {
    summary: 'Change settings of the data API; they hold from the next request',
    auth: 'user',
    permission: 'projects:update',
    needsActive: true,
    needs: 'machine',
    audit: 'project.data_api_changed',
    body: RestSettingsChanges,
    reply: RestSettings,
  }),
})
