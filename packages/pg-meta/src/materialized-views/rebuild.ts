import { type Fragment, sql } from '@colonnade/sql'
import { authoredQuery } from '../catalog/authored.ts'
import { execute, printedByPostgres, type RuntimeName, runtimeName } from '../catalog/block.ts'

const format = sql`pg_catalog.format`

/**
 * What a materialized view has besides its query, as statements in the order in which they are to run again. Those about a column
 * name it: they run if it is there then. An index over a column that is gone is an error, so that nothing is lost unseen.
 */
const belongings: Fragment = sql`select 1 as step, null as of, ${format}('alter materialized view %I.%I set (%s)', target.schema, target.name,
    (select pg_catalog.string_agg(${format}('%I = %L', o.option_name, o.option_value), ', ') from pg_catalog.pg_options_to_table(c.reloptions) o)) as statement
  from pg_catalog.pg_class c where c.oid = target.id and c.reloptions is not null
union all select 1, null, ${format}('alter materialized view %I.%I set tablespace %I', target.schema, target.name, s.spcname)
  from pg_catalog.pg_class c join pg_catalog.pg_tablespace s on s.oid = c.reltablespace where c.oid = target.id
union all select 2, a.attname, ${format}('alter materialized view %I.%I alter column %I set statistics %s', target.schema, target.name, a.attname, a.attstattarget)
  from pg_catalog.pg_attribute a where a.attrelid = target.id and a.attnum > 0 and not a.attisdropped and a.attstattarget >= 0
union all select 2, a.attname, ${format}('alter materialized view %I.%I alter column %I set storage %s', target.schema, target.name, a.attname,
    case a.attstorage when 'p' then 'plain' when 'm' then 'main' when 'e' then 'external' else 'extended' end)
  from pg_catalog.pg_attribute a join pg_catalog.pg_type y on y.oid = a.atttypid
  where a.attrelid = target.id and a.attnum > 0 and not a.attisdropped and a.attstorage <> y.typstorage
union all select 2, a.attname, ${format}('alter materialized view %I.%I alter column %I set compression %s', target.schema, target.name, a.attname,
    case a.attcompression when 'p' then 'pglz' else 'lz4' end)
  from pg_catalog.pg_attribute a where a.attrelid = target.id and a.attnum > 0 and not a.attisdropped and a.attcompression <> ''
union all select 2, a.attname, ${format}('alter materialized view %I.%I alter column %I set (%s)', target.schema, target.name, a.attname,
    (select pg_catalog.string_agg(${format}('%I = %L', o.option_name, o.option_value), ', ') from pg_catalog.pg_options_to_table(a.attoptions) o))
  from pg_catalog.pg_attribute a where a.attrelid = target.id and a.attnum > 0 and not a.attisdropped and a.attoptions is not null
union all select 2, a.attname, ${format}('comment on column %I.%I.%I is %L', target.schema, target.name, a.attname, pg_catalog.col_description(target.id, a.attnum))
  from pg_catalog.pg_attribute a where a.attrelid = target.id and pg_catalog.col_description(target.id, a.attnum) is not null
union all select 2, null, ${format}('comment on materialized view %I.%I is %L', target.schema, target.name, d)
  from pg_catalog.obj_description(target.id, 'pg_class') d where d is not null
union all select 3, null, pg_catalog.pg_get_statisticsobjdef(x.oid) from pg_catalog.pg_statistic_ext x where x.stxrelid = target.id
union all select 4, null, ${format}('alter statistics %I.%I set statistics %s', (select n.nspname from pg_catalog.pg_namespace n where n.oid = x.stxnamespace), x.stxname, x.stxstattarget)
  from pg_catalog.pg_statistic_ext x where x.stxrelid = target.id and x.stxstattarget >= 0
union all select 4, null, ${format}('comment on statistics %I.%I is %L', (select n.nspname from pg_catalog.pg_namespace n where n.oid = x.stxnamespace), x.stxname, d)
  from pg_catalog.pg_statistic_ext x cross join pg_catalog.obj_description(x.oid, 'pg_statistic_ext') d where x.stxrelid = target.id and d is not null
union all select 5, null, pg_catalog.pg_get_indexdef(i.indexrelid) from pg_catalog.pg_index i where i.indrelid = target.id
union all select 6, null, ${format}('alter index %I.%I alter column %s set statistics %s', target.schema, x.relname, a.attnum, a.attstattarget)
  from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid join pg_catalog.pg_attribute a on a.attrelid = x.oid where i.indrelid = target.id and a.attstattarget >= 0
union all select 6, null, ${format}('comment on index %I.%I is %L', target.schema, x.relname, d)
  from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid cross join pg_catalog.obj_description(x.oid, 'pg_class') d
  where i.indrelid = target.id and d is not null
union all select 6, null, ${format}('alter index %I.%I set tablespace %I', target.schema, x.relname, s.spcname)
  from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid join pg_catalog.pg_tablespace s on s.oid = x.reltablespace where i.indrelid = target.id
union all select 6, null, ${format}('alter materialized view %I.%I cluster on %I', target.schema, target.name, x.relname)
  from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid where i.indrelid = target.id and i.indisclustered
union all select 7 + g.position::int, null, ${format}('grant %s on %I.%I to %s%s', g.privilege_type, target.schema, target.name, ${grantee()}, ${grantOption()})
  from pg_catalog.pg_class c cross join pg_catalog.aclexplode(c.relacl) with ordinality g (grantor, grantee, privilege_type, is_grantable, position) where c.oid = target.id
union all select 1000, a.attname, ${format}('grant %s (%I) on %I.%I to %s%s', g.privilege_type, a.attname, target.schema, target.name, ${grantee()}, ${grantOption()})
  from pg_catalog.pg_attribute a cross join pg_catalog.aclexplode(a.attacl) g where a.attrelid = target.id`

