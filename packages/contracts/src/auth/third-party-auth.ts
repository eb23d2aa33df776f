import { z } from 'zod'
import { get, post, remove, resource } from '../foundation/endpoint.ts'
import { Timestamp } from '../foundation/values.ts'

/** Other issuers that one project can trust. */
export const issuersMax = 10

/** Keys of one issuer; most publish two or three. */
export const issuerKeysMax = 50

const Jwks = z.record(z.string(), z.unknown())

/** The fields of the management API of Supabase, followed by ours. */
export const ThirdPartyAuth = z.object({
  id: z.uuid(),
  /** Whose service the issuer is: `firebase`, `auth0`, `cognito`, `clerk`, `workos`; `oidc` for others. */
  type: z.string(),
  /** `iss` of its tokens. */
  oidc_issuer_url: z.string(),
  /** Where its keys are, if it was not asked for that. */
  jwks_url: z.string().nullable(),
  /** Keys that somebody gave; they stay as they are. */
  custom_jwks: Jwks.nullable(),
  /** The public keys that tokens are verified with (RFC 7517, 5). */
  resolved_jwks: Jwks,
  inserted_at: Timestamp,
  /** When the keys changed last. */
  updated_at: Timestamp,
  /** When the keys were found last. */
  resolved_at: Timestamp,
  /** Why no keys were found when the issuer was asked last; those from before still verify. null after a good answer. */
  problem: z.string().nullable(),
})
export type ThirdPartyAuth = z.infer<typeof ThirdPartyAuth>

const WebAddress = z
  .string()
  .max(2_000)
  .refine((text) => /^https?:\/\/[^\s?#\p{Cc}]+$/u.test(text) && URL.canParse(text), 'Use an address that begins with https:// and has no query')

export const ThirdPartyAuthInput = z
  .object({
    /** `iss` of its tokens: without keys of its own in the request, the issuer is asked for them (OpenID Connect Discovery 1.0). */
    oidc_issuer_url: WebAddress,
    jwks_url: WebAddress.nullable().optional(),
    custom_jwks: Jwks.nullable().optional(),
  })
  .refine(({ jwks_url: url, custom_jwks: jwks }) => url == null || jwks == null, {
    path: ['custom_jwks'],
    message: 'Give the keys or their address, not both',
  })
export type ThirdPartyAuthInput = z.infer<typeof ThirdPartyAuthInput>

const read = { auth: 'user', permission: 'projects:read', needs: 'machine' } as const
const write = { auth: 'user', permission: 'project_auth:all', needs: 'machine' } as const

/** Other issuers whose tokens open a project's data. */
export const thirdPartyAuth = resource('/v1/projects/{ref}/config/auth/third-party-auth', {
  list: get('/', { ...read, summary: 'List the other issuers a project accepts tokens from', reply: z.array(ThirdPartyAuth) }),
  create: post('/', {
    ...write,
    summary: 'Accept tokens of another issuer; its keys are looked up immediately',
    audit: 'project.third_party_auth_created',
    body: ThirdPartyAuthInput,
    bodyLimitBytes: 262_144,
    reply: ThirdPartyAuth,
    status: 201,
    errors: ['issuer_refused', 'issuer_known', 'too_many_issuers'],
  }),
  retrieve: get('/{id}', { ...read, summary: 'Show another issuer and its keys', reply: ThirdPartyAuth, errors: ['third_party_auth_not_found'] }),
  remove: remove('/{id}', {
    ...write,
    summary: 'Trust the tokens of an issuer no longer; they are refused from the next request',
    audit: 'project.third_party_auth_deleted',
    reply: ThirdPartyAuth,
    errors: ['third_party_auth_not_found'],
  }),
})
