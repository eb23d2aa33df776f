import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { isPrivateAddress } from './private-addresses.ts'

/** What is wrong with an address that is to be told, as far as it says itself; names are looked at when they are resolved. */
export function addressProblem(url: string, arePrivateAllowed: boolean): string | null {
  if (arePrivateAllowed) return null
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:') return 'Use https: what is sent would else be read on its way'
  const host = hostname.replace(/^\[|\]$/g, '')
  const isPrivate = isIP(host) === 0 ? /(^|\.)localhost\.?$/i.test(host) : isPrivateAddress(host)
  return isPrivate ? 'Only this machine or its networks reach that address. The owner of this installation can allow it.' : null
}

/** Resolves names like Node does, and refuses those that lead to this machine or its networks, at the moment of the connection. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolve(hostname, { ...options, all: true }, (error, found: LookupAddress[]) => {
    if (error) return callback(error, '', 4)
    const bad = found.find(({ address }) => isPrivateAddress(address))
    if (bad) return callback(new Error(`${hostname} leads to ${bad.address}, which only this machine or its networks reach`), '', 4)
    if (options.all === true) return callback(null, found)
    const [first] = found
    return first === undefined ? callback(new Error(`${hostname} has no address`), '', 4) : callback(null, first.address, first.family)
  })
}
