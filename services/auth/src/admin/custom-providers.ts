import { isAppError } from '@colonnade/core'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { ownParameters } from '../providers/authorize.ts'
import { isSealed, openClientSecret, sealClientSecret } from '../providers/client-secret.ts'
import { customName } from '../providers/custom-provider.ts'
import { askAnew, type Discovered } from '../providers/discovery.ts'
import { problemOfAddress } from '../providers/provider-addresses.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'

/** Text that Postgres can hold. */
const text = (most: number) =>
  z
    .string()
    .max(most)
    .refine((value) => !value.includes('\u0000'), 'must not contain a NUL character')
const filled = (most: number) => text(most).refine((value) => value.trim() !== '', 'must not be empty')
/** An empty text takes an address away. */
const address = text(2_048)
  .nullish()
  .transform((value) => (value === '' ? null : value))
const texts = z.array(filled(512)).max(100).nullish()

const changeable = {
  name: filled(100),
  client_id: filled(512),
  client_secret: filled(4_096),
  acceptable_client_ids: texts,
  scopes: texts,
  custom_claims_allowlist: texts,
  pkce_enabled: z.boolean().nullish(),
  attribute_mapping: z.record(text(100), text(200)).nullish(),
  authorization_params: z.record(text(100), text(2_048)).nullish(),
  enabled: z.boolean().nullish(),
  email_optional: z.boolean().nullish(),
  skip_nonce_check: z.boolean().nullish(),
  issuer: address,
  discovery_url: address,
  authorization_url: address,
  token_url: address,
  userinfo_url: address,
  jwks_uri: address,
}
const Creation = z.object({
  ...changeable,
  provider_type: z.enum(['oauth2', 'oidc']),
  identifier: text(50).regex(customName, 'must start with custom:, followed by lowercase letters, digits, - and :'),
})
const Change = z.object({
  ...changeable,
  name: changeable.name.nullish(),
  client_id: changeable.client_id.nullish(),
  client_secret: changeable.client_secret.nullish(),
})

/** A stored provider. */
interface Stored {
  readonly provider_type: 'oauth2' | 'oidc'
  readonly identifier: string
  readonly name: string
  readonly client_id: string
  readonly client_secret: string
  readonly acceptable_client_ids: readonly string[]
  readonly scopes: readonly string[]
  readonly custom_claims_allowlist: readonly string[]
  readonly pkce_enabled: boolean
  readonly attribute_mapping: Readonly<Record<string, string>>
  readonly authorization_params: Readonly<Record<string, string>>
  readonly enabled: boolean
  readonly email_optional: boolean
  readonly skip_nonce_check: boolean
  readonly issuer: string | null
  readonly discovery_url: string | null
  readonly authorization_url: string | null
  readonly token_url: string | null
  readonly userinfo_url: string | null
  readonly jwks_uri: string | null
}

const defaults = {
  acceptable_client_ids: [],
  scopes: [],
  custom_claims_allowlist: [],
  pkce_enabled: true,
  attribute_mapping: {},
  authorization_params: {},
  enabled: true,
  email_optional: false,
  skip_nonce_check: false,
  issuer: null,
  discovery_url: null,
  authorization_url: null,
  token_url: null,
  userinfo_url: null,
  jwks_uri: null,
}

/** Columns of `p` without the secret. */
const shown = sql`p.id, p.client_secret,
  to_jsonb(p) - '{client_secret,cached_discovery,discovery_cached_at}'::text[] || jsonb_build_object('discovery_document', p.cached_discovery) as provider`
interface ShownRow {
  readonly id: string
  readonly client_secret: string
  readonly provider: object
}

/** With whether the secret has to be entered again: in a copy of a project it can't be opened. */
function describe({ secrets, ref }: AuthCall, { id, client_secret: stored, provider }: ShownRow): object {
  return { ...provider, is_secret_lost: openClientSecret(secrets, ref, id, stored) === null }
}

export async function listCustomProviders(call: AuthCall): Promise<AuthReply> {
  requireOn(call)
  const type = call.request.query.get('type')
  if (type !== null && type !== '' && type !== 'oidc' && type !== 'oauth2') throw new AuthError('validation_failed', 'type: use oidc or oauth2')
  const database = await call.database()
  const rows = await database.rows<ShownRow>(sql`
    select ${shown} from auth.custom_oauth_providers p where coalesce(${type === '' ? null : type}, p.provider_type) = p.provider_type order by p.created_at, p.id`)
  return { json: { providers: rows.map((row) => describe(call, row)) } }
}

