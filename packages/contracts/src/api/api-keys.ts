import { z } from 'zod'
import { get, patch, post, put, remove, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/** API keys that one project can have, besides the two legacy ones. */
export const apiKeysMax = 100

export const apiKeyTypes = ['publishable', 'secret'] as const
export const ApiKeyType = z.enum(apiKeyTypes)
export type ApiKeyType = z.infer<typeof ApiKeyType>

/** Roles that have a legacy key, which is a token signed with the legacy secret. */
export const legacyKeyNames = ['anon', 'service_role'] as const
export const LegacyKeyName = z.enum(legacyKeyNames)
export type LegacyKeyName = z.infer<typeof LegacyKeyName>

/** A publishable key always acts as this role. */
export const publishableRole = 'anon'
/** A secret key acts as this role unless another one is chosen. */
export const secretRole = 'service_role'

export const ApiKeyName = z
  .string()
  .min(4, 'Use at least 4 characters')
  .max(64, 'Use at most 64 characters')
  .regex(/^[a-z_][a-z0-9_]+$/, 'Use lower-case letters, digits and underscores, and start with a letter or an underscore')

/** When a key was used, from where, and by which client. */
export const ApiKeyUse = z.object({
  at: Timestamp,
  address: z.string(),
  /** `supabase-js/2.119.1`, or what else the client calls itself; empty if it doesn't say. */
  client: z.string(),
  calls: z.number().int(),
})
export type ApiKeyUse = z.infer<typeof ApiKeyUse>

/** The fields of the management API of Supabase, followed by ours. */
export const ApiKey = z.object({
  /** Of a legacy key its name. */
  id: z.string(),
  type: z.enum(['legacy', ...apiKeyTypes]),
  name: z.string(),
  description: z.string().nullable(),
  /** The whole key if it isn't secret, or was asked for with `reveal`; else its prefix and dots. */
  api_key: z.string(),
  /** The part that is safe to show and to log. */
  prefix: z.string(),
  /** SHA-256 of the whole key, base64url. */
  hash: z.string(),
  /** The role that a secret key acts as. */
  secret_jwt_template: z.object({ role: z.string() }).nullable(),
  inserted_at: Timestamp,
  updated_at: Timestamp,
  /** The role that the key acts as. */
  role: z.string(),
  /** null: never. */
  expires_at: Timestamp.nullable(),
  /** Legacy keys can be turned off. */
  is_enabled: z.boolean(),
  last_used: ApiKeyUse.omit({ calls: true }).nullable(),
  calls: z.number().int(),
  /** The clients that used it, the latest first. */
  clients: z.array(ApiKeyUse),
})
export type ApiKey = z.infer<typeof ApiKey>

export const ApiKeyInput = z.object({
  type: ApiKeyType,
  name: ApiKeyName,
  description: Text(500).nullable().optional(),
  /** Only for secret keys: a role that `authenticator` may become. */
  secret_jwt_template: z
    .object({ role: Text(63).min(1) })
    .nullable()
    .optional(),
  expires_at: Timestamp.nullable().optional(),
})
export type ApiKeyInput = z.infer<typeof ApiKeyInput>

export const ApiKeyChanges = ApiKeyInput.omit({ type: true }).partial()
export type ApiKeyChanges = z.infer<typeof ApiKeyChanges>

/** `enabled`: at least one is. */
export const LegacyKeys = z.object({ enabled: z.boolean(), anon: z.boolean(), service_role: z.boolean() })
export type LegacyKeys = z.infer<typeof LegacyKeys>

const QueryBoolean = z.enum(['true', 'false']).transform((text) => text === 'true')
const Reveal = z.object({ reveal: QueryBoolean.optional() })

const read = { auth: 'user', permission: 'service_keys:read' } as const
const write = { auth: 'user', permission: 'projects:update' } as const

/** Keys that clients send as `apikey` to the services of a project. */
export const apiKeys = resource('/v1/projects/{ref}/api-keys', {
  list: get('/', {
    ...read,
    summary: 'List the API keys of a project; revealing secret ones takes a recent sign-in',
    query: Reveal,
    reply: z.array(ApiKey),
    errors: ['sign_in_again'],
  }),
  create: post('/', {
    ...write,
    summary: 'Create an API key; the reply shows the whole key',
    audit: 'project.api_key_created',
    query: Reveal,
    body: ApiKeyInput,
    reply: ApiKey,
    status: 201,
    errors: ['api_key_name_taken', 'too_many_api_keys', 'project_not_active', 'project_wake_failed'],
  }),
  retrieveLegacy: get('/legacy', { ...read, summary: 'Show whether the legacy keys are turned on', reply: LegacyKeys }),
  updateLegacy: put('/legacy', {
    ...write,
    summary: 'Turn the legacy keys on or off, both or only one',
    audit: 'project.legacy_api_keys_changed',
    query: z.object({ enabled: QueryBoolean, name: LegacyKeyName.optional() }),
    reply: LegacyKeys,
    errors: ['legacy_key_revoked'],
  }),
  retrieve: get('/{id}', {
    ...read,
    summary: 'Show an API key; revealing a secret one takes a recent sign-in',
    query: Reveal,
    reply: ApiKey,
    errors: ['api_key_not_found', 'sign_in_again'],
  }),
  update: patch('/{id}', {
    ...write,
    summary: 'Change the name, description, role or end of an API key',
    audit: 'project.api_key_updated',
    query: Reveal,
    body: ApiKeyChanges,
    reply: ApiKey,
    errors: ['api_key_not_found', 'api_key_name_taken', 'sign_in_again', 'project_not_active', 'project_wake_failed'],
  }),
  remove: remove('/{id}', {
    ...write,
    summary: 'Delete an API key, which takes a recent sign-in; clients that use it are refused from now on',
    audit: 'project.api_key_deleted',
    query: Reveal,
    reply: ApiKey,
    errors: ['api_key_not_found', 'sign_in_again'],
  }),
})
