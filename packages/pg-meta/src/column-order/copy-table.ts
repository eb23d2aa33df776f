import { type Fragment, join, sql } from '@colonnade/sql'
import { dropsAndRenames, made, madeLast } from './carried-objects.ts'

/** Texts of a query's only column, one after the other. */
function collect(into: Fragment, queries: readonly Fragment[]): Fragment {
  return join(
    queries.map((query) => sql`${into} := ${into} || array(${query});`),
    sql`\n`,
  )
}

const run = (list: Fragment): Fragment => sql`foreach statement in array ${list} loop execute statement; end loop;`

/** A row's own clause: with the collation, default and constraint that stand in the definition of a column. */
const columnClauses = sql`select pg_catalog.string_agg(pg_catalog.format('%I %s%s%s%s', a.attname, pg_catalog.format_type(a.atttypid, a.atttypmod),
    case when a.attcollation <> t.typcollation then (
      select pg_catalog.format(' collate %I.%I', ln.nspname, l.collname) from pg_catalog.pg_collation l join pg_catalog.pg_namespace ln on ln.oid = l.collnamespace where l.oid = a.attcollation
    ) end,
    case a.attgenerated when '' then ' default ' || pg_catalog.pg_get_expr(ad.adbin, ad.adrelid)
      else pg_catalog.format(' generated always as (%s) %s', pg_catalog.pg_get_expr(ad.adbin, ad.adrelid), case a.attgenerated when 's' then 'stored' else 'virtual' end) end,
    case when a.attnotnull then coalesce((
      select pg_catalog.format(' constraint %I', k.conname) from pg_catalog.pg_constraint k where k.conrelid = a.attrelid and k.contype = 'n' and k.conkey = array[a.attnum]
    ), '') || ' not null' end), ', ' order by pg_catalog.array_position(wanted, a.attname::text))
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  left join pg_catalog.pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
  where a.attrelid = target.oid and a.attnum > 0 and not a.attisdropped`

/** Options as `name='value'`; those of the TOAST table have its prefix. */
const storage = sql`select ' with (' || pg_catalog.string_agg(pg_catalog.format('%s%I=%L', o.prefix, pg_catalog.split_part(o.option, '=', 1), pg_catalog.substr(o.option, pg_catalog.strpos(o.option, '=') + 1)), ', ') || ')'
  from (
    select '' as prefix, pg_catalog.unnest(target.reloptions) as option
    union all
    select 'toast.', pg_catalog.unnest(x.reloptions) from pg_catalog.pg_class x where x.oid = target.reltoastrelid
  ) o`

/** Set before the rows, so that large values are written in their final storage. */
const columnStorage = sql`select pg_catalog.format('alter table %I.%I alter column %I set %s', target.schema, target.relname, a.attname, s.setting)
  from pg_catalog.pg_attribute a
  join pg_catalog.pg_type t on t.oid = a.atttypid
  cross join lateral (values
    (case when a.attstorage <> t.typstorage then 'storage ' || case a.attstorage when 'p' then 'plain' when 'e' then 'external' when 'x' then 'extended' else 'main' end end),
    (case a.attcompression when 'p' then 'compression pglz' when 'l' then 'compression lz4' end),
    ('statistics ' || nullif(a.attstattarget, -1)),
    ('(' || (select pg_catalog.string_agg(pg_catalog.format('%I=%L', pg_catalog.split_part(o, '=', 1), pg_catalog.split_part(o, '=', 2)), ', ') from pg_catalog.unnest(a.attoptions) o) || ')')
  ) s (setting)
  where a.attrelid = target.oid and a.attnum > 0 and not a.attisdropped and s.setting is not null
  order by a.attnum`

/** Where the new table's identities go on; what a sequence holds is read from itself. */
const identityPositions = sql`for item in
  select sn.nspname, s.relname from pg_catalog.pg_depend d
  join pg_catalog.pg_class s on s.oid = d.objid and s.relkind = 'S'
  join pg_catalog.pg_namespace sn on sn.oid = s.relnamespace
  where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.refobjid = target.oid and d.deptype = 'i' and d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid
loop
execute pg_catalog.format('select last_value, is_called from %I.%I', item.nspname, item.relname) into counter;
after := after || pg_catalog.format('select pg_catalog.setval(%L::pg_catalog.regclass, %s, %L)', pg_catalog.format('%I.%I', item.nspname, item.relname), counter.last_value, counter.is_called);
end loop;`

