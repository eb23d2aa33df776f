import type { Transaction } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { createHash, randomUUID } from 'node:crypto'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { challengeOf } from '../pkce/challenge.ts'
import { redirectOf } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { findProvider } from './find-provider.ts'
import type { ConfiguredProvider } from './provider.ts'

/** Parameters that aren't passed on: our own, and those of the protocol itself (RFC 6749, 4.1.1). */
export const ownParameters: ReadonlySet<string> = new Set([
  'provider',
  'scopes',
  'redirect_to',
  'invite_token',
  'code_challenge',
  'code_challenge_method',
  'skip_http_redirect',
  'apikey',
  'client_id',
  'client_secret',
  'redirect_uri',
  'response_type',
  'response_mode',
  'scope',
  'state',
  'nonce',
  'request',
  'request_uri',
])

/** Leads a browser to a provider. */
export async function authorize(call: AuthCall): Promise<AuthReply> {
  return { status: 302, headers: { location: await begin(call, null) } }
}

/** Leads a user who is signed in to a provider, to link an identity more. */
export async function authorizeLink(call: SignedInCall): Promise<AuthReply> {
  if (!call.settings.security_manual_linking_enabled) throw new AuthError('manual_linking_disabled', 'Manual linking is disabled')
  const url = await begin(call, call.user.id)
  return call.request.query.get('skip_http_redirect') === 'true' ? { json: { url } } : { status: 302, headers: { location: url } }
}

async function begin(call: AuthCall, linkingTargetId: string | null): Promise<string> {
  const { query, publicUrl } = call.request
  const configured = await findProvider(call, query.get('provider') ?? '')
  const { name } = configured
  const challenge = challengeOf({
    code_challenge: query.get('code_challenge') ?? undefined,
    code_challenge_method: query.get('code_challenge_method') ?? undefined,
  })
  const verifier = newVerifier(call, configured)
  const database = await call.database()
  const state = await database.transaction(async (tx) => {
    const clientStateId = verifier === null ? null : await keepVerifier(tx, name, verifier)
    const id = randomUUID()
    await tx.run(sql`
      insert into auth.flow_state (id, auth_code, code_challenge, code_challenge_method, provider_type, authentication_method, invite_token, referrer,
        oauth_client_state_id, linking_target_id, email_optional, created_at, updated_at)
      values (${id}::uuid, ${challenge === undefined ? null : randomUUID()}, ${challenge?.challenge ?? null}, ${challenge?.method ?? null}::auth.code_challenge_method, ${name},
        'oauth', ${invitationOf(query)}, ${redirectOf(call)}, ${clientStateId}::uuid, ${linkingTargetId}::uuid, ${configured.isEmailOptional}, now(), now())`)
    return id
  })
  return providerAddress(configured, { publicUrl, state, verifier, query })
}

/** The verifier of PKCE with a provider; null for one without. */
export const newVerifier = ({ random }: Pick<AuthCall, 'random'>, { provider }: ConfiguredProvider): string | null =>
  provider.usesPkce === true ? Buffer.from(random.bytes(48)).toString('base64url') : null

export interface ProviderVisit {
  readonly publicUrl: string
  readonly state: string
  readonly verifier: string | null
  /** The client's other parameters. */
  readonly query: URLSearchParams
}

/** Where a browser is sent (RFC 6749, 4.1.1). */
export function providerAddress(configured: ConfiguredProvider, { publicUrl, state, verifier, query }: ProviderVisit): string {
  const { name, provider, client } = configured
  const url = new URL(provider.authorizeUrl(client))
  for (const [key, value] of query) if (!ownParameters.has(key)) url.searchParams.set(key, value)
  // the provider that a service of providers is asked for
  const inner = query.get('workos_provider')
  if (name === 'workos' && inner !== null) url.searchParams.set('provider', inner)
  const parameters = {
    ...provider.parameters,
    client_id: client.clientId,
    redirect_uri: `${publicUrl}/callback`,
    response_type: 'code',
    ...(scopesOf(configured, query.get('scopes')) !== '' && { scope: scopesOf(configured, query.get('scopes')) }),
    state,
    ...(verifier !== null && { code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' }),
  }
  for (const [key, value] of Object.entries(parameters)) url.searchParams.set(key, value)
  return url.href
}

async function keepVerifier(tx: Transaction, provider: string, verifier: string): Promise<string> {
  const id = randomUUID()
  await tx.run(
    sql`insert into auth.oauth_client_states (id, provider_type, code_verifier, created_at) values (${id}::uuid, ${provider}, ${verifier}, now())`,
  )
  return id
}

/** @throws AuthError `validation_failed` */
function invitationOf(query: URLSearchParams): string | null {
  const token = query.get('invite_token')
  if (token !== null && !/^[\w-]{0,256}$/.test(token)) throw new AuthError('validation_failed', 'invite_token: this is none')
  return token
}

/** Clients separate scopes by spaces or commas. */
function scopesOf({ scopes }: ConfiguredProvider, asked: string | null): string {
  return [...new Set([...scopes, ...(asked ?? '').split(/[\s,]+/).filter((each) => each !== '')])].join(' ')
}
