import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { arrive, fail } from '../redirects/arrive.ts'
import { withQuery } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { authErrorOf } from '../service-errors.ts'
import { sessionJson } from '../sessions/session-json.ts'
import { signIn, type SignedIn } from '../sessions/sign-in.ts'
import { linkIdentityTo } from '../users/identities.ts'
import type { UserRow } from '../users/user.ts'
import { askWith, exchangeProviderCode, verifyIdToken } from './conversation.ts'
import { register } from '../hooks/user-created.ts'
import { findProvider } from './find-provider.ts'
import { linkAccount } from './link-account.ts'
import type { ConfiguredProvider, ProviderTokens, ProviderUser } from './provider.ts'

/** Seconds in which somebody comes back from a provider. */
const stateSeconds = 600

interface Flow {
  readonly id: string
  readonly provider_type: string
  readonly code_challenge: string | null
  readonly referrer: string | null
  readonly linking_target_id: string | null
  readonly email_optional: boolean
  readonly code_verifier: string | null
}

/** Where a provider sends people back to; Apple does so by POST. */
export async function callback(call: AuthCall): Promise<AuthReply> {
  // a preview of the link must not spend it
  if (call.request.method === 'HEAD') return { status: 200 }
  const returned = call.request.method === 'POST' ? new URLSearchParams(await formOf(call)) : call.request.query
  const test = call.signInTests.find(call.ref, returned.get('state') ?? '')
  // only the member who began it can finish it, so the dashboard takes over; a fragment is in nobody's log
  if (test !== null) return { status: 303, headers: { location: `${test.returnTo}#${returned.toString()}` } }
  const flow = await findFlow(call, returned.get('state') ?? '')
  // nobody knows where they came from
  if (flow === null) return fail(call.settings.site_url, new AuthError('bad_oauth_state', 'OAuth state is invalid or has expired'))
  const redirectTo = flow.referrer ?? call.settings.site_url
  try {
    const refused = returned.get('error')
    if (refused !== null) {
      return fail(redirectTo, new AuthError('bad_oauth_callback', returned.get('error_description') ?? refused), refused)
    }
    const code = returned.get('code') ?? ''
    if (code === '') throw new AuthError('bad_oauth_callback', 'OAuth callback with missing authorization code missing')
    return await finish(call, flow, { code, returned, redirectTo })
  } catch (thrown) {
    const error = authErrorOf(thrown)
    if (error === null) throw thrown
    if (error.status >= 500)
      call.logger.warn('sign-in by a provider failed', { ref: call.ref, provider: flow.provider_type, error: error.details.cause ?? error })
    return fail(redirectTo, error)
  }
}

async function formOf(call: AuthCall): Promise<Record<string, string>> {
  const texts = Object.entries(await call.request.body()).filter((each): each is [string, string] => typeof each[1] === 'string')
  return Object.fromEntries(texts)
}

async function findFlow(call: AuthCall, state: string): Promise<Flow | null> {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(state)) return null
  const database = await call.database()
  const found = await database.first<Flow>(sql`
    select f.id, f.provider_type, f.code_challenge, f.referrer, f.linking_target_id, f.email_optional, s.code_verifier
    from auth.flow_state f left join auth.oauth_client_states s on s.id = f.oauth_client_state_id
    where f.id = ${state}::uuid and f.auth_code_issued_at is null and f.created_at > now() - make_interval(secs => ${stateSeconds})`)
  return found ?? null
}

async function finish(
  call: AuthCall,
  flow: Flow,
  { code, returned, redirectTo }: { readonly code: string; readonly returned: URLSearchParams; readonly redirectTo: string },
): Promise<AuthReply> {
  const configured = await findProvider(call, flow.provider_type)
  const redirectUri = `${call.request.publicUrl}/callback`
  const tokens = await exchangeProviderCode(call, configured.provider, configured.client, { code, redirectUri, verifier: flow.code_verifier })
  const told = await identify(call, configured, tokens, returned)
  const database = await call.database()
  const outcome = await register(call, database, async (tx, registration): Promise<Outcome> => {
    const arrival = { providerName: configured.name, told, isEmailOptional: configured.isEmailOptional, redirectTo }
    const linked =
      flow.linking_target_id === null
        ? await linkAccount(call, tx, registration, arrival)
        : { kind: 'user' as const, user: await linkIdentityTo(call, tx, flow.linking_target_id, arrival) }
    if (linked.kind === 'user' && flow.code_challenge !== null) return { kind: 'code', code: await issue(tx, flow, linked.user, tokens) }
    await end(tx, flow)
    if (linked.kind === 'asked') return { kind: 'asked' }
    return { kind: 'session', signedIn: await signIn(call, tx, linked.user, { method: 'oauth', traits: { provider: configured.name } }) }
  })
  return lead(call, outcome, { redirectTo, tokens, provider: configured.name })
}

type Outcome =
  | { readonly kind: 'asked' }
  | { readonly kind: 'code'; readonly code: string }
  | { readonly kind: 'session'; readonly signedIn: SignedIn }

export function identify(
  call: AuthCall,
  { provider, client, audiences }: ConfiguredProvider,
  tokens: ProviderTokens,
  returned: URLSearchParams,
): Promise<ProviderUser> {
  const { idTokens } = provider
  return provider.identify({
    client,
    tokens,
    returned,
    ask: askWith(call, tokens.accessToken),
    verifyIdToken(token) {
      if (idTokens === undefined) throw new AuthError('unexpected_failure', 'The provider has no ID tokens')
      return verifyIdToken(call, token, { keysUrl: idTokens.keysUrl(client), issuers: idTokens.issuers(client), audiences })
    },
  })
}

/** The code that the client exchanges, which brings the provider's tokens as well. */
async function issue(tx: Transaction, { id }: Flow, user: UserRow, { accessToken, refreshToken }: ProviderTokens): Promise<string> {
  const found = await tx.first<{ auth_code: string }>(sql`
    update auth.flow_state set user_id = ${user.id}::uuid, provider_access_token = ${accessToken}, provider_refresh_token = ${refreshToken}, auth_code_issued_at = now(),
      updated_at = now()
    where id = ${id}::uuid and auth_code_issued_at is null returning auth_code`)
  if (found === undefined) throw used()
  return found.auth_code
}

/** Nobody comes back with this state again. */
async function end(tx: Transaction, { id }: Flow): Promise<void> {
  const count = await tx.run(sql`delete from auth.flow_state where id = ${id}::uuid and auth_code_issued_at is null`)
  if (count === 0) throw used()
}

const used = (): AuthError => new AuthError('bad_oauth_state', 'OAuth state has already been used')

async function lead(
  call: AuthCall,
  outcome: Outcome,
  { redirectTo, tokens, provider }: { readonly redirectTo: string; readonly tokens: ProviderTokens; readonly provider: string },
): Promise<AuthReply> {
  if (outcome.kind === 'asked') {
    const text = `Unverified email with ${provider}. A confirmation email has been sent to your ${provider} email`
    return fail(redirectTo, new AuthError('provider_email_needs_verification', text))
  }
  if (outcome.kind === 'code') return { status: 302, headers: { location: withQuery(redirectTo, { code: outcome.code }) } }
  const { user, session } = outcome.signedIn
  return arrive(redirectTo, await sessionJson(call, user, session), {
    ...(tokens.accessToken !== null && { provider_token: tokens.accessToken }),
    ...(tokens.refreshToken !== null && { provider_refresh_token: tokens.refreshToken }),
  })
}
