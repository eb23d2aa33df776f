import { ask } from '@colonnade/outbound'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'
import { problemOfAddress } from './provider-addresses.ts'
import { isObject, textOf } from './reading.ts'

/** The used part of a provider's discovery document (OpenID Connect Discovery 1.0, 3). */
export interface Discovered {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly jwks_uri: string
  readonly userinfo_endpoint?: string
}

/** Discovery documents by address, shared by all projects. */
const discovered = new Map<string, { readonly at: number; readonly document: Discovered }>()
const discoveredForMs = 3_600_000
const discoveredMost = 500
const deadlineMs = 10_000
const bytesMost = 1024 * 1024

type Discoverable = { readonly issuer: string | null; readonly discovery_url: string | null }

/** Asks a provider for its addresses, once an hour. @throws AuthError `unexpected_failure` */
export async function discover(call: AuthCall, provider: Discoverable): Promise<Discovered> {
  const key = `${call.outbound.arePrivateAllowed} ${provider.issuer} ${urlOf(provider)}`
  const known = discovered.get(key)
  if (known !== undefined && call.clock.now() - known.at < discoveredForMs) return known.document
  try {
    const document = await askAnew(call, provider)
    discovered.delete(key)
    discovered.set(key, { at: call.clock.now(), document })
    if (discovered.size > discoveredMost) discovered.delete(discovered.keys().next().value!)
    return document
  } catch (error) {
    throw new AuthError('unexpected_failure', 'The external provider could not be discovered', { cause: error })
  }
}

const urlOf = ({ issuer, discovery_url: url }: Discoverable): string =>
  url ?? `${(issuer ?? '').replace(/\/+$/, '')}/.well-known/openid-configuration`

/** @throws Error that says what is wrong, in words for who set the provider up */
export async function askAnew(call: AuthCall, provider: Discoverable): Promise<Discovered> {
  const { arePrivateAllowed } = call.outbound
  const { status, body } = await ask({ url: urlOf(provider), method: 'GET', arePrivateAllowed, deadlineMs, bytesMost })
  if (status !== 200) throw new Error(`the discovery URL returned ${status}`)
  const document = parse(body.toString('utf8'))
  const text = (name: string): string => {
    const value = textOf(document[name])
    if (value === undefined) throw new Error(`the discovery document has no ${name}`)
    return value
  }
  const address = (name: string): string => {
    const problem = problemOfAddress(call, text(name))
    if (problem !== null) throw new Error(`${name} of the discovery document: ${problem}`)
    return text(name)
  }
  const issuer = text('issuer')
  // the issuer must match (Discovery, 4.3)
  if (provider.issuer !== null && issuer !== provider.issuer) throw new Error(`the discovery document is for another issuer, ${issuer.slice(0, 200)}`)
  return {
    issuer,
    authorization_endpoint: address('authorization_endpoint'),
    token_endpoint: address('token_endpoint'),
    jwks_uri: address('jwks_uri'),
    ...(document['userinfo_endpoint'] !== undefined && { userinfo_endpoint: address('userinfo_endpoint') }),
  }
}

function parse(text: string): { readonly [name: string]: unknown } {
  try {
    const value: unknown = JSON.parse(text)
    if (isObject(value)) return value
  } catch {
    // told below
  }
  throw new Error('the discovery URL did not return a JSON object')
}
