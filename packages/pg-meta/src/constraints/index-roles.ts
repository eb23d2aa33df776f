import { type Fragment, sql } from '@colonnade/sql'
import { execute, type RuntimeName, runtimeLiteral } from '../catalog/block.ts'

/** Properties of the index behind constraint `k`, which get lost when the constraint and its index are re-created. */
export const indexRoles: Fragment = sql`(select x.indisreplident from pg_catalog.pg_index x where x.indexrelid = k.conindid and x.indrelid = k.conrelid) as is_replica_identity,
      (select x.indisclustered from pg_catalog.pg_index x where x.indexrelid = k.conindid and x.indrelid = k.conrelid) as is_clustered,
      case when k.contype <> 'f' then pg_catalog.obj_description(k.conindid, 'pg_class') end as index_comment`

/** Returns statements that restore these properties of `target` on the new index. */
export function keepIndexRoles(schema: RuntimeName, table: RuntimeName, index: RuntimeName): Fragment {
  const alter = (what: Fragment): Fragment => execute`alter table ${schema}.${table} ${what} ${index}`
  return sql`if target.is_replica_identity then ${alter(sql`replica identity using index`)} end if;
if target.is_clustered then ${alter(sql`cluster on`)} end if;
if target.index_comment is not null then ${execute`comment on index ${schema}.${index} is ${runtimeLiteral(sql`target.index_comment`)}`} end if;`
}
