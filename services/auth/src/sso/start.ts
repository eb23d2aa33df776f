import { sql } from '@colonnade/sql'
import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { challengeOf } from '../pkce/challenge.ts'
import { redirectOf } from '../redirects/redirect-to.ts'
import type { AuthReply } from '../requests/auth-reply.ts'
import { bodyOf, OptionalLine, Pkce, SecurityToken } from '../requests/fields.ts'
import { findSsoProviders, requireSaml } from './provider.ts'
import { openSaml } from './saml.ts'

const Body = z.object({
  provider_id: OptionalLine,
  domain: OptionalLine,
  redirect_to: OptionalLine,
  skip_http_redirect: z.boolean().nullish(),
  ...Pkce,
  ...SecurityToken,
})

/** Leads a browser to the identity provider of an organization. */
export async function startSso(call: AuthCall): Promise<AuthReply> {
  requireSaml(call)
  const body = await bodyOf(call.request, Body)
  const challenge = challengeOf(body)
  const { provider_id: id, domain } = body
  if ((id === undefined) === (domain === undefined)) throw new AuthError('validation_failed', 'A provider_id or domain needs to be provided')
  const unknown = (): AuthError =>
    new AuthError('sso_provider_not_found', domain === undefined ? 'No such SSO provider' : 'No SSO provider assigned for this domain')
  if (id !== undefined && !z.uuid().safeParse(id).success) throw unknown()
  const database = await call.database()
  const [found] = await findSsoProviders(
    database,
    id === undefined
      ? sql`p.id = (select sso_provider_id from auth.sso_domains where lower(domain) = ${domain!.toLowerCase()})`
      : sql`p.id = ${id}::uuid`,
  )
  if (found === undefined) throw unknown()
  const { provider } = found
  if (provider.disabled) throw new AuthError('sso_provider_disabled', 'This SSO provider is disabled')
  // an XML id must not begin with a digit
  const requestId = `id-${randomUUID()}`
  const relayState = randomUUID()
  const redirectTo = redirectOf(call, body.redirect_to)
  await database.transaction(async (tx) => {
    const flowId = challenge === undefined ? null : randomUUID()
    if (challenge !== undefined) {
      await tx.run(sql`
        insert into auth.flow_state (id, auth_code, code_challenge, code_challenge_method, provider_type, authentication_method, created_at, updated_at)
        values (${flowId}::uuid, ${randomUUID()}, ${challenge.challenge}, ${challenge.method}::auth.code_challenge_method, ${`sso:${provider.id}`}, 'sso/saml', now(), now())`)
    }
    await tx.run(sql`
      insert into auth.saml_relay_states (id, sso_provider_id, request_id, redirect_to, flow_state_id, created_at, updated_at)
      values (${relayState}::uuid, ${provider.id}::uuid, ${requestId}, ${redirectTo}, ${flowId}::uuid, now(), now())`)
  })
  const url = await openSaml(call, provider, requestId).getAuthorizeUrlAsync(relayState, undefined, {})
  return body.skip_http_redirect === true ? { json: { url } } : { status: 303, headers: { location: url } }
}
