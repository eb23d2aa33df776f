import { z } from 'zod'
import { get, patch, post, resource } from '../foundation/endpoint.ts'
import { Name, Nothing, Timestamp } from '../foundation/values.ts'
import { Profile } from './sessions.ts'
import { FactorProof } from './second-factors.ts'

/** Most passkeys of a person. */
export const passkeysMax = 20

export const Passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  /** Host that it signs in to. Differs from the current host if the installation has moved. */
  host: z.string(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type Passkey = z.infer<typeof Passkey>

export const Passkeys = z.object({
  passkeys: z.array(Passkey),
  /** Why passkeys aren't available at the current URL; null if they are. */
  problem: z.string().nullable(),
  /** URL where passkeys are available, if known. */
  usable_at: z.string().nullable(),
})
export type Passkeys = z.infer<typeof Passkeys>

/** JSON format of browsers (Web Authentication Level 3, section 5.1). */
const WebAuthnOptions = z.looseObject({ challenge: z.string() })
const WebAuthnResponse = z.looseObject({ id: z.string().max(2_000), rawId: z.string().max(2_000), response: z.looseObject({}) })

export const passkeys = resource('/platform/passkeys', {
  list: get('/', { summary: 'List your passkeys', auth: 'user', reply: Passkeys }),
  begin: post('/registration', {
    summary: 'Start creating a passkey. Returns PublicKeyCredentialCreationOptionsJSON',
    auth: 'user',
    body: z.object({ password: z.string().min(1, 'Enter your password').max(256) }),
    reply: WebAuthnOptions,
    errors: ['passkeys_unavailable', 'too_many_passkeys'],
  }),
  create: post('/', {
    summary: 'Finish creating a passkey. Ends your other sessions',
    auth: 'user',
    audit: 'passkey.created',
    body: z.object({ name: Name, response: WebAuthnResponse }),
    reply: Passkey,
    status: 201,
    errors: ['passkeys_unavailable', 'passkey_invalid', 'too_many_passkeys'],
  }),
  update: patch('/{id}', {
    summary: 'Rename a passkey',
    auth: 'user',
    audit: 'passkey.updated',
    body: z.object({ name: Name }),
    reply: Passkey,
    errors: ['passkey_not_found'],
  }),
  remove: post('/{id}/remove', {
    summary: 'Remove a passkey. Ends your other sessions',
    auth: 'user',
    audit: 'passkey.removed',
    body: FactorProof,
    reply: Nothing,
    status: 204,
    errors: ['passkey_not_found', 'last_way_in'],
  }),
  beginSignIn: post('/sign-in/options', {
    summary: 'Start a sign-in with a passkey. Returns PublicKeyCredentialRequestOptionsJSON',
    auth: 'public',
    rate: 'credentials',
    body: z.object({}),
    reply: WebAuthnOptions,
    errors: ['passkeys_unavailable'],
  }),
  signIn: post('/sign-in', {
    summary: 'Sign in with a passkey instead of password and second step. Sets the session cookie',
    auth: 'public',
    rate: 'credentials',
    audit: 'session.created',
    body: z.object({ response: WebAuthnResponse }),
    reply: Profile,
    errors: ['passkeys_unavailable', 'passkey_invalid'],
  }),
})
