import { AppError, isAppError } from '@colonnade/core'
import type { ClusterEndpoint } from '../clusters.ts'

/** Why a project can't use a server. */
export type FailureReason =
  | 'not_allowed'
  | 'name_not_found'
  | 'unreachable'
  | 'timeout'
  | 'no_tls'
  | 'certificate'
  | 'password'
  | 'no_database'
  | 'refused'
  | 'not_postgres'
  | 'too_old'
  | 'missing_rights'

/** What is said for each code of Node or SQLSTATE; the longer key wins over its class. Quotes only what the person typed. */
const words: Readonly<Record<string, readonly [FailureReason, (at: Names) => string]>> = {
  ENOTFOUND: ['name_not_found', ({ host }) => `The host name ${host} can't be found. Check the spelling.`],
  EAI_AGAIN: ['name_not_found', ({ host }) => `DNS lookup of ${host} failed. Try again.`],
  ECONNREFUSED: [
    'unreachable',
    ({ host, port }) => `Nothing is listening on ${host}:${port}. Check the host, the port, and that the server is running.`,
  ],
  EHOSTUNREACH: ['unreachable', ({ host }) => `There is no route to ${host}. Check the host and any firewall in between.`],
  ENETUNREACH: ['unreachable', ({ host }) => `There is no route to ${host}. Check the host and any firewall in between.`],
  ECONNRESET: ['unreachable', ({ host, port }) => `The server at ${host}:${port} closed the connection. Check the port and the TLS mode.`],
  ETIMEDOUT: [
    'timeout',
    ({ host, port }) => `${host}:${port} doesn't respond. Check the host and the port, and that firewalls allow this installation.`,
  ],
  '28P01': ['password', ({ user }) => `The server rejected the password of "${user}". Check the user name and the password.`],
  '28000': ['refused', ({ user }) => `The server doesn't allow "${user}" to connect from here. Check its pg_hba.conf and the TLS mode.`],
  '3D000': ['no_database', ({ database }) => `The server has no database named "${database}".`],
  '42501': [
    'missing_rights',
    ({ user }) => `The user "${user}" doesn't have access to this database. Grant it CONNECT and USAGE on a schema, then try again.`,
  ],
  '53300': ['refused', () => 'The server has no free connections. Try again later, or increase its limit.'],
  '57P03': ['unreachable', () => 'The server is starting or stopping. Try again in a moment.'],
}

interface Names {
  readonly host: string
  readonly port: number
  readonly user: string
  readonly database: string
}

/** Says clearly what keeps a project from a server. What the server itself wrote is left out: it may be anybody's. */
export function connectionFailure(thrown: unknown, { host, port, login }: ClusterEndpoint): AppError {
  if (isAppError(thrown, 'database_connection_failed') || isAppError(thrown, 'capability_missing')) return thrown
  const names = { host, port, user: login?.user ?? '', database: login?.database ?? '' }
  const make = (reason: FailureReason, message: string): AppError =>
    new AppError('database_connection_failed', { reason }, { message, cause: thrown })
  for (const { code, message } of codesOf(thrown)) {
    const found = words[code]
    if (found !== undefined) return make(found[0], found[1](names))
    if (code === 'encryption_required') return make('no_tls', 'The server doesn’t support TLS. Choose "No TLS" if you trust the network in between.')
    if (code === 'connection_not_allowed') return make('not_allowed', message)
    if (/^(CERT_|DEPTH_|SELF_SIGNED|UNABLE_TO_|ERR_TLS_CERT|HOSTNAME_)/.test(code)) {
      return make(
        'certificate',
        `The certificate of ${host} is not trusted (${code}). Check the host name, or choose a TLS mode that doesn't verify it.`,
      )
    }
    if (/^(ERR_SSL|ERR_TLS|EPROTO)/.test(code))
      return make('no_tls', 'The server didn’t accept an encrypted connection. Check the port and the TLS mode.')
  }
  const isLate = thrown instanceof Error && /timeout/i.test(`${thrown.message} ${(thrown.cause as Error | undefined)?.message ?? ''}`)
  if (isLate) return make('timeout', words['ETIMEDOUT']![1](names))
  return make('not_postgres', 'This isn’t a Postgres server. Check the host, the port and the TLS mode.')
}

/** Codes of an error and of what caused it. */
function codesOf(thrown: unknown): { readonly code: string; readonly message: string }[] {
  const codes: { readonly code: string; readonly message: string }[] = []
  for (let error: unknown = thrown; error instanceof Error && codes.length < 8; error = error.cause) {
    if ('code' in error && typeof error.code === 'string') codes.push({ code: error.code, message: error.message })
    if (error instanceof AppError && typeof error.details['sqlstate'] === 'string')
      codes.push({ code: error.details['sqlstate'], message: error.message })
    if (error instanceof AggregateError) codes.push(...error.errors.flatMap((each: unknown) => codesOf(each)))
  }
  return codes
}
