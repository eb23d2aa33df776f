import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'
import { Text, Timestamp } from '../foundation/values.ts'

/** Long enough to try a few requests, short enough not to matter once it is lost. */
export const requestTokenMinutes = 5
/** Of a token for one service alone, as a page uses it that stays connected. */
export const serviceTokenMinutes = 10

export const RequestTokenInput = z.object({
  /** The database role to act as. */
  role: Text(63).min(1),
  /** Further claims, such as `sub`. Those that say which project, which role and how long are replaced. */
  claims: z.record(z.string(), z.unknown()).default({}),
  /** The one service that the token opens; all of them when left out. */
  service: z.enum(['realtime']).optional(),
  /** Whether requests will change something, which a locked project refuses without its name. */
  is_writing: z.boolean().default(false),
  /** The project's name, if it is locked. */
  confirmed_name: z.string().optional(),
})
export type RequestTokenInput = z.input<typeof RequestTokenInput>

export const RequestToken = z.object({
  /** What a client with this role and these claims would send as its bearer token. */
  token: z.string(),
  /** The same for asking the data API about a request: it shows SQL, plan and policies in place of the result. */
  insight_token: z.string(),
  expires_at: Timestamp,
})
export type RequestToken = z.infer<typeof RequestToken>

/** Tokens with which members try requests as any role, as their clients would send them. */
export const requestTokens = resource('/platform/projects/{ref}/request-tokens', {
  create: post('/', {
    summary: 'Sign a token for trying requests as any role; valid for a few minutes',
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
