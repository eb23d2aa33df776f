import type { RehearsedMigration } from '@colonnade/contracts/copies/merges'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { ReplayClient } from './replay-client.ts'

export interface BuiltIndex {
  readonly name: string
  readonly definition: string
}

/** All that are whole, by names that `to_regclass` takes. */
export function listIndexes(db: Queryable): Promise<BuiltIndex[]> {
  return db.rows<BuiltIndex>(sql`
    select pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname) as name, pg_catalog.pg_get_indexdef(c.oid) as definition
    from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where i.indisvalid and not n.nspname like 'pg\_%'`)
}

/**
 * Whether all that a statement makes is there already: it was cut off between that and its record. What it left half made is dropped,
 * which is of no use to anybody, and in the way of another attempt.
 */
export async function areMade(db: ReplayClient, made: RehearsedMigration['indexes']): Promise<boolean> {
  let whole = 0
  for (const { name, definition } of made) {
    const [found] = await db.rows<{ quoted: string; is_valid: boolean; is_same: boolean }>(sql`
      select i.indexrelid::pg_catalog.regclass::text as quoted, i.indisvalid as is_valid, pg_catalog.pg_get_indexdef(i.indexrelid) = ${definition} as is_same
      from pg_catalog.pg_index i where i.indexrelid = pg_catalog.to_regclass(${name})`)
    if (found?.is_valid === false) await db.client.query(`drop index concurrently ${found.quoted}`)
    else if (found?.is_same === true) whole += 1
  }
  return made.length > 0 && whole === made.length
}
