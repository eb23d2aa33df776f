import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf } from '../requests/fields.ts'
import type { PathParameters } from '../routes.ts'
import { clientColumns, clientJson, findClient, hashSecret, type OAuthClient, requireOAuthServer } from './client.ts'
import { ClientFields, clientOf } from './client-fields.ts'

const perPageDefault = 50
const perPageMost = 1_000

/** Anybody registers an application, where the project lets them (RFC 7591). */
export async function registerClient(call: AuthCall): Promise<AuthReply> {
  requireOAuthServer(call)
  if (!call.settings.oauth_server_allow_dynamic_registration) {
    throw new AuthError('oauth_dynamic_client_registration_disabled', 'Dynamic client registration is not enabled')
  }
  return create(call, 'dynamic')
}

export async function createClientByAdmin(call: AuthCall): Promise<AuthReply> {
  requireOAuthServer(call)
  return create(call, 'manual')
}

async function create(call: AuthCall, registration: OAuthClient['registration_type']): Promise<AuthReply> {
  const client = clientOf(await bodyOf(call.request, ClientFields))
  const secret = client.client_type === 'confidential' ? newSecret(call) : undefined
  const database = await call.database()
  const created = await database.first<{ client: OAuthClient }>(sql`
    insert into auth.oauth_clients as c (id, client_secret_hash, registration_type, redirect_uris, grant_types, client_name, client_uri, logo_uri, client_type,
      token_endpoint_auth_method)
    values (${randomUUID()}::uuid, ${secret === undefined ? null : hashSecret(secret)}, ${registration}::auth.oauth_registration_type,
      ${client.redirect_uris.join(',')}, ${client.grant_types.join(',')}, ${client.client_name}, ${client.client_uri}, ${client.logo_uri},
      ${client.client_type}::auth.oauth_client_type, ${client.token_endpoint_auth_method})
    returning ${clientColumns}`)
  return { status: 201, json: clientJson(created!.client, secret) }
}

/** A page of applications, the newest first. `Link` begins with `page`, as the client reads it. */
export async function listClients(call: AuthCall): Promise<AuthReply> {
  requireOAuthServer(call)
  const { query, publicUrl } = call.request
  const page = numberOf(query.get('page'), 1, 10_000_000)
  const perPage = numberOf(query.get('per_page'), perPageDefault, perPageMost)
  const database = await call.database()
  const counted = await database.first<{ count: number }>(sql`select count(*)::int as count from auth.oauth_clients where deleted_at is null`)
  const total = counted?.count ?? 0
  const rows = await database.rows<{ client: OAuthClient }>(sql`
    select ${clientColumns} from auth.oauth_clients c where c.deleted_at is null order by c.created_at desc, c.id
    limit ${perPage} offset ${(page - 1) * perPage}`)
  const last = Math.max(1, Math.ceil(total / perPage))
  const link = (number: number, rel: string): string => `<${publicUrl}/admin/oauth/clients?page=${number}&per_page=${perPage}>; rel="${rel}"`
  return {
    headers: { 'x-total-count': String(total), link: [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ') },
    json: { clients: rows.map(({ client }) => clientJson(client)), aud: 'authenticated' },
  }
}

export async function retrieveClient(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  requireOAuthServer(call)
  return { json: clientJson(await load(await call.database(), id!)) }
}

export async function updateClient(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  requireOAuthServer(call)
  const fields = await bodyOf(call.request, ClientFields)
  const database = await call.database()
  const after = clientOf(fields, await load(database, id!))
  const updated = await database.first<{ client: OAuthClient }>(sql`
    update auth.oauth_clients c set redirect_uris = ${after.redirect_uris.join(',')}, grant_types = ${after.grant_types.join(',')},
      client_name = ${after.client_name}, client_uri = ${after.client_uri}, logo_uri = ${after.logo_uri},
      token_endpoint_auth_method = ${after.token_endpoint_auth_method}, updated_at = now()
    where c.id = ${id}::uuid and c.deleted_at is null returning ${clientColumns}`)
  if (updated === undefined) throw unknown()
  return { json: clientJson(updated.client) }
}

/** Its sessions, and what users allowed it, go as well. */
export async function removeClient(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  requireOAuthServer(call)
  const database = await call.database()
  const { id: known } = await load(database, id!)
  await database.run(sql`delete from auth.oauth_clients where id = ${known}::uuid`)
  return { status: 204 }
}

/** Creates a new secret. The former one is no longer valid. */
export async function regenerateSecret(call: AuthCall, { id }: PathParameters): Promise<AuthReply> {
  requireOAuthServer(call)
  const database = await call.database()
  const client = await load(database, id!)
  if (client.client_type === 'public') throw new AuthError('validation_failed', 'A public client has no secret')
  const secret = newSecret(call)
  const updated = await database.first<{ client: OAuthClient }>(sql`
    update auth.oauth_clients c set client_secret_hash = ${hashSecret(secret)}, updated_at = now() where c.id = ${client.id}::uuid returning ${clientColumns}`)
  if (updated === undefined) throw unknown()
  return { json: clientJson(updated.client, secret) }
}

async function load(db: Queryable, id: string): Promise<OAuthClient> {
  const client = await findClient(db, id)
  if (client === null) throw unknown()
  return client
}

const newSecret = ({ random }: AuthCall): string => Buffer.from(random.bytes(32)).toString('base64url')
const unknown = (): AuthError => new AuthError('oauth_client_not_found', 'OAuth client not found')

function numberOf(text: string | null, fallback: number, most: number): number {
  if (text === null || text === '') return fallback
  const number = Number(text)
  if (!Number.isInteger(number) || number < 1) throw new AuthError('validation_failed', `Bad Pagination Parameters: ${text.slice(0, 20)}`)
  return Math.min(number, most)
}
