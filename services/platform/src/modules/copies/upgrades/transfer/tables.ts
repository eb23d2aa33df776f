import { sql } from '@colonnade/sql'
import type { TransferClient } from './sides.ts'

/** A table that stores rows itself. */
export interface SourceTable {
  /** Its qualified name, quoted. */
  readonly name: string
  readonly schema: string
  readonly owner: string
  readonly bytes: number
  /** Its columns without generated ones, quoted; null if there are none. */
  readonly columns: string | null
  /** The extension's condition for user rows in its tables. */
  readonly condition: string | null
  readonly isUnlogged: boolean
}

/** Returns the tables to copy rows of. Leaves out tables of extensions, except those marked as user data. */
export function listTables(source: TransferClient): Promise<SourceTable[]> {
  return source.rows<SourceTable>(sql`
    select format('%I.%I', n.nspname, c.relname) as name, n.nspname as schema, r.rolname as owner, pg_table_size(c.oid) as bytes,
      (select string_agg(format('%I', a.attname), ', ' order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      nullif(x.condition, '') as condition, c.relpersistence = 'u' as "isUnlogged"
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_authid r on r.oid = c.relowner
      left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = c.oid and d.objsubid = 0 and d.deptype = 'e'
      left join lateral (
        select coalesce(e.extcondition[array_position(e.extconfig, c.oid)], '') as condition from pg_extension e where e.oid = d.refobjid and c.oid = any (e.extconfig)
      ) x on true
    where c.relkind = 'r' and c.relpersistence in ('p', 'u') and n.nspname not in ('pg_catalog', 'information_schema') and (d.objid is null or x.condition is not null)
    order by c.oid`)
}

export interface SourceSequence {
  readonly name: string
  readonly last: string
  readonly isCalled: boolean
}

/** Returns the values of all sequences. */
export async function readSequences(source: TransferClient): Promise<SourceSequence[]> {
  const names = await source.rows<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'S' and c.relpersistence <> 't' order by 1`)
  const sequences: SourceSequence[] = []
  for (const { name } of names) {
    const { rows } = await source.client.query<{ last: string; is_called: boolean }>(`select last_value::text as last, is_called from ${name}`)
    sequences.push({ name, last: rows[0]!.last, isCalled: rows[0]!.is_called })
  }
  return sequences
}
