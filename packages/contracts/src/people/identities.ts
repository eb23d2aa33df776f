import { z } from 'zod'
import { get, post, resource } from '../foundation/endpoint.ts'
import { Nothing, Timestamp } from '../foundation/values.ts'
import { Profile, SignInProvider } from './sessions.ts'
import { FactorProof } from './second-factors.ts'

/** Identities that one person may have linked. */
export const identitiesMax = 20

/** Somebody, as a provider tells it: its subject there. What the provider says of the address is for people to know it by. */
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
  /** With which more can be linked. */
  providers: z.array(SignInProvider),
  /** Who came through a provider has none, until they choose one by mail. */
  has_password: z.boolean(),
})
export type Identities = z.infer<typeof Identities>

/** Where to send the browser, and by what its return is known again. */
const Departure = z.object({ url: z.string(), state: z.string() })

const ProviderKey = z.string().min(1).max(48)

/** The query string with which the provider sent the browser back. */
const Return = z.object({ provider: ProviderKey, parameters: z.string().max(8_192) })

/** The details of `identity_link_required`: what `confirmLink` takes next, and whose password it asks for. */
export const LinkRequired = z.object({ token: z.string(), email: z.string(), provider: z.string() })
export type LinkRequired = z.infer<typeof LinkRequired>

/** Signing in with GitHub and OpenID providers (decision 035). */
export const identities = resource('/platform/identities', {
  list: get('/', { summary: 'Identities that are linked to the person, and with which providers more can be', auth: 'user', reply: Identities }),
  beginSignIn: post('/sign-in/begin', {
    summary: 'Get the address of a provider to sign in with; the answer sets a cookie that ties the return to this browser',
    auth: 'public',
    rate: 'credentials',
    body: z.object({ provider: ProviderKey }),
    reply: Departure,
    errors: ['identity_provider_not_found', 'identity_provider_failed'],
  }),
  signIn: post('/sign-in', {
    summary: 'Sign in with what the provider sent the browser back with; makes an account where that is open, or the address is invited',
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
    summary: 'Link the identity to the account of its address with the password, and sign in',
    auth: 'public',
    rate: 'credentials',
    audit: 'session.created',
    body: z.object({ token: z.string().min(1).max(100), password: z.string().min(1, 'Give a password').max(256) }),
    reply: Profile,
    errors: ['identity_flow_over', 'invalid_credentials', 'second_step_required', 'identity_taken'],
  }),
  beginLink: post('/link/begin', {
    summary: 'Get the address of a provider to link an identity of; the answer sets a cookie that ties the return to this browser',
    auth: 'user',
    body: z.object({ provider: ProviderKey, proof: FactorProof }),
    reply: Departure,
    errors: ['identity_provider_not_found', 'identity_provider_failed'],
  }),
  link: post('/link', {
    summary: 'Link the identity that the provider sent the browser back with; other sessions end',
    auth: 'user',
    audit: 'identity.linked',
    body: Return,
    reply: Identity,
    status: 201,
    errors: ['identity_provider_not_found', 'identity_provider_failed', 'identity_refused', 'identity_flow_over', 'identity_taken'],
  }),
  remove: post('/{id}/remove', {
    summary: 'Unlink an identity; other sessions end',
    auth: 'user',
    audit: 'identity.unlinked',
    body: FactorProof,
    reply: Nothing,
    status: 204,
    errors: ['identity_not_found', 'last_way_in'],
  }),
})
