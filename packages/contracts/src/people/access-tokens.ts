import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { type Permission, permissions } from '../foundation/permissions.ts'
import { Name, Nothing, Text, Timestamp } from '../foundation/values.ts'

/** Prefix of application tokens, and of older personal tokens, for secret scanners. */
export const accessTokenPrefix = 'cln_'

/** Prefix of personal tokens, followed by 40 hex digits, the only format that the `supabase` CLI accepts. */
export const personalTokenPrefix = 'sbp_'
export const personalTokenForm = /^sbp_[0-9a-f]{40}$/

/** Most tokens of a person. */
export const accessTokensMax = 100

/** Scopes that only read. Project keys are excluded, because they allow writes. */
export const readOnlyScopes = ['organization:read', 'projects:read', 'database:read', 'audit:read'] as const satisfies readonly Permission[]

export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  /** Scopes of the token. Access also requires the permission of the person's role. */
  scopes: z.array(z.enum(permissions)),
  /** The only organization it has access to; null for all organizations of the person. */
  organization: z.object({ slug: z.string(), name: z.string() }).nullable(),
  created_at: Timestamp,
  /** Null if it never expires. */
  expires_at: Timestamp.nullable(),
  is_expired: z.boolean(),
  /** Last use, to the minute; null if never used. */
  last_used_at: Timestamp.nullable(),
  last_used_address: z.string().nullable(),
  last_used_agent: z.string().nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

export const AccessTokenInput = z.object({
  name: Name,
  scopes: z
    .array(z.enum(permissions))
    .min(1, 'Choose at least one permission')
    .transform((scopes) => [...new Set(scopes)]),
  /** Slug of the only organization it has access to. */
  organization_slug: Text(48).nullable().default(null),
  expires_at: Timestamp.nullable(),
})
export type AccessTokenInput = z.input<typeof AccessTokenInput>

/** Personal access tokens for scripts: `Authorization: Bearer sbp_…`. */
export const accessTokens = resource('/platform/access-tokens', {
  list: get('/', { summary: 'List your access tokens, newest first', auth: 'user', reply: z.array(AccessToken) }),
  create: post('/', {
    summary: 'Create an access token. Only this response shows it',
    auth: 'user',
    audit: 'access_token.created',
    body: AccessTokenInput,
    reply: AccessToken.extend({ token: z.string() }),
    status: 201,
    errors: ['organization_not_found', 'too_many_access_tokens'],
  }),
  remove: remove('/{id}', {
    summary: 'Revoke an access token. Its open connections end at once',
    auth: 'user',
    audit: 'access_token.removed',
    reply: Nothing,
    status: 204,
    errors: ['access_token_not_found'],
  }),
})
