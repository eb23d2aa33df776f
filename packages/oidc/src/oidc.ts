import * as oidc from 'openid-client'
import { providerDeadlineSeconds } from './limits.ts'
import { isClientRefused, refused, withProvider } from './failures.ts'
import type { Errand, Protocol, ProviderSettings, ToldIdentity } from './told-identity.ts'
import { providerFetch } from './provider-fetch.ts'

const scope = 'openid email profile'

/** OpenID Connect Core 1.0, by the authorization code flow with PKCE; what the provider is comes from its discovery document. */
export async function openOidc(settings: ProviderSettings): Promise<Protocol> {
  const { name } = settings
  const config = await withProvider(name, () => discover(settings))
  const { authorization_endpoint: authorizationEndpoint } = config.serverMetadata()
  if (authorizationEndpoint === undefined) throw refused('untrusted', `${name} does not say where to sign in`)
  return {
    authorizationEndpoint,
    async authorizationUrl({ redirectUri, state, nonce, verifier }) {
      const challenge = await oidc.calculatePKCECodeChallenge(verifier)
      return oidc.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope,
        state,
        nonce,
        code_challenge: challenge,
        code_challenge_method: 'S256',
      }).href
    },
    identify: (parameters, errand) => withProvider(name, () => identify(config, parameters, errand)),
    probeClient: (redirectUri) => withProvider(name, () => probeClient(config, redirectUri)),
  }
}

async function discover({ name, issuer, clientId, clientSecret }: ProviderSettings): Promise<oidc.Configuration> {
  const isPlain = issuer.startsWith('http:')
  const found = await oidc
    .discovery(new URL(issuer), clientId, undefined, oidc.None(), {
      timeout: providerDeadlineSeconds,
      [oidc.customFetch]: (url, options) => providerFetch(url, options),
      ...(isPlain && { execute: [oidc.allowInsecureRequests] }),
    })
    .catch((error: unknown) => {
      const other = otherIssuer(error)
      throw other === null ? error : refused('untrusted', `${name} calls itself ${other}, and not ${issuer}`, error)
    })
  const metadata = found.serverMetadata()
  // OpenID Connect Discovery 1.0, 3: basic where it is not said
  const ways = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  const auth = ways.includes('client_secret_basic') ? oidc.ClientSecretBasic(clientSecret) : oidc.ClientSecretPost(clientSecret)
  const config = new oidc.Configuration(metadata, clientId, undefined, auth)
  config.timeout = providerDeadlineSeconds
  config[oidc.customFetch] = (url, options) => providerFetch(url, options)
  if (isPlain) oidc.allowInsecureRequests(config)
  // signatures are checked although the ID token comes from the provider itself (OWASP ASVS 5, 6.8.2)
  oidc.enableNonRepudiationChecks(config)
  return config
}

/** What a provider calls itself that was asked under another address: nobody would know whose word its tokens are. */
function otherIssuer(error: unknown): string | null {
  if (!(error instanceof oidc.ClientError) || error.code !== 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED') return null
  const told = (error.cause as { body?: { issuer?: unknown } } | undefined)?.body?.issuer
  return typeof told === 'string' && URL.canParse(told) ? new URL(told).href.slice(0, 200) : null
}

async function identify(config: oidc.Configuration, parameters: URLSearchParams, errand: Errand): Promise<ToldIdentity> {
  const returned = new URL(errand.redirectUri)
  returned.search = parameters.toString()
  const tokens = await oidc.authorizationCodeGrant(config, returned, {
    expectedState: errand.state,
    expectedNonce: errand.nonce,
    pkceCodeVerifier: errand.verifier,
    idTokenExpected: true,
  })
  const claims = tokens.claims()!
  const { iss: issuer, sub: subject } = claims
  const hasAddress = claims['email'] !== undefined || config.serverMetadata().userinfo_endpoint === undefined
  const told = hasAddress ? claims : { ...claims, ...(await oidc.fetchUserInfo(config, tokens.access_token, subject)) }
  const { email, email_verified: isVerified, name, preferred_username: login } = told as Record<string, unknown>
  return {
    issuer,
    subject,
    email: text(email),
    // some providers write it as a text
    isEmailVerified: isVerified === true || isVerified === 'true',
    name: text(name) ?? text(login),
  }
}

const clientRefused = 'The provider doesn’t accept the client ID or the secret.'

/** A code that there is not: who knows us says that it is none, and who does not says that we are nobody. */
async function probeClient(config: oidc.Configuration, redirectUri: string): Promise<string | null> {
  try {
    await oidc.genericGrantRequest(config, 'authorization_code', {
      code: 'none',
      redirect_uri: redirectUri,
      code_verifier: oidc.randomPKCECodeVerifier(),
    })
  } catch (error) {
    if (error instanceof oidc.WWWAuthenticateChallengeError) return clientRefused
    if (!(error instanceof oidc.ResponseBodyError)) throw error
    const { error: code, error_description: description } = error
    if (code === 'invalid_grant') return null
    if (isClientRefused(code)) return clientRefused
    return `The provider refuses this installation: ${(description ?? code).slice(0, 300)}.`
  }
  return null
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
