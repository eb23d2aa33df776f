import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { type Permission, permissions } from '../foundation/permissions.ts'
import { Name, Nothing, Text, Timestamp } from '../foundation/values.ts'

/** What tokens of applications begin with, and those of people once did, so that scanners of leaked secrets know one when they see it. */
export const accessTokenPrefix = 'cln_'

/** What tokens of people begin with, 40 hexadecimal digits behind it: the only form that the `supabase` CLI takes. */
export const personalTokenPrefix = 'sbp_'
export const personalTokenForm = /^sbp_[0-9a-f]{40}$/

/** Tokens that one person may have at a time. */
export const accessTokensMax = 100

/** What looks and changes nothing; keys of projects are not among it, as they open what writes. */
export const readOnlyScopes = ['organization:read', 'projects:read', 'database:read', 'audit:read'] as const satisfies readonly Permission[]

export const AccessToken = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Its last four characters. */
  hint: z.string(),
  /** It opens what these and the person's role both allow. */
  scopes: z.array(z.enum(permissions)),
  /** The one organization that it opens; null: all that the person belongs to. */
  organization: z.object({ slug: z.string(), name: z.string() }).nullable(),
  created_at: Timestamp,
  /** Null: it never ends by itself. */
  expires_at: Timestamp.nullable(),
  is_expired: z.boolean(),
  /** The last use, to the minute; null: never used. */
  last_used_at: Timestamp.nullable(),
  last_used_address: z.string().nullable(),
  last_used_agent: z.string().nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

export const AccessTokenInput = z.object({
  name: Name,
  scopes: z
    .array(z.enum(permissions))
    .min(1, 'Choose at least one thing that it may do')
    .transform((scopes) => [...new Set(scopes)]),
  /** The slug of the one organization that it opens. */
  organization_slug: Text(48).nullable().default(null),
  expires_at: Timestamp.nullable(),
})
export type AccessTokenInput = z.input<typeof AccessTokenInput>

/** Tokens with which scripts call the platform as a person: `Authorization: Bearer sbp_…`. */
export const accessTokens = resource('/platform/access-tokens', {
  list: get('/', { summary: 'Access tokens of the person, newest first', auth: 'user', reply: z.array(AccessToken) }),
  create: post('/', {
    summary: 'Make an access token; the answer is the only one that shows it',
    auth: 'user',
    audit: 'access_token.created',
    body: AccessTokenInput,
    reply: AccessToken.extend({ token: z.string() }),
    status: 201,
    errors: ['organization_not_found', 'too_many_access_tokens'],
  }),
  remove: remove('/{id}', {
    summary: 'Revoke an access token; what it opened ends at once',
    auth: 'user',
    audit: 'access_token.removed',
    reply: Nothing,
    status: 204,
    errors: ['access_token_not_found'],
  }),
})
