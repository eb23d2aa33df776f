import type { AppWithSecret } from '@colonnade/contracts/organizations/apps'
import * as client from 'openid-client'
import type { Person, TestPlatform } from '../../../testing.ts'

export const callback = 'https://example.com/callback'

/** A registered app, as its client library sees the platform. */
export interface TestApp extends AppWithSecret {
  readonly config: client.Configuration
}

/** Registers an application of Acme, and lets openid-client discover the platform over HTTP. */
export async function registerApp(
  platform: TestPlatform,
  changes: { name?: string; redirect_uris?: string[]; is_confidential?: boolean } = {},
): Promise<TestApp> {
  const body = { name: 'Deployer', redirect_uris: [callback], is_confidential: true, ...changes }
  const app = (await platform.ask('owner', 'POST', '/platform/organizations/acme/apps', body)).json as AppWithSecret
  const { url } = await platform.address('owner')
  const authentication = app.client_secret === null ? client.None() : client.ClientSecretBasic(app.client_secret)
  const config = await client.discovery(new URL(url), app.id, undefined, authentication, {
    algorithm: 'oauth2',
    execute: [client.allowInsecureRequests],
  })
  return { ...app, config }
}

export interface Asked {
  /** What the dashboard's page of consent gets. */
  readonly request: string
  readonly verifier: string
  readonly state: string
}

/** Sends a browser to the platform, which sends it on to the page of consent. */
export async function askForConsent(app: TestApp, scope: string, redirectUri = callback): Promise<Asked> {
  const [verifier, state] = [client.randomPKCECodeVerifier(), client.randomState()]
  const address = client.buildAuthorizationUrl(app.config, {
    redirect_uri: redirectUri,
    scope,
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  })
  const reply = await fetch(address, { redirect: 'manual' })
  const place = new URL(reply.headers.get('location')!, address)
  return { request: place.searchParams.get('request')!, verifier, state }
}

/** What a person decides, over the calls of the page of consent: where their browser is sent. */
export async function decide(platform: TestPlatform, as: Person, { request }: Asked, isAllowed = true, slug = 'acme'): Promise<URL> {
  // over HTTP like a browser: the address that it came to is who issues the code
  const { url, cookie } = await platform.address(as)
  const reply = await fetch(`${url}/platform/app-requests/${isAllowed ? 'allow' : 'deny'}`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'application/json' },
    body: JSON.stringify({ request, ...(isAllowed && { organization_slug: slug }) }),
  })
  return new URL(((await reply.json()) as { redirect_to: string }).redirect_to)
}

/** All of it: asked, allowed, and exchanged. */
export async function authorizeApp(platform: TestPlatform, app: TestApp, as: Person, scope: string) {
  const asked = await askForConsent(app, scope)
  const place = await decide(platform, as, asked)
  const tokens = await client.authorizationCodeGrant(app.config, place, { pkceCodeVerifier: asked.verifier, expectedState: asked.state })
  return { ...tokens, code: place.searchParams.get('code')!, verifier: asked.verifier }
}
