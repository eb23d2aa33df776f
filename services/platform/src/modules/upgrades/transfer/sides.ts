import { type ClusterEndpoint, logins } from '@colonnade/clusters'
import { type Queryable, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type pg from 'pg'

export type TransferClient = Queryable & { readonly client: pg.Client }

/** What both servers print and read the same way. Nothing of the project's own runs by itself. */
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
  // rows come in the order in which they lie
  synchronize_seqscans: 'off',
}

export const administratorOf = (server: ClusterEndpoint, database: string) => ({
  ...server,
  ...logins.administrator,
  database,
  settings: sessionSettings,
})

/** A connection as our superuser, to one database of a server. */
export function asAdministrator<T>(server: ClusterEndpoint, database: string, work: (client: TransferClient) => Promise<T>): Promise<T> {
  return withClient(administratorOf(server, database), async (client) => {
    await matchEncoding(client)
    return work(client)
  })
}

/** The same as another role, which may be nobody's superuser: what is written by people runs as them. */
export function asRole<T>(
  server: ClusterEndpoint,
  database: string,
  user: string,
  searchPath: string,
  work: (client: TransferClient) => Promise<T>,
): Promise<T> {
  return withClient({ ...administratorOf(server, database), user, settings: { ...ordinarySettings, search_path: searchPath } }, async (client) => {
    await matchEncoding(client)
    return work(client)
  })
}

const { row_security: _onlyOwners, event_triggers: _onlySuperusers, ...ordinarySettings } = sessionSettings

/** Text is handed on as it is. */
async function matchEncoding(client: TransferClient): Promise<void> {
  await client.run(sql`select set_config('client_encoding', current_setting('server_encoding'), false)`)
}
