import { AuthError } from '../errors.ts'
import type { JsonObject } from '../requests/auth-request.ts'
import type { ProviderEmail, ProviderUser } from './provider.ts'

/** Reading what providers answer, of which nothing is sure. */
export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

export function objectOf(value: unknown): JsonObject {
  if (!isObject(value)) throw new AuthError('unexpected_failure', 'Error getting user profile from external provider')
  return value
}

export const listOf = (value: unknown): readonly JsonObject[] => (Array.isArray(value) ? value.filter(isObject) : [])

/** A text; numbers become one, as ids of some providers are. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Some providers write `"true"`. */
export const isTrue = (value: unknown): boolean => value === true || value === 'true' || value === 1

/** A field in a field: `inside(user, 'profile', 'nickname')`. */
export function inside(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce((each, name) => (isObject(each) ? each[name] : undefined), value)
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
  const sub = textOf(subject)
  if (sub === undefined) throw new AuthError('unexpected_failure', 'Error getting user profile from external provider')
  const address = textOf(email)
  const claims = {
    iss: issuer,
    sub,
    name: textOf(name),
    full_name: textOf(name),
    user_name: textOf(userName),
    preferred_username: textOf(userName),
    picture: textOf(picture),
    avatar_url: textOf(picture),
    provider_id: sub,
    ...more,
  }
  return {
    subject: sub,
    emails: emails ?? (address === undefined ? [] : [{ email: address, isVerified, isPrimary: true }]),
    claims: Object.fromEntries(Object.entries(claims).filter(([, value]) => value !== undefined)),
  }
}

/** What OpenID Connect calls these things (Core 1.0, 5.1). */
export function userOfClaims(
  claims: JsonObject,
  isEmailVerified: (claims: JsonObject) => boolean = ({ email_verified }) => isTrue(email_verified),
): ProviderUser {
  const { sub, email, name, preferred_username, nickname, picture, iss, hd } = claims
  const more = { nickname: textOf(nickname), ...(textOf(hd) !== undefined && { custom_claims: { hd } }) }
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
