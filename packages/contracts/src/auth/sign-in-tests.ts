import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'
import { Text } from '../foundation/values.ts'

/** Characters of one parameter that a provider brings back. */
const parameterMost = 16_384

/** How a sign-in with a provider went that made no user and no session. */
export const SignInTest = z.object({
  provider: z.string(),
  /** Where it ended: `authorization` is what the provider's own page said, `email` that it sent no address. null: a user could sign in. */
  failed_at: z.enum(['authorization', 'token', 'identity', 'email']).nullable(),
  /** What users would be told. */
  problem: z.string().nullable(),
  /** What is behind it, for members alone. */
  detail: z.string().nullable(),
  /** What the protocol calls it, such as `invalid_client`. */
  code: z.string().nullable(),
  /** Who the provider says it is. */
  identity: z
    .object({
      subject: z.string(),
      emails: z.array(z.object({ email: z.string(), is_verified: z.boolean(), is_primary: z.boolean() })),
      claims: z.record(z.string(), z.unknown()),
    })
    .nullable(),
  /** What came beside it. Tokens themselves are forgotten at once. */
  received: z.object({ access_token: z.boolean(), refresh_token: z.boolean(), id_token: z.boolean() }),
})
export type SignInTest = z.infer<typeof SignInTest>

const access = { auth: 'user', permission: 'project_auth:all', needs: 'machine' } as const
const errors = ['auth_refused', 'invalid_input', 'rate_limited'] as const

/** Sign-ins with a provider that change nothing in the project. */
export const signInTests = resource('/platform/auth/{ref}/sign-in-tests', {
  begin: post('/', {
    summary: 'Begin a test sign-in: the address of the provider to open in a browser',
    ...access,
    body: z.object({ provider: Text(60).min(1) }),
    reply: z.object({ url: z.string() }),
    errors,
  }),
  finish: post('/outcome', {
    summary: 'Finish a test sign-in that the same member began, with what the provider brought back',
    ...access,
    body: z.object({ parameters: z.record(Text(100), Text(parameterMost)) }),
    reply: SignInTest,
    errors,
  }),
})
