import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { permissions } from '../foundation/permissions.ts'
import { Name, Nothing, Text, Timestamp } from '../foundation/values.ts'

/** Most applications of an organization. */
export const appsMax = 50
/** Most redirect URLs of an application. */
export const redirectUrisMax = 10

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/** Returns the problem of a redirect URL, or null. */
export function redirectUriProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'Enter a full URL, such as https://example.com/callback'
  const { protocol, hostname, username, password } = new URL(text)
  if (text.includes('#')) return 'Remove the # and everything after it'
  if (username !== '' || password !== '') return 'Remove the user name and password'
  if (/[\s\\]/.test(text)) return 'Remove spaces and backslashes'
  if (protocol === 'https:') return null
  if (protocol === 'http:') return loopbackHosts.includes(hostname) ? null : 'Use https, except for localhost'
  return 'Use https, or http on 127.0.0.1, [::1] or localhost'
}

const RedirectUri = z
  .string()
  .max(500, 'Use at most 500 characters')
  .superRefine((text, context) => {
    const message = redirectUriProblem(text)
    if (message !== null) context.addIssue({ code: 'custom', message })
  })

const AppInput = z.object({
  name: Name,
  redirect_uris: z
    .array(RedirectUri)
    .min(1, 'Enter a redirect URL')
    .max(redirectUrisMax, `Enter at most ${redirectUrisMax} redirect URLs`)
    .transform((uris) => [...new Set(uris)]),
})

/** A registered application, for its organization. */
export const App = z.object({
  /** The client ID. */
  id: z.uuid(),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  /** True if it has a client secret. Native and browser applications can't keep one. */
  is_confidential: z.boolean(),
  /** The last four characters of the secret. */
  secret_hint: z.string().nullable(),
  created_at: Timestamp,
  /** Number of people who currently authorize it. */
  user_count: z.number().int(),
})
export type App = z.infer<typeof App>

/** An application with its client secret, which is shown only once. Colonnade stores only a hash. */
export const AppWithSecret = App.extend({ client_secret: z.string().nullable() })
export type AppWithSecret = z.infer<typeof AppWithSecret>

const Scopes = z.array(z.enum(permissions))

/** A person's authorization of an application for one organization. */
export const AppGrant = z.object({
  id: z.uuid(),
  app: z.object({ name: z.string(), organization_name: z.string() }),
  user: z.object({ username: z.string(), primary_email: z.string() }),
  organization: z.object({ slug: z.string(), name: z.string() }),
  scopes: Scopes,
  created_at: Timestamp,
  last_used_at: Timestamp,
})
export type AppGrant = z.infer<typeof AppGrant>

const write = { auth: 'user', permission: 'organization:update', tokens: 'none' } as const

/** OAuth applications of an organization. Anyone on this installation can authorize them. */
export const apps = resource('/platform/organizations/{slug}/apps', {
  list: get('/', {
    summary: 'List registered applications',
    auth: 'user',
    permission: 'organization:read',
    reply: z.array(App),
  }),
  create: post('/', {
    ...write,
    summary: 'Register an application. Only this response shows the client secret',
    audit: 'app.created',
    body: AppInput.extend({ is_confidential: z.boolean() }),
    reply: AppWithSecret,
    status: 201,
    errors: ['too_many_apps'],
  }),
  update: patch('/{id}', {
    ...write,
    summary: 'Update the name or redirect URLs of an application',
    audit: 'app.updated',
    body: AppInput,
    reply: App,
    errors: ['app_not_found'],
  }),
  rotateSecret: post('/{id}/secret', {
    ...write,
    summary: 'Rotate the client secret of an application. The old secret stops working at once',
    audit: 'app.secret_rotated',
    reply: AppWithSecret,
    errors: ['app_not_found', 'app_is_public'],
  }),
  remove: remove('/{id}', {
    ...write,
    summary: 'Delete an application. Its tokens are revoked at once',
    audit: 'app.removed',
    reply: Nothing,
    status: 204,
    errors: ['app_not_found'],
  }),
})

const manage = { auth: 'user', permission: 'members:manage' } as const

/** Applications that members have authorized, including those of other organizations. */
export const memberAppGrants = resource('/platform/organizations/{slug}/app-grants', {
  list: get('/', { ...manage, summary: 'List applications that members have authorized for the organization', reply: z.array(AppGrant) }),
  revoke: remove('/{id}', {
    ...manage,
    tokens: 'none',
    summary: 'Revoke a member’s authorization of an application. Its tokens are revoked at once',
    audit: 'app.grant_revoked',
    reply: Nothing,
    status: 204,
    errors: ['app_grant_not_found'],
  }),
})

export const ownAppGrants = resource('/platform/account/app-grants', {
  list: get('/', { summary: 'List applications that you have authorized', auth: 'user', reply: z.array(AppGrant) }),
  revoke: remove('/{id}', {
    summary: 'Revoke an application’s access to your account. Its tokens are revoked at once',
    auth: 'user',
    audit: 'app.grant_revoked',
    reply: Nothing,
    status: 204,
    errors: ['app_grant_not_found'],
  }),
})

/** An authorization request, as the dashboard's consent page receives it: `q` is the request's query string in base64url. */
const Request = z.string().min(1).max(8_000)

/** The content of a consent page. */
export const AppRequest = z.object({
  app: z.object({ name: z.string(), organization_name: z.string() }),
  scopes: Scopes,
  /** Origin of the redirect URL, such as `https://example.com`. */
  redirect_origin: z.string(),
})
export type AppRequest = z.infer<typeof AppRequest>

/** Consent to an application's authorization request. Each decision returns the URL for the browser. */
export const appRequests = resource('/platform/app-requests', {
  retrieve: post('/find', {
    summary: 'Retrieve an authorization request',
    auth: 'user',
    body: z.object({ request: Request }),
    reply: AppRequest,
    errors: ['app_request_invalid'],
  }),
  allow: post('/allow', {
    summary: 'Authorize an application for an organization',
    auth: 'user',
    permission: 'organization:read',
    tokens: 'none',
    audit: 'app.authorized',
    body: z.object({ request: Request, organization_slug: Text(48) }),
    reply: z.object({ redirect_to: z.string() }),
    errors: ['app_request_invalid', 'organization_not_found'],
  }),
  deny: post('/deny', {
    summary: 'Deny an authorization request',
    auth: 'user',
    body: z.object({ request: Request }),
    reply: z.object({ redirect_to: z.string() }),
    errors: ['app_request_invalid'],
  }),
})
