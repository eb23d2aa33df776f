import { ident, join, literal, sql, type Fragment } from '@colonnade/sql'
import { z } from 'zod'
import { oid } from '../catalog/identifiers.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { listing, retrieval, type Statement } from '../statement.ts'

export const dependentKinds = [
  'view',
  'materialized view',
  'table',
  'foreign table',
  'partition',
  'column',
  'foreign key',
  'constraint',
  'index',
  'sequence',
  'default',
  'trigger',
  'policy',
  'rule',
  'function',
  'type',
  'statistics',
  'publication',
  'extension',
  'other',
] as const
export const DependentKind = z.enum(dependentKinds)
export type DependentKind = z.infer<typeof DependentKind>

/** One thing that `drop … cascade` drops besides what it names. */
export const Dependent = z.object({
  kind: DependentKind,
  /** Null for what is in no schema, such as a publication. */
  schema: z.string().nullable(),
  name: z.string(),
  /** The relation that it is a part of, quoted: `public.album`. Null when it stands for itself. */
  on: z.string().nullable(),
  /** In Postgres's words: "constraint track_album_fkey on table track". */
  detail: z.string(),
  /**
   * belongs: it is a part of what is dropped and goes also with `restrict`. depends: `restrict` refuses because of it. follows: it is a part
   * of, or is owned by, what depends.
   */
  how: z.enum(['belongs', 'depends', 'follows']),
})
export type Dependent = z.infer<typeof Dependent>

/** Catalogs, besides pg_class, whose objects can be asked about. */
export const dropCatalogs = [
  'pg_namespace',
  'pg_proc',
  'pg_type',
  'pg_extension',
  'pg_trigger',
  'pg_event_trigger',
  'pg_policy',
  'pg_publication',
] as const

/** A relation or one of its columns; or another object, by its catalog and oid. */
export type DropTarget =
  | { readonly id: number; readonly column?: string | undefined; readonly catalog?: undefined }
  | { readonly id: number; readonly catalog: (typeof dropCatalogs)[number]; readonly column?: undefined }

/** Most entries of an answer unless asked for more. */
export const dependentLimit = 1_000

/**
 * What `drop … cascade` would take along, by walking pg_depend as Postgres does itself (src/backend/catalog/dependency.c,
 * findDependentObjects): dependents of every depth, and the owners of parts that are reached from elsewhere (a view by its rule). First what
 * depends, then what follows, then what belongs. What nobody made or names is left out: row types, TOAST tables, the triggers of foreign
 * keys, the indexes of constraints. It takes no lock.
 */
export function listDependents(
  target: DropTarget,
  { limit = dependentLimit }: { readonly limit?: number } = {},
): Statement<z.ZodArray<typeof Dependent>> {
  const text = sql`with recursive ${rootsOf(target)},
reached (classid, objid, objsubid, is_own, is_part) as (
  select classid, objid, objsubid, true, true from roots
  union
  select next.classid, next.objid, next.objsubid, next.is_own, next.is_part
  from reached r
  cross join lateral (
    select d.classid, d.objid, d.objsubid, r.is_own and d.deptype <> 'n' as is_own, d.deptype <> 'n' as is_part
    from pg_catalog.pg_depend d
    where d.refclassid = r.classid and d.refobjid = r.objid and (r.objsubid = 0 or d.refobjsubid = r.objsubid)
    union all
    select o.refclassid, o.refobjid, o.refobjsubid, false, false
    from pg_catalog.pg_depend o
    where o.classid = r.classid and o.objid = r.objid and o.objsubid = r.objsubid and o.deptype in ('i', 'e')
      and not exists (select from roots s where s.classid = r.classid and s.objid = r.objid and s.objsubid in (0, r.objsubid))
  ) next
), found as (
  select r.classid, r.objid, r.objsubid, pg_catalog.bool_or(r.is_own) as is_own, pg_catalog.bool_or(r.is_part) as is_part
  from reached r
  where not exists (select from roots s where s.classid = r.classid and s.objid = r.objid and s.objsubid in (0, r.objsubid))
    and not (r.objsubid <> 0 and exists (select from reached w where w.classid = r.classid and w.objid = r.objid and w.objsubid = 0))
  group by r.classid, r.objid, r.objsubid
)
select named.kind, named.schema, named.name,
  (select ${quoted('onn', 'nspname')} || '.' || ${quoted('onc', 'relname')} from pg_catalog.pg_class onc join pg_catalog.pg_namespace onn on onn.oid = onc.relnamespace where onc.oid = named.on_oid) as "on",
  pg_catalog.pg_describe_object(f.classid, f.objid, f.objsubid) as detail,
  case when f.is_own then 'belongs' when f.is_part then 'follows' else 'depends' end as how
from found f
cross join lateral (${names}) named (kind, schema, name, on_oid)
order by f.is_own, f.is_part, pg_catalog.array_position(${kindList}, named.kind), named.schema, named.name, detail
limit ${limit};`
  return listing(text, Dependent)
}

