import { hostname, networkInterfaces } from 'node:os'

/** Returns the name or address that clients use for this machine: the configured one, or the one of the request. Without brackets. */
export function hostFor(publicUrl: string | null, origin: string): string {
  // brackets are for URLs
  return new URL(publicUrl ?? ownAddress(origin)).hostname.replace(/^\[|\]$/g, '')
}

/** Returns the address for clients of a listener; `known` is the machine's name. */
export function reachableHost(listening: string, known: string): string {
  return isEverywhere(listening) ? known : listening
}

/** Does the same for an IPv4-only listener, which an IPv6 address doesn't reach. */
export function ipv4HostFor(listening: string, known: string): string {
  const host = reachableHost(listening, known)
  return host.includes(':') ? (outerIpv4() ?? '127.0.0.1') : host
}

/** Clients can send any text as the Host header. */
export function ownAddress(origin: string): string {
  return URL.canParse(origin) && new URL(origin).host !== '' ? origin : 'http://localhost'
}

/** Path of the projects' APIs, below the platform's own address. */
export const apiPath = '/api'

/** Returns the base address of a project's services: `https://example.com/api/<ref>`. */
export function projectApiUrl(publicUrl: string | null, origin: string, ref: string): string {
  return `${(publicUrl ?? ownAddress(origin)).replace(/\/$/, '')}${apiPath}/${ref}`
}

/** Returns true if a name is really this machine's own: the address of the connection, or the host name. */
export function isOwnName(name: string, reachedAddress: string | undefined): boolean {
  const bare = name.replace(/^\[|\]$/g, '').toLowerCase()
  const reached = reachedAddress?.replace(/^::ffff:(?=\d+\.)/i, '')
  return bare === 'localhost' || bare === reached || bare === hostname().toLowerCase()
}

/** Wildcard addresses to listen on. */
function isEverywhere(host: string): boolean {
  return host === '0.0.0.0' || host === '::'
}

/** Returns an IPv4 address of this machine on a network. */
function outerIpv4(): string | undefined {
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  return addresses.find(({ family, internal }) => family === 'IPv4' && !internal)?.address
}
