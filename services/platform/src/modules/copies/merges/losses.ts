import type { MergeLoss } from '@colonnade/contracts/copies/merges'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** A table with what a migration can lose of it. */
export interface Holding {
  readonly id: string
  readonly name: string
  /** Null if the table was never analyzed. */
  readonly rows: number | null
  readonly bytes: number
  /** Rows deleted since the statistics began. */
  readonly deleted: number
  readonly columns: readonly { readonly number: number; readonly name: string }[]
}

/** Returns user tables, including changes of this session. */
export async function readHoldings(db: Queryable): Promise<Holding[]> {
  // otherwise the session reports its own counts late
  await db.run(sql`select pg_catalog.pg_stat_force_next_flush()`)
  return db.rows<Holding>(sql`
    select c.oid::pg_catalog.text as id, n.nspname || '.' || c.relname as name, case when c.reltuples >= 0 then c.reltuples end as rows,
      pg_catalog.pg_relation_size(c.oid) as bytes, pg_catalog.pg_stat_get_tuples_deleted(c.oid) as deleted,
      coalesce((select pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('number', a.attnum, 'name', a.attname) order by a.attnum)
        from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped), '[]') as columns
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and c.relpersistence <> 't' and not n.nspname like 'pg\_%'
      and n.nspname not in ('information_schema', '_colonnade', 'supabase_migrations')`)
}

/** Returns the objects that existed before and no longer do, by their old names. Renamed objects still exist. */
export function lossesOf(before: readonly Holding[], after: readonly Holding[]): MergeLoss[] {
  const left = new Map(after.map((holding) => [holding.id, holding]))
  const losses = before.flatMap(({ id, name, rows: rows_estimate, bytes, deleted, columns }): MergeLoss[] => {
    const now = left.get(id)
    const of = { name, rows_estimate, bytes }
    if (now === undefined) return [{ kind: 'table', ...of }]
    const gone = columns.filter(({ number }) => !now.columns.some((column) => column.number === number))
    const lost = gone.map((column): MergeLoss => ({ kind: 'column', ...of, name: `${name}.${column.name}` }))
    if (bytes > 0 && now.bytes === 0) return [...lost, { kind: 'all_rows', ...of }]
    return now.deleted > deleted ? [...lost, { kind: 'rows', ...of, rows_estimate: now.deleted - deleted }] : lost
  })
  return losses.toSorted((one, other) => (one.name < other.name ? -1 : 1))
}
