import { join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { block } from '../catalog/block.ts'
import { type Command, command, listing, type Statement } from '../statement.ts'

/** A migration that a database has had. */
export const Migration = z.object({
  /** Orders them: a time such as "20240131120000". */
  version: z.string(),
  name: z.string().nullable(),
  statements: z.array(z.string()).nullable(),
})
export type Migration = z.infer<typeof Migration>

export const CreateMigration = z.object({
  version: z.string().min(1),
  name: z.string(),
  /** The statements, or a JSON text of them. */
  statements: z.union([z.array(z.string()), z.string()]),
})
export type CreateMigration = z.infer<typeof CreateMigration>

/** Where the ecosystem's command-line tools keep them. */
const table = sql`supabase_migrations.schema_migrations`

/** Handed from the block that looks to the query that answers, within one transaction. */
const handover = sql`'colonnade.migrations'`

/**
 * All migrations, the newest first; none where the table is missing. Tables that older tools made have a version only.
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
select m ->> 'version' as version, m ->> 'name' as name, case when m -> 'statements' <> 'null' then m -> 'statements' end as statements
from pg_catalog.jsonb_array_elements(pg_catalog.current_setting(${handover})::jsonb) m
order by m ->> 'version' desc;`,
    Migration,
  )
}

/** Makes the table where it is missing. */
export function getCreateMigrationsTableSQL(): Command {
  return command(
    sql`create schema if not exists supabase_migrations;`,
    sql`create table if not exists ${table} (version text not null primary key, statements text[], name text);`,
  )
}

/** Records one. @throws Error when `statements` is a text that is no JSON list of texts */
export function getInsertMigrationSQL({ version, name, statements }: CreateMigration): Command {
  const list = typeof statements === 'string' ? listOf(statements) : statements
  const values = sql`array[${join(list.map((statement) => literal(statement)))}]::text[]`
  return command(sql`insert into ${table} (version, name, statements) values (${version}, ${name}, ${values});`)
}

const Statements = z.array(z.string())

function listOf(text: string): string[] {
  const statements = Statements.safeParse(parseJson(text))
  if (!statements.success) throw new Error('statements is a list of texts, or a JSON text of such a list')
  return statements.data
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