export async function createCustomProvider(call: AuthCall): Promise<AuthReply> {
  requireOn(call)
  const body = await bodyOf(call.request, Creation)
  const provider: Stored = { ...defaults, ...given(body) }
  requireComplete(call, provider)
  const document = await discoverNow(call, provider)
  const database = await call.database()
  const id = randomUUID()
  const kept: Stored = { ...provider, client_secret: sealClientSecret(call.secrets, call.ref, id, provider.client_secret) }
  const created = await database.transaction(async (tx) => {
    // two at once would both find room
    await tx.run(sql`lock table auth.custom_oauth_providers in share row exclusive mode`)
    const known = await tx.first<{ count: number }>(sql`select count(*)::int as count from auth.custom_oauth_providers`)
    if ((known?.count ?? 0) >= call.settings.custom_oauth_max_providers) {
      throw new AuthError('validation_failed', `A project can have at most ${call.settings.custom_oauth_max_providers} custom providers`)
    }
    try {
      return await insert(tx, id, kept, document)
    } catch (error) {
      if (isAppError(error, 'unique_violation')) {
        throw new AuthError('conflict', 'A custom provider with this identifier already exists', { cause: error })
      }
      throw error
    }
  })
  return { status: 201, json: describe(call, created) }
}

export async function retrieveCustomProvider(call: AuthCall, { identifier }: PathParameters): Promise<AuthReply> {
  requireOn(call)
  const database = await call.database()
  const found = await database.first<ShownRow>(sql`select ${shown} from auth.custom_oauth_providers p where p.identifier = ${nameOf(identifier!)}`)
  if (found === undefined) throw unknown()
  return { json: describe(call, found) }
}

/** Changes what is given; type and identifier stay. */
export async function updateCustomProvider(call: AuthCall, { identifier }: PathParameters): Promise<AuthReply> {
  requireOn(call)
  const name = nameOf(identifier!)
  const changes = given(await bodyOf(call.request, Change))
  const database = await call.database()
  const before = await database.first<Stored & { readonly id: string }>(
    sql`select p.* from auth.custom_oauth_providers p where p.identifier = ${name}`,
  )
  if (before === undefined) throw unknown()
  const after: Stored = { ...before, ...changes }
  requireComplete(call, after)
  const isElsewhere = after.issuer !== before.issuer || after.discovery_url !== before.discovery_url
  const isKept = changes.client_secret === undefined && isSealed(before.client_secret)
  const secret = isKept ? before.client_secret : sealClientSecret(call.secrets, call.ref, before.id, after.client_secret)
  const document = isElsewhere ? await discoverNow(call, after) : null
  const updated = await database.first<ShownRow>(sql`
    update auth.custom_oauth_providers p set
      name = ${after.name}, client_id = ${after.client_id}, client_secret = ${secret}, acceptable_client_ids = ${after.acceptable_client_ids}::text[],
      scopes = ${after.scopes}::text[], custom_claims_allowlist = ${after.custom_claims_allowlist}::text[], pkce_enabled = ${after.pkce_enabled},
      attribute_mapping = ${JSON.stringify(after.attribute_mapping)}::jsonb, authorization_params = ${JSON.stringify(after.authorization_params)}::jsonb,
      enabled = ${after.enabled}, email_optional = ${after.email_optional}, skip_nonce_check = ${after.skip_nonce_check}, issuer = ${after.issuer},
      discovery_url = ${after.discovery_url}, authorization_url = ${after.authorization_url}, token_url = ${after.token_url}, userinfo_url = ${after.userinfo_url},
      jwks_uri = ${after.jwks_uri}, updated_at = now(),
      cached_discovery = coalesce(${document === null ? null : JSON.stringify(document)}::jsonb, p.cached_discovery),
      discovery_cached_at = case when ${document === null} then p.discovery_cached_at else now() end
    where p.identifier = ${name} returning ${shown}`)
  if (updated === undefined) throw unknown()
  return { json: describe(call, updated) }
}

/** Users who came by it stay, and their identities. */
export async function removeCustomProvider(call: AuthCall, { identifier }: PathParameters): Promise<AuthReply> {
  requireOn(call)
  const database = await call.database()
  const count = await database.run(sql`delete from auth.custom_oauth_providers where identifier = ${nameOf(identifier!)}`)
  if (count === 0) throw unknown()
  return { status: 204 }
}

