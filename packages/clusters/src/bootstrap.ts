import { fileURLToPath } from 'node:url'
import { appliedMigrations, type Database, type Migration, migrate, openDatabase, type Queryable, readMigrations } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { ClusterEndpoint } from './clusters.ts'
import { logins, targetOf } from './logins.ts'
import { type OwnNames, ownNames } from './own-names.ts'

/** Schema of the journal of bootstrap migrations, in the database `postgres` of every cluster. */
const journalSchema = '_colonnade'

/** What makes a bare cluster a project's: roles, schemas, functions, privileges; one SQL file each, in order. */
export function readBootstrap(): Promise<Migration[]> {
  return readMigrations(fileURLToPath(new URL('./bootstrap/', import.meta.url)))
}

/** Returns whether every bootstrap migration is applied to a database. True if we no longer own its journal: see `upgradeBootstrap`. */
export async function isBootstrapped(db: Queryable): Promise<boolean> {
  if (!(await ownsJournal(db))) return true
  const [wanted, applied] = await Promise.all([readBootstrap(), appliedMigrations(db, journalSchema)])
  return wanted.every(({ name, checksum }) => applied.get(name) === checksum)
}

/** Applies every bootstrap migration to a bare cluster that nobody else has had in hand. Returns their names. */
export async function applyBootstrap(endpoint: ClusterEndpoint): Promise<string[]> {
  await using database = openAsAdministrator(endpoint)
  return await migrate(database, withNames(await readBootstrap(), endpoint.names), { schema: journalSchema })
}

/**
 * Applies pending bootstrap migrations to a project's cluster and returns their names. Skips a database whose journal we don't own: the
 * owner may have dropped and re-created the database, with a journal that would run their code as superuser.
 *
 * @throws AppError `migration_changed`, or an error of the database
 */
export async function upgradeBootstrap(endpoint: ClusterEndpoint): Promise<string[]> {
  await using database = openAsAdministrator(endpoint)
  if (!(await ownsJournal(database))) return []
  return await migrate(database, withNames(await readBootstrap(), endpoint.names), { schema: journalSchema })
}

/** Older migrations refer to our roles by their former names and can't be edited, so this replaces the names. */
function withNames(migrations: readonly Migration[], names: OwnNames = 'current'): Migration[] {
  const { former, [names]: wanted } = ownNames
  return migrations.map(({ text, ...migration }) => ({
    ...migration,
    text: text.replaceAll(former.administrator, wanted.administrator).replaceAll(former.reader, wanted.reader),
  }))
}

/** Whether the journal is a plain table of our own, in a schema of our own: decided from the catalog, which only we can write. */
async function ownsJournal(db: Queryable): Promise<boolean> {
  const journal = await db.first(sql`
    select from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where n.nspname = ${journalSchema} and c.relname = 'schema_migrations' and c.relkind = 'r'
      and n.nspowner = current_user::regrole and c.relowner = current_user::regrole
      and not c.relhastriggers and not c.relhasrules and not c.relrowsecurity`)
  return journal !== undefined
}

function openAsAdministrator(endpoint: ClusterEndpoint): Database {
  // the role has this setting, but not yet in the session that creates it, and what bootstraps a project is no drift of it
  const settings = { ...logins.administrator.settings, event_triggers: 'off' }
  return openDatabase({ ...targetOf(endpoint, 'administrator'), settings, applicationName: 'colonnade-bootstrap' }, { maxConnections: 1 })
}
