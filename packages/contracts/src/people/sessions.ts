import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Email, Nothing, Password, Timestamp } from '../foundation/values.ts'

/** Choices of the account menu (spec §2). */
export const themes = ['dark', 'light', 'classic-dark', 'system'] as const
export const sidebarBehaviors = ['expanded', 'collapsed', 'hover'] as const

/** Features that people can try before general release. */
export const featurePreviews = ['live-activity', 'column_privileges'] as const
export type FeaturePreview = (typeof featurePreviews)[number]

/** Features that people can hide from their menus (spec §3, `disabled_features`). */
export const hideableFeatures = ['table_editor', 'sql_editor', 'migrations', 'backups', 'integrations', 'usage'] as const
export type HideableFeature = (typeof hideableFeatures)[number]

/** Preferences of a person on all devices; null if not set. */
export const Preferences = z.object({
  theme: z.enum(themes).nullable(),
  sidebar: z.enum(sidebarBehaviors).nullable(),
  feature_previews: z.array(z.enum(featurePreviews)),
})
export type Preferences = z.infer<typeof Preferences>

/** The signed-in person (spec §3). */
export const Profile = z.object({
  id: z.uuid(),
  username: z.string(),
  primary_email: z.string(),
  profileImageUrl: z.string().nullable(),
  disabled_features: z.array(z.string()),
  /** True for the owner of the installation. */
  is_installation_owner: z.boolean(),
  preferences: Preferences,
  /** Increases with each change of the preferences, to order concurrent responses. */
  preferences_version: z.number().int(),
})
export type Profile = z.infer<typeof Profile>

export const Session = z.object({
  id: z.uuid(),
  created_at: Timestamp,
  last_used_at: Timestamp,
  expires_at: Timestamp,
  address: z.string().nullable(),
  user_agent: z.string().nullable(),
  is_current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const providerKinds = ['oidc', 'github'] as const

/** An external sign-in provider. `key` is its name in URLs. */
export const SignInProvider = z.object({ key: z.string(), name: z.string(), kind: z.enum(providerKinds) })
export type SignInProvider = z.infer<typeof SignInProvider>

export const Credentials = z.object({ email: Email, password: z.string().min(1, 'Enter a password').max(256) })
export const SetupInput = z.object({ token: z.string().min(1).max(100), email: Email, password: Password })

export const setup = resource('/platform/setup', {
  status: get('/', {
    summary: 'Retrieve the setup state of this installation and its sign-in options',
    auth: 'public',
    reply: z.object({
      needs_owner: z.boolean(),
      /** True if password reset by mail is available. */
      can_reset_password: z.boolean(),
      /** True if anyone can sign up. */
      can_sign_up: z.boolean(),
      providers: z.array(SignInProvider),
    }),
  }),
  create: post('/', {
    summary: 'Create the owner with the token of the one-time link, and sign in',
    auth: 'public',
    rate: 'credentials',
    audit: 'user.created',
    body: SetupInput,
    reply: Profile,
    status: 201,
    errors: ['setup_link_invalid', 'already_set_up'],
  }),
})

export const sessions = resource('/platform', {
  signIn: post('/sign-in', {
    summary: 'Sign in. Sets the session cookie, or returns the challenge for the second step (secondFactors.signIn)',
    auth: 'public',
    rate: 'credentials',
    audit: 'session.created',
    body: Credentials,
    reply: Profile,
    errors: ['invalid_credentials', 'second_step_required'],
  }),
  signOut: post('/sign-out', { summary: 'Sign out', auth: 'user', audit: 'session.removed', reply: Nothing, status: 204 }),
  profile: get('/profile', { summary: 'Retrieve your profile', auth: 'user', tokens: 'any', reply: Profile }),
  updatePreferences: patch('/profile/preferences', {
    summary: 'Update your preferences',
    auth: 'user',
    body: Preferences.partial().extend({ disabled_features: z.array(z.enum(hideableFeatures)).optional() }),
    reply: Profile,
  }),
  list: get('/sessions', { summary: 'List your sessions', auth: 'user', reply: z.array(Session) }),
  remove: remove('/sessions/{id}', {
    summary: 'End a session',
    auth: 'user',
    audit: 'session.removed',
    reply: Nothing,
    status: 204,
    errors: ['session_not_found'],
  }),
})
