import { type ConfigReader, type Environment, type LogLevel, readConfig } from '@colonnade/core'
import { type PlatformConfig, readPlatformConfig } from '@colonnade/platform'
import { type PoolerConfig, readPoolerConfig } from '@colonnade/pooler'
import { isIP } from 'node:net'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { type PackageSourceConfig, readPackageSource } from './package-source.ts'

export interface ServerConfig {
  /** Where everything of this installation lives. */
  readonly home: string
  /** The address to listen on; loopback unless told otherwise. */
  readonly host: string
  /** Where to start looking for a free port. 0 takes any. */
  readonly port: number
  /** Proxies in front whose word about callers is taken: addresses and networks. */
  readonly trustedProxies: readonly string[]
  /** A control plane database elsewhere; null for a cluster of our own. */
  readonly databaseUrl: string | null
  readonly logLevel: LogLevel
  /** Ready copies of clusters kept waiting. */
  readonly poolSize: number
  /** Dies as if killed at that point: for the tests of recovery. */
  readonly dieAt: string | null
  readonly platform: PlatformConfig
  readonly pooler: PoolerConfig
  /** The address of the S3 API for all projects; null for none. */
  readonly storage: StorageEndpointConfig | null
  readonly packages: PackageSourceConfig
}

export interface StorageEndpointConfig {
  /** Where to start looking for a free port. 0 takes any. */
  readonly port: number
  /** Origin as clients see it, where a proxy stands in front; null without one. */
  readonly url: string | null
}

/** The port where S3 clients expect a self-hosted server. */
const storagePort = 9000

/** @throws AppError `config_invalid` with all problems at once */
export function readServerConfig(environment: Environment, version: string): ServerConfig {
  return readConfig(environment, (read) => {
    const home = resolve(read.text('COLONNADE_HOME', join(homedir(), '.colonnade')))
    const host = read.text('COLONNADE_HOST', '127.0.0.1')
    const port = read.integer('PORT', 8000, 0, 65_535)
    return {
      home,
      host,
      port,
      trustedProxies: readTrustedProxies(read),
      databaseUrl: read.text('COLONNADE_DATABASE_URL') ?? null,
      logLevel: read.oneOf('COLONNADE_LOG_LEVEL', ['debug', 'info', 'warn', 'error'], 'warn'),
      poolSize: read.integer('COLONNADE_POOL_SIZE', 3, 0, 50),
      dieAt: read.text('COLONNADE_TEST_DIE_AT') ?? null,
      platform: readPlatformConfig(read, version, home),
      pooler: readPoolerConfig(read, { host, port }, home),
      storage: readStorageEndpoint(read, port),
      packages: readPackageSource(read),
    }
  })
}

/** `off` for none. */
function readStorageEndpoint(read: ConfigReader, serverPort: number): StorageEndpointConfig | null {
  const url = read.text('COLONNADE_STORAGE_URL') ?? null
  if (url !== null && !/^https?:\/\/[^/]+\/?$/.test(url)) read.problem('COLONNADE_STORAGE_URL must look like https://s3.example.com')
  if (read.text('COLONNADE_STORAGE_PORT') === 'off') return null
  const port = read.integer('COLONNADE_STORAGE_PORT', serverPort === 0 ? 0 : storagePort, 0, 65_535)
  return { port, url: url?.replace(/\/$/, '') ?? null }
}

/** Proxies say where callers come from, but also under which name they were called: that is fixed beside them, so that nobody chooses it. */
function readTrustedProxies(read: ConfigReader): string[] {
  const proxies = (read.text('COLONNADE_TRUSTED_PROXIES') ?? '')
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  const wrong = proxies.filter((each) => !isNetwork(each))
  if (wrong.length > 0) {
    read.problem(`COLONNADE_TRUSTED_PROXIES must be addresses or networks, such as 10.0.0.4, 10.1.0.0/16; ${JSON.stringify(wrong[0])} is neither`)
  }
  if (proxies.length > 0 && read.text('COLONNADE_PUBLIC_URL') === undefined) {
    read.problem('COLONNADE_TRUSTED_PROXIES needs COLONNADE_PUBLIC_URL beside it: the address that people type is not taken from a proxy')
  }
  return wrong.length > 0 ? [] : proxies
}

function isNetwork(text: string): boolean {
  const [address = '', prefix, ...rest] = text.split('/')
  const bits = { 4: 32, 6: 128 }[isIP(address)]
  return (
    bits !== undefined && rest.length === 0 && (prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) >= 1 && Number(prefix) <= bits))
  )
}
