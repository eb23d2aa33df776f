import { type Queryable, withClient } from '@colonnade/pg'
import { ident, join, sql } from '@colonnade/sql'
import type { ClusterEndpoint } from '../../clusters.ts'
import { logins } from '../../logins.ts'

/**
 * Makes a copied server one that stands by itself: it takes part in no replication of its parent's, and without data it keeps the
 * structure alone.
 */
export async function settleBranch(endpoint: ClusterEndpoint, isWithData: boolean): Promise<void> {
  const { administrator } = logins
  // what is triggered by rows or by commands is not meant to happen here
  const settings = { ...administrator.settings, session_replication_role: 'replica', event_triggers: 'off' }
  const target = { ...endpoint, ...administrator, settings }
  const databases = await withClient(target, async (client) => {
    // its parent goes on with them, and a publisher can't tell the two apart
    await client.run(sql`update pg_catalog.pg_subscription set subenabled = false, subslotname = null`)
    return client.rows<{ name: string }>(sql`select datname as name from pg_catalog.pg_database where datallowconn and datname <> 'template1'`)
  })
  if (isWithData) return
  for (const { name } of databases) await withClient({ ...target, database: name }, emptyDatabase)
}

const keptSchemas = ['pg_catalog', 'information_schema', '_colonnade']

/** Which migrations were applied belongs to the structure: ours are kept in a schema, those of other tools in a table of theirs. */
const migrationSchemas = ['supabase_migrations', 'drizzle']
const migrationTables = [
  '_prisma_migrations',
  '__drizzle_migrations',
  '__EFMigrationsHistory',
  'alembic_version',
  'ar_internal_metadata',
  'databasechangelog',
  'databasechangeloglock',
  'django_migrations',
  'flyway_schema_history',
  'goose_db_version',
  'knex_migrations',
  'knex_migrations_lock',
  'schema_migrations',
]

async function emptyDatabase(client: Queryable): Promise<void> {
  const relations = await client.rows<{ schema: string; name: string; kind: string }>(sql`
    select n.nspname as schema, c.relname as name, c.relkind::text as kind
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and c.relpersistence <> 't'
      and n.nspname <> all(${[...keptSchemas, ...migrationSchemas]}::text[]) and c.relname <> all(${migrationTables}::text[])
      -- what an extension keeps is part of it
      and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`)
  const tables = relations.filter(({ kind }) => kind !== 'm').map(({ schema, name }) => ident(schema, name))
  if (tables.length > 0) await client.run(sql`truncate ${join(tables)} restart identity cascade`)
  for (const { schema, name, kind } of relations) {
    if (kind === 'm') await client.run(sql`refresh materialized view ${ident(schema, name)} with no data`)
  }
  await client.run(sql`select lo_unlink(oid) from pg_catalog.pg_largeobject_metadata`)
}
