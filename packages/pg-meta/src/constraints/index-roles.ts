import { type Fragment, sql } from '@colonnade/sql'
import { execute, type RuntimeName, runtimeLiteral } from '../catalog/block.ts'

/** What the index behind constraint `k` is besides: a constraint that is made again has another index, and Postgres forgets this. */
export const indexRoles: Fragment = sql`(select x.indisreplident from pg_catalog.pg_index x where x.indexrelid = k.conindid and x.indrelid = k.conrelid) as is_replica_identity,
      (select x.indisclustered from pg_catalog.pg_index x where x.indexrelid = k.conindid and x.indrelid = k.conrelid) as is_clustered,
      case when k.contype <> 'f' then pg_catalog.obj_description(k.conindid, 'pg_class') end as index_comment`

/** Statements that give the index of the new constraint what `target` says of the old one's. */
export function keepIndexRoles(schema: RuntimeName, table: RuntimeName, index: RuntimeName): Fragment {
  const alter = (what: Fragment): Fragment => execute`alter table ${schema}.${table} ${what} ${index}`
  return sql`if target.is_replica_identity then ${alter(sql`replica identity using index`)} end if;
if target.is_clustered then ${alter(sql`cluster on`)} end if;
if target.index_comment is not null then ${execute`comment on index ${schema}.${index} is ${runtimeLiteral(sql`target.index_comment`)}`} end if;`
}
