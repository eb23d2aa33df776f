import { permissions } from '@colonnade/contracts/foundation/permissions'
import { AppError, isAppError } from '@colonnade/core'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { addressKey } from '@colonnade/http'
import { isOwnName } from '../../projects/project-settings/hosts.ts'
import type { PlatformContext } from '../../../kernel/context.ts'
import { authenticateClient } from './clients.ts'
import { OauthError } from './oauth-error.ts'
import { issuerOf, readRequest, requestMark } from './requests.ts'
import type { Client } from './store.ts'
import { exchangeCode, refreshTokens, revokeToken } from './tokens.ts'

export const oauthPaths = {
  metadata: '/.well-known/oauth-authorization-server',
  authorize: '/platform/oauth/authorize',
  token: '/platform/oauth/token',
  revoke: '/platform/oauth/revoke',
} as const

/** The dashboard's page on which people decide. */
const consentPage = '/authorize'

const formBytes = 16 * 1024

interface Asked {
  readonly client: Client
  readonly given: ReadonlyMap<string, string>
  readonly caller: { readonly id: string; readonly address: string; readonly userAgent: string | null }
}

const unknownName = 'This installation does not know itself by that name: set COLONNADE_PUBLIC_URL to its address'

/**
 * What applications call, in the forms of OAuth: bodies are forms, and errors are those of RFC 6749. No cookie is looked at, so no other
 * site can make a browser do anything here.
 */
export function mountOauth(app: FastifyInstance, ctx: PlatformContext): void {
  const originOf = (request: FastifyRequest) => ({ origin: `${request.protocol}://${request.host}` })

  app.get(oauthPaths.metadata, (request, reply) => {
    // whoever reads this goes where it says: a name that only the caller gave must not come back as ours
    if (ctx.config.publicUrl === null && !isOwnName(request.hostname, request.raw.socket.localAddress))
      throw new AppError('bad_request', {}, { message: unknownName })
    return reply.header('cache-control', 'no-cache').send(metadata(issuerOf(ctx, originOf(request))))
  })

  app.get(oauthPaths.authorize, async (request, reply) => {
    await ctx.limiter.count('read', addressKey(request.ip))
    const query = request.url.includes('?') ? request.url.slice(request.url.indexOf('?') + 1) : ''
    const read = await readRequest(ctx, query, originOf(request))
    // one opaque word: what the dashboard's router would make of the query is nothing to rely on
    const to = read.kind === 'refused' ? read.to : `${consentPage}?request=${requestMark}${Buffer.from(query).toString('base64url')}`
    return reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer').redirect(to, 303)
  })

  void app.register(async (forms) => {
    forms.removeAllContentTypeParsers()
    forms.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string', bodyLimit: formBytes }, (_request, body, done) =>
      done(null, body),
    )
    forms.setErrorHandler((thrown, request, reply) => sendOauthError(ctx, thrown, request, reply))
    forms.post(oauthPaths.token, async (request, reply) => {
      const { client, given, caller } = await read(ctx, request)
      const grantType = given.get('grant_type')
      if (grantType === undefined) throw new OauthError('invalid_request', 'grant_type is missing')
      const give = grantType === 'authorization_code' ? exchangeCode : grantType === 'refresh_token' ? refreshTokens : null
      if (give === null) throw new OauthError('unsupported_grant_type', 'Use authorization_code or refresh_token')
      return reply.header('cache-control', 'no-store').send(await give(ctx, client, given, caller))
    })
    forms.post(oauthPaths.revoke, async (request, reply) => {
      const { client, given, caller } = await read(ctx, request)
      const token = given.get('token')
      if (token === undefined) throw new OauthError('invalid_request', 'token is missing')
      await revokeToken(ctx, client, token, caller)
      return reply.header('cache-control', 'no-store').code(200).send()
    })
  })
}

/** @throws OauthError, AppError `rate_limited` */
async function read(ctx: PlatformContext, request: FastifyRequest): Promise<Asked> {
  await ctx.limiter.count('write', `oauth:${addressKey(request.ip)}`)
  const pairs = [...new URLSearchParams(typeof request.body === 'string' ? request.body : '')]
  const given = new Map(pairs)
  if (given.size < pairs.length) throw new OauthError('invalid_request', 'A parameter comes more than once')
  const client = await authenticateClient(ctx, request.headers.authorization, given)
  return { client, given, caller: { id: request.id, address: request.ip, userAgent: request.headers['user-agent']?.slice(0, 300) ?? null } }
}

function sendOauthError(ctx: PlatformContext, thrown: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const error = asOauthError(thrown)
  if (error.code === 'server_error') ctx.logger.error('request failed', { request_id: request.id, path: request.routeOptions.url, error: thrown })
  if (error.status === 401 && request.headers.authorization !== undefined) reply.header('www-authenticate', 'Basic realm="Colonnade"')
  if (isAppError(thrown, 'rate_limited')) reply.header('retry-after', Number(thrown.details['retry_after_seconds'] ?? 1))
  void reply.code(error.status).header('cache-control', 'no-store').send({ error: error.code, error_description: error.message })
}

function asOauthError(thrown: unknown): OauthError {
  if (thrown instanceof OauthError) return thrown
  if (isAppError(thrown, 'rate_limited')) return new OauthError('slow_down', thrown.message)
  const isRefusal = thrown instanceof Error && 'statusCode' in thrown && Number(thrown.statusCode) < 500
  return isRefusal
    ? new OauthError('invalid_request', 'Send a form: application/x-www-form-urlencoded')
    : new OauthError('server_error', 'It did not work')
}

/** RFC 8414, 2. */
function metadata(issuer: string): object {
  const methods = ['client_secret_basic', 'client_secret_post', 'none']
  return {
    issuer,
    authorization_endpoint: issuer + oauthPaths.authorize,
    token_endpoint: issuer + oauthPaths.token,
    revocation_endpoint: issuer + oauthPaths.revoke,
    scopes_supported: permissions,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: methods,
    revocation_endpoint_auth_methods_supported: methods,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}
