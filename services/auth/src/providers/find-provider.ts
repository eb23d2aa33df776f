import { sql } from '@colonnade/sql'
import { ask } from '@colonnade/outbound'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import { oauthProviders } from './oauth-providers.ts'
import { openIdProviders } from './openid-providers.ts'
import type { Provider, ProviderClient, ProviderUser } from './provider.ts'
import { inside, isObject, objectOf, sameSubject, textOf, userOfClaims } from './reading.ts'

/** A provider that a project has set up. */
export interface ConfiguredProvider {
  readonly name: string
  readonly provider: Provider
  readonly client: ProviderClient
  readonly scopes: readonly string[]
  /** Clients whose ID tokens count, of apps on phones for instance. */
  readonly audiences: readonly string[]
  readonly isEmailOptional: boolean
  readonly skipsNonce: boolean
}

const builtIn: Readonly<Record<string, Provider>> = { ...openIdProviders, ...oauthProviders }
/** Older names, under which clients may still ask. */
const aliases: Readonly<Record<string, string>> = { linkedin: 'linkedin_oidc' }

/** @throws AuthError `validation_failed` for one that there is not, or that is off */
export async function findProvider(call: AuthCall, asked: string): Promise<ConfiguredProvider> {
  const name = (Object.hasOwn(aliases, asked) ? aliases[asked] : undefined) ?? asked
  if (name.startsWith('custom:')) return findCustom(call, name)
  const provider = Object.hasOwn(builtIn, name) ? builtIn[name] : undefined
  if (provider === undefined) throw unsupported(`Provider ${name.slice(0, 50)} could not be found`)
  const setting = (part: string): string | boolean | number =>
    (call.settings as Readonly<Record<string, string | boolean | number>>)[`external_${name}_${part}`] ?? ''
  if (setting('enabled') !== true) throw unsupported('provider is not enabled')
  const clientIds = String(setting('client_id'))
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (clientIds.length === 0) throw unsupported('missing OAuth client ID')
  const more = String(setting('additional_client_ids'))
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return {
    name,
    provider,
    client: { clientId: clientIds[0]!, secret: String(setting('secret')), url: String(setting('url')).replace(/\/+$/, '') },
    scopes: provider.scopes,
    audiences: [...clientIds, ...more],
    isEmailOptional: setting('email_optional') === true,
    skipsNonce: setting('skip_nonce_check') === true,
  }
}

const unsupported = (text: string): AuthError => new AuthError('validation_failed', `Unsupported provider: ${text}`)

interface CustomRow {
  readonly provider_type: 'oauth2' | 'oidc'
  readonly identifier: string
  readonly client_id: string
  readonly client_secret: string
  readonly acceptable_client_ids: readonly string[]
  readonly scopes: readonly string[]
  readonly pkce_enabled: boolean
  readonly enabled: boolean
  readonly email_optional: boolean
  readonly skip_nonce_check: boolean
  readonly attribute_mapping: JsonObject
  readonly custom_claims_allowlist: readonly string[]
  readonly authorization_params: JsonObject
  readonly issuer: string | null
  readonly discovery_url: string | null
  readonly authorization_url: string | null
  readonly token_url: string | null
  readonly userinfo_url: string | null
  readonly jwks_uri: string | null
}

/** What follows `custom:` (`custom_oauth_providers_identifier_format`). */
export const customName = /^custom:[a-z0-9:-]{0,42}[a-z0-9]$/

