import { createServer, type RequestListener } from 'node:http'
import { Provider } from 'oidc-provider'
import { listen } from '../listen.ts'

/** Somebody who has an account at a provider. */
export interface TestAccount {
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
}

/** What the person at the provider does next: who they are there, or that they go back. */
export type Doing = { readonly as: string } | 'deny'

export interface TestOpenId extends AsyncDisposable {
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** By subject; changed at will. */
  readonly accounts: Map<string, TestAccount>
  doing: Doing
}

/** Where a realm of Keycloak has what other providers have elsewhere. */
const keycloakRoutes = {
  authorization: '/protocol/openid-connect/auth',
  token: '/protocol/openid-connect/token',
  userinfo: '/protocol/openid-connect/userinfo',
  jwks: '/protocol/openid-connect/certs',
}

export interface TestOpenIdOptions {
  /** Has its addresses where Keycloak has them. */
  readonly isLikeKeycloak?: boolean
}

/** A real OpenID provider on loopback, which asks nobody for a password and knows one client. */
export async function openTestOpenId(redirectUris: readonly string[], { isLikeKeycloak = false }: TestOpenIdOptions = {}): Promise<TestOpenId> {
  let listener: RequestListener = (_request, response) => void response.end()
  const server = createServer((request, response) => listener(request, response))
  const issuer = await listen(server)
  const clientId = 'colonnade'
  const clientSecret = 'a-secret-of-the-client+/%'
  const accounts = new Map<string, TestAccount>()
  const provider = new Provider(issuer, {
    clients: [{ client_id: clientId, client_secret: clientSecret, redirect_uris: redirectUris }],
    cookies: { keys: ['only-for-tests'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // as many do, it tells of the address only when it is asked with the access token
    findAccount: (_context: unknown, id: string) => ({ accountId: id, claims: () => ({ sub: id, ...accounts.get(id) }) }),
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    ...(isLikeKeycloak && { routes: keycloakRoutes }),
    ttl: { AccessToken: 60, AuthorizationCode: 60, IdToken: 60, Interaction: 60, Session: 60, Grant: 60 },
  })
  const test: TestOpenId = {
    issuer,
    clientId,
    clientSecret,
    accounts,
    doing: 'deny',
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  const answer = provider.callback()
  listener = (request, response) => {
    const work = request.url?.startsWith('/interaction/') ? decide(provider, test, request, response) : answer(request, response)
    work.catch((error: unknown) => response.writeHead(500).end(String(error)))
  }
  return test
}

async function decide(provider: Provider, { doing, clientId }: TestOpenId, ...[request, response]: Parameters<RequestListener>): Promise<void> {
  if (doing === 'deny') return provider.interactionFinished(request, response, { error: 'access_denied' })
  const grant = new provider.Grant({ accountId: doing.as, clientId })
  grant.addOIDCScope('openid email profile')
  await provider.interactionFinished(request, response, { login: { accountId: doing.as, remember: false }, consent: { grantId: await grant.save() } })
}
