import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Nothing, Timestamp } from '../foundation/values.ts'
import { Profile, SignInProvider } from './sessions.ts'
import { FactorProof } from './second-factors.ts'

/** Most linked identities of a person. */
export const identitiesMax = 20

/** An identity at a provider, identified by its subject. The provider's address is only for display. */
export const Identity = z.object({
  id: z.uuid(),
  provider: SignInProvider.extend({ is_enabled: z.boolean() }),
  email: z.string().nullable(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type Identity = z.infer<typeof Identity>

export const Identities = z.object({
  identities: z.array(Identity),
  /** Providers for linking more identities. */
  providers: z.array(SignInProvider),
  /** False for a person who signed up with a provider and has not set a password. */
  has_password: z.boolean(),
})
export type Identities = z.infer<typeof Identities>

/** URL for the browser, and the state that identifies its return. */
const Departure = z.object({ url: z.string(), state: z.string() })

const ProviderKey = z.string().min(1).max(48)

/** Query string of the provider's redirect. */
const Return = z.object({ provider: ProviderKey, parameters: z.string().max(8_192) })

/** Details of `identity_link_required`: the token for `confirmLink`, and the account to confirm. */
export const LinkRequired = z.object({ token: z.string(), email: z.string(), provider: z.string() })
export type LinkRequired = z.infer<typeof LinkRequired>

/** Signing in with GitHub and OpenID providers (decision 035). */
export const identities = resource('/platform/identities', {
  list: get('/', { summary: 'List your linked identities and the available providers', auth: 'user', reply: Identities }),
  beginSignIn: post('/sign-in/begin', {
    summary: 'Start a sign-in with a provider. Returns its URL, and sets a cookie that binds the sign-in to this browser',
    auth: 'public',
    rate: 'credentials',
    body: z.object({ provider: ProviderKey }),
    reply: Departure,
    errors: ['identity_provider_not_found', 'identity_provider_failed'],
  }),
  signIn: post('/sign-in', {
    summary: 'Finish a sign-in with the provider’s redirect. Creates an account if sign-up is open or the address is invited',
    auth: 'public',
    rate: 'credentials',
    audit: 'session.created',
    body: Return,
    reply: Profile,
    errors: [
      'identity_provider_not_found',
      'identity_provider_failed',
      'identity_refused',
      'identity_flow_over',
      'identity_link_required',
      'second_step_required',
      'sign_up_closed',
      'account_exists',
    ],
  }),
  confirmLink: post('/sign-in/link', {
    summary: 'Link an identity to an existing account with its password, and sign in',
    auth: 'public',
    rate: 'credentials',
    audit: 'session.created',
    body: z.object({ token: z.string().min(1).max(100), password: z.string().min(1, 'Enter a password').max(256) }),
    reply: Profile,
    errors: ['identity_flow_over', 'invalid_credentials', 'second_step_required', 'identity_taken'],
  }),
  beginLink: post('/link/begin', {
    summary: 'Start linking an identity. Returns the provider’s URL, and sets a cookie that binds the request to this browser',
    auth: 'user',
    body: z.object({ provider: ProviderKey, proof: FactorProof }),
    reply: Departure,
    errors: ['identity_provider_not_found', 'identity_provider_failed'],
  }),
  link: post('/link', {
    summary: 'Finish linking an identity with the provider’s redirect. Ends your other sessions',
    auth: 'user',
    audit: 'identity.linked',
    body: Return,
    reply: Identity,
    status: 201,
    errors: ['identity_provider_not_found', 'identity_provider_failed', 'identity_refused', 'identity_flow_over', 'identity_taken'],
  }),
  remove: post('/{id}/remove', {
    summary: 'Unlink an identity. Ends your other sessions',
    auth: 'user',
    audit: 'identity.unlinked',
    body: FactorProof,
    reply: Nothing,
    status: 204,
    errors: ['identity_not_found', 'last_way_in'],
  }),
})
