import type { Queryable } from '@colonnade/pg'
import { sql } from '@colonnade/sql'

/** An object of a schema as text, equal in two databases if the object is equal. */
export interface SchemaObject {
  readonly kind: string
  readonly name: string
  readonly definition: string
  /** Set for an extension at its server's default version: its definition without the version. */
  readonly packaged?: string | null
}

/** Leaves out schemas of Postgres and the platform, and the records of migrations. */
const foreign = sql`(n.nspname like 'pg\_%' or n.nspname in ('information_schema', '_colonnade', 'supabase_migrations'))`

/** Leaves out members of an extension, which change with it. */
const extensions = (catalog: string) =>
  sql`not exists (select from pg_depend e where e.classid = ${catalog}::regclass and e.objid = o.oid and e.deptype = 'e')`

/** Privileges in an order that doesn't depend on when they were granted. */
const granted = sql`(select string_agg('grant ' || a::text, e'\n' order by a::text) from unnest(o.acl) a)`

const columns = sql`
  select string_agg(concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation::text end,
      case when a.attnotnull then 'not null' end,
      case when a.attidentity <> '' then 'generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity' end,
      case a.attgenerated when 's' then 'stored as ' when 'v' then 'virtual as ' else 'default ' end || pg_get_expr(d.adbin, d.adrelid),
      case when a.attacl is not null then a.attacl::text end,
      '-- ' || col_description(a.attrelid, a.attnum)), e'\n' order by a.attnum)
  from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
  where a.attrelid = o.oid and a.attnum > 0 and not a.attisdropped`

const constraints = sql`
  select string_agg(quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid), e'\n' order by c.conname)
  from pg_constraint c where c.conrelid = o.oid and c.contype <> 'n'`

/** pg_class with the columns that every object here needs. */
const relations = sql`
  (select c.*, n.nspname, c.relacl as acl, n.nspname || '.' || c.relname as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where not ${foreign}) o`

/**
 * Returns all objects of a database's schema, with qualified names. Leaves out roles, which belong to the server, and
 * sequence values, which are data.
 */
