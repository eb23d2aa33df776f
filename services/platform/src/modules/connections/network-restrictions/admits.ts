import { BlockList, isIP, isIPv6 } from 'node:net'

/** Converts an IPv4 address from an IPv6 socket (RFC 4291, 2.5.5.2). */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=\d+\.)/i, '')
}

/** Returns true if an address is in one of the networks. Ignores invalid networks. */
export function admits(networks: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [base = '', length] = network.split('/')
    if (isIP(base) === 0) continue
    const family = isIPv6(base) ? 'ipv6' : 'ipv4'
    list.addSubnet(base, length === undefined ? (family === 'ipv6' ? 128 : 32) : Number(length), family)
  }
  const plain = plainAddress(address)
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
}
