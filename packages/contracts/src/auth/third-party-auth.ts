import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** Most third-party issuers of a project. */
export const issuersMax = 10

/** Most keys of an issuer. Typically there are two or three. */
export const issuerKeysMax = 50

const Jwks = z.record(z.string(), z.unknown())

/** The fields of Supabase's management API, then our additions. */
export const ThirdPartyAuth = z.object({
  id: z.uuid(),
  /** Service of the issuer: `firebase`, `auth0`, `cognito`, `clerk`, `workos`, or `oidc` for others. */
  type: z.string(),
  /** `iss` of its tokens. */
  oidc_issuer_url: z.string(),
  /** URL of its keys, if entered instead of discovered. */
  jwks_url: z.string().nullable(),
  /** Keys that were entered. They are never refreshed. */
  custom_jwks: Jwks.nullable(),
  /** Public keys that verify tokens (RFC 7517, section 5). */
  resolved_jwks: Jwks,
  inserted_at: Timestamp,
  /** Time the keys last changed. */
  updated_at: Timestamp,
  /** Time the keys were last fetched. */
  resolved_at: Timestamp,
  /** Why the last fetch failed; earlier keys stay valid. null after a successful fetch. */
  problem: z.string().nullable(),
})
export type ThirdPartyAuth = z.infer<typeof ThirdPartyAuth>

const WebAddress = z
  .string()
  .max(2_000)
  .refine((text) => /^https?:\/\/[^\s?#\p{Cc}]+$/u.test(text) && URL.canParse(text), 'Use a URL that starts with https:// and has no query')

export const ThirdPartyAuthInput = z
  .object({
    /** `iss` of its tokens. If the request has no keys, they are fetched from the issuer (OpenID Connect Discovery 1.0). */
    oidc_issuer_url: WebAddress,
    jwks_url: WebAddress.nullable().optional(),
    custom_jwks: Jwks.nullable().optional(),
  })
  .refine(({ jwks_url: url, custom_jwks: jwks }) => url == null || jwks == null, {
    path: ['custom_jwks'],
    message: 'Enter either the keys or their URL, not both',
  })
export type ThirdPartyAuthInput = z.infer<typeof ThirdPartyAuthInput>

const read = { auth: 'user', permission: 'projects:read', needs: 'machine' } as const
const write = { auth: 'user', permission: 'project_auth:all', needs: 'machine' } as const

/** Third-party issuers of tokens that a project accepts. */
export const thirdPartyAuth = resource('/v1/projects/{ref}/config/auth/third-party-auth', {
  list: get('/', { ...read, summary: 'List third-party issuers', reply: z.array(ThirdPartyAuth) }),
  create: post('/', {
    ...write,
    summary: 'Add a third-party issuer. Its keys are fetched at once',
    audit: 'project.third_party_auth_created',
    body: ThirdPartyAuthInput,
    bodyLimitBytes: 262_144,
    reply: ThirdPartyAuth,
    status: 201,
    errors: ['issuer_refused', 'issuer_known', 'too_many_issuers'],
  }),
  retrieve: get('/{id}', {
    ...read,
    summary: 'Retrieve a third-party issuer and its keys',
    reply: ThirdPartyAuth,
    errors: ['third_party_auth_not_found'],
  }),
  remove: remove('/{id}', {
    ...write,
    summary: 'Remove a third-party issuer. Its tokens are refused from the next request',
    audit: 'project.third_party_auth_deleted',
    reply: ThirdPartyAuth,
    errors: ['third_party_auth_not_found'],
  }),
})
