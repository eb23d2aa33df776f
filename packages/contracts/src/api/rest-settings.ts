import { z } from 'zod'
import { get, patch, resource } from '../foundation/endpoint.ts'
import { Text } from '../foundation/values.ts'

/** Upper limit of the row limit of the data API. */
export const maxRowsMost = 1_000_000
/** Upper limit of the data API's connection pool. */
export const restPoolMost = 1_000

/** Schema names, separated by commas. */
const SchemaList = Text(1_000)

/** `https://app.example.com`, or `*` for any origin. */
export const AllowedOrigin = z
  .string()
  .max(300, 'Use at most 300 characters')
  .refine((text) => text === '*' || (URL.canParse(text) && new URL(text).origin === text), 'Use an origin such as https://app.example.com, or *')

/** The fields of Supabase's management API, then our additions. All but three are settings of the database role `authenticator`. */
export const RestSettings = z.object({
  /** Exposed schemas, separated by commas; the first is the default. */
  db_schema: SchemaList,
  /** Schemas in the search path that are not exposed. */
  db_extra_search_path: SchemaList,
  /** Most rows in a response; 0 for no limit. */
  max_rows: z.number().int(),
  /** Most connections; null follows the compute size. Our addition, not a database setting. */
  db_pool: z.number().int().nullable(),
  /** Only for access tokens with permission to read keys. */
  jwt_secret: z.string().optional(),
  /** False if the data API is turned off. Our addition. */
  is_enabled: z.boolean(),
  /** Origins of web pages that are allowed to call the data API. Our addition. */
  allowed_origins: z.array(z.string()),
  /** Function called before every request; empty for none. */
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
    allowed_origins: z.array(AllowedOrigin).min(1, 'Enter at least one origin').max(50, 'Enter at most 50 origins'),
    db_pre_request: Text(200),
    db_aggregates_enabled: z.boolean(),
    db_plan_enabled: z.boolean(),
    openapi_mode: RestSettings.shape.openapi_mode,
  })
  .partial()
export type RestSettingsChanges = z.infer<typeof RestSettingsChanges>

/** Settings of a project's data API. */
export const restSettings = resource('/v1/projects/{ref}/postgrest', {
  retrieve: get('/', {
    summary: 'Retrieve the data API settings from the database',
    auth: 'user',
    permission: 'projects:read',
    needsActive: true,
    needs: 'machine',
    reply: RestSettings,
  }),
  update: patch('/', {
    summary: 'Update data API settings. Applies from the next request',
    auth: 'user',
    permission: 'projects:update',
    needsActive: true,
    needs: 'machine',
    audit: 'project.data_api_changed',
    body: RestSettingsChanges,
    reply: RestSettings,
  }),
})
