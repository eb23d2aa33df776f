import { type Environment, type LogLevel, readConfig } from '@colonnade/core'
import { type PlatformConfig, readPlatformConfig } from '@colonnade/platform'
import { type PoolerConfig, readPoolerConfig } from '@colonnade/pooler'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'

export interface ServerConfig {
  /** Where everything of this installation lives. */
  readonly home: string
  /** The address to listen on; loopback unless told otherwise. */
  readonly host: string
  /** Where to start looking for a free port. 0 takes any. */
  readonly port: number
  /** A control plane database elsewhere; null for a cluster of our own. */
  readonly databaseUrl: string | null
  readonly logLevel: LogLevel
  /** Ready copies of clusters kept waiting. */
  readonly poolSize: number
  /** Dies as if killed at that point: for the tests of recovery. */
  readonly dieAt: string | null
  readonly platform: PlatformConfig
  readonly pooler: PoolerConfig
}

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
      databaseUrl: read.text('COLONNADE_DATABASE_URL') ?? null,
      logLevel: read.oneOf('COLONNADE_LOG_LEVEL', ['debug', 'info', 'warn', 'error'], 'warn'),
      poolSize: read.integer('COLONNADE_POOL_SIZE', 3, 0, 50),
      dieAt: read.text('COLONNADE_TEST_DIE_AT') ?? null,
      platform: readPlatformConfig(read, version, home),
      pooler: readPoolerConfig(read, { host, port }, home),
    }
  })
}
