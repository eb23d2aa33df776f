import type { Profile } from '@node-saml/node-saml'
import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { arrive, fail } from '../redirects/arrive.ts'
import { withQuery } from '../redirects/redirect-to.ts'
import { register, type Registration } from '../hooks/user-created.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { authErrorOf } from '../service-errors.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { signIn, type SignedIn } from '../sessions/sign-in.ts'
import { recordAction } from '../users/audit.ts'
import { findUser, findUserById, type UserRow } from '../users/user.ts'
import { parseXml } from './metadata.ts'
import { findSsoProviders, requireSaml, type SsoProvider } from './provider.ts'
import { openSaml } from './saml.ts'
import { type SsoSubject, subjectOf } from './subject.ts'

/** Seconds in which somebody comes back from their identity provider. */
const relaySeconds = 600
const responseMost = 512 * 1024

interface RelayState {
  readonly request_id: string
  readonly redirect_to: string | null
  readonly flow_state_id: string | null
  readonly sso_provider_id: string
}

/** Where identity providers send people back to. Only whoever was sent there comes back: answers that nobody asked for are not taken. */
export async function consumeAssertion(call: AuthCall): Promise<AuthReply> {
  requireSaml(call)
  const { SAMLResponse: response, RelayState: state } = await call.request.body()
  if (typeof response !== 'string' || response === '') throw new AuthError('validation_failed', 'SAMLResponse is missing')
  const relay = await takeRelayState(call, typeof state === 'string' ? state : '')
  const redirectTo = relay.redirect_to ?? call.settings.site_url
  try {
    return await finish(call, relay, { response, redirectTo })
  } catch (thrown) {
    const error = authErrorOf(thrown)
    if (error === null) throw thrown
    return fail(redirectTo, error)
  }
}

/** Takes a state, which nobody comes back with twice. */
async function takeRelayState(call: AuthCall, state: string): Promise<RelayState> {
  const unknown = (): AuthError => new AuthError('saml_relay_state_not_found', 'SAML RelayState does not exist, try logging in again?')
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(state)) throw unknown()
  const database = await call.database()
  const found = await database.first<RelayState & { is_over: boolean }>(sql`
    delete from auth.saml_relay_states where id = ${state}::uuid
    returning request_id, redirect_to, flow_state_id, sso_provider_id, created_at < now() - make_interval(secs => ${relaySeconds}) as is_over`)
  if (found === undefined) throw unknown()
  if (found.is_over) throw new AuthError('saml_relay_state_expired', 'SAML RelayState has expired. Try logging in again?')
  return found
}

async function finish(
  call: AuthCall,
  relay: RelayState,
  { response, redirectTo }: { readonly response: string; readonly redirectTo: string },
): Promise<AuthReply> {
  const database = await call.database()
  const [found] = await findSsoProviders(database, sql`p.id = ${relay.sso_provider_id}::uuid`)
  if (found === undefined) throw new AuthError('saml_idp_not_found', 'A SAML connection has not been established with this Identity Provider')
  const { provider } = found
  if (provider.disabled) throw new AuthError('sso_provider_disabled', 'This SSO provider is disabled')
  const profile = await prove(call, provider, relay.request_id, response)
  const subject = subjectOf(profile, provider)
  const outcome = await register(call, database, async (tx, registration) => {
    const user = await accountOf(call, tx, registration, provider, subject)
    if (relay.flow_state_id !== null) return { kind: 'code' as const, code: await issue(tx, relay.flow_state_id, user) }
    return { kind: 'session' as const, ...(await signInWith(call, tx, user, provider)) }
  })
  if (outcome.kind === 'code') return { status: 302, headers: { location: withQuery(redirectTo, { code: outcome.code }) } }
  return arrive(redirectTo, await sessionJson(call, outcome.user, outcome.session))
}

/** @throws AuthError `validation_failed` for an answer that isn't the provider's, isn't for us or isn't to this request */
async function prove(call: AuthCall, provider: SsoProvider, requestId: string, response: string): Promise<Profile> {
  // a document type could make the library expand what nobody signed
  parseXml(Buffer.from(response, 'base64').toString('utf8'), responseMost)
  try {
    const { profile } = await openSaml(call, provider, requestId).validatePostResponseAsync({ SAMLResponse: response })
    if (profile !== null) return profile
  } catch (error) {
    call.logger.warn('saml assertion refused', { ref: call.ref, provider: provider.id, error })
    throw new AuthError('validation_failed', 'SAML Assertion is not valid', { cause: error })
  }
  throw new AuthError('validation_failed', 'SAML Assertion is missing')
}

const nameOf = ({ id }: SsoProvider): string => `sso:${id}`

/** The account that this provider made for the subject; never one that came by another way, whatever its address (GoTrue, `sso:` domains of linking). */
async function accountOf(
  call: AuthCall,
  tx: Transaction,
  registration: Registration,
  provider: SsoProvider,
  { id, email, claims }: SsoSubject,
): Promise<UserRow> {
  const name = nameOf(provider)
  const data = JSON.stringify({ ...claims, email_verified: true, phone_verified: false, provider_id: id })
  const known = await findUser(
    tx,
    sql`u.id = (select user_id from auth.identities where provider = ${name} and provider_id = ${id}) and u.is_sso_user and u.deleted_at is null`,
  )
  if (known === null) {
    const identity = { provider: name, providerId: id, data: JSON.parse(data) as Record<string, unknown> }
    const appMetadata = { provider: name, providers: [name] }
    const made = await registration.createUser(tx, {
      email,
      appMetadata,
      userMetadata: identity.data,
      isSso: true,
      isEmailConfirmed: true,
      identities: [identity],
    })
    await recordAction(call, tx, 'user_signedup', made, { provider: name })
    return made
  }
  await tx.run(sql`
    update auth.identities set identity_data = ${data}::jsonb, last_sign_in_at = now(), updated_at = now() where provider = ${name} and provider_id = ${id}`)
  await tx.run(sql`
    update auth.users set email = ${email}, raw_user_meta_data = coalesce(raw_user_meta_data, '{}') || ${data}::jsonb, updated_at = now() where id = ${known.id}::uuid`)
  return (await findUserById(tx, known.id))!
}

function signInWith(call: AuthCall, tx: Transaction, user: UserRow, provider: SsoProvider): Promise<SignedIn> {
  return signIn(call, tx, user, { method: 'sso/saml', traits: { provider: nameOf(provider) } })
}

async function issue(tx: Transaction, flowId: string, user: UserRow): Promise<string> {
  const found = await tx.first<{ auth_code: string }>(sql`
    update auth.flow_state set user_id = ${user.id}::uuid, auth_code_issued_at = now(), updated_at = now()
    where id = ${flowId}::uuid and auth_code_issued_at is null returning auth_code`)
  if (found === undefined) throw new AuthError('flow_state_not_found', 'invalid flow state, no valid flow state found')
  return found.auth_code
}
