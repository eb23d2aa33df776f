import type { ConfigReader } from '@colonnade/core'
import { homedir } from 'node:os'
import { join } from 'node:path'

/** How packages of npm are fetched on this machine, for edge functions that import some. */
export interface PackageSourceConfig {
  /** What the bundler finds in its environment. */
  readonly environment: Readonly<Record<string, string>>
  /** The person's own `.npmrc`, which need not be there. */
  readonly npmrcPath: string
}

/** Reads what npm itself would go by. */
export function readPackageSource(read: ConfigReader): PackageSourceConfig {
  const first = (...names: readonly string[]): string | undefined => names.map((name) => read.text(name)).find((value) => value !== undefined)
  const named = {
    NPM_CONFIG_REGISTRY: first('NPM_CONFIG_REGISTRY', 'npm_config_registry'),
    HTTP_PROXY: first('HTTP_PROXY', 'http_proxy'),
    HTTPS_PROXY: first('HTTPS_PROXY', 'https_proxy'),
    NO_PROXY: first('NO_PROXY', 'no_proxy'),
    SSL_CERT_FILE: read.text('SSL_CERT_FILE'),
    SSL_CERT_DIR: read.text('SSL_CERT_DIR'),
    DENO_CERT: first('DENO_CERT', 'NODE_EXTRA_CA_CERTS'),
    DENO_TLS_CA_STORE: read.text('DENO_TLS_CA_STORE', 'mozilla,system'),
  }
  return {
    environment: Object.fromEntries(Object.entries(named).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    npmrcPath: first('NPM_CONFIG_USERCONFIG', 'npm_config_userconfig') ?? join(homedir(), '.npmrc'),
  }
}

/** The lines of an `.npmrc` that say where packages are, and who may fetch them. */
export function registryLines(npmrc: string): string {
  return npmrc
    .split('\n')
    .filter((line) => /^\s*(?:(?:@[\w.-]+:)?registry\s*=|\/\/)/.test(line))
    .map((line) => `${line.trim()}\n`)
    .join('')
}
