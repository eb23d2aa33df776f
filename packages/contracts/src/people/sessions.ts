import { z } from 'zod'
import { get, patch, post, remove, resource } from '../foundation/endpoint.ts'
import { Email, Nothing, Password, Timestamp } from '../foundation/values.ts'

/** Spec §2: the choices of the account menu. */
export const themes = ['dark', 'light', 'classic-dark', 'system'] as const
export const sidebarBehaviors = ['expanded', 'collapsed', 'hover'] as const

/** Parts of the product that people may try before they are everybody's. */
export const featurePreviews = ['live-activity', 'column_privileges'] as const
export type FeaturePreview = (typeof featurePreviews)[number]

/** Parts of the product that people may take out of their own menus (spec §3, `disabled_features`). */
export const hideableFeatures = ['table_editor', 'sql_editor', 'migrations', 'backups', 'integrations', 'usage'] as const
export type HideableFeature = (typeof hideableFeatures)[number]

/** What a person chose for themself, on all their machines; null where they never chose. */
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
  /** Owns the installation itself. */
  is_installation_owner: z.boolean(),
  preferences: Preferences,
  /** Counts the changes of the preferences: of two answers the one with more is the newer, whichever comes last. */
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

/** With what people may sign in beside their password: `key` is its name in addresses. */
export const SignInProvider = z.object({ key: z.string(), name: z.string(), kind: z.enum(providerKinds) })
export type SignInProvider = z.infer<typeof SignInProvider>

export const Credentials = z.object({ email: Email, password: z.string().min(1, 'Give a password').max(256) })
export const SetupInput = z.object({ token: z.string().min(1).max(100), email: Email, password: Password })

export const setup = resource('/platform/setup', {
  status: get('/', {
    summary: 'Whether this installation still waits for its owner, and the ways in beside signing in',
    auth: 'public',
    reply: z.object({
      needs_owner: z.boolean(),
      /** A forgotten password is replaced by mail. */
      can_reset_password: z.boolean(),
      /** Anybody may make an account. */
      can_sign_up: z.boolean(),
      providers: z.array(SignInProvider),
    }),
  }),
  create: post('/', {
    summary: "Create the owner with the one-time link's token, and sign in",
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
    summary: 'Sign in; the answer sets the session cookie, or names the challenge for a second step (secondFactors.signIn)',
    auth: 'public',
    rate: 'credentials',
    audit: 'session.created',
    body: Credentials,
    reply: Profile,
    errors: ['invalid_credentials', 'second_step_required'],
  }),
  signOut: post('/sign-out', { summary: 'End this session', auth: 'user', audit: 'session.removed', reply: Nothing, status: 204 }),
  profile: get('/profile', { summary: 'Who is signed in', auth: 'user', tokens: 'any', reply: Profile }),
  updatePreferences: patch('/profile/preferences', {
    summary: 'Change some of what one chose for oneself',
    auth: 'user',
    body: Preferences.partial().extend({ disabled_features: z.array(z.enum(hideableFeatures)).optional() }),
    reply: Profile,
  }),
  list: get('/sessions', { summary: 'Where this person is signed in', auth: 'user', reply: z.array(Session) }),
  remove: remove('/sessions/{id}', {
    summary: 'End one of the sessions',
    auth: 'user',
    audit: 'session.removed',
    reply: Nothing,
    status: 204,
    errors: ['session_not_found'],
  }),
})
