import { z } from 'zod'
import { get, patch, post, put, remove, resource } from '../foundation/endpoint.ts'
import { Nothing, QueryInteger, Text } from '../foundation/values.ts'

/** A time with the database's offset. */
const Time = z.iso.datetime({ offset: true })

/** Most users of a bulk change. */
export const authUsersAtOnce = 1_000

/** `deleted` is a soft delete: only an anonymized row is left. */
export const authUserStates = ['verified', 'unverified', 'banned', 'anonymous', 'deleted'] as const

export const AuthUser = z.object({
  id: z.uuid(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  /** As entered by the user. */
  name: z.string().nullable(),
  avatar_url: z.string().nullable(),
  /** Sign-in methods, such as `email`, `github` or `sso:…`. */
  providers: z.array(z.string()),
  created_at: Time.nullable(),
  last_sign_in_at: Time.nullable(),
  email_confirmed_at: Time.nullable(),
  phone_confirmed_at: Time.nullable(),
  banned_until: Time.nullable(),
  deleted_at: Time.nullable(),
  is_anonymous: z.boolean(),
  is_sso_user: z.boolean(),
})
export type AuthUser = z.infer<typeof AuthUser>

const Json = z.record(z.string(), z.unknown())

export const AuthUserDetails = AuthUser.extend({
  role: z.string().nullable(),
  aud: z.string().nullable(),
  has_password: z.boolean(),
  invited_at: Time.nullable(),
  updated_at: Time.nullable(),
  confirmation_sent_at: Time.nullable(),
  recovery_sent_at: Time.nullable(),
  /** New values waiting for confirmation. */
  new_email: z.string().nullable(),
  new_phone: z.string().nullable(),
  app_metadata: Json,
  user_metadata: Json,
  identities: z.array(
    z.object({
      id: z.uuid(),
      provider: z.string(),
      provider_id: z.string(),
      email: z.string().nullable(),
      data: z.unknown(),
      created_at: Time.nullable(),
      last_sign_in_at: Time.nullable(),
    }),
  ),
  /** The latest 100. */
  sessions: z.array(
    z.object({
      id: z.uuid(),
      created_at: Time.nullable(),
      refreshed_at: Time.nullable(),
      not_after: Time.nullable(),
      aal: z.string().nullable(),
      /** The project member who started the session by signing in as the user. */
      member_id: z.string().nullable(),
      ip: z.string().nullable(),
      user_agent: z.string().nullable(),
      methods: z.array(z.string()),
    }),
  ),
  factors: z.array(
    z.object({
      id: z.uuid(),
      type: z.string(),
      friendly_name: z.string().nullable(),
      status: z.string(),
      phone: z.string().nullable(),
      created_at: Time.nullable(),
      last_challenged_at: Time.nullable(),
    }),
  ),
})
export type AuthUserDetails = z.infer<typeof AuthUserDetails>

export const AuthUserQuery = z.object({
  /** Start of an ID, address, phone number or name; see `match`. */
  search: Text(200).optional(),
  /** `prefix` uses indexes and is fast for any number of users; `contains` scans all users, for at most three seconds. */
  match: z.enum(['prefix', 'contains']).default('prefix'),
  state: z.enum(authUserStates).optional(),
  provider: Text(100).min(1).optional(),
  created_from: Time.optional(),
  created_before: Time.optional(),
  /** `next_after` of the previous page. */
  after: z.string().max(2_000).optional(),
  limit: QueryInteger.min(1).max(200).default(50),
})

export const AuthUserPage = z.object({
  items: z.array(AuthUser),
  /** null on the last page. */
  next_after: z.string().nullable(),
  /** True if the scan timed out. Continue from `next_after`. */
  is_cut: z.boolean(),
  /** Number of users, on the first page only; null for a search with further pages. */
  total: z.number().int().nullable(),
  is_estimate: z.boolean(),
})
export type AuthUserPage = z.infer<typeof AuthUserPage>

export const AuthUserLog = z.object({
  items: z.array(
    z.object({
      id: z.uuid(),
      /** Such as `login` or `user_modified`. */
      action: z.string().nullable(),
      actor: z.string().nullable(),
      /** True if the user did it. */
      is_own: z.boolean(),
      traits: Json,
      ip_address: z.string().nullable(),
      created_at: Time.nullable(),
    }),
  ),
})
export type AuthUserLog = z.infer<typeof AuthUserLog>

const Address = Text(255).trim().min(1)
const Secret = Text(200).min(1)
const Duration = z.string().regex(/^(?:none|\d{1,7}h)$/, 'Use hours, such as 24h, or none')

/** A new user with an email address, a phone number, or both. */
export const NewAuthUser = z
  .object({
    email: Address.optional(),
    phone: Text(20).trim().min(1).optional(),
    password: Secret.optional(),
    /** Skip the confirmation mail. */
    is_confirmed: z.boolean().default(true),
    user_metadata: Json.optional(),
    app_metadata: Json.optional(),
  })
  .refine(({ email, phone }) => email !== undefined || phone !== undefined, { message: 'Enter an email address or a phone number', path: ['email'] })
export type NewAuthUser = z.input<typeof NewAuthUser>

const isSome = (change: object): boolean => Object.values(change).some((value) => value !== undefined)
const nothingAsked = 'Enter at least one change'

export const AuthUserChange = z
  .object({
    email: Address.optional(),
    phone: Text(20).trim().min(1).optional(),
    /** Ends all sessions of the user. */
    password: Secret.optional(),
    /** Skip the confirmation of the address. false applies to a changed address only. */
    confirm_email: z.boolean().optional(),
    confirm_phone: z.boolean().optional(),
    /** Duration, such as `24h`; `none` lifts the ban. */
    ban_duration: Duration.optional(),
  })
  .refine(isSome, nothingAsked)
export type AuthUserChange = z.infer<typeof AuthUserChange>

export const AuthMemberSession = z.object({
  session_id: z.uuid(),
  access_token: z.string(),
  expires_at: z.iso.datetime(),
  /** The site URL with the session in its fragment, for clients with the implicit flow. */
  link: z.string(),
})
export type AuthMemberSession = z.infer<typeof AuthMemberSession>

const access = { auth: 'user', permission: 'project_auth:all', needsActive: true, needs: 'machine' } as const
const errors = ['auth_user_not_found', 'auth_refused', 'invalid_input', 'rate_limited'] as const

/** The users of a project. */
export const authUsers = resource('/platform/auth/{ref}/users', {
  list: get('/', {
    summary: 'List or search users, newest first',
    ...access,
    query: AuthUserQuery,
    reply: AuthUserPage,
    errors,
  }),
  retrieve: get('/{id}', { summary: 'Retrieve a user with identities, sessions and factors', ...access, reply: AuthUserDetails, errors }),
  log: get('/{id}/log', { summary: 'List the activity of a user, newest first', ...access, reply: AuthUserLog, errors }),
  claims: get('/{id}/claims', {
    summary: 'Preview the access token claims of a user. Starts no session and calls no hook',
    ...access,
    query: z.object({ aal: z.enum(['aal1', 'aal2']).default('aal1') }),
    reply: z.object({ claims: Json }),
    errors,
  }),
  create: post('/', {
    summary: 'Create a user',
    ...access,
    audit: 'project.user_created',
    body: NewAuthUser,
    reply: z.object({ id: z.uuid() }),
    status: 201,
    errors: [...errors, 'auth_user_exists'],
  }),
  invite: post('/invitations', {
    summary: 'Invite a user by email',
    ...access,
    audit: 'project.user_invited',
    body: z.object({ email: Address, user_metadata: Json.optional() }),
    reply: z.object({ id: z.uuid() }),
    status: 201,
    errors: [...errors, 'auth_user_exists'],
  }),
  update: patch('/{id}', {
    summary: 'Update a user: email address, phone number, password, confirmation or ban',
    ...access,
    audit: 'project.user_updated',
    body: AuthUserChange,
    reply: Nothing,
    status: 204,
    errors: [...errors, 'auth_user_exists'],
  }),
  setMetadata: put('/{id}/metadata', {
    summary: 'Replace the metadata of a user',
    ...access,
    audit: 'project.user_metadata_set',
    body: z.object({ user_metadata: Json.optional(), app_metadata: Json.optional() }).refine(isSome, nothingAsked),
    bodyLimitBytes: 256 * 1024,
    reply: Nothing,
    status: 204,
    errors,
  }),
  remove: remove('/{id}', {
    summary: 'Delete a user and everything that depends on them. With `soft`, an anonymized row remains',
    ...access,
    audit: 'project.user_deleted',
    query: z.object({ soft: z.enum(['true', 'false']).default('false') }),
    reply: Nothing,
    status: 204,
    errors,
  }),
  changeMany: post('/bulk', {
    summary: 'Ban, unban or delete many users, all or none',
    ...access,
    audit: 'project.users_changed',
    body: z.object({ ids: z.array(z.uuid()).min(1).max(authUsersAtOnce), action: z.enum(['ban', 'unban', 'delete']) }),
    reply: z.object({ changed: z.number().int() }),
    errors,
  }),
  sendLink: post('/{id}/mails', {
    summary: 'Send a user a magic link or a password reset link',
    ...access,
    audit: 'project.user_link_sent',
    body: z.object({ kind: z.enum(['magic_link', 'recovery']) }),
    reply: Nothing,
    status: 204,
    errors,
  }),
  signInAs: post('/{id}/sessions', {
    summary: 'Sign in as a user for at most one hour. The token names the member in `act` and can’t be refreshed. Requires a recent sign-in',
    ...access,
    audit: 'project.user_signed_in_as',
    body: z.object({ reason: Text(500).trim().optional() }),
    reply: AuthMemberSession,
    status: 201,
    errors: [...errors, 'sign_in_again'],
  }),
  endSessions: remove('/{id}/sessions', {
    summary: 'End all sessions of a user',
    ...access,
    audit: 'project.user_sessions_ended',
    reply: Nothing,
    status: 204,
    errors,
  }),
  endSession: remove('/{id}/sessions/{session}', {
    summary: 'End one session of a user',
    ...access,
    audit: 'project.user_session_ended',
    reply: Nothing,
    status: 204,
    errors,
  }),
  removeFactor: remove('/{id}/factors/{factor}', {
    summary: 'Remove a second factor of a user',
    ...access,
    audit: 'project.user_factor_removed',
    reply: Nothing,
    status: 204,
    errors,
  }),
})
