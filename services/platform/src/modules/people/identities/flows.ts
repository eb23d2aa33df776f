import { AppError, newSecret } from '@colonnade/core'
import type { Cookie, RequestFacts } from '@colonnade/http'
import type { PlatformContext } from '../../../kernel/context.ts'
import { identityFlowSeconds } from '../../../kernel/limits.ts'
import { openProtocol } from '../identity-providers/protocol.ts'
import type { Errand, ToldIdentity } from '@colonnade/oidc'
import { callbackUrl } from '../identity-providers/service.ts'
import { findEnabled, type ProviderRow } from '../identity-providers/store.ts'
import { hashToken } from '../../../kernel/people/token-hash.ts'
import { cookieName, isSecure } from '../../../kernel/people/cookies.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

export interface Departure {
  readonly url: string
  readonly state: string
}

export interface Traveller {
  /** null: whoever wants to sign in. */
  readonly userId: string | null
  readonly request: RequestFacts
}

/** Sends a browser to a provider. The cookie ties its return to it. @throws AppError `identity_provider_not_found`, `identity_provider_failed` */
export async function depart(
  ctx: PlatformContext,
  key: string,
  { userId, request, setCookie }: Traveller & { readonly setCookie: (cookie: Cookie) => void },
): Promise<Departure> {
  const provider = await requireProvider(ctx, key)
  const protocol = await openProtocol(ctx, provider)
  // one for all that this browser has begun, in however many tabs
  const browser = browserOf(ctx, request) ?? newSecret(ctx.random)
  const state = newSecret(ctx.random)
  const redirectUri = callbackUrl(ctx, request, key)
  const url = await protocol.authorizationUrl(errandOf(ctx, { browser, state, redirectUri }))
  await store.insertFlow(ctx.database, { stateHash: hashToken(state), browserHash: hashToken(browser), providerKey: key, userId, redirectUri })
  setCookie({ name: flowCookie(ctx), value: browser, maxAgeSeconds: identityFlowSeconds, secure: isSecure(ctx.config) })
  return { url, state }
}

/**
 * Takes what the provider sent a browser back with: once, from the browser that left, for what it left for.
 *
 * @throws AppError `identity_flow_over`, `identity_provider_not_found`, `identity_provider_failed`, `identity_refused`
 */
export async function arrive(
  ctx: PlatformContext,
  { provider: key, parameters }: { readonly provider: string; readonly parameters: string },
  { userId, request }: Traveller,
): Promise<{ readonly provider: ProviderRow; readonly told: ToldIdentity }> {
  const provider = await requireProvider(ctx, key)
  const given = new URLSearchParams(parameters)
  const state = given.get('state') ?? ''
  const browser = browserOf(ctx, request)
  if (browser === null) {
    throw new AppError('identity_flow_over', { reason: 'no_cookie' }, { message: messages.noCookie })
  }
  const flow = { stateHash: hashToken(state), browserHash: hashToken(browser), providerKey: key, userId }
  // used up before the provider is asked: of two that come at once, one
  const redirectUri = await store.takeFlow(ctx.database, flow)
  if (redirectUri === undefined) throw new AppError('identity_flow_over', { reason: 'unknown' })
  const protocol = await openProtocol(ctx, provider)
  return { provider, told: await protocol.identify(given, errandOf(ctx, { browser, state, redirectUri })) }
}

async function requireProvider({ database }: PlatformContext, key: string): Promise<ProviderRow> {
  const provider = await findEnabled(database, key)
  if (!provider) throw new AppError('identity_provider_not_found', { key })
  return provider
}

/**
 * Nonce and PKCE verifier are signatures over what only the browser and the address know together, so neither is stored: a copy of
 * the database or the cookie alone doesn't reveal them. A signature has 43 characters of base64url, as RFC 7636, 4.1, asks for.
 */
function errandOf({ secrets }: PlatformContext, { browser, state, redirectUri }: { browser: string; state: string; redirectUri: string }): Errand {
  const text = `${browser}.${state}`
  return { state, redirectUri, nonce: secrets.sign('identity nonce', text), verifier: secrets.sign('identity verifier', text) }
}

const flowCookie = ({ config }: PlatformContext): string => cookieName(config, 'colonnade_identity')

function browserOf(ctx: PlatformContext, { cookies }: RequestFacts): string | null {
  const value = cookies[flowCookie(ctx)]
  return value !== undefined && /^\w{43}$/.test(value) ? value : null
}
