import { type Fragment, ident, join, sql } from '@colonnade/sql'
import type { CatalogRows } from './catalog-rows.ts'

/** The texts of a catalog: for each part of `CatalogRows`, its JSON. */
export type CatalogTexts = { readonly [part in keyof CatalogRows]: string }

/**
 * One statement, so that all parts are read as of one moment. Its row is a `CatalogTexts`. The session's search path has to be empty, because
 * Postgres writes the names of types and the expressions of defaults for it.
 */
export function catalogQuery(schemas: readonly string[], extraSearchPath: readonly string[]): Fragment {
  const exposed = schemasIn(schemas)
  const searched = schemasIn([...schemas, ...extraSearchPath])
  const parts: { readonly [part in keyof CatalogRows]: Fragment } = {
    relations: relations(exposed),
    comments: comments(exposed),
    defaults: defaults(exposed),
    keys,
    domains,
    enums,
    routines: routines(exposed),
    computed: computed(searched),
    casts,
    handlers: handlers(searched),
    features: features(searched),
  }
  const columns = Object.entries(parts).map(
    ([part, rows]) => sql`(select coalesce(pg_catalog.json_agg(x.line order by x.place), '[]')::pg_catalog.text from (${rows}) x) as ${ident(part)}`,
  )
  return sql`select ${join(columns)}`
}

/** Names that `Prefer: timezone` can have. Postgres reads some 600 files for it, so it is asked once. */
export const timeZoneQuery: Fragment = sql`select pg_catalog.array_agg(z.name) as names from pg_catalog.pg_timezone_names z`

function schemasIn(names: readonly string[]): Fragment {
  return sql`any (array(select n.oid from pg_catalog.pg_namespace n where n.nspname = any (${names}::pg_catalog.name[])))`
}

/**
 * Relations of the exposed schemas, without partitions: as in PostgREST, they are reached through their table, whose policies apply to
 * them only there.
 */
function isExposed(exposed: Fragment): Fragment {
  return sql`c.relnamespace = ${exposed} and c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition`
}

function relations(exposed: Fragment): Fragment {
  return sql`
    select c.oid as place, pg_catalog.json_build_array(c.oid::bigint, n.nspname, c.relname, c.relkind,
      case when c.relkind = 'p' or c.relkind = 'r' and not c.relhassubclass then 60 when c.relkind = 'r' then 28 when c.relkind = 'm' then 0
        else pg_catalog.pg_relation_is_updatable(c.oid, true) end,
      (
        select coalesce(pg_catalog.json_agg(pg_catalog.json_build_array(a.attnum, a.attname, a.atttypid::bigint,
          pg_catalog.format_type(a.atttypid, a.atttypmod), a.atttypmod, a.attnotnull, a.attidentity, a.attgenerated) order by a.attnum), '[]')
        from pg_catalog.pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      )) as line
    from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    where ${isExposed(exposed)}`
}

function comments(exposed: Fragment): Fragment {
  return sql`
    select d.objoid::bigint * 2048 + d.objsubid as place, pg_catalog.json_build_array(d.objoid::bigint, d.objsubid, d.description) as line
    from pg_catalog.pg_description d join pg_catalog.pg_class c on c.oid = d.objoid
    where d.classoid = 'pg_catalog.pg_class'::pg_catalog.regclass and ${isExposed(exposed)}`
}

function defaults(exposed: Fragment): Fragment {
  return sql`
    select d.adrelid::bigint * 2048 + d.adnum as place,
      pg_catalog.json_build_array(d.adrelid::bigint, d.adnum, pg_catalog.pg_get_expr(d.adbin, d.adrelid)) as line
    from pg_catalog.pg_attrdef d join pg_catalog.pg_class c on c.oid = d.adrelid
    where ${isExposed(exposed)}`
}

/** Also of schemas that are not exposed, because exposed views may show their tables. */
const keys = sql`
  select k.oid as place, pg_catalog.json_build_array(k.contype, k.conrelid::bigint, k.conname, k.conkey, k.confrelid::bigint, k.confkey) as line
  from pg_catalog.pg_constraint k join pg_catalog.pg_namespace n on n.oid = k.connamespace
  where k.contype in ('p', 'u', 'f') and k.conparentid = 0 and k.conrelid <> 0 and n.nspname not in ('pg_catalog', 'information_schema')`

const domains = sql`
  select t.oid as place, pg_catalog.json_build_array(t.oid::bigint, pg_catalog.format_type(t.oid, -1), t.typbasetype::bigint,
    pg_catalog.format_type(t.typbasetype, t.typtypmod), t.typtypmod, t.typnotnull, pg_catalog.pg_get_expr(t.typdefaultbin, 0)) as line
  from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where t.typtype = 'd' and n.nspname <> 'information_schema'`