async function insert(tx: Queryable, id: string, provider: Stored, document: Discovered | null): Promise<ShownRow> {
  const created = await tx.first<ShownRow>(sql`
    insert into auth.custom_oauth_providers as p (id, provider_type, identifier, name, client_id, client_secret, acceptable_client_ids, scopes, custom_claims_allowlist,
      pkce_enabled, attribute_mapping, authorization_params, enabled, email_optional, skip_nonce_check, issuer, discovery_url, authorization_url, token_url,
      userinfo_url, jwks_uri, cached_discovery, discovery_cached_at)
    values (${id}::uuid, ${provider.provider_type}, ${provider.identifier}, ${provider.name}, ${provider.client_id}, ${provider.client_secret},
      ${provider.acceptable_client_ids}::text[], ${provider.scopes}::text[], ${provider.custom_claims_allowlist}::text[], ${provider.pkce_enabled},
      ${JSON.stringify(provider.attribute_mapping)}::jsonb, ${JSON.stringify(provider.authorization_params)}::jsonb, ${provider.enabled}, ${provider.email_optional},
      ${provider.skip_nonce_check}, ${provider.issuer}, ${provider.discovery_url}, ${provider.authorization_url}, ${provider.token_url}, ${provider.userinfo_url},
      ${provider.jwks_uri}, ${document === null ? null : JSON.stringify(document)}::jsonb, case when ${document !== null} then now() end)
    returning ${shown}`)
  return created!
}

/** Fields that were left out, or are null where there must be a value, keep what they were. */
function given<T extends object>(body: T): { [K in keyof T]-?: Exclude<T[K], undefined | null> } {
  const nullable = ['issuer', 'discovery_url', 'authorization_url', 'token_url', 'userinfo_url', 'jwks_uri']
  return Object.fromEntries(Object.entries(body).filter(([name, value]) => value !== undefined && (value !== null || nullable.includes(name)))) as {
    [K in keyof T]-?: Exclude<T[K], undefined | null>
  }
}

/** @throws AuthError `validation_failed` */
function requireComplete(call: AuthCall, provider: Stored): void {
  const addresses = ['issuer', 'discovery_url', 'authorization_url', 'token_url', 'userinfo_url', 'jwks_uri'] as const
  for (const name of addresses) {
    const problem = provider[name] === null ? null : problemOfAddress(call, provider[name])
    if (problem !== null) throw new AuthError('validation_failed', `${name}: ${problem}`)
  }
  if (provider.provider_type === 'oidc' && provider.issuer === null)
    throw new AuthError('validation_failed', 'issuer: required for OpenID Connect providers')
  if (provider.provider_type === 'oauth2') {
    const missing = (['authorization_url', 'token_url', 'userinfo_url'] as const).find((name) => provider[name] === null)
    if (missing !== undefined) throw new AuthError('validation_failed', `${missing}: required for OAuth 2.0 providers`)
  }
  const own = Object.keys(provider.authorization_params).find((name) => ownParameters.has(name))
  if (own !== undefined) throw new AuthError('validation_failed', `authorization_params: ${own} is set by the service and can’t be overridden`)
}

/** Checks an OpenID Connect provider before it is stored, so that its problems show at once. */
async function discoverNow(call: AuthCall, provider: Stored): Promise<Discovered | null> {
  if (provider.provider_type !== 'oidc') return null
  try {
    return await askAnew(call, provider)
  } catch (error) {
    throw undiscovered(error)
  }
}

const undiscovered = (error: unknown): AuthError =>
  new AuthError('validation_failed', `The provider could not be discovered: ${(error as Error).message}`.slice(0, 500), { cause: error })

/** Returns an OpenID Connect provider's discovery document before the provider is added. */
export async function discoverForMember(call: AuthCall): Promise<AuthReply> {
  const { query } = call.request
  const [issuer, discoveryUrl] = [query.get('issuer') ?? '', query.get('discovery_url') ?? '']
  for (const [name, value] of Object.entries({ issuer, discovery_url: discoveryUrl })) {
    const problem = value === '' && name !== 'issuer' ? null : problemOfAddress(call, value)
    if (problem !== null) throw new AuthError('validation_failed', `${name}: ${problem}`)
  }
  try {
    return { json: await askAnew(call, { issuer, discovery_url: discoveryUrl === '' ? null : discoveryUrl }) }
  } catch (error) {
    throw undiscovered(error)
  }
}

function nameOf(identifier: string): string {
  if (!customName.test(identifier)) throw unknown()
  return identifier
}

const unknown = (): AuthError => new AuthError('custom_provider_not_found', 'Custom provider not found')

function requireOn({ settings }: AuthCall): void {
  if (!settings.custom_oauth_enabled) throw new AuthError('feature_disabled', 'Custom OAuth providers are disabled')
}
