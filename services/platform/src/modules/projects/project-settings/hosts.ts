import { hostname, networkInterfaces } from 'node:os'

/** The name or address that clients know this machine by: the configured one, or the one that the caller used. Without brackets. */
export function hostFor(publicUrl: string | null, origin: string): string {
  // brackets are for URLs
  return new URL(publicUrl ?? ownAddress(origin)).hostname.replace(/^\[|\]$/g, '')
}

/** Where clients find what listens on an address; `known` is what they know the machine by. */
export function reachableHost(listening: string, known: string): string {
  return isEverywhere(listening) ? known : listening
}

/** The same for what listens on IPv4 alone: an address of IPv6 is of no use, however somebody came. */
export function ipv4HostFor(listening: string, known: string): string {
  const host = reachableHost(listening, known)
  return host.includes(':') ? (outerIpv4() ?? '127.0.0.1') : host
}

/** The Host header is any text that a client likes. */
export function ownAddress(origin: string): string {
  return URL.canParse(origin) && new URL(origin).host !== '' ? origin : 'http://localhost'
}

/** Where projects' APIs are, below the platform's own address. */
export const apiPath = '/api'

/** Where the services of a project answer, without their names: `https://example.com/api/<ref>`. */
export function projectApiUrl(publicUrl: string | null, origin: string, ref: string): string {
  return `${(publicUrl ?? ownAddress(origin)).replace(/\/$/, '')}${apiPath}/${ref}`
}

/** Whether a name is this machine's own, and not only what a caller says: the address that they reached, or what the machine is called. */
export function isOwnName(name: string, reachedAddress: string | undefined): boolean {
  const bare = name.replace(/^\[|\]$/g, '').toLowerCase()
  const reached = reachedAddress?.replace(/^::ffff:(?=\d+\.)/i, '')
  return bare === 'localhost' || bare === reached || bare === hostname().toLowerCase()
}

/** Addresses to listen on that are none to connect to. */
function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** An address of IPv4 that this machine has on a network. */
function outerIpv4(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