const enums = sql`
  select e.enumtypid as place, pg_catalog.json_build_array(e.enumtypid::bigint, pg_catalog.json_agg(e.enumlabel order by e.enumsortorder)) as line
  from pg_catalog.pg_enum e
  group by e.enumtypid`

/** Functions that a request can call: of pseudo-types, they may return nothing, records and polymorphic values. */
function routines(exposed: Fragment): Fragment {
  return sql`
    select p.oid as place, pg_catalog.json_build_array(p.oid::bigint, n.nspname, p.proname, d.description, p.proargnames, p.proargmodes, (
        select coalesce(pg_catalog.json_agg(pg_catalog.format_type(x.type, -1) order by x.place), '[]')
        from pg_catalog.unnest(coalesce(p.proallargtypes, p.proargtypes::oid[])) with ordinality as x(type, place)
      ), p.pronargdefaults, pg_catalog.format_type(p.prorettype, -1), t.typname = 'void' and t.typtype = 'p', p.proretset,
      coalesce(nullif(t.typrelid, 0), b.typrelid, 0)::bigint, t.typtype = 'c' or b.typtype is not distinct from 'c' or t.typname = 'record' and t.typtype = 'p',
      p.provolatile, p.proconfig) as line
    from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      join pg_catalog.pg_type t on t.oid = p.prorettype
      left join pg_catalog.pg_type b on b.oid = t.typbasetype
      left join pg_catalog.pg_description d on d.classoid = 'pg_catalog.pg_proc'::pg_catalog.regclass and d.objoid = p.oid and d.objsubid = 0
    where p.pronamespace = ${exposed} and p.prokind = 'f' and (t.typtype <> 'p' or t.typname in ('void', 'record') or t.typname like 'any%')`
}

/** Functions from a row of one relation to rows of one. The relations are looked up by their row types. */
function computed(searched: Fragment): Fragment {
  return sql`
    select p.oid as place, pg_catalog.json_build_array(n.nspname, p.proname, f.typrelid::bigint, t.typrelid::bigint, not p.proretset or p.prorows = 1) as line
    from pg_catalog.pg_proc p
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      join pg_catalog.pg_type f on f.oid = p.proargtypes[0] and f.typtype = 'c'
      join pg_catalog.pg_type t on t.oid = p.prorettype and t.typtype = 'c'
    where p.pronamespace = ${searched} and p.prokind = 'f' and p.pronargs = 1`
}

/** Implicit casts by function between a domain and JSON, and from text to a domain. */
const casts = sql`
  select k.oid as place, pg_catalog.json_build_array(k.castsource::bigint, k.casttarget::bigint, n.nspname, p.proname) as line
  from pg_catalog.pg_cast k
    join pg_catalog.pg_type s on s.oid = k.castsource
    join pg_catalog.pg_type t on t.oid = k.casttarget
    join pg_catalog.pg_proc p on p.oid = k.castfunc
    join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where k.castcontext = 'i' and k.castmethod = 'f' and (
    s.typtype = 'd' and k.casttarget = 'pg_catalog.json'::pg_catalog.regtype
    or t.typtype = 'd' and k.castsource in ('pg_catalog.json'::pg_catalog.regtype, 'pg_catalog.text'::pg_catalog.regtype))`

/** Aggregates over one argument and functions that return a domain whose name is a media type. */
function handlers(searched: Fragment): Fragment {
  return sql`
    select p.oid as place, pg_catalog.json_build_array(n.nspname, p.proname, p.prokind, f.typrelid::bigint,
      f.typname = 'anyelement' and f.typtype = 'p', t.oid::bigint, pg_catalog.lower(t.typname)) as line
    from pg_catalog.pg_type t
      join pg_catalog.pg_proc p on p.prorettype = t.oid
      join pg_catalog.pg_namespace n on n.oid = p.pronamespace
      left join pg_catalog.pg_type f on f.oid = p.proargtypes[0]
    where t.typtype = 'd' and (t.typname = '*/*' or t.typname ~* '^[a-z0-9.-]+/[a-z0-9.+-]+$') and p.pronamespace = ${searched}
      and (p.prokind = 'f' or p.prokind = 'a' and p.pronargs = 1)`
}

/** Returns the PostGIS function for GeoJSON features, if it can be found without its schema. */
function features(searched: Fragment): Fragment {
  return sql`
    select p.oid as place, pg_catalog.json_build_array(n.nspname) as line
    from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
    where p.proname = 'st_asgeojson' and p.proargtypes[0] = 'pg_catalog.record'::pg_catalog.regtype and p.pronamespace = ${searched}`
}
