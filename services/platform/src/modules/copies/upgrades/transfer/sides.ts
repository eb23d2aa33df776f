import { type ClusterEndpoint, logins, targetOf } from '@colonnade/clusters'
import { clientConfig, type ConnectionTarget, databaseError, type Queryable, queryable, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import pg from 'pg'

export type TransferClient = Queryable & { readonly client: pg.Client }

/** Session settings that make both servers print and read the same way, and keep code of the project from running. */
const sessionSettings = {
  ...logins.administrator.settings,
  search_path: '',
  event_triggers: 'off',
  statement_timeout: '0',
  lock_timeout: '0',
  idle_in_transaction_session_timeout: '0',
  transaction_timeout: '0',
  datestyle: 'ISO',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  extra_float_digits: '3',
  bytea_output: 'hex',
  xmloption: 'content',
  row_security: 'off',
  // reads rows in their physical order
  synchronize_seqscans: 'off',
}

export const administratorOf = (server: ClusterEndpoint, database: string) => ({
  ...targetOf(server, 'administrator'),
  database,
  settings: sessionSettings,
})

/** Returns a connection to one database as our superuser. */
export function asAdministrator<T>(server: ClusterEndpoint, database: string, work: (client: TransferClient) => Promise<T>): Promise<T> {
  return withClient(administratorOf(server, database), async (client) => {
    await matchEncoding(client)
    return work(client)
  })
}

/** A connection to close after use. */
export interface RoleConnection extends TransferClient {
  close(): Promise<void>
}

/** Opens a connection as our superuser. @throws AppError */
export const openAdministrator = (server: ClusterEndpoint, database: string): Promise<RoleConnection> =>
  openConnection(administratorOf(server, database))

/**
 * Opens a connection as a role that isn't a superuser and can't become another role, to run user code.
 *
 * @param as a role that the user is implicitly a member of, such as `pg_database_owner`
 * @throws AppError
 */
export function openRole(server: ClusterEndpoint, database: string, user: string, searchPath: string, as: string = user): Promise<RoleConnection> {
  const settings = { ...ordinarySettings, search_path: searchPath, ...(as !== user && { role: as }) }
  return openConnection({ ...administratorOf(server, database), user, settings })
}

async function openConnection(target: ConnectionTarget): Promise<RoleConnection> {
  const client = new pg.Client(clientConfig(target))
  client.on('error', () => {})
  try {
    await client.connect()
    const connection = { ...queryable(client), client, close: () => client.end().catch(() => {}) }
    await matchEncoding(connection)
    return connection
  } catch (error) {
    await client.end().catch(() => {})
    throw databaseError(error)
  }
}

/** Runs work on such a connection. */
export async function asRole<T>(
  server: ClusterEndpoint,
  database: string,
  user: string,
  searchPath: string,
  work: (client: TransferClient) => Promise<T>,
): Promise<T> {
  const connection = await openRole(server, database, user, searchPath)
  try {
    return await work(connection)
  } catch (error) {
    throw databaseError(error)
  } finally {
    await connection.close()
  }
}

const { row_security: _onlyOwners, event_triggers: _onlySuperusers, ...ordinarySettings } = sessionSettings

/** Passes text through unchanged. */
async function matchEncoding(client: TransferClient): Promise<void> {
  await client.run(sql`select set_config('client_encoding', current_setting('server_encoding'), false)`)
}
