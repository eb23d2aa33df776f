import { addressProblem } from '@colonnade/outbound'
import type { AuthCall } from '../call.ts'
import { AuthError } from '../errors.ts'

const addressMost = 2_048

/**
 * What is wrong with an address of a provider, in words; null if nothing is. Without https it must lead to this machine, where that is
 * allowed: tokens would else be read on their way.
 */
export function problemOfAddress({ outbound }: Pick<AuthCall, 'outbound'>, text: string): string | null {
  if (text.length > addressMost || !URL.canParse(text)) return 'this is no address of the web'
  const { protocol, hostname, username, password, hash } = new URL(text)
  if (protocol !== 'https:' && protocol !== 'http:') return 'this is no address of the web'
  if (username !== '' || password !== '' || hash !== '') return 'use an address without a user name and without #'
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
  if (protocol === 'http:' && !(isHere && outbound.arePrivateAllowed)) return 'use https'
  return addressProblem(text, outbound.arePrivateAllowed)
}

/** Looked at again before they are used: rows may come from elsewhere. @throws AuthError `unexpected_failure` */
export function requireAddresses(call: Pick<AuthCall, 'outbound'>, addresses: readonly (string | null)[]): void {
  const bad = addresses.find((address) => address !== null && problemOfAddress(call, address) !== null)
  if (bad !== undefined) throw new AuthError('unexpected_failure', 'The external provider has an address that must not be used')
}
