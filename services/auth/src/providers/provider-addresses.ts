import { addressProblem } from '@colonnade/outbound'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'

const addressMost = 2_048

/**
 * Returns what is wrong with a provider's URL; null if it can be used. Without https, the URL must point to this machine, if that is
 * allowed, because others could read the tokens in transit.
 */
export function problemOfAddress({ outbound }: Pick<AuthCall, 'outbound'>, text: string): string | null {
  if (text.length > addressMost || !URL.canParse(text)) return 'enter a URL that starts with https://'
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'enter a URL that starts with https://'
  if (username !== '' || password !== '' || hash !== '') return 'use a URL without a user name or #'
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol === 'http:' && !(isHere && outbound.arePrivateAllowed)) return 'use https'
  return addressProblem(text, outbound.arePrivateAllowed)
}

/** Looked at again before they are used: rows may come from elsewhere. @throws AuthError `unexpected_failure` */
export function requireAddresses(call: Pick<AuthCall, 'outbound'>, addresses: readonly (string | null)[]): void {
  const bad = addresses.find((address) => address !== null && problemOfAddress(call, address) !== null)
  if (bad !== undefined) throw new AuthError('unexpected_failure', 'The external provider has an address that isn’t allowed')
}
