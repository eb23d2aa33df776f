import { z } from 'zod'
import { get, patch, post, put, remove, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/** Most API keys of a project, not counting the two legacy keys. */
export const apiKeysMax = 100

export const apiKeyTypes = ['publishable', 'secret'] as const
export const ApiKeyType = z.enum(apiKeyTypes)
export type ApiKeyType = z.infer<typeof ApiKeyType>

/** Roles with a legacy key: a JWT signed with the legacy secret. */
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

/** One use of a key: the time, the address and the client. */
export const ApiKeyUse = z.object({
  at: Timestamp,
  address: z.string(),
  /** `supabase-js/2.119.1`, or another client name; empty if the client sends none. */
  client: z.string(),
  calls: z.number().int(),
})
export type ApiKeyUse = z.infer<typeof ApiKeyUse>

/** The fields of Supabase's management API, then our additions. */
export const ApiKey = z.object({
  /** The name of a legacy key. */
  id: z.string(),
  type: z.enum(['legacy', ...apiKeyTypes]),
  name: z.string(),
  description: z.string().nullable(),
  /** The whole key if it isn't secret or the request has `reveal`; otherwise its prefix and dots. */
  api_key: z.string(),
  /** The start of the key, safe to show and log. */
  prefix: z.string(),
  /** SHA-256 of the whole key, base64url. */
  hash: z.string(),
  /** The role of a secret key. */
  secret_jwt_template: z.object({ role: z.string() }).nullable(),
  inserted_at: Timestamp,
  updated_at: Timestamp,
  /** The role of the key. */
  role: z.string(),
  /** null if the key never expires. */
  expires_at: Timestamp.nullable(),
  /** False only for a legacy key that is turned off. */
  is_enabled: z.boolean(),
  last_used: ApiKeyUse.omit({ calls: true }).nullable(),
  calls: z.number().int(),
  /** The clients that used the key, most recent first. */
  clients: z.array(ApiKeyUse),
})
export type ApiKey = z.infer<typeof ApiKey>

export const ApiKeyInput = z.object({
  type: ApiKeyType,
  name: ApiKeyName,
  description: Text(500).nullable().optional(),
  /** For secret keys only: a role that is granted to `authenticator`. */
  secret_jwt_template: z
    .object({ role: Text(63).min(1) })
    .nullable()
    .optional(),
  expires_at: Timestamp.nullable().optional(),
})
export type ApiKeyInput = z.infer<typeof ApiKeyInput>

export const ApiKeyChanges = ApiKeyInput.omit({ type: true }).partial()
export type ApiKeyChanges = z.infer<typeof ApiKeyChanges>

/** `enabled` is true when at least one key is on. */
export const LegacyKeys = z.object({ enabled: z.boolean(), anon: z.boolean(), service_role: z.boolean() })
export type LegacyKeys = z.infer<typeof LegacyKeys>

const QueryBoolean = z.enum(['true', 'false']).transform((text) => text === 'true')
const Reveal = z.object({ reveal: QueryBoolean.optional() })

const read = { auth: 'user', permission: 'service_keys:read' } as const
const write = { auth: 'user', permission: 'projects:update' } as const

/** Keys that clients send as `apikey` to a project's services. */
export const apiKeys = resource('/v1/projects/{ref}/api-keys', {
  list: get('/', {
    ...read,
    summary: 'List API keys. Revealing secret keys requires a recent sign-in',
    query: Reveal,
    reply: z.array(ApiKey),
    errors: ['sign_in_again'],
  }),
  create: post('/', {
    ...write,
    summary: 'Create an API key. The response contains the whole key',
    audit: 'project.api_key_created',
    query: Reveal,
    body: ApiKeyInput,
    reply: ApiKey,
    status: 201,
    errors: ['api_key_name_taken', 'too_many_api_keys', 'project_not_active', 'project_wake_failed'],
  }),
  retrieveLegacy: get('/legacy', { ...read, summary: 'Retrieve the status of the legacy API keys', reply: LegacyKeys }),
  updateLegacy: put('/legacy', {
    ...write,
    summary: 'Turn one or both legacy API keys on or off',
    audit: 'project.legacy_api_keys_changed',
    query: z.object({ enabled: QueryBoolean, name: LegacyKeyName.optional() }),
    reply: LegacyKeys,
    errors: ['legacy_key_revoked'],
  }),
  retrieve: get('/{id}', {
    ...read,
    summary: 'Retrieve an API key. Revealing a secret key requires a recent sign-in',
    query: Reveal,
    reply: ApiKey,
    errors: ['api_key_not_found', 'sign_in_again'],
  }),
  update: patch('/{id}', {
    ...write,
    summary: 'Update the name, description, role or expiry of an API key',
    audit: 'project.api_key_updated',
    query: Reveal,
    body: ApiKeyChanges,
    reply: ApiKey,
    errors: ['api_key_not_found', 'api_key_name_taken', 'sign_in_again', 'project_not_active', 'project_wake_failed'],
  }),
  remove: remove('/{id}', {
    ...write,
    summary: 'Delete an API key. Requests that use it are refused at once. Requires a recent sign-in',
    audit: 'project.api_key_deleted',
    query: Reveal,
    reply: ApiKey,
    errors: ['api_key_not_found', 'sign_in_again'],
  }),
})
