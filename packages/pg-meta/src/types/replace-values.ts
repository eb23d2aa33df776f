import { empty, type Fragment, sql } from '@colonnade/sql'
import { execute, printedByPostgres, runtimeName } from '../catalog/block.ts'
import { enumLabels } from './create-type.ts'
import { target } from './update-type.ts'

/** Lists table columns of the type `target.id` or its array `target.array`, with their defaults. An inherited column follows its parent. */
export const movedColumns: Fragment = sql`select n.nspname as schema, c.relname as table, a.attname as column, a.attrelid, a.attnum, a.atttypid <> target.id as is_array,
    a.attinhcount = 0 as is_own,
    case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'x' then 'extended' else 'main' end as storage, c.relkind = 'f' as is_foreign, pg_catalog.pg_get_expr(e.adbin, e.adrelid) as default_value
  from pg_catalog.pg_depend d
    join pg_catalog.pg_attribute a on a.attrelid = d.objid and a.attnum = d.objsubid
    join pg_catalog.pg_class c on c.oid = a.attrelid
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join pg_catalog.pg_attrdef e on e.adrelid = a.attrelid and e.adnum = a.attnum
  where d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass::oid and d.refobjid in (target.id, target.array) and d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid
    and c.relkind in ('r', 'p', 'f') and a.atttypid in (target.id, target.array) and a.attgenerated = '' and not a.attisdropped`

/** Lists what depends on the type besides the columns in `moved`: views, functions, checks, indexes with its values, … */
export const otherDependents: Fragment = sql`select pg_catalog.string_agg(distinct pg_catalog.pg_describe_object(d.classid, d.objid, d.objsubid), ', ')
  from pg_catalog.pg_depend d
  where d.refclassid = 'pg_catalog.pg_type'::pg_catalog.regclass::oid and d.refobjid in (target.id, target.array) and d.deptype <> 'i'
    and not exists (
      select 1 from moved m left join pg_catalog.pg_attrdef e on e.adrelid = m.attrelid and e.adnum = m.attnum
      where (d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.objid = m.attrelid and d.objsubid = m.attnum)
        or (d.classid = 'pg_catalog.pg_attrdef'::pg_catalog.regclass::oid and d.objid = e.oid)
    )`

const column = { schema: runtimeName(sql`item.schema`), table: runtimeName(sql`item.table`), name: runtimeName(sql`item.column`) }
const previous = runtimeName(sql`previous`)

/**
 * Replaces the values of an enum, in any order: creates a new type, moves all columns and their defaults to it, and drops the old type.
 * Postgres rewrites the tables and locks them until it's done. Refused if anything but columns depends on the type; a row with a removed
 * value is an error.
 *
 * `target` has the type's `id`, `array`, `schema`, `name`, `owner`, `acl` and `comment`.
 */
export function replaceAll(values: readonly string[]): Fragment {
  const dropDefault = execute`alter table only ${column.schema}.${column.table} alter column ${column.name} drop default`
  // a foreign table has no rows here to convert
  const move = (suffix: Fragment): Fragment => sql`if item.is_foreign then
  ${execute`alter table ${column.schema}.${column.table} alter column ${column.name} type ${target.schema}.${target.name}${suffix}`}
else
  ${execute`alter table ${column.schema}.${column.table} alter column ${column.name} type ${target.schema}.${target.name}${suffix} using ${column.name}::text${suffix}::${target.schema}.${target.name}${suffix}`}
end if;`
  return sql`declare
  previous text := 'previous_' || target.id::text;
  kept json;
  others text;
  item record;
  created oid;
begin
with moved as (${movedColumns}) select (select pg_catalog.json_agg(m) from moved m), (${otherDependents}) into kept, others;
if others is not null then
  raise exception using message = pg_catalog.format('Cannot replace the values of type %I.%I: objects other than columns depend on it', target.schema, target.name),
    detail = others, errcode = '2BP01';
end if;
${execute`alter type ${target.schema}.${target.name} rename to ${previous}`}
${execute`create type ${target.schema}.${target.name} as enum (${enumLabels(values)})`}
created := pg_catalog.format('%I.%I', target.schema, target.name)::pg_catalog.regtype;
for item in select * from pg_catalog.json_to_recordset(kept) as k (schema name, "table" name, "column" name, is_array boolean, is_own boolean, default_value text)
  order by k.is_own loop
  if item.default_value is not null then ${dropDefault} end if;
end loop;
for item in select * from pg_catalog.json_to_recordset(kept) as k (schema name, "table" name, "column" name, is_array boolean, is_own boolean, is_foreign boolean, storage text) where k.is_own loop
  if item.is_array then
    ${move(sql`[]`)}
    ${execute`alter table ${column.schema}.${column.table} alter column ${column.name} set storage ${printedByPostgres(sql`item.storage`)}`}
  else ${move(empty)} end if;
end loop;
for item in select * from pg_catalog.json_to_recordset(kept) as k (schema name, "table" name, "column" name, default_value text) where k.default_value is not null loop
  ${execute`alter table only ${column.schema}.${column.table} alter column ${column.name} set default ${printedByPostgres(sql`item.default_value`)}`}
end loop;
${execute`drop type ${target.schema}.${previous}`}
if target.comment is not null then execute pg_catalog.format('comment on type %I.%I is %L', target.schema, target.name, target.comment); end if;
if target.owner <> current_user then ${execute`alter type ${target.schema}.${target.name} owner to ${runtimeName(sql`target.owner`)}`} end if;
-- default privileges may have granted some on the new type
if target.acl is not null or (select t.typacl is not null from pg_catalog.pg_type t where t.oid = created) then
for item in select distinct case g.grantee when '0' then 'public' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(g.grantee)) end as grantee
  from pg_catalog.pg_type t cross join pg_catalog.aclexplode(coalesce(t.typacl, pg_catalog.acldefault('T', t.typowner))) g where t.oid = created loop
${execute`revoke all on type ${target.schema}.${target.name} from ${printedByPostgres(sql`item.grantee`)}`}
end loop;
for item in select case g.grantee when '0' then 'public' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(g.grantee)) end as grantee,
  case when g.is_grantable then ' with grant option' else '' end as option from pg_catalog.aclexplode(coalesce(target.acl, pg_catalog.acldefault('T', (select t.typowner from pg_catalog.pg_type t where t.oid = created)))) g loop
${execute`grant usage on type ${target.schema}.${target.name} to ${printedByPostgres(sql`item.grantee`)}${printedByPostgres(sql`item.option`)}`}
end loop;
end if;
end;`
}