async function findCustom(call: AuthCall, name: string): Promise<ConfiguredProvider> {
  if (!customName.test(name)) throw unsupported(`Provider ${name.slice(0, 50)} could not be found`)
  const database = await call.database()
  const row = await database.first<CustomRow>(sql`select * from auth.custom_oauth_providers where identifier = ${name}`)
  if (row === undefined || !row.enabled) throw unsupported('provider is not enabled')
  const { authorization, token, userinfo, keys, issuer } = row.provider_type === 'oidc' ? await discover(call, row) : addressesOf(row)
  if (authorization === null || token === null) throw unsupported('it says no addresses')
  const client = { clientId: row.client_id, secret: row.client_secret, url: '' }
  const scopes = row.provider_type === 'oidc' && !row.scopes.includes('openid') ? ['openid', ...row.scopes] : row.scopes
  const texts = Object.entries(row.authorization_params).filter((each): each is [string, string] => typeof each[1] === 'string')
  const provider: Provider = {
    authorizeUrl: () => authorization,
    tokenUrl: () => token,
    scopes,
    parameters: Object.fromEntries(texts),
    ...(row.pkce_enabled && { usesPkce: true as const }),
    ...(issuer !== null && keys !== null && { idTokens: { issuers: () => [issuer], keysUrl: () => keys } }),
    async identify({ tokens, ask: askProvider, verifyIdToken }) {
      const claims =
        tokens.idToken !== null && provider.idTokens !== undefined
          ? await verifyIdToken(tokens.idToken)
          : userinfo === null
            ? {}
            : objectOf(await askProvider(userinfo))
      const isMissing = userinfo !== null && tokens.idToken !== null && claims['email'] === undefined
      const whole = isMissing ? { ...sameSubject(objectOf(await askProvider(userinfo)), claims), ...claims } : claims
      return userOfMapped(whole, row)
    },
  }
  return {
    name,
    provider,
    client,
    scopes,
    audiences: [row.client_id, ...row.acceptable_client_ids],
    isEmailOptional: row.email_optional,
    skipsNonce: row.skip_nonce_check,
  }
}

/** `{ email: "mail", name: "profile.display" }`: what we call it, and where the provider has it. */
function userOfMapped(claims: JsonObject, { attribute_mapping: mapping, custom_claims_allowlist: kept }: CustomRow): ProviderUser {
  const from = (name: string): unknown => {
    const source = textOf(mapping[name])
    return source === undefined ? undefined : inside(claims, ...source.split('.'))
  }
  const mapped = Object.fromEntries(
    Object.keys(mapping)
      .map((name) => [name, from(name)])
      .filter(([, value]) => value !== undefined),
  ) as JsonObject
  const all = { ...claims, ...mapped }
  const user = userOfClaims({ ...all, sub: all['sub'] ?? all['id'] })
  const more = Object.fromEntries(kept.filter((name) => Object.hasOwn(claims, name)).map((name) => [name, claims[name]]))
  if (Object.keys(more).length === 0) return user
  if (JSON.stringify(more).length > customClaimsMost) throw new AuthError('unexpected_failure', 'The external provider tells too much of the user')
  return { ...user, claims: { ...user.claims, custom_claims: more } }
}

/** Bytes of claims that are kept as they are, all together: they are in every token. */
const customClaimsMost = 16_384

interface Addresses {
  readonly authorization: string | null
  readonly token: string | null
  readonly userinfo: string | null
  readonly keys: string | null
  readonly issuer: string | null
}

function addressesOf({ authorization_url, token_url, userinfo_url, jwks_uri, issuer }: CustomRow): Addresses {
  return { authorization: authorization_url, token: token_url, userinfo: userinfo_url, keys: jwks_uri, issuer }
}

/** What was discovered, for an hour; by address, which is the same for all projects. */
const discovered = new Map<string, { readonly at: number; readonly addresses: Addresses }>()
const discoveredForMs = 3_600_000

/** OpenID Connect Discovery 1.0, 4. */
async function discover({ outbound, clock }: AuthCall, row: CustomRow): Promise<Addresses> {
  const url = row.discovery_url ?? `${(row.issuer ?? '').replace(/\/+$/, '')}/.well-known/openid-configuration`
  const known = discovered.get(url)
  if (known !== undefined && clock.now() - known.at < discoveredForMs) return known.addresses
  try {
    const { status, body } = await ask({
      url,
      method: 'GET',
      arePrivateAllowed: outbound.arePrivateAllowed,
      deadlineMs: 10_000,
      bytesMost: 1024 * 1024,
    })
    const document: unknown = status === 200 ? JSON.parse(body.toString('utf8')) : null
    if (!isObject(document)) throw new Error(`it answered ${status}`)
    const issuer = textOf(document['issuer']) ?? null
    // whose word its tokens are must be known (Discovery, 4.3)
    if (row.issuer !== null && issuer !== row.issuer) throw new Error(`it calls itself ${issuer}`)
    const text = (name: string): string | null => textOf(document[name]) ?? null
    const addresses = {
      authorization: text('authorization_endpoint'),
      token: text('token_endpoint'),
      userinfo: text('userinfo_endpoint'),
      keys: text('jwks_uri'),
      issuer,
    }
    if (discovered.size > 500) discovered.clear()
    discovered.set(url, { at: clock.now(), addresses })
    return addresses
  } catch (error) {
    throw new AuthError('unexpected_failure', 'The external provider could not be discovered', { cause: error })
  }
}
