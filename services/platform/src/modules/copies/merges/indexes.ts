import type { RehearsedMigration } from '@colonnade/contracts/copies/merges'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { ReplayClient } from './replay-client.ts'

export interface BuiltIndex {
  readonly name: string
  readonly definition: string
}

/** Returns the names of all valid indexes, in the form that `to_regclass` accepts. */
export function listIndexes(db: Queryable): Promise<BuiltIndex[]> {
  return db.rows<BuiltIndex>(sql`
    select pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(c.relname) as name, pg_catalog.pg_get_indexdef(c.oid) as definition
    from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where i.indisvalid and not n.nspname like 'pg\_%'`)
}

/**
 * Returns true if an index statement has already finished, but an interruption came before its record. Drops an invalid index left behind, which
 * would block another attempt.
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
