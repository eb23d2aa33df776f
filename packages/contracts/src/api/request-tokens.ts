import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/** Lifetime of a token: long enough to try a few requests, short enough to limit the harm of a leak. */
export const requestTokenMinutes = 5
/** Lifetime of a token for a single service, used by pages that stay connected. */
export const serviceTokenMinutes = 10

export const RequestTokenInput = z.object({
  /** The database role to act as. */
  role: Text(63).min(1),
  /** Additional claims, such as `sub`. Project, role and expiry are always overwritten. */
  claims: z.record(z.string(), z.unknown()).default({}),
  /** The only service that accepts the token. All services if omitted. */
  service: z.enum(['realtime']).optional(),
  /** True if requests will write. A locked project then requires its name. */
  is_writing: z.boolean().default(false),
  /** The name of a locked project. */
  confirmed_name: z.string().optional(),
})
export type RequestTokenInput = z.input<typeof RequestTokenInput>

export const RequestToken = z.object({
  /** The bearer token of a client with this role and these claims. */
  token: z.string(),
  /** The same, for request insight: the data API returns SQL, query plan and policies instead of the result. */
  insight_token: z.string(),
  expires_at: Timestamp,
})
export type RequestToken = z.infer<typeof RequestToken>

/** Tokens that let members try requests as any role. */
export const requestTokens = resource('/platform/projects/{ref}/request-tokens', {
  create: post('/', {
    summary: 'Create a token for trying requests as any role, valid for a few minutes',
    auth: 'user',
    permission: 'service_keys:read',
    tokens: 'database:write',
    audit: 'project.request_token_created',
    body: RequestTokenInput,
    reply: RequestToken,
    status: 201,
    errors: ['production_locked'],
  }),
})
