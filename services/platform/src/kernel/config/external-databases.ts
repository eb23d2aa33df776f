import type { ConfigReader } from '@colonnade/core'
import { BlockList, isIP } from 'node:net'

/** Addresses that external databases can have. */
export interface ExternalDatabasesConfig {
  /** True to allow all public addresses. */
  readonly isPublicAllowed: boolean
  /** Additional networks, in CIDR notation. */
  readonly networks: readonly string[]
}

const variable = 'COLONNADE_EXTERNAL_DATABASES'

/** Reads `off`, or a list of `public` and networks in CIDR notation; `public` by default. Returns null for `off`. */
export function readExternalDatabases(read: ConfigReader): ExternalDatabasesConfig | null {
  const parts = read
    .text(variable, 'public')
    .split(',')
    .map((part) => part.trim())
  if (parts.length === 1 && parts[0] === 'off') return null
  const networks = parts.filter((part) => part !== 'public')
  if (!networks.every(isNetwork)) {
    read.problem(`${variable} must be off, or a list of public and networks, as in public,10.0.0.0/8`)
    return null
  }
  return { isPublicAllowed: parts.includes('public'), networks }
}

function isNetwork(text: string): boolean {
  try {
    addNetwork(new BlockList(), text)
    return true
  } catch {
    return false
  }
}

/** Adds a network in CIDR notation to a list. @throws Error for an invalid network */
export function addNetwork(list: BlockList, text: string): void {
  const [address = '', prefix = '', more] = text.split('/')
  const family = isIP(address)
  if (family === 0 || more !== undefined || !/^\d{1,3}$/.test(prefix)) throw new Error(text)
  list.addSubnet(address, Number(prefix), family === 4 ? 'ipv4' : 'ipv6')
}
