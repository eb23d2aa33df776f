import { ask, NoAnswer } from '@colonnade/outbound'
import { createRemoteJWKSet, customFetch, errors, jwtVerify } from 'jose'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import type { AskProvider, Provider, ProviderClient, ProviderTokens } from './provider.ts'
import { isObject, textOf } from './reading.ts'

const deadlineMs = 10_000
const bytesMost = 1024 * 1024

type Outbound = Pick<AuthContext, 'outbound'>

/** A provider's error with its own code (RFC 6749, 5.2); null without one. */
export class ProviderRefusal extends Error {
  readonly code: string | null

  constructor(code: string | null) {
    super(code === null ? 'The reply has neither an access token nor an ID token' : `The provider returned ${code.slice(0, 100)}`)
    this.code = code
  }
}

const failed = (message: string, cause?: unknown): AuthError => new AuthError('unexpected_failure', message, { cause })

/** Exchanges the code of an authorization for tokens (RFC 6749, 4.1.3). @throws AuthError `unexpected_failure` */
export async function exchangeProviderCode(
  { outbound }: Outbound,
  provider: Provider,
  client: ProviderClient,
  { code, redirectUri, verifier }: { readonly code: string; readonly redirectUri: string; readonly verifier: string | null },
): Promise<ProviderTokens> {
  const secret = provider.makeSecret?.(client) ?? client.secret
  const isBasic = provider.clientAuth === 'basic'
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    ...(!isBasic && { client_id: client.clientId, client_secret: secret }),
    ...(verifier !== null && { code_verifier: verifier }),
  })
  const basic = Buffer.from(`${encodeURIComponent(client.clientId)}:${encodeURIComponent(secret)}`).toString('base64')
  const answer = await talk(outbound, {
    url: provider.tokenUrl(client),
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json', ...(isBasic && { authorization: `Basic ${basic}` }) },
    body: form.toString(),
  })
  const fields = isObject(answer) ? answer : {}
  const accessToken = textOf(fields['access_token']) ?? null
  const idToken = textOf(fields['id_token']) ?? null
  if (accessToken === null && idToken === null) {
    const error = textOf(fields['error']) ?? null
    const text = textOf(fields['error_description']) ?? error ?? 'the provider sent no token'
    throw failed(`Unable to exchange external code: ${text}`.slice(0, 300), new ProviderRefusal(error))
  }
  return { accessToken, refreshToken: textOf(fields['refresh_token']) ?? null, idToken, answer: fields }
}

/** Asks the provider's own addresses with the access token. */
export function askWith({ outbound }: Outbound, accessToken: string | null): AskProvider {
  return (url, headers = {}) =>
    talk(outbound, {
      url,
      method: 'GET',
      headers: { accept: 'application/json', ...(accessToken !== null && { authorization: `Bearer ${accessToken}` }), ...headers },
    })
}

async function talk(
  { arePrivateAllowed }: Outbound['outbound'],
  question: { readonly url: string; readonly method: string; readonly headers: Record<string, string>; readonly body?: string },
): Promise<unknown> {
  let answer
  try {
    answer = await ask({ ...question, arePrivateAllowed, deadlineMs, bytesMost })
  } catch (error) {
    if (error instanceof NoAnswer) throw failed('The external provider could not be reached', error)
    throw error
  }
  try {
    const value: unknown = JSON.parse(answer.body.toString('utf8'))
    // errors of the token address are read by whoever asked for tokens
    if (answer.status >= 400 && question.method === 'GET')
      throw failed('Error getting user profile from external provider', new Error(`answered ${answer.status}`))
    return value
  } catch (error) {
    if (error instanceof AuthError) throw error
    throw failed('The external provider’s reply is not JSON', error)
  }
}

/** Sets of keys by their address: `jose` asks for them when needed, and again when a key is missing. */
const keySets = new Map<string, ReturnType<typeof createRemoteJWKSet>>()
const keySetsMost = 500

/**
 * Checks an ID token (OpenID Connect Core 1.0, 3.1.3.7) and returns its claims.
 *
 * @throws AuthError `validation_failed`
 */
export async function verifyIdToken(
  { outbound }: Outbound,
  token: string,
  {
    keysUrl,
    issuers,
    audiences,
  }: { readonly keysUrl: string; readonly issuers: readonly (string | RegExp)[]; readonly audiences: readonly string[] },
): Promise<JsonObject> {
  const key = `${outbound.arePrivateAllowed} ${keysUrl}`
  const keys = keySets.get(key) ?? createRemoteJWKSet(new URL(keysUrl), { [customFetch]: keyFetch(outbound), timeoutDuration: deadlineMs })
  keySets.delete(key)
  keySets.set(key, keys)
  if (keySets.size > keySetsMost) keySets.delete(keySets.keys().next().value!)
  try {
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ['RS256', 'RS384', 'RS512', 'PS256', 'ES256', 'ES384', 'ES512', 'EdDSA', 'Ed25519'],
      audience: [...audiences],
      clockTolerance: 30,
      requiredClaims: ['iss', 'sub', 'exp'],
    })
    const issuer = payload.iss!
    if (!issuers.some((each) => (typeof each === 'string' ? each === issuer : each.test(issuer)))) {
      throw new AuthError('validation_failed', `Unacceptable issuer in id_token: ${issuer.slice(0, 200)}`)
    }
    return payload
  } catch (error) {
    if (error instanceof AuthError) throw error
    if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'aud')
      throw new AuthError('validation_failed', 'Unacceptable audience in id_token', { cause: error })
    throw new AuthError('validation_failed', 'Bad ID token', { cause: error })
  }
}

function keyFetch(outbound: Outbound['outbound']) {
  return async (url: string): Promise<Response> => {
    const { status, body } = await ask({
      url,
      method: 'GET',
      headers: { accept: 'application/json' },
      arePrivateAllowed: outbound.arePrivateAllowed,
      deadlineMs,
      bytesMost,
    })
    return new Response(new Uint8Array(body), { status })
  }
}
