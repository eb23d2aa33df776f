import type { ConfigReader } from '@colonnade/core'
import { join } from 'node:path'
import type { CertificateFiles } from './clients/certificate.ts'
import { sessionPort, transactionPort } from './limits.ts'

export interface PoolerConfig {
  /** The address to listen on. */
  readonly host: string
  /** Where to start looking for a free port. 0 takes any. */
  readonly sessionPort: number
  readonly transactionPort: number
  /** Somebody's own certificate; null for the installation's, which signs itself. */
  readonly certificate: CertificateFiles | null
  /** Where the installation's own certificate is. */
  readonly folder: string
}

/** The pooler's part of the environment. `server` is where the platform listens: on any port when that one may be any. */
export function readPoolerConfig(read: ConfigReader, server: { readonly host: string; readonly port: number }, home: string): PoolerConfig {
  const certificate = read.text('COLONNADE_TLS_CERT')
  const key = read.text('COLONNADE_TLS_KEY')
  if ((certificate === undefined) !== (key === undefined)) read.problem('COLONNADE_TLS_CERT and COLONNADE_TLS_KEY go together: set both or none')
  return {
    host: read.text('COLONNADE_POOLER_HOST', server.host),
    sessionPort: read.integer('COLONNADE_SESSION_PORT', server.port === 0 ? 0 : sessionPort, 0, 65_535),
    transactionPort: read.integer('COLONNADE_TRANSACTION_PORT', server.port === 0 ? 0 : transactionPort, 0, 65_535),
    certificate: certificate !== undefined && key !== undefined ? { certificate, key } : null,
    folder: join(home, 'pooler'),
  }
}