/** Row filters and column lists came with 15: the query is read only there. */
const publications = sql`for item in
  select p.pubname, pr.prrelid from pg_catalog.pg_publication_rel pr join pg_catalog.pg_publication p on p.oid = pr.prpubid where pr.prrelid = target.oid
loop
statement := pg_catalog.format('alter publication %I add table %I.%I', item.pubname, target.schema, target.relname);
if pg_catalog.current_setting('server_version_num')::int >= 150000 then
  select statement || coalesce(' (' || (
      select pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ') from pg_catalog.pg_attribute a where a.attrelid = pr.prrelid and a.attnum = any (pr.prattrs::int2[])
    ) || ')', '') || coalesce(' where (' || pg_catalog.pg_get_expr(pr.prqual, pr.prrelid) || ')', '') into statement
  from pg_catalog.pg_publication_rel pr join pg_catalog.pg_publication p on p.oid = pr.prpubid where pr.prrelid = target.oid and p.pubname = item.pubname;
end if;
after := after || statement;
end loop;`

/** Default privileges may have given some on the new table: they are taken away, and the old table's given one by one in their order. */
const privileges = sql`for item in
  select distinct case p.grantee when '0' then 'public' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(p.grantee)) end as grantee
  from pg_catalog.pg_class c
  cross join pg_catalog.aclexplode(coalesce(c.relacl, pg_catalog.acldefault('r', c.relowner))) p
  where c.oid = pg_catalog.to_regclass(pg_catalog.format('%I.%I', target.schema, target.relname)) and (c.relacl is not null or target.relacl is not null)
loop
execute pg_catalog.format('revoke all on table %I.%I from %s', target.schema, target.relname, item.grantee);
statement := 'revoked';
end loop;
if statement = 'revoked' then
${run(sql`grants`)}
end if;`

const columnGrants = sql`select pg_catalog.format('grant %s (%I) on table %I.%I to %s%s', p.privilege_type, a.attname, target.schema, target.relname,
    case p.grantee when '0' then 'public' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(p.grantee)) end, case when p.is_grantable then ' with grant option' end)
  from pg_catalog.pg_attribute a
  cross join pg_catalog.aclexplode(a.attacl) with ordinality as p (grantor, grantee, privilege_type, is_grantable, position)
  where a.attrelid = target.oid and not a.attisdropped order by a.attnum, p.position`

const tableGrants = sql`select pg_catalog.format('grant %s on table %I.%I to %s%s', p.privilege_type, target.schema, target.relname,
    case p.grantee when '0' then 'public' else pg_catalog.quote_ident(pg_catalog.pg_get_userbyid(p.grantee)) end, case when p.is_grantable then ' with grant option' end)
  from pg_catalog.aclexplode(coalesce(target.relacl, pg_catalog.acldefault('r', target.relowner))) with ordinality as p (grantor, grantee, privilege_type, is_grantable, position)
  order by p.position`

/** The body of the copy: all that is there is written down first, then the old table makes room. */
export const copyTable: Fragment = sql`${collect(sql`before`, dropsAndRenames)}
before := before || pg_catalog.format('create %stable %I.%I (%s) using %I%s%s', case target.relpersistence when 'u' then 'unlogged ' end, target.schema, target.relname, (${columnClauses}),
  (select m.amname from pg_catalog.pg_am m where m.oid = target.relam), (${storage}), (select pg_catalog.format(' tablespace %I', t.spcname) from pg_catalog.pg_tablespace t where t.oid = target.reltablespace));
${collect(sql`before`, [columnStorage])}
before := before || (select pg_catalog.format('insert into %I.%I (%s) select %s from %I.%I', target.schema, target.relname, l.list, l.list, target.schema, 'reorder_' || target.oid::text)
  from (
    select pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' order by a.attnum) as list from pg_catalog.pg_attribute a
    where a.attrelid = target.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  ) l
  where l.list is not null);
${collect(sql`after`, made)}
${identityPositions}
${publications}
${collect(sql`after`, madeLast)}
${collect(sql`grants`, [tableGrants])}
before := before || after;
after := '{}';
${collect(sql`after`, [columnGrants])}
${run(sql`before`)}
statement := null;
${privileges}
${run(sql`after`)}`
