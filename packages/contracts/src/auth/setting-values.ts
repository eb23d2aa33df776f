import { parseEmailAddress } from '@colonnade/core'
import { type FindProblem, splitList } from './setting-field.ts'

const hostName = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i

/** Returns true for a host name that browsers don't read as an IP address. */
export function isHostName(text: string): boolean {
  return hostName.test(text) && !/^(0x[0-9a-f]*|\d+)$/i.test(text.slice(text.lastIndexOf('.') + 1))
}

/** Returns true for host names of the local machine. */
export function isLoopbackHost(hostname: string): boolean {
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(hostname)
}

/**
 * Parses an http or https URL that people and browsers read alike: no user name, spaces, backslashes or unusual spelling of an IP address. null
 * for any other.
 */
export function parsePlainUrl(text: string): URL | null {
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) return null
  const url = new URL(text)
  const authority = /^[^/?#]*/.exec(text.slice(text.indexOf('//') + 2))![0]
  if (authority.includes('@')) return null
  const isIpAddress = url.hostname.startsWith('[') || /^[\d.]+$/.test(url.hostname)
  return isIpAddress && !authority.toLowerCase().startsWith(url.hostname) ? null : url
}

const urlForm = 'Use a full URL without a user name, such as https://example.com'

/** Checks settings that hold a server URL. */
export const findHttpUrlProblem: FindProblem = (value) => (parsePlainUrl(value) === null ? urlForm : null)

export const findOriginsProblem: FindProblem = (value) => {
  const wrong = splitList(value).find((item) => parsePlainUrl(item)?.origin !== item)
  return wrong === undefined ? null : `"${wrong}" isn't an origin. Use one such as https://app.example.com`
}

export const findEmailProblem: FindProblem = (value) => (parseEmailAddress(value) === null ? 'Enter a valid email address' : null)

export const findHostProblem: FindProblem = (value) =>
  isHostName(value) || /^(\d{1,3}\.){3}\d{1,3}$/.test(value) || /^\[?[0-9a-f:]+\]?$/i.test(value) ? null : 'Use a host name, such as smtp.example.com'

export const findPortProblem: FindProblem = (value) =>
  /^\d{1,5}$/.test(value) && Number(value) >= 1 && Number(value) <= 65_535 ? null : 'Use a port between 1 and 65535'

/** Checks settings that hold a date and time. */
export const findMomentProblem: FindProblem = (value) =>
  /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(Date.parse(value)) ? null : 'Use a date and time, such as 2030-12-31T23:59:59Z'

const databaseFunction = /^pg-functions:\/\/postgres\/[A-Za-z_][\w$]{0,62}\/[A-Za-z_][\w$]{0,62}$/

/** Checks a hook URI: a database function, or a server that is called over TLS, except on the local machine. */
export const findHookProblem: FindProblem = (value) => {
  if (databaseFunction.test(value)) return null
  if (value.startsWith('pg-functions:')) return 'Enter a function as pg-functions://postgres/schema/function'
  const url = parsePlainUrl(value)
  if (url === null) return 'Use https://… or pg-functions://postgres/schema/function'
  return url.protocol === 'https:' || isLoopbackHost(url.hostname)
    ? null
    : 'Use https. Without TLS, others on the network can read what hooks receive'
}

/** Checks Standard Webhooks secrets, separated by `|` during a rotation. */
export const findHookSecretsProblem: FindProblem = (value) =>
  value.split('|').every((secret) => /^v1,whsec_[A-Za-z0-9+/]{22,344}={0,2}$/.test(secret))
    ? null
    : 'Use v1,whsec_ followed by at least 16 random bytes in base64'