const statement = sql`
  select 'schema' as kind, o.nspname as name, concat_ws(e'\n', 'owner ' || o.nspowner::regrole::text, ${granted}, '-- ' || obj_description(o.oid, 'pg_namespace')) as definition
  from (select n.*, n.nspacl as acl from pg_namespace n where not ${foreign}) o where ${extensions('pg_namespace')}
  union all
  select case o.relkind when 'f' then 'foreign table' else 'table' end, o.name,
    concat_ws(e'\n', (${columns}), (${constraints}),
      case when o.relkind = 'p' then 'partition by ' || pg_get_partkeydef(o.oid) end,
      (select string_agg('inherits ' || i.inhparent::regclass::text || coalesce(' ' || pg_get_expr(o.relpartbound, o.oid), ''), e'\n' order by i.inhseqno)
        from pg_inherits i where i.inhrelid = o.oid),
      case when o.relpersistence = 'u' then 'unlogged' end, case when o.relrowsecurity then 'row level security' end,
      case when o.relforcerowsecurity then 'forced row level security' end, 'with ' || o.reloptions::text,
      (select 'server ' || s.srvname || ' ' || coalesce(f.ftoptions::text, '') from pg_foreign_table f join pg_foreign_server s on s.oid = f.ftserver
        where f.ftrelid = o.oid),
      'owner ' || o.relowner::regrole::text, ${granted}, '-- ' || obj_description(o.oid, 'pg_class'))
  from ${relations} where o.relkind in ('r', 'p', 'f') and ${extensions('pg_class')}
  union all
  select case o.relkind when 'm' then 'materialized view' else 'view' end, o.name,
    concat_ws(e'\n', pg_get_viewdef(o.oid), 'with ' || o.reloptions::text, 'owner ' || o.relowner::regrole::text, ${granted},
      '-- ' || obj_description(o.oid, 'pg_class'))
  from ${relations} where o.relkind in ('v', 'm') and ${extensions('pg_class')}
  union all
  select 'index', o.name,
    concat_ws(e'\n', pg_get_indexdef(o.oid), '-- ' || obj_description(o.oid, 'pg_class'), case when not i.indisvalid then 'invalid' end)
  from ${relations} join pg_index i on i.indexrelid = o.oid
  where not exists (select from pg_constraint c where c.conindid = o.oid and c.contype in ('p', 'u', 'x')) and ${extensions('pg_class')}
  union all
  select 'sequence', o.name, concat_ws(' ', format_type(s.seqtypid, null), 'start', s.seqstart, 'increment', s.seqincrement, 'minimum', s.seqmin,
    'maximum', s.seqmax, 'cache', s.seqcache, case when s.seqcycle then 'cycle' end, ${granted})
  from ${relations} join pg_sequence s on s.seqrelid = o.oid where ${extensions('pg_class')}
  union all
  select case o.prokind when 'p' then 'procedure' when 'a' then 'aggregate' else 'function' end,
    o.nspname || '.' || o.proname || '(' || pg_get_function_identity_arguments(o.oid) || ')',
    concat_ws(e'\n', case when o.prokind = 'a' then 'returns ' || pg_get_function_result(o.oid) else pg_get_functiondef(o.oid) end,
      'owner ' || o.proowner::regrole::text, ${granted}, '-- ' || obj_description(o.oid, 'pg_proc'))
  from (select p.*, n.nspname, p.proacl as acl from pg_proc p join pg_namespace n on n.oid = p.pronamespace where not ${foreign}) o
  where ${extensions('pg_proc')} and not exists (
    -- what makes ranges of a type comes with it
    select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = o.oid and d.refclassid = 'pg_type'::regclass and d.deptype = 'i')
  union all
  select 'trigger', quote_ident(t.tgname) || ' on ' || o.name,
    concat_ws(e'\n', pg_get_triggerdef(t.oid), case t.tgenabled when 'D' then 'disabled' when 'R' then 'for replicas' when 'A' then 'always' end,
      '-- ' || obj_description(t.oid, 'pg_trigger'))
  from ${relations} join pg_trigger t on t.tgrelid = o.oid where not t.tgisinternal
  union all
  select 'policy', quote_ident(p.polname) || ' on ' || o.name,
    concat_ws(e'\n', case when p.polpermissive then 'permissive' else 'restrictive' end || ' for ' || p.polcmd::text,
      'to ' || (select string_agg(case when r = 0 then 'public' else r::regrole::text end, ', ' order by r::regrole::text) from unnest(p.polroles) r),
      'using ' || pg_get_expr(p.polqual, p.polrelid), 'with check ' || pg_get_expr(p.polwithcheck, p.polrelid), '-- ' || obj_description(p.oid, 'pg_policy'))
  from ${relations} join pg_policy p on p.polrelid = o.oid
  union all
  select 'type', o.nspname || '.' || o.typname,
    concat_ws(e'\n', case o.typtype when 'e' then 'enum' when 'c' then 'composite' when 'd' then 'domain of ' || format_type(o.typbasetype, o.typtypmod) else 'range' end,
      (select string_agg(quote_literal(l.enumlabel), e'\n' order by l.enumsortorder) from pg_enum l where l.enumtypid = o.oid),
      (select string_agg(quote_ident(a.attname) || ' ' || format_type(a.atttypid, a.atttypmod), e'\n' order by a.attnum) from pg_attribute a
        where a.attrelid = o.typrelid and a.attnum > 0 and not a.attisdropped),
      (select string_agg(quote_ident(c.conname) || ' ' || pg_get_constraintdef(c.oid), e'\n' order by c.conname) from pg_constraint c where c.contypid = o.oid),
      case when o.typdefault is not null then 'default ' || o.typdefault end,
      (select 'of ' || format_type(g.rngsubtype, null) from pg_range g where g.rngtypid = o.oid), ${granted},
      '-- ' || obj_description(o.oid, 'pg_type'))
  from (select t.*, n.nspname, t.typacl as acl from pg_type t join pg_namespace n on n.oid = t.typnamespace where not ${foreign}) o
  where (o.typtype in ('e', 'd', 'r') or (o.typtype = 'c' and exists (select from pg_class c where c.oid = o.typrelid and c.relkind = 'c')))
    and ${extensions('pg_type')}
  union all
  select 'rule', quote_ident(r.rulename) || ' on ' || o.name,
    concat_ws(e'\n', pg_get_ruledef(r.oid), case r.ev_enabled when 'D' then 'disabled' when 'R' then 'for replicas' when 'A' then 'always' end)
  from ${relations} join pg_rewrite r on r.ev_class = o.oid where r.rulename <> '_RETURN' and ${extensions('pg_class')}
  union all
  select 'statistics', o.nspname || '.' || o.stxname, pg_get_statisticsobjdef(o.oid)
  from (select t.*, n.nspname from pg_statistic_ext t join pg_namespace n on n.oid = t.stxnamespace where not ${foreign}) o where ${extensions('pg_statistic_ext')}
  union all
  select 'collation', o.nspname || '.' || o.collname,
    concat_ws(' ', case o.collprovider when 'i' then 'icu' when 'b' then 'builtin' else 'libc' end,
      coalesce(to_jsonb(o) ->> 'colllocale', to_jsonb(o) ->> 'colliculocale', o.collcollate), case when not o.collisdeterministic then 'not deterministic' end)
  from (select c.*, n.nspname from pg_collation c join pg_namespace n on n.oid = c.collnamespace where not ${foreign}) o where ${extensions('pg_collation')}
  union all
  select 'operator', o.oid::regoperator::text, 'function ' || o.oprcode::regprocedure::text
  from (select p.* from pg_operator p join pg_namespace n on n.oid = p.oprnamespace where not ${foreign}) o where ${extensions('pg_operator')}
  union all
  select 'cast', format_type(o.castsource, null) || ' as ' || format_type(o.casttarget, null),
    concat_ws(' ', case o.castmethod when 'f' then 'function ' || o.castfunc::regprocedure::text when 'i' then 'inout' else 'binary' end,
      case o.castcontext when 'a' then 'as assignment' when 'i' then 'as implicit' end)
  from pg_cast o where o.oid >= 16384 and ${extensions('pg_cast')}
    -- what casts a range to its multirange comes with it
    and not exists (select from pg_depend d where d.classid = 'pg_cast'::regclass and d.objid = o.oid and d.deptype = 'i')
  union all
  select 'default privileges', concat_ws(' ', 'of ' || d.defaclrole::regrole::text, 'in ' || n.nspname, 'for ' ||
      case d.defaclobjtype when 'r' then 'tables' when 'S' then 'sequences' when 'f' then 'functions' when 'T' then 'types' when 'n' then 'schemas' else d.defaclobjtype::text end),
    (select string_agg('grant ' || a::text, e'\n' order by a::text) from unnest(d.defaclacl) a)
  from pg_default_acl d left join pg_namespace n on n.oid = d.defaclnamespace where n.oid is null or not ${foreign}
  union all
  select 'event trigger', o.evtname, concat_ws(' ', 'on', o.evtevent, o.evttags::text, 'do', o.evtfoid::regprocedure::text, o.evtenabled::text)
  from pg_event_trigger o where o.evtfoid::regprocedure::text not like '\_colonnade.%' and ${extensions('pg_event_trigger')}
  union all
  select 'extension', x.extname, 'version ' || x.extversion || e'\nschema ' || x.extnamespace::regnamespace::text from pg_extension x
  union all
  select 'publication', p.pubname, concat_ws(e'\n', case when p.puballtables then 'all tables' end,
    concat_ws(' ', case when p.pubinsert then 'insert' end, case when p.pubupdate then 'update' end, case when p.pubdelete then 'delete' end,
      case when p.pubtruncate then 'truncate' end, case when p.pubviaroot then 'via root' end),
    (select string_agg(concat_ws(' ', r.prrelid::regclass::text, r.prattrs::text, pg_get_expr(r.prqual, r.prrelid)), e'\n' order by r.prrelid::regclass::text)
      from pg_publication_rel r where r.prpubid = p.oid),
    (select string_agg('schema ' || r.pnnspid::regnamespace::text, e'\n' order by r.pnnspid::regnamespace::text) from pg_publication_namespace r where r.pnpubid = p.oid))
  from pg_publication p
  union all
  select 'role', r.rolname, concat_ws(e'\n',
    concat_ws(' ', case when r.rolsuper then 'superuser' end, case when r.rolcreaterole then 'createrole' end, case when r.rolcreatedb then 'createdb' end,
      case when r.rolcanlogin then 'login' end, case when r.rolreplication then 'replication' end, case when r.rolbypassrls then 'bypassrls' end,
      case when not r.rolinherit then 'noinherit' end, 'connection limit ' || r.rolconnlimit),
    (select string_agg('member of ' || m.roleid::regrole::text, e'\n' order by m.roleid::regrole::text) from pg_auth_members m where m.member = r.oid))
  from pg_roles r where r.rolname not like 'pg\_%' and r.rolname not like 'platform\_%'`

const packaged = sql`
  select 'schema ' || x.extnamespace::regnamespace::text from pg_extension x join pg_available_extensions a on a.name = x.extname
  where x.extname = o.name and x.extversion = a.default_version`

/** Uses its own connection, because it changes `search_path`. */
export async function listSchemaObjects(client: Queryable): Promise<SchemaObject[]> {
  await client.run(sql`set search_path = ''`)
  try {
    return await client.rows<SchemaObject>(sql`
      select o.*, case when o.kind = 'extension' then (${packaged}) end as packaged from (${statement}) o order by o.kind, o.name`)
  } finally {
    await client.run(sql`reset search_path`)
  }
}
