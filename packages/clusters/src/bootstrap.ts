import { fileURLToPath } from 'node:url'
import { appliedMigrations, type Migration, migrate, openDatabase, type Queryable, readMigrations } from '@colonnade/pg'
import type { ClusterEndpoint } from './clusters.ts'

/** Schema of the journal of bootstrap migrations, in the database `postgres` of every cluster. */
const journalSchema = '_colonnade'

/** What makes a bare cluster a project's: roles, schemas, functions, privileges; one SQL file each, in order. */
export function readBootstrap(): Promise<Migration[]> {
  return readMigrations(fileURLToPath(new URL('./bootstrap/', import.meta.url)))
}

/** Whether a database has every bootstrap migration, asked over a connection of the caller's. */
export async function isBootstrapped(db: Queryable): Promise<boolean> {
  const [wanted, applied] = await Promise.all([readBootstrap(), appliedMigrations(db, journalSchema)])
  return wanted.every(({ name, checksum }) => applied.get(name) === checksum)
}

/**
 * Brings a running cluster to the newest bootstrap and returns the names of the migrations applied: all of them in a bare one, none in
 * one that is up to date, the missing ones in a cluster made by an older version.
 *
 * @throws AppError `migration_changed`, or the database's own
 */
export async function upgradeBootstrap(endpoint: ClusterEndpoint): Promise<string[]> {
  await using database = openDatabase(
    { ...endpoint, user: 'platform_admin', database: 'postgres', applicationName: 'colonnade-bootstrap' },
    { maxConnections: 1 },
  )
  return await migrate(database, await readBootstrap(), { schema: journalSchema })
}
