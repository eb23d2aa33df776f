import { sql } from '@colonnade/sql'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import { isSealed, openClientSecret, sealClientSecret } from './client-secret.ts'
import { type Discovered, discover } from './discovery.ts'
import { requireAddresses } from './provider-addresses.ts'
import type { ConfiguredProvider, Provider, ProviderUser } from './provider.ts'
import { inside, objectOf, sameSubject, textOf, unsupported, userOfClaims } from './reading.ts'

/** A row of auth.custom_oauth_providers, but for times and caches. */
export interface CustomProviderRow {
  readonly id: string
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

/** The columns of `p`, a row of auth.custom_oauth_providers. */
const customColumns = sql`p.id, p.provider_type, p.identifier, p.client_id, p.client_secret, p.acceptable_client_ids, p.scopes, p.pkce_enabled, p.enabled, p.email_optional,
  p.skip_nonce_check, p.attribute_mapping, p.custom_claims_allowlist, p.authorization_params, p.issuer, p.discovery_url, p.authorization_url, p.token_url, p.userinfo_url,
  p.jwks_uri`

/** Pattern after `custom:` (`custom_oauth_providers_identifier_format`). */
export const customName = /^custom:[a-z0-9:-]{0,42}[a-z0-9]$/

export async function findCustom(call: AuthCall, name: string, isOffTaken: boolean): Promise<ConfiguredProvider> {
  if (!customName.test(name)) throw unsupported(`Provider ${name.slice(0, 50)} could not be found`)
  const database = await call.database()
  const row = await database.first<CustomProviderRow>(sql`select ${customColumns} from auth.custom_oauth_providers p where p.identifier = ${name}`)
  const isOn = row?.enabled === true && call.settings.custom_oauth_enabled
  if (row === undefined || (!isOn && !isOffTaken)) throw unsupported('provider is not enabled')
  const { authorization, token, userinfo, keys, issuer } = row.provider_type === 'oidc' ? addressesIn(await discover(call, row)) : addressesOf(row)
  if (authorization === null || token === null) throw unsupported('it has no endpoints')
  requireAddresses(call, [authorization, token, userinfo, keys])
  const client = { clientId: row.client_id, secret: await secretOf(call, row), url: '' }
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

/** Seals a secret that came as it is, with a dump of another installation for instance. @throws AuthError `validation_failed` */
async function secretOf(call: AuthCall, { id, client_secret: stored }: CustomProviderRow): Promise<string> {
  const { secrets, ref } = call
  const secret = openClientSecret(secrets, ref, id, stored)
  if (secret === null) throw unsupported('its client secret must be entered again')
  if (!isSealed(stored)) {
    const database = await call.database()
    await database.run(sql`
      update auth.custom_oauth_providers set client_secret = ${sealClientSecret(secrets, ref, id, secret)} where id = ${id}::uuid and client_secret = ${stored}`)
  }
  return secret
}

/** `{ email: "mail", name: "profile.display" }`: what we call it, and where the provider has it. */
function userOfMapped(claims: JsonObject, { attribute_mapping: mapping, custom_claims_allowlist: kept }: CustomProviderRow): ProviderUser {
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
  if (JSON.stringify(more).length > customClaimsMost)
    throw new AuthError('unexpected_failure', 'The external provider sent too much data about the user')
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

function addressesOf({ authorization_url, token_url, userinfo_url, jwks_uri, issuer }: CustomProviderRow): Addresses {
  return { authorization: authorization_url, token: token_url, userinfo: userinfo_url, keys: jwks_uri, issuer }
}

function addressesIn({ issuer, authorization_endpoint, token_endpoint, userinfo_endpoint, jwks_uri }: Discovered): Addresses {
  return { authorization: authorization_endpoint, token: token_endpoint, userinfo: userinfo_endpoint ?? null, keys: jwks_uri, issuer }
}
