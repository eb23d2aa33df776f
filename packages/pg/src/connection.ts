import { AppError, type MemoryClaim } from '@colonnade/core'
import pg from 'pg'
import { type RemoteReach, RemoteStream } from './remote-stream.ts'

/** Where and as whom to connect. A host that starts with "/" is a socket folder. */
export interface ConnectionTarget {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
  readonly password?: string | undefined
  /** None unless said; `unverified` encrypts without checking who answers (libpq's sslmode=require). */
  readonly tls?: 'verified' | 'unverified' | undefined
  /** Of a server that Colonnade doesn't run: where it may be, and how much it may send. */
  readonly reach?: RemoteReach | undefined
  /** Shown in pg_stat_activity. */
  readonly applicationName?: string | undefined
  /** Settings that hold for the whole session, e.g. `{ role: 'anon', statement_timeout: '5000' }`. */
  readonly settings?: { readonly [name: string]: string } | undefined
  readonly connectTimeoutMs?: number | undefined
}

const defaultConnectTimeoutMs = 5_000

/** Values as Postgres prints them; our own stores read typed columns and convert where they need it. */
const types: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    exactParsers[oid] ?? pg.types.getTypeParser(oid, format)) as pg.CustomTypesConfig['getTypeParser'],
}

/** int8 as a bigint-safe number would lose digits, so it stays text unless it is exact; see `pg.types` for the rest. */
const exactParsers: { readonly [oid: number]: (text: string) => unknown } = {
  20: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text),
}

/**
 * Output and input formats of all our connections, regardless of server, database and role settings. One value has one text,
 * and that text is read back as the same value. As startup options they outrank `ALTER DATABASE … SET` and `ALTER ROLE … SET`, and
 * `RESET ALL` and `DISCARD ALL` go back to them (PostgreSQL documentation, 19.1.3, 19.11 and RESET).
 */
const exactText = {
  client_encoding: 'UTF8',
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '1',
  bytea_output: 'hex',
  array_nulls: 'on',
  standard_conforming_strings: 'on',
}

/** The startup parameter `options`: how values are printed and read, then the target's own settings, which win. */
function startupOptions(settings: ConnectionTarget['settings']): string {
  return Object.entries({ ...exactText, ...settings })
    .map(([name, value]) => `-c ${name}=${value.replace(/[\\ ]/g, '\\$&')}`)
    .join(' ')
}

/** The settings of `pg` for a target. `memory` is what long messages of a remote server are claimed from. */
export function clientConfig(target: ConnectionTarget, memory?: MemoryClaim): pg.ClientConfig {
  const { reach, tls, connectTimeoutMs = defaultConnectTimeoutMs } = target
  return {
    host: target.host,
    port: target.port,
    user: target.user,
    database: target.database,
    password: target.password,
    application_name: target.applicationName ?? 'colonnade',
    options: startupOptions(target.settings),
    connectionTimeoutMillis: connectTimeoutMs,
    keepAlive: true,
    ...(reach !== undefined
      ? { stream: () => new RemoteStream({ reach, tls, timeoutMs: connectTimeoutMs, memory }) }
      : tls !== undefined && { ssl: { rejectUnauthorized: tls === 'verified' } }),
    types,
  }
}

/** libpq's sslmode (PostgreSQL documentation, 32.19): the first three settle for a connection without TLS. */
const tlsModes: { readonly [sslmode: string]: ConnectionTarget['tls'] } = {
  disable: undefined,
  allow: undefined,
  prefer: undefined,
  require: 'unverified',
  'verify-ca': 'verified',
  'verify-full': 'verified',
}

/**
 * A target from a `postgres://` URL, with `host` (a socket folder) and `sslmode` among its parameters.
 *
 * @throws AppError `config_invalid` when it is no such URL or asks for what is not known
 */
export function targetFromUrl(url: string): ConnectionTarget {
  const parsed = URL.canParse(url) ? new URL(url) : null
  if (parsed === null || !/^postgres(ql)?:$/.test(parsed.protocol)) {
    throw new AppError('config_invalid', {}, { message: 'A database URL has the form postgresql://user:password@host:5432/database' })
  }
  const sslmode = parsed.searchParams.get('sslmode') ?? 'prefer'
  if (!(sslmode in tlsModes))
    throw new AppError('config_invalid', { sslmode }, { message: `sslmode must be one of ${Object.keys(tlsModes).join(', ')}, not ${sslmode}` })
  return {
    host: decodeURIComponent(parsed.searchParams.get('host') ?? parsed.hostname),
    port: parsed.port === '' ? 5432 : Number(parsed.port),
    user: decodeURIComponent(parsed.username) || 'postgres',
    database: decodeURIComponent(parsed.pathname.slice(1)) || 'postgres',
    password: parsed.password === '' ? undefined : decodeURIComponent(parsed.password),
    tls: tlsModes[sslmode],
  }
}
