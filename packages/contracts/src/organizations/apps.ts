import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { permissions } from '../foundation/permissions.ts'
import { Name, Nothing, Text, Timestamp } from '../foundation/values.ts'

/** Applications that one organization can register. */
export const appsMax = 50
/** Addresses that one application can come back to. */
export const redirectUrisMax = 10

const loopbackHosts = ['127.0.0.1', '[::1]', 'localhost']

/** What is wrong with an address that an application wants people sent back to; null: nothing. */
export function redirectUriProblem(text: string): string | null {
  if (!URL.canParse(text)) return 'This is not a whole address, such as https://example.com/callback'
  const { protocol, hostname, username, password } = new URL(text)
  if (text.includes('#')) return 'Leave out what stands behind the #'
  if (username !== '' || password !== '') return 'Leave out name and password'
  if (/[\s\\]/.test(text)) return 'Leave out blanks and backslashes'
  if (protocol === 'https:') return null
  if (protocol === 'http:') return loopbackHosts.includes(hostname) ? null : 'Use https, but for addresses of this very machine'
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
    .min(1, 'Give the address that people are sent back to')
    .max(redirectUrisMax, `Give at most ${redirectUrisMax} addresses`)
    .transform((uris) => [...new Set(uris)]),
})

/** An application as who registered it sees it. */
export const App = z.object({
  /** The client id. */
  id: z.uuid(),
  name: z.string(),
  redirect_uris: z.array(z.string()),
  /** Has a secret. One that runs on people's machines or in browsers can keep none. */
  is_confidential: z.boolean(),
  /** The last four characters of the secret. */
  secret_hint: z.string().nullable(),
  created_at: Timestamp,
  /** People who let it act for them now. */
  user_count: z.number().int(),
})
export type App = z.infer<typeof App>

/** With its secret, which is shown this once: only a hash of it is kept. */
export const AppWithSecret = App.extend({ client_secret: z.string().nullable() })
export type AppWithSecret = z.infer<typeof AppWithSecret>

const Scopes = z.array(z.enum(permissions))

/** That somebody lets an application act for them in one organization. */
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

/** Applications that an organization has registered, for anybody on this installation to authorize. */
export const apps = resource('/platform/organizations/{slug}/apps', {
  list: get('/', {
    summary: 'Applications that the organization has registered',
    auth: 'user',
    permission: 'organization:read',
    reply: z.array(App),
  }),
  create: post('/', {
    ...write,
    summary: 'Register an application; the answer is the only one that shows its secret',
    audit: 'app.created',
    body: AppInput.extend({ is_confidential: z.boolean() }),
    reply: AppWithSecret,
    status: 201,
    errors: ['too_many_apps'],
  }),
  update: patch('/{id}', {
    ...write,
    summary: 'Change the name or the addresses of an application',
    audit: 'app.updated',
    body: AppInput,
    reply: App,
    errors: ['app_not_found'],
  }),
  rotateSecret: post('/{id}/secret', {
    ...write,
    summary: 'Give an application a new secret; the one of before opens nothing from now on',
    audit: 'app.secret_rotated',
    reply: AppWithSecret,
    errors: ['app_not_found', 'app_is_public'],
  }),
  remove: remove('/{id}', {
    ...write,
    summary: 'Delete an application; all its tokens end at once',
    audit: 'app.removed',
    reply: Nothing,
    status: 204,
    errors: ['app_not_found'],
  }),
})

const manage = { auth: 'user', permission: 'members:manage' } as const

/** What members of an organization have authorized, whoever registered it. */
export const memberAppGrants = resource('/platform/organizations/{slug}/app-grants', {
  list: get('/', { ...manage, summary: 'Applications that members let act for them in the organization', reply: z.array(AppGrant) }),
  revoke: remove('/{id}', {
    ...manage,
    tokens: 'none',
    summary: 'Take from an application what a member has authorized; its tokens end at once',
    audit: 'app.grant_revoked',
    reply: Nothing,
    status: 204,
    errors: ['app_grant_not_found'],
  }),
})

export const ownAppGrants = resource('/platform/account/app-grants', {
  list: get('/', { summary: 'Applications that the person lets act for them', auth: 'user', reply: z.array(AppGrant) }),
  revoke: remove('/{id}', {
    summary: 'Revoke an application’s access to your account; its tokens end immediately',
    auth: 'user',
    audit: 'app.grant_revoked',
    reply: Nothing,
    status: 204,
    errors: ['app_grant_not_found'],
  }),
})

/** What an application asked for, as the dashboard's page of consent gets it: a `q`, and the query of the authorization request in base64url. */
const Request = z.string().min(1).max(8_000)

/** What a person is to decide about. */
export const AppRequest = z.object({
  app: z.object({ name: z.string(), organization_name: z.string() }),
  scopes: Scopes,
  /** Where people are sent back to: `https://example.com` */
  redirect_origin: z.string(),
})
export type AppRequest = z.infer<typeof AppRequest>

/** Decisions of a signed-in person about an application's request. Each returns where to send the browser. */
export const appRequests = resource('/platform/app-requests', {
  retrieve: post('/find', {
    summary: 'What an application asks for',
    auth: 'user',
    body: z.object({ request: Request }),
    reply: AppRequest,
    errors: ['app_request_invalid'],
  }),
  allow: post('/allow', {
    summary: 'Let an application act for oneself in an organization',
    auth: 'user',
    permission: 'organization:read',
    tokens: 'none',
    audit: 'app.authorized',
    body: z.object({ request: Request, organization_slug: Text(48) }),
    reply: z.object({ redirect_to: z.string() }),
    errors: ['app_request_invalid', 'organization_not_found'],
  }),
  deny: post('/deny', {
    summary: 'Refuse what an application asks for',
    auth: 'user',
    body: z.object({ request: Request }),
    reply: z.object({ redirect_to: z.string() }),
    errors: ['app_request_invalid'],
  }),
})
