import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-addresses.ts'

/** Returns the problem of an outbound URL, as far as the URL itself shows it. Host names are checked when they are resolved. */
export function addressProblem(url: string, arePrivateAllowed: boolean): string | null {
  if (arePrivateAllowed) return null
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:') return 'Use https. Otherwise, others on the network can read the data'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPrivate = isIP(host) === 0 ? /(^|\.)localhost\.?$/i.test(host) : isPrivateAddress(host)
  return isPrivate ? 'That address is on this machine or its local network. The owner of this installation can allow it.' : null
}

/** Resolves names as Node does, at connection time, and refuses those that point to this machine or its local networks. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '', 4)
    const bad = found.find(({ address }) => isPrivateAddress(address))
    if (bad) return callback(new Error(`${hostname} points to ${bad.address}, which is on this machine or its local network`), '', 4)
    if (options.all === true) return callback(null, found)
    const [first] = found
    return first === undefined ? callback(new Error(`${hostname} has no address`), '', 4) : callback(null, first.address, first.family)
  })
}
