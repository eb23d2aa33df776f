import { z } from 'zod'
import { post, resource } from '../foundation/endpoint.ts'
import { Text } from '../foundation/values.ts'

/** Maximum length of a callback parameter. */
const parameterMost = 16_384

/** The result of a test sign-in, which creates no user and no session. */
export const SignInTest = z.object({
  provider: z.string(),
  /** The step that failed: `authorization` is an error from the provider's page, `email` a missing address. null if a user could sign in. */
  failed_at: z.enum(['authorization', 'token', 'identity', 'email']).nullable(),
  /** The message for users. */
  problem: z.string().nullable(),
  /** The cause, for members only. */
  detail: z.string().nullable(),
  /** The OAuth error code, such as `invalid_client`. */
  code: z.string().nullable(),
  /** The user's identity at the provider. */
  identity: z
    .object({
      subject: z.string(),
      emails: z.array(z.object({ email: z.string(), is_verified: z.boolean(), is_primary: z.boolean() })),
      claims: z.record(z.string(), z.unknown()),
    })
    .nullable(),
  /** Details of the token response. The tokens are discarded at once. */
  received: z.object({ access_token: z.boolean(), refresh_token: z.boolean(), id_token: z.boolean() }),
})
export type SignInTest = z.infer<typeof SignInTest>

const access = { auth: 'user', permission: 'project_auth:all', needs: 'machine' } as const
const errors = ['auth_refused', 'invalid_input', 'rate_limited'] as const

/** Test sign-ins with a provider. They don't change the project. */
export const signInTests = resource('/platform/auth/{ref}/sign-in-tests', {
  begin: post('/', {
    summary: 'Start a test sign-in. Returns the provider URL to open in a browser',
    ...access,
    body: z.object({ provider: Text(60).min(1) }),
    reply: z.object({ url: z.string() }),
    errors,
  }),
  finish: post('/outcome', {
    summary: 'Finish a test sign-in that the same member started, with the callback parameters of the provider',
    ...access,
    body: z.object({ parameters: z.record(Text(100), Text(parameterMost)) }),
    reply: SignInTest,
    errors,
  }),
})