const typeObstacles: ReadonlySet<DependentKind> = new Set([
  'view',
  'materialized view',
  'column',
  'trigger',
  'policy',
  'rule',
  'function',
  'publication',
])

/**
 * Whether a dependent of a column stands in the way of another type: these must be dropped before, and made again. Indexes, constraints,
 * statistics and foreign keys follow the column (src/backend/commands/tablecmds.c, RememberAllDependentForRebuilding).
 */
export function blocksTypeChange({ kind, how }: Pick<Dependent, 'kind' | 'how'>): boolean {
  return how === 'depends' && typeObstacles.has(kind)
}

/** How much a drop destroys. */
export const DropWeight = z.object({
  /** The planner's figure, partitions included; null when nothing has counted yet, and for what holds no rows itself. */
  rows_estimate: z.number().nullable(),
  /** With indexes and TOAST, partitions included. */
  bytes: z.number(),
})
export type DropWeight = z.infer<typeof DropWeight>

/** Rows and size of a relation, for the question whether to drop it; no row when it is gone. */
export function retrieveDropWeight({ id }: { readonly id: number }): Statement<z.ZodOptional<typeof DropWeight>> {
  const text = sql`select weight.rows_estimate, weight.bytes
from pg_catalog.pg_class c
cross join lateral (
  select case when pg_catalog.bool_or(part.reltuples >= 0) then pg_catalog.sum(greatest(part.reltuples, 0::float4))::float8 end as rows_estimate,
    coalesce(pg_catalog.sum(pg_catalog.pg_total_relation_size(part.oid)), 0)::int8 as bytes
  from (select c.oid as relid union all select tree.relid from pg_catalog.pg_partition_tree(c.oid) tree where c.relkind = 'p') parts
  -- of which the planner expects so many that it would else read the whole catalog
  cross join lateral (select p.oid, p.reltuples from pg_catalog.pg_class p where p.oid = parts.relid and p.relkind in ('r', 'm') offset 0) part
) weight
where c.oid = ${oid(id)} and ${isVisibleRelation('c')};`
  return retrieval(text, DropWeight)
}

/** Dropping a column drops it from the tables that have it by inheritance alone, too: that is in no catalog of dependencies. */
function rootsOf({ id, column, catalog }: DropTarget): Fragment {
  if (catalog !== undefined) {
    const name = sql`pg_catalog.${ident(catalog)}`
    return sql`roots (classid, objid, objsubid) as (
  select ${literal(`pg_catalog.${catalog}`)}::pg_catalog.regclass::pg_catalog.oid, o.oid, 0 from ${name} o where o.oid = ${oid(id)}
)`
  }
  if (column === undefined)
    return sql`roots (classid, objid, objsubid) as (
  select ${pgClass}, c.oid, 0 from pg_catalog.pg_class c where c.oid = ${oid(id)} and ${isVisibleRelation('c')}
)`
  return sql`roots (classid, objid, objsubid) as (
  select ${pgClass}, c.oid, a.attnum::int4
  from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid
  where c.oid = ${oid(id)} and a.attname = ${column} and a.attnum > 0 and ${isVisibleRelation('c')}
  union
  select ${pgClass}, a.attrelid, a.attnum::int4
  from roots r
  join pg_catalog.pg_inherits i on i.inhparent = r.objid
  join pg_catalog.pg_attribute a on a.attrelid = i.inhrelid
  where a.attname = ${column} and not a.attislocal and a.attinhcount = 1
)`
}

const pgClass = sql`'pg_catalog.pg_class'::pg_catalog.regclass::oid`

function quoted(relation: string, column: string): Fragment {
  return sql`pg_catalog.quote_ident(${ident(relation, column)})`
}

const kindList = sql`array[${join(dependentKinds.map((kind) => literal(kind)))}]`

function isIn(catalog: string): Fragment {
  return sql`f.classid = ${`pg_catalog.${catalog}`}::pg_catalog.regclass::pg_catalog.oid`
}

