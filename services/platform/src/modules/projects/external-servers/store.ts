import type { ExternalServer } from '@colonnade/contracts/projects/external-servers'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** A server with its sealed password. */
export interface ServerRow extends ExternalServer {
  readonly password: string
}

/** Returns the refs of the projects on servers that Colonnade doesn't run. */
export async function listRefs(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ ref: string }>(sql`select ref from external_servers`)
  return rows.map(({ ref }) => ref)
}

export function findServer(db: Queryable, ref: string): Promise<ServerRow | undefined> {
  return db.first<ServerRow>(sql`select host, port, database, username as "user", password, tls from external_servers where ref = ${ref}`)
}

/** Stores a project's server, in place of an earlier one. */
export async function saveServer(db: Queryable, ref: string, { host, port, database, user, password, tls }: ServerRow): Promise<void> {
  await db.run(sql`
    insert into external_servers (ref, host, port, database, username, password, tls)
    values (${ref}, ${host}, ${port}, ${database}, ${user}, ${password}, ${tls})
    on conflict (ref) do update set host = excluded.host, port = excluded.port, database = excluded.database, username = excluded.username,
      password = excluded.password, tls = excluded.tls`)
}
