import { join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { block } from '../catalog/block.ts'
import { type Command, command, listing, type Statement } from '../statement.ts'

/** A migration that was applied to a database. */
export const Migration = z.object({
  /** Sorts the migrations: a time such as "20240131120000". */
  version: z.string(),
  name: z.string().nullable(),
  statements: z.array(z.string()).nullable(),
  /** Who recorded it, and when, as ISO 8601; null if another tool did. */
  created_by: z.string().nullable(),
  created_at: z.string().nullable(),
})
export type Migration = z.infer<typeof Migration>

export const CreateMigration = z.object({
  version: z.string().min(1),
  name: z.string(),
  /** The statements, or a JSON list of them. */
  statements: z.union([z.array(z.string()), z.string()]),
})
export type CreateMigration = z.infer<typeof CreateMigration>

/** The table that command-line tools also use. */
const table = sql`supabase_migrations.schema_migrations`

/** Passes the result from the block to the query, within one transaction. */
const handover = sql`'colonnade.migrations'`

/**
 * Lists all migrations, the newest first; none if the table is missing. Tables of older tools have only a version.
 */
export function getMigrationsSql(): Statement<z.ZodArray<typeof Migration>> {
  const read = sql`execute 'select pg_catalog.set_config(''colonnade.migrations'', coalesce(pg_catalog.jsonb_agg(pg_catalog.to_jsonb(m)), ''[]'')::text, true) from ${table} m';`
  return listing(
    sql`${block(
      sql``,
      sql`if pg_catalog.to_regclass('${table}') is null then
  perform pg_catalog.set_config(${handover}, '[]', true);
else
  ${read}
end if;`,
    )}
select m ->> 'version' as version, m ->> 'name' as name, case when m -> 'statements' <> 'null' then m -> 'statements' end as statements,
  m ->> 'created_by' as created_by, m ->> 'created_at' as created_at
from pg_catalog.jsonb_array_elements(pg_catalog.current_setting(${handover})::jsonb) m
order by (m ->> 'version') collate "C" desc;`,
    Migration,
  )
}

/** Creates the table if it is missing. */
export function getCreateMigrationsTableSQL(): Command {
  return command(
    sql`create schema if not exists supabase_migrations;`,
    sql`create table if not exists ${table} (version text not null primary key, statements text[], name text);`,
  )
}

/** Records a migration. @throws Error if `statements` is a string that isn't a JSON list of strings */
export function getInsertMigrationSQL({ version, name, statements }: CreateMigration): Command {
  const list = typeof statements === 'string' ? listOf(statements) : statements
  const values = sql`array[${join(list.map((statement) => literal(statement)))}]::text[]`
  return command(sql`insert into ${table} (version, name, statements) values (${version}, ${name}, ${values});`)
}

export interface RecordMigration {
  readonly name: string
  readonly statements: readonly string[]
  /** Who recorded it. */
  readonly createdBy: string
}

/** If two run at once, the second fails when the first commits, because IF NOT EXISTS sees only committed tables. It then finds both. */
const created = sql`create schema if not exists supabase_migrations;
    create table if not exists ${table} (version text not null primary key, statements text[], name text);`

/** Creates the table if it is missing, and adds missing columns. */
const ensured = sql`if pg_catalog.to_regclass('${table}') is null then
  begin
    ${created}
  exception when unique_violation or duplicate_schema or duplicate_table then
    ${created}
  end;
end if;
if 4 > (select pg_catalog.count(*) from pg_catalog.pg_attribute a where a.attrelid = pg_catalog.to_regclass('${table}')::pg_catalog.oid and a.attname in ('statements', 'name', 'created_by', 'created_at') and not a.attisdropped) then
  alter table ${table} add column if not exists statements text[], add column if not exists name text, add column if not exists created_by text, add column if not exists created_at timestamptz;
end if;`

/** Versions further ahead than this come from other clocks, and don't delay new ones. */
const clockDifference = sql`interval '1 hour'`

/**
 * Records a change in its own transaction, under a version of the current second in UTC, or the next free one after all others. Creates
 * the table if it is missing, and adds missing columns. Returns the version as its only row.
 */
export function getRecordMigrationSQL({ name, statements, createdBy }: RecordMigration): Statement<z.ZodArray<typeof RecordedMigration>> {
  const list = sql`array[${join(statements.map((statement) => literal(statement)))}]::text[]`
  return listing(
    sql`${block(
      sql`declare moment timestamp := pg_catalog.timezone('utc', pg_catalog.clock_timestamp()); newest text; next text;`,
      sql`${ensured}
lock table ${table} in share row exclusive mode;
select pg_catalog.max(m.version collate "C") into newest from ${table} m
  where m.version ~ '^[0-9]{14}$' and m.version collate "C" <= pg_catalog.to_char(moment + ${clockDifference}, 'YYYYMMDDHH24MISS');
next := pg_catalog.to_char(moment, 'YYYYMMDDHH24MISS');
while next collate "C" <= newest loop
  moment := moment + interval '1 second';
  next := pg_catalog.to_char(moment, 'YYYYMMDDHH24MISS');
end loop;
insert into ${table} (version, name, statements, created_by, created_at)
  values (next, ${name}, ${list}, ${createdBy}, pg_catalog.clock_timestamp());
perform pg_catalog.set_config(${recorded}, next, true);`,
    )}
select pg_catalog.current_setting(${recorded}) as version;`,
    RecordedMigration,
  )
}

export interface AppliedMigration extends RecordMigration {
  readonly version: string
  /** When its statements ran, as ISO 8601; now by default. */
  readonly createdAt?: string
}

/**
 * Records a migration as applied without running it. Creates the table if it is missing, and adds missing columns. The table's key refuses
 * an existing version.
 */
export function getMarkAppliedSQL({ version, name, statements, createdBy, createdAt }: AppliedMigration): Command {
  const moment = createdAt === undefined ? sql`pg_catalog.clock_timestamp()` : sql`${literal(createdAt)}::timestamptz`
  const list = sql`array[${join(statements.map((statement) => literal(statement)))}]::text[]`
  return command(
    block(sql``, ensured),
    sql`insert into ${table} (version, name, statements, created_by, created_at) values (${version}, ${name}, ${list}, ${createdBy}, ${moment});`,
  )
}

/** Deletes the record of a migration; its changes stay. */
export function getRemoveMigrationSQL({ version }: { readonly version: string }): Command {
  return command(sql`delete from ${table} where version = ${version};`)
}

const RecordedMigration = z.object({ version: z.string() })

const recorded = sql`'colonnade.migration'`

const Statements = z.array(z.string())

function listOf(text: string): string[] {
  const statements = Statements.safeParse(parseJson(text))
  if (!statements.success) throw new Error('statements must be a list of strings, or such a list as JSON')
  return statements.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
