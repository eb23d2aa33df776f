import { type Queryable, withClient } from '@colonnade/pg'
import { ident, join, keyword, sql } from '@colonnade/sql'
import type pg from 'pg'
import type { ClusterEndpoint } from '../../clusters.ts'
import { logins, targetOf } from '../../logins.ts'
import { isOurTable } from '../../own-tables.ts'

/** Detaches a copied server from its source: disables its subscriptions and, without data, empties its tables. */
export async function settleBranch(endpoint: ClusterEndpoint, isWithData: boolean): Promise<void> {
  const target = targetOf(endpoint, 'administrator')
  const databases = await withClient(target, async (client) => {
    // the source still uses these subscriptions, and the publisher couldn't tell the two subscribers apart
    await client.run(sql`update pg_catalog.pg_subscription set subenabled = false, subslotname = null`)
    await forgetActiveUsers(client)
    return client.rows<{ name: string }>(sql`select datname as name from pg_catalog.pg_database where datallowconn and datname <> 'template1'`)
  })
  if (isWithData) return
  for (const { name } of databases) await emptyDatabase(endpoint, name)
}

const keptSchemas = ['pg_catalog', 'information_schema', '_colonnade']

/** Applied migrations are part of the structure. Ours are in a schema; other tools use their own table. */
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

/** Buckets are part of the structure: code refers to them by name. */
const keptTables = ['storage.buckets', 'storage.migrations']

/** Settings that keep triggers and event triggers from running while the role empties tables. */
const quiet = { session_replication_role: 'replica', event_triggers: 'off' }

/**
 * Empties all user tables. TRUNCATE and REFRESH run triggers and index expressions of the owners, so they run as a temporary role that is a
 * member of every owner and isn't a superuser.
 */
async function emptyDatabase(endpoint: ClusterEndpoint, database: string): Promise<void> {
  await withClient({ ...targetOf(endpoint, 'administrator'), database }, async (administrator) => {
    const made = await administrator.first<{ name: string }>(sql`select 'platform_emptying_' || pg_current_xact_id() as name`)
    const role = ident(made!.name)
    const owners = await administrator.rows<{ name: string }>(sql`
      select distinct r.rolname as name from pg_catalog.pg_class c join pg_catalog.pg_authid r on r.oid in (c.relowner, (
        select datdba from pg_catalog.pg_database where datname = current_database()))
      where not r.rolsuper and r.rolname <> 'pg_database_owner'`)
    await administrator.run(sql`create role ${role} login`)
    await administrator.run(sql`grant set on parameter ${join(Object.keys(quiet).map((name) => ident(name)))} to ${role}`)
    for (const { name } of owners) await administrator.run(sql`grant ${ident(name)} to ${role}`)
    await withClient({ ...endpoint, user: made!.name, database, settings: { ...logins.owner.settings, ...quiet, search_path: '' } }, emptyTables)
    await forgetStatements(administrator)
    await forgetMails(administrator)
    await administrator.run(sql`select lo_unlink(oid) from pg_catalog.pg_largeobject_metadata`)
    await administrator.run(sql`revoke set on parameter ${join(Object.keys(quiet).map((name) => ident(name)))} from ${role}`)
    await administrator.run(sql`drop role ${role}`)
  })
}

/**
 * Schema-changing statements may contain rows, as in a script. The rest of the schema change log stays. An owner who re-created the
 * database may have a table of that name that runs their code, so this only touches ours.
 */
async function forgetStatements(administrator: Queryable): Promise<void> {
  if (await isOurTable(administrator, 'schema_changes')) await administrator.run(sql`update _colonnade.schema_changes set statement = null`)
}

/** Mails to the source's users don't belong to the branch, which couldn't decrypt them anyway. */
async function forgetMails(administrator: Queryable): Promise<void> {
  if (await isOurTable(administrator, 'auth_mails')) await administrator.run(sql`delete from _colonnade.auth_mails`)
}

/** This month's active users already count for the source. */
async function forgetActiveUsers(administrator: Queryable): Promise<void> {
  if (await isOurTable(administrator, 'auth_active_users')) await administrator.run(sql`delete from _colonnade.auth_active_users`)
}

async function emptyTables({ client, ...db }: Queryable & { readonly client: pg.Client }): Promise<void> {
  const relations = await db.rows<{ schema: string; name: string; kind: string }>(sql`
    select n.nspname as schema, c.relname as name, c.relkind::text as kind
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace join pg_catalog.pg_roles r on r.oid = c.relowner
    where c.relkind in ('r', 'p', 'm') and c.relpersistence <> 't' and not r.rolsuper
      and n.nspname <> all(${[...keptSchemas, ...migrationSchemas]}::text[]) and c.relname <> all(${migrationTables}::text[])
      and n.nspname || '.' || c.relname <> all(${keptTables}::text[])
      -- tables of an extension keep their rows
      and not exists (select from pg_catalog.pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`)
  const tables = relations.filter(({ kind }) => kind !== 'm').map(({ schema, name }) => ident(schema, name))
  // these also run with session_replication_role = replica
  const triggers = await db.rows<{ schema: string; table: string; name: string; state: 'always' | 'replica' }>(sql`
    select n.nspname as schema, c.relname as table, t.tgname as name, case t.tgenabled when 'A' then 'always' else 'replica' end as state
    from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
      join pg_catalog.pg_roles r on r.oid = c.relowner
    where t.tgenabled in ('A', 'R') and not t.tgisinternal and t.tgparentid = 0 and not r.rolsuper`)
  await client.query('begin')
  for (const { schema, table, name } of triggers) await db.run(sql`alter table ${ident(schema, table)} disable trigger ${ident(name)}`)
  if (tables.length > 0) await db.run(sql`truncate ${join(tables)} restart identity cascade`)
  for (const { schema, name, kind } of relations) {
    if (kind === 'm') await db.run(sql`refresh materialized view ${ident(schema, name)} with no data`)
  }
  for (const { schema, table, name, state } of triggers) {
    await db.run(sql`alter table ${ident(schema, table)} enable ${keyword(state, ['always', 'replica'])} trigger ${ident(name)}`)
  }
  await client.query('commit')
}
