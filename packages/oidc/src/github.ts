import * as oidc from 'openid-client'
import { z } from 'zod'
import { providerDeadlineSeconds } from './limits.ts'
import { failed, isClientRefused, withProvider } from './failures.ts'
import type { Errand, Protocol, ProviderSettings, ToldIdentity } from './told-identity.ts'
import { providerFetch, type ProviderRequest } from './provider-fetch.ts'

const scope = 'read:user user:email'
const User = z.object({ id: z.number().int(), login: z.string(), name: z.string().nullable().optional() })
const Addresses = z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() }))

/**
 * GitHub, and GitHub Enterprise: OAuth 2.0 without ID token, so who somebody is comes from its API. It publishes nothing to discover; addresses are
 * those of its documentation.
 */
export async function openGithub(settings: ProviderSettings): Promise<Protocol> {
  const { name, issuer, clientId, clientSecret } = settings
  const authorizationEndpoint = `${issuer}/login/oauth/authorize`
  const metadata = { issuer, authorization_endpoint: authorizationEndpoint, token_endpoint: `${issuer}/login/oauth/access_token` }
  const config = new oidc.Configuration(metadata, clientId, undefined, oidc.ClientSecretPost(clientSecret))
  config.timeout = providerDeadlineSeconds
  config[oidc.customFetch] = tokenFetch
  if (issuer.startsWith('http:')) oidc.allowInsecureRequests(config)
  return {
    authorizationEndpoint,
    async authorizationUrl({ redirectUri, state, verifier }) {
      const challenge = await oidc.calculatePKCECodeChallenge(verifier)
      return oidc.buildAuthorizationUrl(config, { redirect_uri: redirectUri, scope, state, code_challenge: challenge, code_challenge_method: 'S256' })
        .href
    },
    identify: (parameters, errand) => withProvider(name, () => identify(config, settings, parameters, errand)),
    probeClient: (redirectUri) => withProvider(name, () => probeClient(config, name, redirectUri)),
  }
}

/** The API address of a GitHub: github.com and its tenants have a separate host, a self-hosted server a path. */
export function githubApi(issuer: string): string {
  const { protocol, host, origin } = new URL(issuer)
  if (host === 'github.com' || host.endsWith('.ghe.com')) return `${protocol}//api.${host}`
  return `${origin}/api/v3`
}

async function identify(
  config: oidc.Configuration,
  { name, issuer }: ProviderSettings,
  parameters: URLSearchParams,
  errand: Errand,
): Promise<ToldIdentity> {
  const returned = new URL(errand.redirectUri)
  returned.search = parameters.toString()
  const { access_token: token } = await oidc.authorizationCodeGrant(config, returned, {
    expectedState: errand.state,
    pkceCodeVerifier: errand.verifier,
  })
  const api = githubApi(issuer)
  const [user, addresses] = await Promise.all([askApi(name, `${api}/user`, token, User), askApi(name, `${api}/user/emails`, token, Addresses)])
  const primary = addresses.find((address) => address.primary)
  return {
    issuer,
    subject: String(user.id),
    email: primary?.email ?? null,
    isEmailVerified: primary?.verified === true,
    name: user.name || user.login,
  }
}

async function askApi<T>(name: string, url: string, token: string, shape: z.ZodType<T>): Promise<T> {
  const headers = {
    accept: 'application/vnd.github+json',
    authorization: `Bearer ${token}`,
    'user-agent': 'Colonnade',
    'x-github-api-version': '2022-11-28',
  }
  const response = await providerFetch(url, { headers })
  if (!response.ok) throw failed(name, 'answer', new Error(`${url} answered ${response.status}`))
  const parsed = shape.safeParse(await response.json().catch(() => undefined))
  if (!parsed.success) throw failed(name, 'answer', parsed.error)
  return parsed.data
}

/** GitHub reports errors with status 200; the standard and the library expect 400 (RFC 6749, 5.2). */
async function tokenFetch(url: string, options: ProviderRequest): Promise<Response> {
  const response = await providerFetch(url, options)
  if (response.status !== 200) return response
  const text = await response.text()
  const { status, headers } = { status: hasError(text) ? 400 : 200, headers: response.headers }
  return new Response(text.replace('"bad_verification_code"', '"invalid_grant"'), { status, headers })
}

function hasError(text: string): boolean {
  try {
    return typeof (JSON.parse(text) as { error?: unknown }).error === 'string'
  } catch {
    return false
  }
}

/** A code that there is not, as for an OpenID provider. GitHub has no page (404) for a client that it does not know. */
async function probeClient(config: oidc.Configuration, name: string, redirectUri: string): Promise<string | null> {
  try {
    await oidc.genericGrantRequest(config, 'authorization_code', { code: 'none', redirect_uri: redirectUri })
  } catch (error) {
    if (error instanceof oidc.ResponseBodyError && error.error === 'invalid_grant') return null
    if (error instanceof oidc.ResponseBodyError && error.error === 'redirect_uri_mismatch')
      return `${name} has a different callback URL than the one above.`
    if (error instanceof oidc.ResponseBodyError && (error.status === 404 || isClientRefused(error.error)))
      return `${name} doesn’t accept the client ID or the secret.`
    throw error
  }
  return null
}
