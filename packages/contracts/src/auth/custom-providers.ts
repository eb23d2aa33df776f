import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Nothing, Text } from '../foundation/values.ts'

/** Protocols of custom providers. */
export const customProviderTypes = ['oidc', 'oauth2'] as const
export type CustomProviderType = (typeof customProviderTypes)[number]

/** Prefix of custom provider names, which apps send as `provider`. */
export const customPrefix = 'custom:'
const identifierRule = /^custom:[a-z0-9:-]{0,42}[a-z0-9]$/
export const isCustomIdentifier = (text: string): boolean => identifierRule.test(text)

/** A custom provider, without its client secret. */
export const CustomProvider = z.object({
  id: z.uuid(),
  provider_type: z.enum(customProviderTypes),
  identifier: z.string(),
  name: z.string(),
  client_id: z.string(),
  /** True in a copy of a project: the secret can't be decrypted there and must be entered again. */
  is_secret_lost: z.boolean(),
  enabled: z.boolean(),
  scopes: z.array(z.string()),
  pkce_enabled: z.boolean(),
  email_optional: z.boolean(),
  issuer: z.string().nullable(),
  discovery_url: z.string().nullable(),
  authorization_url: z.string().nullable(),
  token_url: z.string().nullable(),
  userinfo_url: z.string().nullable(),
  jwks_uri: z.string().nullable(),
  /** Maps user fields to the provider's claims: `{"user_name": "profile.nickname"}`. */
  attribute_mapping: z.record(z.string(), z.unknown()),
  /** Additional parameters of the authorization request. */
  authorization_params: z.record(z.string(), z.unknown()),
})
export type CustomProvider = z.infer<typeof CustomProvider>

/** An empty string removes the value. */
const Address = Text(2_048).trim().nullable()
const Scopes = z.array(Text(512).trim().min(1)).max(100)
const Pairs = z.record(Text(100), Text(2_048))

const fields = {
  name: Text(100).trim().min(1, 'Enter a name'),
  client_id: Text(512).trim().min(1, 'Enter the client ID'),
  client_secret: Text(4_096).min(1, 'Enter the client secret'),
  enabled: z.boolean().optional(),
  scopes: Scopes.optional(),
  pkce_enabled: z.boolean().optional(),
  email_optional: z.boolean().optional(),
  issuer: Address.optional(),
  discovery_url: Address.optional(),
  authorization_url: Address.optional(),
  token_url: Address.optional(),
  userinfo_url: Address.optional(),
  jwks_uri: Address.optional(),
  attribute_mapping: Pairs.optional(),
  authorization_params: Pairs.optional(),
}

export const NewCustomProvider = z.object({
  ...fields,
  provider_type: z.enum(customProviderTypes),
  identifier: Text(50).regex(identifierRule, 'Use custom: followed by lower-case letters, digits, - and :'),
})
export type NewCustomProvider = z.input<typeof NewCustomProvider>

/** Type and identifier can't change. If omitted, the secret stays unchanged. */
export const CustomProviderChange = z
  .object({ ...fields, name: fields.name.optional(), client_id: fields.client_id.optional(), client_secret: fields.client_secret.optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), 'Enter at least one change')
export type CustomProviderChange = z.input<typeof CustomProviderChange>

/** Provider metadata of an issuer (OpenID Connect Discovery 1.0, section 3). */
export const IssuerDiscovery = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  userinfo_endpoint: z.string().optional(),
  jwks_uri: z.string(),
})
export type IssuerDiscovery = z.infer<typeof IssuerDiscovery>

const access = { auth: 'user', permission: 'project_auth:all', needs: 'machine' } as const
const errors = ['auth_refused', 'invalid_input', 'rate_limited'] as const
const oneErrors = [...errors, 'custom_provider_not_found'] as const

/** Custom OAuth 2.0 and OpenID Connect providers of a project. They are stored in its database. */
export const customProviders = resource('/platform/auth/{ref}/custom-providers', {
  list: get('/', {
    summary: 'List custom providers, oldest first, without their secrets',
    ...access,
    permission: 'projects:read',
    needsActive: true,
    reply: z.object({ items: z.array(CustomProvider) }),
    errors,
  }),
  discover: get('/discovery', {
    summary: 'Look up the endpoints of an OpenID Connect issuer',
    ...access,
    query: z.object({ issuer: Text(2_048).trim().min(1), discovery_url: Text(2_048).trim().optional() }),
    reply: IssuerDiscovery,
    errors,
  }),
  create: post('/', {
    summary: 'Create a custom provider. The metadata of an OpenID Connect issuer is fetched at once',
    ...access,
    needsActive: true,
    audit: 'project.custom_provider_created',
    body: NewCustomProvider,
    reply: CustomProvider,
    status: 201,
    errors: [...errors, 'custom_provider_exists'],
  }),
  update: patch('/{identifier}', {
    summary: 'Update a custom provider, or turn it on or off',
    ...access,
    needsActive: true,
    audit: 'project.custom_provider_updated',
    body: CustomProviderChange,
    reply: CustomProvider,
    errors: oneErrors,
  }),
  remove: remove('/{identifier}', {
    summary: 'Delete a custom provider. Keeps the users who signed in with it',
    ...access,
    needsActive: true,
    audit: 'project.custom_provider_deleted',
    reply: Nothing,
    status: 204,
    errors: oneErrors,
  }),
})
