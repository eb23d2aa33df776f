import { z } from 'zod'
import { get, put, resource } from '../foundation/endpoint.ts'

/** Networks that one project may name. */
export const networksMax = 100

/** One address, or a network in CIDR notation, of IPv4 or IPv6. */
export const Network = z.string().refine(isNetwork, { error: 'Write an address or a network, such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32' })

/** Not by zod's own formats: their patterns would be in the first load of the dashboard. */
function isNetwork(text: string): boolean {
  // a number that begins with a zero is octal for some, and no number for others
  const [, base = '', length] = /^([\d.]+|[\da-f:.]+)(?:\/(0|[1-9]\d{0,2}))?$/i.exec(text) ?? []
  const isV6 = base.includes(':')
  const isAddress = isV6
    ? URL.canParse(`http://[${base}]`)
    : /^(?:0|[1-9]\d{0,2})(?:\.(?:0|[1-9]\d{0,2})){3}$/.test(base) && base.split('.').every((byte) => Number(byte) < 256)
  return isAddress && (length === undefined || Number(length) <= (isV6 ? 128 : 32))
}

/** From where clients may connect to a project through the poolers. */
export const NetworkRestrictions = z.object({
  /** null: from everywhere; none of them: from nowhere. */
  networks: z.array(z.string()).nullable(),
  /** Where the caller is, as the platform sees it. */
  own_address: z.string(),
})
export type NetworkRestrictions = z.infer<typeof NetworkRestrictions>

export const networkRestrictions = resource('/platform/projects/{ref}/network-restrictions', {
  retrieve: get('/', {
    summary: 'From where clients may connect to the project through the poolers',
    auth: 'user',
    permission: 'projects:read',
    reply: NetworkRestrictions,
  }),
  update: put('/', {
    summary: 'Choose from where clients may connect; those that are connected stay',
    auth: 'user',
    permission: 'projects:operate',
    audit: 'project.networks_changed',
    body: z.object({ networks: z.array(Network).max(networksMax).nullable() }),
    needs: 'machine',
    reply: NetworkRestrictions,
  }),
})
