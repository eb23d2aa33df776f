import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { createHash, timingSafeEqual } from 'node:crypto'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'

/** Authentication method of an application (RFC 7591, 2). */
export type ClientAuthMethod = 'none' | 'client_secret_basic' | 'client_secret_post'

/** An application that users can sign in to with their account of the project. */
export interface OAuthClient {
  readonly id: string
  readonly client_secret_hash: string | null
  readonly registration_type: 'dynamic' | 'manual'
  readonly redirect_uris: readonly string[]
  readonly grant_types: readonly string[]
  readonly client_name: string | null
  readonly client_uri: string | null
  readonly logo_uri: string | null
  readonly client_type: 'public' | 'confidential'
  readonly token_endpoint_auth_method: ClientAuthMethod
  readonly created_at: string
  readonly updated_at: string
}

/** Columns of `c`, a row of auth.oauth_clients, as `client`. */
export const clientColumns = sql`to_jsonb(c) || jsonb_build_object('redirect_uris', string_to_array(c.redirect_uris, ','), 'grant_types', string_to_array(c.grant_types, ','))
  as client`

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** null for an application that there is not, or whose id is none. */
export async function findClient(db: Queryable, id: string): Promise<OAuthClient | null> {
  if (!uuid.test(id)) return null
  const found = await db.first<{ client: OAuthClient }>(
    sql`select ${clientColumns} from auth.oauth_clients c where c.id = ${id}::uuid and c.deleted_at is null`,
  )
  return found?.client ?? null
}

/** Returns the client-facing form (`OAuthClient` of @supabase/auth-js); with the secret only right after its creation. */
export function clientJson(client: OAuthClient, secret?: string): object {
  return {
    client_id: client.id,
    client_name: client.client_name ?? '',
    ...(secret !== undefined && { client_secret: secret }),
    client_type: client.client_type,
    token_endpoint_auth_method: client.token_endpoint_auth_method,
    registration_type: client.registration_type,
    ...(client.client_uri !== null && { client_uri: client.client_uri }),
    ...(client.logo_uri !== null && { logo_uri: client.logo_uri }),
    redirect_uris: client.redirect_uris,
    grant_types: client.grant_types,
    response_types: ['code'],
    created_at: client.created_at,
    updated_at: client.updated_at,
  }
}

/** Returns an application's details for the consent page. */
export function clientCard({ id, client_name: name, client_uri: uri, logo_uri: logo }: OAuthClient): object {
  return { id, name: name ?? '', uri: uri ?? '', logo_uri: logo ?? '' }
}

/** Secrets are random: a plain hash is enough to keep. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

export function isSecretOf({ client_secret_hash: hash }: OAuthClient, secret: string): boolean {
  if (hash === null) return false
  const [expected, given] = [Buffer.from(hash), Buffer.from(hashSecret(secret))]
  return expected.length === given.length && timingSafeEqual(expected, given)
}

/** @throws AuthError `feature_disabled` */
export function requireOAuthServer({ settings }: AuthCall): void {
  if (!settings.oauth_server_enabled) throw new AuthError('feature_disabled', 'OAuth server is disabled')
}
