import { type ClusterEndpoint, targetOf } from '@colonnade/clusters'
import { AppError } from '@colonnade/core'
import { isAppError } from '@colonnade/core'
import { type Queryable, withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import { messages } from './messages.ts'

/** Counts of what was checked on a restored server. */
export interface Proof {
  readonly tables: number
  readonly indexes: number
}

/**
 * Reads every table and B-tree index of every database with amcheck, which it installs: use it only on a temporary server.
 *
 * @throws AppError `backup_damaged` with the first damage found
 */
export async function proveServer(server: ClusterEndpoint): Promise<Proof> {
  const administrator = targetOf(server, 'administrator')
  const databases = await withClient(administrator, (client) =>
    client.rows<{ name: string }>(sql`select datname as name from pg_catalog.pg_database where datallowconn order by datname`),
  )
  const proof = { tables: 0, indexes: 0 }
  for (const { name } of databases) {
    const { tables, indexes } = await withClient({ ...administrator, database: name }, (client) => proveDatabase(client, name))
    proof.tables += tables
    proof.indexes += indexes
  }
  return proof
}

async function proveDatabase(client: Queryable, database: string): Promise<Proof> {
  // never use one that a member installed into another schema
  await client.run(sql`drop extension if exists amcheck cascade`)
  await client.run(sql`create extension amcheck schema pg_catalog`)
  const [bad] = await client.rows<{ name: string; message: string }>(sql`
    select c.oid::pg_catalog.regclass::pg_catalog.text as name, v.msg as message
    from pg_catalog.pg_class c join pg_catalog.pg_am a on a.oid = c.relam, lateral pg_catalog.verify_heapam(c.oid, true) v
    where c.relkind::pg_catalog.text = any (array['r', 't', 'm']) and a.amname::pg_catalog.text = 'heap' and c.relpersistence::pg_catalog.text = 'p' limit 1`)
  if (bad !== undefined) throw unsound(messages.table(bad.name, database, bad.message))
  try {
    const counted = await client.first<Proof>(sql`
      select (select count(*)::int from pg_catalog.pg_class where relkind::pg_catalog.text = any (array['r', 't', 'm']) and relpersistence::pg_catalog.text = 'p') as tables,
        (select count(pg_catalog.bt_index_check(i.indexrelid)::pg_catalog.text)::int
          from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid join pg_catalog.pg_am a on a.oid = c.relam
          where a.amname::pg_catalog.text = 'btree' and i.indisvalid and i.indisready
            and c.relkind::pg_catalog.text = 'i' and c.relpersistence::pg_catalog.text = 'p') as indexes`)
    return counted!
  } catch (error) {
    // not a fault of the backup
    if (isAppError(error, 'connection_lost') || isAppError(error, 'storage_full')) throw error
    throw unsound(messages.index(database, error instanceof Error ? error.message : String(error)))
  }
}

function unsound(what: string): AppError {
  return new AppError('backup_damaged', {}, { message: messages.unsound(what) })
}