/** What the kinds of objects are called; an object that is not to be shown has no line. */
const names = sql`select case
      when f.objsubid <> 0 then 'column'
      when c.relispartition and c.relkind in ('r', 'p', 'f') then 'partition'
      else case c.relkind when 'v' then 'view' when 'm' then 'materialized view' when 'f' then 'foreign table' when 'S' then 'sequence' when 'c' then 'type' when 'i' then 'index' when 'I' then 'index' else 'table' end
    end as kind, n.nspname::text as schema, coalesce(a.attname, c.relname)::text as name,
    case when f.objsubid <> 0 then c.oid else (select i.indrelid from pg_catalog.pg_index i where i.indexrelid = c.oid) end as on_oid
  from pg_catalog.pg_class c
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_attribute a on f.objsubid <> 0 and a.attrelid = c.oid and a.attnum = f.objsubid
  where ${isIn('pg_class')} and c.oid = f.objid and c.relkind <> 't' and n.nspname <> 'pg_toast'
    and not (c.relkind in ('i', 'I') and exists (
      select from pg_catalog.pg_constraint k where k.conindid = c.oid and k.contype in ('p', 'u', 'x') and k.conrelid = (select i.indrelid from pg_catalog.pg_index i where i.indexrelid = c.oid)
    ))
  union all
  select case k.contype when 'f' then 'foreign key' else 'constraint' end, n.nspname::text, k.conname::text, nullif(k.conrelid, 0::oid)
  from pg_catalog.pg_constraint k join pg_catalog.pg_namespace n on n.oid = k.connamespace
  where ${isIn('pg_constraint')} and k.oid = f.objid and k.contype not in ('n', 't')
  union all
  select 'default', n.nspname::text, a.attname::text, c.oid
  from pg_catalog.pg_attrdef d
  join pg_catalog.pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
  join pg_catalog.pg_class c on c.oid = d.adrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${isIn('pg_attrdef')} and d.oid = f.objid
  union all
  select 'trigger', n.nspname::text, t.tgname::text, c.oid
  from pg_catalog.pg_trigger t join pg_catalog.pg_class c on c.oid = t.tgrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${isIn('pg_trigger')} and t.oid = f.objid and not t.tgisinternal
  union all
  select 'policy', n.nspname::text, p.polname::text, c.oid
  from pg_catalog.pg_policy p join pg_catalog.pg_class c on c.oid = p.polrelid join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${isIn('pg_policy')} and p.oid = f.objid
  union all
  select 'rule', n.nspname::text, w.rulename::text, c.oid
  from pg_catalog.pg_rewrite w join pg_catalog.pg_class c on c.oid = w.ev_class join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  where ${isIn('pg_rewrite')} and w.oid = f.objid and w.rulename <> '_RETURN'
  union all
  select 'function', n.nspname::text, p.proname::text, null::oid
  from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace
  where ${isIn('pg_proc')} and p.oid = f.objid
  union all
  select 'type', n.nspname::text, t.typname::text, null::oid
  from pg_catalog.pg_type t join pg_catalog.pg_namespace n on n.oid = t.typnamespace
  where ${isIn('pg_type')} and t.oid = f.objid and t.typrelid = '0' and not (t.typcategory = 'A' and t.typelem <> '0') and t.typtype <> 'm'
  union all
  select 'statistics', n.nspname::text, s.stxname::text, s.stxrelid
  from pg_catalog.pg_statistic_ext s join pg_catalog.pg_namespace n on n.oid = s.stxnamespace
  where ${isIn('pg_statistic_ext')} and s.oid = f.objid
  union all
  select 'publication', null::text, p.pubname::text, r.prrelid
  from pg_catalog.pg_publication_rel r join pg_catalog.pg_publication p on p.oid = r.prpubid
  where ${isIn('pg_publication_rel')} and r.oid = f.objid
  union all
  select 'extension', null::text, e.extname::text, null::oid
  from pg_catalog.pg_extension e where ${isIn('pg_extension')} and e.oid = f.objid
  union all
  select 'other', i.schema, coalesce(i.name, i.identity), null::oid
  from pg_catalog.pg_identify_object(f.classid, f.objid, f.objsubid) i
  where f.classid not in (${pgClass}, 'pg_catalog.pg_constraint'::pg_catalog.regclass::pg_catalog.oid, 'pg_catalog.pg_attrdef'::pg_catalog.regclass::pg_catalog.oid, 'pg_catalog.pg_trigger'::pg_catalog.regclass::pg_catalog.oid,
    'pg_catalog.pg_policy'::pg_catalog.regclass::pg_catalog.oid, 'pg_catalog.pg_rewrite'::pg_catalog.regclass::pg_catalog.oid, 'pg_catalog.pg_proc'::pg_catalog.regclass::pg_catalog.oid, 'pg_catalog.pg_type'::pg_catalog.regclass::pg_catalog.oid,
    'pg_catalog.pg_statistic_ext'::pg_catalog.regclass::pg_catalog.oid, 'pg_catalog.pg_publication_rel'::pg_catalog.regclass::pg_catalog.oid, 'pg_catalog.pg_extension'::pg_catalog.regclass::pg_catalog.oid)`
