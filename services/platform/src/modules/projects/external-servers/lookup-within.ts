import { lookup as resolve, type LookupAddress } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import { addNetwork, type ExternalDatabasesConfig } from '../../../kernel/config/external-databases.ts'
import { isPrivateAddress } from '@colonnade/outbound'
import { messages } from './messages.ts'

/** Resolves a host as Node does, and fails unless each of its addresses is allowed. Runs for every connection, because a name’s addresses can change. */
export function lookupWithin(rule: ExternalDatabasesConfig | null): LookupFunction {
  const allowed = new BlockList()
  for (const network of rule?.networks ?? []) addNetwork(allowed, network)
  const isAllowed = (address: string): boolean =>
    (rule?.isPublicAllowed === true && !isPrivateAddress(address)) || allowed.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  return (host, options, callback) => {
    if (rule === null) return callback(notAllowed(messages.turnedOff), '', 4)
    resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
      if (error) return callback(error, '', 4)
      if (found.length === 0 || !found.every(({ address }) => isAllowed(address))) {
        return callback(notAllowed(messages.notAllowed(host)), '', 4)
      }
      return options.all === true ? callback(null, found) : callback(null, found[0]!.address, found[0]!.family)
    })
  }
}

function notAllowed(message: string): NodeJS.ErrnoException {
  return Object.assign(new Error(message), { code: 'connection_not_allowed' })
}
