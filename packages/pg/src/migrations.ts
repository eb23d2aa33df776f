import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@colonnade/core'
import { ident, literal, sql, userAuthored } from '@colonnade/sql'
import type { Database, Queryable } from './database.ts'

export interface Migration {
  /** File name without its ending, e.g. "0001_people". */
  readonly name: string
  readonly text: string
  /** SHA-256 of the text, hexadecimal. */
  readonly checksum: string
}

/** Reads `0001_name.sql` files of a folder in order. */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file)).sort()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(join(folder, file), 'utf8')
      return { name: file.slice(0, -4), text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

export interface MigrateOptions {
  /** Schema of the journal table `schema_migrations`; made when missing. */
  readonly schema: string
}

/**
 * Applies what is missing, each migration in a transaction of its own together with its line in the journal, under an advisory
 * lock, so that two starts at once apply each one once. Returns the names applied.
 *
 * @throws AppError `migration_changed` when an applied file's text differs from the journal's checksum.
 */
export async function migrate(database: Database, migrations: readonly Migration[], options: MigrateOptions): Promise<string[]> {
  const journal = ident(options.schema, 'schema_migrations')
  const applied = await appliedMigrations(database, options.schema)
  checkUnchanged(applied, migrations)
  const names: string[] = []
  for (const migration of migrations) {
    if (applied.has(migration.name)) continue
    const isNew = await database.transaction(async (tx) => {
      await tx.first(sql`select pg_advisory_xact_lock(hashtextextended(${`colonnade.migrate.${options.schema}`}, 0))`)
      await tx.run(sql`create schema if not exists ${ident(options.schema)}`)
      await tx.run(
        sql`create table if not exists ${journal} (name text primary key, checksum text not null, applied_at timestamptz not null default now())`,
      )
      if (await tx.first(sql`select from ${journal} where name = ${migration.name}`)) return false
      await tx.run(userAuthored('statement', migration.text))
      await tx.run(sql`insert into ${journal} (name, checksum) values (${migration.name}, ${migration.checksum})`)
      return true
    })
    if (isNew) names.push(migration.name)
  }
  return names
}

/** Name → checksum of what a database's journal holds; empty when it has no journal yet. */
export async function appliedMigrations(database: Queryable, schema: string): Promise<Map<string, string>> {
  const exists = await database.first(sql`select where to_regclass(${literal(toText(schema))}) is not null`)
  if (!exists) return new Map()
  const rows = await database.rows<{ name: string; checksum: string }>(sql`select name, checksum from ${ident(schema, 'schema_migrations')}`)
  return new Map(rows.map((row) => [row.name, row.checksum]))
}

function checkUnchanged(applied: ReadonlyMap<string, string>, migrations: readonly Migration[]): void {
  for (const { name, checksum } of migrations) {
    const known = applied.get(name)
    if (known !== undefined && known !== checksum) {
      throw new AppError('migration_changed', { name }, { message: `Migration ${name} was modified after it was applied` })
    }
  }
}

function toText(schema: string): string {
  return `"${schema.replaceAll('"', '""')}".schema_migrations`
}
