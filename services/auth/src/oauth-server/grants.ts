import { sql } from '@colonnade/sql'
import { AuthError } from '../errors.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import type { SignedInCall } from '../sessions/signed-in.ts'
import { clientCard, clientColumns, type OAuthClient, requireOAuthServer } from './client.ts'

/** The applications that the user has let in. */
export async function listGrants(call: SignedInCall): Promise<AuthReply> {
  requireOAuthServer(call)
  const database = await call.database()
  const rows = await database.rows<{ client: OAuthClient; scopes: string; granted_at: string }>(sql`
    select ${clientColumns}, o.scopes, to_jsonb(o.granted_at) as granted_at
    from auth.oauth_consents o join auth.oauth_clients c on c.id = o.client_id
    where o.user_id = ${call.user.id}::uuid and o.revoked_at is null and c.deleted_at is null order by o.granted_at desc`)
  return { json: rows.map(({ client, scopes, granted_at }) => ({ client: clientCard(client), scopes: scopes.split(' '), granted_at })) }
}

/** Takes back what the user allowed an application: its sessions end, and codes that it has not used yet. */
export async function revokeGrant(call: SignedInCall): Promise<AuthReply> {
  requireOAuthServer(call)
  const id = call.request.query.get('client_id') ?? ''
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) throw new AuthError('validation_failed', 'client_id: not a valid client ID')
  const { user } = call
  const database = await call.database()
  await database.transaction(async (tx) => {
    const count = await tx.run(sql`
      update auth.oauth_consents set revoked_at = greatest(now(), granted_at) where user_id = ${user.id}::uuid and client_id = ${id}::uuid and revoked_at is null`)
    if (count === 0) throw new AuthError('oauth_consent_not_found', 'No active grant found for this client')
    await tx.run(sql`delete from auth.sessions where user_id = ${user.id}::uuid and oauth_client_id = ${id}::uuid`)
    await tx.run(sql`delete from auth.oauth_authorizations where user_id = ${user.id}::uuid and client_id = ${id}::uuid`)
  })
  return { status: 204 }
}
