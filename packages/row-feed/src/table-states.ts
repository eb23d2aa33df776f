import { type Login, logins, readerName } from '@colonnade/clusters'
import { realtimePublication } from '@colonnade/contracts/data/row-changes'
import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** The properties of a table that decide how its changes are published. */
export interface TableState {
  readonly oid: number
  /** Whether the publication includes every change: all operations, rows and partitions. */
  readonly is_published: boolean
  /** Columns of the primary key, otherwise of the replica identity index; empty without either. */
  readonly key: readonly string[]
  /** OIDs that its changes may carry: its own, and those of its partitions and inheriting tables. */
  readonly relations: readonly number[]
  /** The platform's logins that can read it. */
  readonly readers: readonly Login[]
}

/** Leaves out tables that don't exist. */
export function readTableStates(client: Queryable, tables: readonly number[]): Promise<TableState[]> {
  return client.rows<TableState>(sql`
    with recursive tree as (
      select t.oid as root, t.oid from pg_class t where t.oid = any (${tables}::oid[])
      union
      select tree.root, i.inhrelid from tree join pg_inherits i on i.inhparent = tree.oid
    ), published as (
      select g.relid from pg_publication p, lateral pg_get_publication_tables(p.pubname) g
      where p.pubname = ${realtimePublication} and g.qual is null and p.pubinsert and p.pubupdate and p.pubdelete and p.pubtruncate
    ), leaves as (
      select tree.root, exists (select from published where relid = tree.oid) as is_published
      from tree join pg_class c on c.oid = tree.oid where c.relkind <> 'p'
    )
    select t.oid::int8 as oid,
      (t.relkind = 'p' and exists (select from published where relid = t.oid))
        or coalesce((select bool_and(is_published) from leaves where root = t.oid), false) as is_published,
      coalesce((
        select json_agg(a.attname order by k.place)
        from (
          select i.indkey from pg_index i where i.indrelid = t.oid and (i.indisprimary or i.indisreplident) order by i.indisprimary desc limit 1
        ) i, unnest(i.indkey) with ordinality k (number, place) join pg_attribute a on a.attrelid = t.oid and a.attnum = k.number
      ), '[]') as key,
      (select json_agg(tree.oid::int8 order by tree.oid) from tree where tree.root = t.oid) as relations,
      array_remove(array[
        case when has_table_privilege(${logins.owner.user}, t.oid, 'select') then 'owner' end,
        case when has_table_privilege(${readerName}, t.oid, 'select') then 'reader' end
      ], null) as readers
    from pg_class t where t.oid = any (${tables}::oid[])`)
}
