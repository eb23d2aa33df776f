/** What a session is given when it opens wins over what the project's owner has set for roles or for the database. */
const ownSettings = {
  // a library that can not be loaded would keep everybody out
  local_preload_libraries: '',
  idle_session_timeout: '0',
}

/** The platform's own ways into a project's database; all come over its private socket, without a password. */
export const logins = {
  /** The superuser, ours alone. */
  administrator: { user: 'platform_admin', database: 'postgres', settings: ownSettings },
  /** The project's administrator, as who people's SQL runs. */
  owner: { user: 'postgres', database: 'postgres', settings: ownSettings },
  /** For members who may only read. */
  reader: { user: 'platform_reader', database: 'postgres', settings: { ...ownSettings, default_transaction_read_only: 'on' } },
  /** For reading as a role of the data API, with nothing else to go back to. */
  requester: { user: 'authenticator', database: 'postgres', settings: { ...ownSettings, default_transaction_read_only: 'on' } },
} as const

export type Login = keyof typeof logins
