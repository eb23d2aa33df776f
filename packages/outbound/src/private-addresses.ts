import { BlockList, isIP } from 'node:net'

/** What is not reached over the public internet (RFC 6890), or leads back to IPv4. */
const special = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const) {
  special.addSubnet(network, prefix, 'ipv4')
}
/** The one part of IPv6 that is given out to the public, without what wraps IPv4 or is for examples. */
const publicIpv6 = new BlockList()
publicIpv6.addSubnet('2000::', 3, 'ipv6')
const wrapped = new BlockList()
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  wrapped.addSubnet(network, prefix, 'ipv6')
}

/** Whether only this machine or its networks reach an address of IP. */
export function isPrivateAddress(address: string): boolean {
  if (isIP(address) === 4) return special.check(address, 'ipv4')
  return !publicIpv6.check(address, 'ipv6') || wrapped.check(address, 'ipv6')
}
