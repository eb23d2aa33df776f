import { AppError } from '@colonnade/core'
import type { ConnectionTarget } from '@colonnade/pg'
import type { ClusterEndpoint } from './clusters.ts'
import { ownNames } from './own-names.ts'

/** What a session is given when it opens wins over what the project's owner has set for roles or for the database. */
const ownSettings = {
  // a library that cannot be loaded would lock everyone out
  local_preload_libraries: '',
  idle_session_timeout: '0',
}

/** The platform's own ways into a project's database; all come over its private socket, without a password. `targetOf` knows the user's name. */
export const logins = {
  /** The superuser, ours alone. */
  administrator: { user: ownNames.current.administrator, database: 'postgres', settings: ownSettings },
  /** The project's administrator, as who people's SQL runs. */
  owner: { user: 'postgres', database: 'postgres', settings: ownSettings },
  /** For members who may only read. */
  reader: { user: ownNames.current.reader, database: 'postgres', settings: { ...ownSettings, default_transaction_read_only: 'on' } },
  /** For reading as a role of the data API, with nothing else to go back to. */
  requester: { user: 'authenticator', database: 'postgres', settings: { ...ownSettings, default_transaction_read_only: 'on' } },
  /**
   * For the auth service: owns schema `auth` and nothing else. Triggers and hooks of the project's owner run in its sessions, so that what
   * they can set for the role or the database must not count here.
   */
  auth: {
    user: 'supabase_auth_admin',
    database: 'postgres',
    settings: {
      ...ownSettings,
      // triggers find what their author sees
      search_path: 'auth, public, extensions',
      default_transaction_read_only: 'off',
      lock_timeout: '5s',
      statement_timeout: '10s',
      idle_in_transaction_session_timeout: '10s',
      transaction_timeout: '15s',
    },
  },
  /**
   * For the realtime service: becomes the role of each token to ask policies, and the owner of schema `realtime` to look after partitions.
   * Functions in policies run in its sessions, and get at nothing more when they reset the role.
   */
  realtime: {
    user: 'platform_realtime',
    database: 'postgres',
    settings: {
      ...ownSettings,
      search_path: 'realtime, public, extensions',
      default_transaction_read_only: 'off',
      lock_timeout: '5s',
      statement_timeout: '5s',
      idle_in_transaction_session_timeout: '5s',
      transaction_timeout: '10s',
    },
  },
} as const

export type Login = keyof typeof logins

/**
 * The login of a connection to a cluster. On a server that Colonnade doesn't run, everything happens as the one login it was given.
 *
 * @throws AppError `capability_missing` there for the reader and the requester, since a login with write access can always write, and
 *   for auth and realtime, whose roles keep other people's triggers and policies from doing more
 */
export function targetOf(endpoint: ClusterEndpoint, login: Login): ConnectionTarget {
  const { host, port, login: only } = endpoint
  if (only === undefined) return { host, port, ...logins[login], user: userOf(endpoint, login) }
  if (login === 'reader' || login === 'requester') {
    const message = 'This project connects to its database as a single user with write access. Only members with write access can use it.'
    throw new AppError('capability_missing', { capability: 'machine' }, { message })
  }
  if (login === 'auth' || login === 'realtime') {
    const message = `${login === 'auth' ? 'Auth' : 'Realtime'} works only in projects with a database server that Colonnade runs.`
    throw new AppError('capability_missing', { capability: 'machine' }, { message })
  }
  return { host, port, ...only, settings: { idle_session_timeout: '0' } }
}

/** The database user that a login signs in as. */
export function userOf({ login: only, names = 'current' }: ClusterEndpoint, login: Login): string {
  if (only !== undefined) return only.user
  return login === 'administrator' || login === 'reader' ? ownNames[names][login] : logins[login].user
}
