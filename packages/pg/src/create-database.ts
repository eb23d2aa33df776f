import { ident, sql } from '@colonnade/sql'
import type { ConnectionTarget } from './connection.ts'
import { withClient } from './database.ts'

/** Makes a database unless it is there. `server` names any other database of the same server to connect to. */
export async function createDatabase(server: ConnectionTarget, name: string): Promise<void> {
  await withClient(server, async (client) => {
    const exists = await client.first(sql`select from pg_database where datname = ${name}`)
    if (!exists) await client.run(sql`create database ${ident(name)}`)
  })
}
