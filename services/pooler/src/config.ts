import type { ConfigReader } from '@colonnade/core'
import { isIPv4 } from 'node:net'
import { join } from 'node:path'
import type { CertificateFiles } from './clients/certificate.ts'
import { dedicatedPort, sessionPort, transactionPort } from './limits.ts'

export interface PoolerConfig {
  /** The address to listen on. */
  readonly host: string
  /** Where to start looking for a free port. 0 takes any. */
  readonly sessionPort: number
  readonly transactionPort: number
  /** For dedicated poolers: the IPv4 address they listen on, null without one, and the port where the search for free ones starts. */
  readonly dedicated: { readonly host: string | null; readonly firstPort: number }
  /** Somebody's own certificate; null for the installation's, which signs itself. */
  readonly certificate: CertificateFiles | null
  /** Where the installation's own certificate is. */
  readonly folder: string
}

/** The pooler's part of the environment. `server` is where the platform listens: on any port when that one may be any. */
export function readPoolerConfig(read: ConfigReader, server: { readonly host: string; readonly port: number }, home: string): PoolerConfig {
  const certificate = read.text('COLONNADE_TLS_CERT')
  const key = read.text('COLONNADE_TLS_KEY')
  if ((certificate === undefined) !== (key === undefined)) read.problem('COLONNADE_TLS_CERT and COLONNADE_TLS_KEY must be set together')
  const host = read.text('COLONNADE_POOLER_HOST', server.host)
  const ipv4Host = read.text('COLONNADE_IPV4_HOST') ?? ipv4Of(host)
  if (ipv4Host !== null && !isIPv4(ipv4Host)) read.problem('COLONNADE_IPV4_HOST must be an IPv4 address, such as 203.0.113.7 or 0.0.0.0')
  return {
    host,
    sessionPort: read.integer('COLONNADE_SESSION_PORT', server.port === 0 ? 0 : sessionPort, 0, 65_535),
    transactionPort: read.integer('COLONNADE_TRANSACTION_PORT', server.port === 0 ? 0 : transactionPort, 0, 65_535),
    dedicated: { host: ipv4Host, firstPort: read.integer('COLONNADE_DEDICATED_PORT', server.port === 0 ? 0 : dedicatedPort, 0, 65_535) },
    certificate: certificate !== undefined && key !== undefined ? { certificate, key } : null,
    folder: join(home, 'pooler'),
  }
}

/** Returns the IPv4 address next to an address to listen on; null if unknown. */
function ipv4Of(host: string): string | null {
  if (isIPv4(host)) return host
  return { localhost: '127.0.0.1', '::1': '127.0.0.1', '::': '0.0.0.0' }[host] ?? null
}
