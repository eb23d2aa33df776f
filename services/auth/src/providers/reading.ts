import { AuthError } from '../errors.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import type { ProviderEmail, ProviderUser } from './provider.ts'

/** Reading what providers answer, of which nothing is sure. */
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

export function objectOf(value: unknown): JsonObject {
  if (!isObject(value)) throw new AuthError('unexpected_failure', 'Error getting user profile from external provider')
  return value
}

export const unsupported = (text: string): AuthError => new AuthError('validation_failed', `Unsupported provider: ${text}`)

export const listOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** A text that Postgres can hold; numbers become one, as ids of some providers are. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' && value !== '' && !value.includes('\u0000') ? value : undefined
}

/** Characters of what is kept of a user, each: it is in every token. */
const claimMost = 2_048

/** A text that is kept of a user; longer ones are left out. */
function shortOf(value: unknown): string | undefined {
  const text = textOf(value)
  return text === undefined || text.length > claimMost ? undefined : text
}

/** Some providers write `"true"`. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1

/** A field in a field: `inside(user, 'profile', 'nickname')`. */
export function inside(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((each, name) => (isObject(each) ? each[name] : undefined), value)
}

/** Returns the userinfo reply if it is about the ID token's subject (OpenID Connect Core 1.0, 5.3.2). */
export function sameSubject(told: JsonObject, idToken: JsonObject): JsonObject {
  if (textOf(told['sub']) !== textOf(idToken['sub'])) {
    throw new AuthError('unexpected_failure', 'The external provider’s data is about a different user than the token')
  }
  return told
}

export interface Told {
  readonly subject: unknown
  readonly email?: unknown
  readonly isVerified?: boolean
  readonly name?: unknown
  readonly userName?: unknown
  readonly picture?: unknown
  readonly issuer?: string
  readonly more?: Readonly<Record<string, unknown>>
}

/** The claims that GoTrue keeps of every provider, under the names it keeps them by. */
export function userOf(
  { subject, email, isVerified = false, name, userName, picture, issuer, more = {} }: Told,
  emails?: readonly ProviderEmail[],
): ProviderUser {
  const sub = shortOf(subject)
  if (sub === undefined) throw new AuthError('unexpected_failure', 'Error getting user profile from external provider')
  const address = textOf(email)
  const claims = {
    iss: issuer,
    sub,
    name: shortOf(name),
    full_name: shortOf(name),
    user_name: shortOf(userName),
    preferred_username: shortOf(userName),
    picture: shortOf(picture),
    avatar_url: shortOf(picture),
    provider_id: sub,
    ...more,
  }
  return {
    subject: sub,
    emails: emails ?? (address === undefined ? [] : [{ email: address, isVerified, isPrimary: true }]),
    claims: Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined)),
  }
}

/** Reads the standard claims of OpenID Connect (Core 1.0, 5.1). */
export function userOfClaims(
  claims: JsonObject,
  isEmailVerified: (claims: JsonObject) => boolean = ({ email_verified }) => isTrue(email_verified),
): ProviderUser {
  const { sub, email, name, preferred_username, nickname, picture, iss, hd } = claims
  const more = { nickname: shortOf(nickname), ...(shortOf(hd) !== undefined && { custom_claims: { hd } }) }
  const issuer = textOf(iss)
  return userOf({
    subject: sub,
    email,
    isVerified: isEmailVerified(claims),
    name: name ?? preferred_username ?? nickname,
    userName: preferred_username,
    picture,
    ...(issuer !== undefined && { issuer }),
    more,
  })
}
