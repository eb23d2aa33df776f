import { type Permission, permissions } from '@colonnade/contracts/foundation/permissions'
import type { AppRequest } from '@colonnade/contracts/organizations/apps'
import { AppError, isId, newSecret } from '@colonnade/core'
import type { AuditRecorder, RequestFacts } from '@colonnade/http'
import type { Transaction } from '@colonnade/pg'
import type { PlatformContext } from '../../../kernel/context.ts'
import { appCodeSeconds } from '../../../kernel/limits.ts'
import type { Actor, OrganizationScope } from '../../../kernel/serve.ts'
import { ownAddress } from '../../projects/project-settings/hosts.ts'
import { hashToken } from '../../../kernel/people/token-hash.ts'
import { type Client, findClient, insertCode } from './store.ts'

type Origin = Pick<RequestFacts, 'origin'>

/** What stands before a request that the dashboard carries, so that its router takes it for no number. */
export const requestMark = 'q'

/** What an application asked for, once it is known to be one that may ask so. */
interface GoodRequest {
  readonly kind: 'good'
  readonly client: Client
  readonly redirectUri: string
  readonly scopes: readonly Permission[]
  readonly codeChallenge: string
  readonly state: string | null
}

/** `lost`: there is no safe address to redirect to; `refused`: the error goes to the application's address (RFC 6749, 4.1.2.1). */
export type ReadRequest = GoodRequest | { readonly kind: 'lost'; readonly message: string } | { readonly kind: 'refused'; readonly to: string }

/** Who issues codes and tokens, as clients know it: the address of this installation, without a slash at its end. */
export function issuerOf({ config }: PlatformContext, { origin }: Origin): string {
  return (config.publicUrl ?? ownAddress(origin)).replace(/\/+$/, '')
}

/** Reads the query of an authorization request (RFC 6749, 4.1.1; PKCE: RFC 7636, 4.3; OAuth 2.1). */
export async function readRequest(ctx: PlatformContext, query: string, origin: Origin): Promise<ReadRequest> {
  const given = new URLSearchParams(query)
  const one = (name: string): string | null => (given.getAll(name).length === 1 ? given.get(name) : null)
  const id = one('client_id')
  const client = id !== null && isId(id) ? await findClient(ctx.database, id) : undefined
  if (!client) return { kind: 'lost', message: 'This application isn’t registered here. It may have been deleted.' }
  const redirectUri = one('redirect_uri')
  if (redirectUri === null || !client.redirect_uris.some((registered) => isSameAddress(registered, redirectUri))) {
    return { kind: 'lost', message: `${client.name} asks to send you back to an address that isn’t registered for it.` }
  }
  const state = one('state')
  const refuse = (error: string, description: string): ReadRequest => ({
    kind: 'refused',
    to: replyAddress(redirectUri, { error, error_description: description, state, iss: issuerOf(ctx, origin) }),
  })
  const names = [...given.keys()]
  if (new Set(names).size < names.length) return refuse('invalid_request', 'A parameter comes more than once')
  if (names.includes('request')) return refuse('request_not_supported', 'Send the parameters themselves')
  if (names.includes('request_uri')) return refuse('request_uri_not_supported', 'Send the parameters themselves')
  if (one('response_type') === null) return refuse('invalid_request', 'response_type is missing')
  if (one('response_type') !== 'code') return refuse('unsupported_response_type', 'Only response_type=code is known')
  const codeChallenge = one('code_challenge')
  if (codeChallenge === null) return refuse('invalid_request', 'code_challenge is missing: PKCE is needed')
  if (one('code_challenge_method') !== 'S256' || !/^[\w-]{43}$/.test(codeChallenge)) {
    return refuse('invalid_request', 'code_challenge must be one of the method S256')
  }
  const scopes = readScopes(one('scope'))
  if (scopes === null) return refuse('invalid_scope', 'Name at least one scope, and none that is not known')
  return { kind: 'good', client, redirectUri, scopes, codeChallenge, state }
}

/** @throws AppError `app_request_invalid` */
export async function retrieveRequest(ctx: PlatformContext, request: string): Promise<AppRequest> {
  const { client, scopes, redirectUri } = await readGood(ctx, request, { origin: '' })
  return {
    app: { name: client.name, organization_name: client.organization_name },
    scopes: [...scopes],
    redirect_origin: new URL(redirectUri).origin,
  }
}

/**
 * The code is good once, for a minute, and for who knows the verifier of its challenge. What it opens is looked up with each call, so no
 * scope gives more than the person may do.
 *
 * @throws AppError `app_request_invalid`
 */
export async function allowRequest(
  ctx: PlatformContext,
  { userId, sessionId }: Actor,
  { organizationId }: OrganizationScope,
  { request, origin }: Origin & { readonly request: string },
  audit: AuditRecorder<Transaction>,
): Promise<{ redirect_to: string }> {
  const code = newSecret(ctx.random)
  const { client, scopes, redirectUri, codeChallenge, state } = await readGood(ctx, request, { origin })
  await ctx.database.transaction(async (tx) => {
    await insertCode(tx, {
      codeHash: hashToken(code),
      appId: client.id,
      userId,
      sessionId,
      organizationId,
      scopes,
      redirectUri,
      codeChallenge,
      seconds: appCodeSeconds,
    })
    await audit(tx, { organizationId, details: { app: client.name, app_id: client.id, publisher: client.organization_name, scopes } })
  })
  return { redirect_to: replyAddress(redirectUri, { code, state, iss: issuerOf(ctx, { origin }) }) }
}

/** @throws AppError `app_request_invalid` */
export async function denyRequest(ctx: PlatformContext, request: string, origin: Origin): Promise<{ redirect_to: string }> {
  const { redirectUri, state } = await readGood(ctx, request, origin)
  return {
    redirect_to: replyAddress(redirectUri, {
      error: 'access_denied',
      error_description: 'The person denied the request',
      state,
      iss: issuerOf(ctx, origin),
    }),
  }
}

async function readGood(ctx: PlatformContext, request: string, origin: Origin): Promise<GoodRequest> {
  const read = await readRequest(ctx, Buffer.from(request.slice(requestMark.length), 'base64url').toString('utf8'), origin)
  if (read.kind === 'good') return read
  const message = read.kind === 'lost' ? read.message : 'The application’s request isn’t valid.'
  throw new AppError('app_request_invalid', {}, { message })
}

/** Scopes are separated by blanks (RFC 6749, 3.3). Null where one is not known, or there is none. */
export function readScopes(text: string | null): readonly Permission[] | null {
  const names = [...new Set((text ?? '').split(' ').filter((name) => name !== ''))]
  const known = permissions.filter((permission) => names.includes(permission))
  return names.length > 0 && known.length === names.length ? known : null
}

/** The very same text; on this machine's own addresses an application that is installed may listen on any port (RFC 8252, 7.3). */
function isSameAddress(registered: string, asked: string): boolean {
  if (registered === asked) return true
  const loopback = /^(http:\/\/(?:127\.0\.0\.1|\[::1\]))(?::\d{1,5})?(?=[/?]|$)/
  return (
    loopback.test(registered) && loopback.test(asked) && URL.canParse(asked) && registered.replace(loopback, '$1') === asked.replace(loopback, '$1')
  )
}

/** Returns the application's redirect address with the reply's parameters added to its own. */
function replyAddress(redirectUri: string, told: Readonly<Record<string, string | null>>): string {
  const query = new URLSearchParams(Object.entries(told).filter((entry): entry is [string, string] => entry[1] !== null))
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query.toString()}`
}