function grantee(): Fragment {
  return sql`case g.grantee when '0' then 'public' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(g.grantee)) end`
}

function grantOption(): Fragment {
  return sql`case when g.is_grantable then ' with grant option' else '' end`
}

/**
 * Re-creates a materialized view with another query, because Postgres can't change it in place. Keeps its owner, indexes, privileges,
 * comments, options and statistics. If it had rows, they are read with its owner's privileges, as in a refresh.
 *
 * `target` has its `id`, `schema`, `name`, `owner`, `acl`, `method` and `is_populated`.
 */
export function rebuild(definition: string, cascade: boolean, target: { readonly schema: RuntimeName; readonly name: RuntimeName }): Fragment {
  return sql`declare
  kept json := (select pg_catalog.json_agg(b order by b.step) from (${belongings}) b);
  item record;
begin
${execute`drop materialized view ${target.schema}.${target.name} ${cascade ? sql`cascade` : sql`restrict`}`}
${execute`create materialized view ${target.schema}.${target.name} using ${runtimeName(sql`target.method`)} as ${authoredQuery(definition)} with no data`}
target.id := ${format}('%I.%I', target.schema, target.name)::pg_catalog.regclass;
if target.owner <> current_user then ${execute`alter materialized view ${target.schema}.${target.name} owner to ${runtimeName(sql`target.owner`)}`} end if;
for item in select distinct ${grantee()} as name from pg_catalog.pg_class c cross join pg_catalog.aclexplode(c.relacl) g where c.oid = target.id
  and (target.acl is not null or g.grantee <> c.relowner) loop
${execute`revoke all on ${target.schema}.${target.name} from ${printedByPostgres(sql`item.name`)}`}
end loop;
for item in select * from pg_catalog.json_to_recordset(kept) as k (step int, of name, statement text) order by k.step loop
if item.of is null or exists (select 1 from pg_catalog.pg_attribute a where a.attrelid = target.id and a.attname = item.of and not a.attisdropped) then
execute item.statement;
end if;
end loop;
if target.is_populated then ${execute`refresh materialized view ${target.schema}.${target.name}`} end if;
end;`
}
