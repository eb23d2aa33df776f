import { z } from 'zod'
import { get, put, resource } from '../foundation/endpoint.ts'

/** Most allowed networks of a project. */
export const networksMax = 100

/** An IPv4 or IPv6 address, or a network in CIDR notation. */
export const Network = z.string().refine(isNetwork, { error: 'Enter an address or a network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32' })

/** Doesn't use zod's formats, because their patterns would add to the dashboard's first load. */
function isNetwork(text: string): boolean {
  // a leading zero means octal to some parsers and is invalid in others
  const [, base = '', length] = /^([\d.]+|[\da-f:.]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? []
  const isV6 = base.includes(':')
  const isAddress = isV6
    ? URL.canParse(`http://[${base}]`)
    : /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/.test(base) && base.split('.').every((byte) => Number(byte) < 256)
  return isAddress && (length === undefined || Number(length) <= (isV6 ? 128 : 32))
}

/** Networks that are allowed to connect through the poolers. */
export const NetworkRestrictions = z.object({
  /** null allows every address; an empty list allows none. */
  networks: z.array(z.string()).nullable(),
  /** The caller's address, as the platform sees it. */
  own_address: z.string(),
})
export type NetworkRestrictions = z.infer<typeof NetworkRestrictions>

export const networkRestrictions = resource('/platform/projects/{ref}/network-restrictions', {
  retrieve: get('/', {
    summary: 'Retrieve the networks that can connect through the poolers',
    auth: 'user',
    permission: 'projects:read',
    reply: NetworkRestrictions,
  }),
  update: put('/', {
    summary: 'Set the networks that can connect through the poolers. Open connections stay open',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.networks_changed',
    body: z.object({ networks: z.array(Network).max(networksMax).nullable() }),
    needs: 'machine',
    reply: NetworkRestrictions,
  }),
})
