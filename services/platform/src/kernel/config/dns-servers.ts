import type { ConfigReader } from '@colonnade/core'
import { Resolver } from 'node:dns'

/** Returns the DNS servers for domains of projects; null for the machine's own. */
export function readDnsServers(read: ConfigReader): string[] | null {
  const servers =
    read
      .text('COLONNADE_DNS_SERVERS')
      ?.split(',')
      .map((server) => server.trim()) ?? null
  try {
    if (servers !== null) new Resolver().setServers(servers)
  } catch {
    read.problem('COLONNADE_DNS_SERVERS must be addresses with commas between them, as in 192.0.2.1,[2001:db8::1]:5353')
  }
  return servers
}
