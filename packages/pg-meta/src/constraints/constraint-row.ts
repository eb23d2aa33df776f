import { type Fragment, sql } from '@colonnade/sql'
import { z } from 'zod'
import { type Fields, jsonObject } from '../catalog/select-fields.ts'
import { elementFields, elementSources, includedColumns, qualifiedJson, storedParameters } from '../indexes/index-element.ts'
import { CheckConstraint, ExclusionConstraint, ForeignKey, PrimaryKey, UniqueConstraint } from './constraint-definition.ts'

const common = {
  id: z.number().int(),
  schema: z.string(),
  table: z.string(),
  table_id: z.number().int(),
  name: z.string(),
  /** As Postgres prints it. */
  definition: z.string(),
  /** The index behind it, in the table's schema. */
  index_name: z.string().nullable(),
  /** Whether it comes from a parent table or the partitioned table. */
  is_inherited: z.boolean(),
}

/** A constraint in lists and retrievals, with everything that `create` accepts. NOT NULL belongs to the column. */
export const Constraint = z.discriminatedUnion('type', [
  PrimaryKey.extend(common),
  UniqueConstraint.extend(common),
  ForeignKey.extend(common),
  /** The columns in its expression. */
  CheckConstraint.extend({ ...common, columns: z.array(z.string()) }),
  ExclusionConstraint.extend(common),
])
export type Constraint = z.infer<typeof Constraint>

/** The source of the fields below: constraint `k` of relation `c` in schema `n`, with its index `i`. */
export const constraintSources: Fragment = sql`pg_catalog.pg_constraint k
  join pg_catalog.pg_class c on c.oid = k.conrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  left join pg_catalog.pg_index i on i.indexrelid = k.conindid and k.contype in ('p', 'u', 'x')
  left join pg_catalog.pg_class x on x.oid = i.indexrelid
  left join pg_catalog.pg_class f on f.oid = k.confrelid
  left join pg_catalog.pg_namespace fn on fn.oid = f.relnamespace`

/** Leaves out keys that Postgres created for partitions of the referenced table. */
export const isOwnConstraint: Fragment = sql`k.contype in ('p', 'u', 'f', 'c', 'x')
  and (k.conparentid = '0' or not exists (select from pg_catalog.pg_constraint p where p.oid = k.conparentid and p.conrelid = k.conrelid))`

function columnNames(relation: Fragment, numbers: Fragment): Fragment {
  return sql`coalesce((
      select pg_catalog.json_agg(a.attname order by key.position)
      from pg_catalog.unnest(${numbers}) with ordinality as key (attnum, position)
      join pg_catalog.pg_attribute a on a.attrelid = ${relation} and a.attnum = key.attnum
    ), '[]'::json)`
}

function action(code: Fragment): Fragment {
  return sql`case ${code} when 'a' then 'NO ACTION' when 'r' then 'RESTRICT' when 'c' then 'CASCADE' when 'n' then 'SET NULL' when 'd' then 'SET DEFAULT' end`
}

/** Reads catalog columns that some versions lack through JSON. */
function flag(row: Fragment, name: string, otherwise: boolean): Fragment {
  return sql`coalesce((pg_catalog.to_jsonb(${row}) ->> ${name})::bool, ${otherwise ? sql`true` : sql`false`})`
}

/** Fields of all kinds of constraints; the schema selects those of each kind. */
export const constraintFields: Fields = {
  id: sql`k.oid::int8`,
  schema: sql`n.nspname::text`,
  table: sql`c.relname::text`,
  table_id: sql`c.oid::int8`,
  name: sql`k.conname::text`,
  type: sql`case k.contype when 'p' then 'primary' when 'u' then 'unique' when 'f' then 'foreign' when 'c' then 'check' else 'exclude' end`,
  definition: sql`pg_catalog.pg_get_constraintdef(k.oid)`,
  comment: sql`pg_catalog.obj_description(k.oid, 'pg_constraint')`,
  index_name: sql`x.relname::text`,
  is_inherited: sql`k.coninhcount > 0`,
  is_deferrable: sql`k.condeferrable`,
  is_initially_deferred: sql`k.condeferred`,
  is_validated: sql`k.convalidated`,
  is_enforced: flag(sql`k`, 'conenforced', true),
  is_temporal: flag(sql`k`, 'conperiod', false),
  no_inherit: sql`k.connoinherit`,
  columns: columnNames(sql`k.conrelid`, sql`k.conkey`),
  include: includedColumns,
  nulls_not_distinct: flag(sql`i`, 'indnullsnotdistinct', false),
  storage_parameters: storedParameters(sql`x.reloptions`),
  target: sql`pg_catalog.json_build_object('schema', fn.nspname, 'table', f.relname, 'columns', ${columnNames(sql`k.confrelid`, sql`k.confkey`)})`,
  match: sql`case k.confmatchtype when 'f' then 'FULL' else 'SIMPLE' end`,
  on_update: action(sql`k.confupdtype`),
  on_delete: action(sql`k.confdeltype`),
  on_delete_columns: columnNames(
    sql`k.conrelid`,
    sql`array(select e::int2 from pg_catalog.jsonb_array_elements_text(case pg_catalog.jsonb_typeof(pg_catalog.to_jsonb(k) -> 'confdelsetcols') when 'array' then pg_catalog.to_jsonb(k) -> 'confdelsetcols' else '[]' end) e)`,
  ),
  expression: sql`case k.contype when 'c' then pg_catalog.pg_get_expr(k.conbin, k.conrelid) end`,
  method: sql`(select m.amname from pg_catalog.pg_am m where m.oid = x.relam)`,
  predicate: sql`pg_catalog.pg_get_expr(i.indpred, i.indrelid)`,
  elements: sql`case k.contype when 'x' then (
      select pg_catalog.json_agg(${jsonObject({ ...elementFields, operator: qualifiedJson(sql`pn.nspname`, sql`p.oprname`) })} order by key.position)
      from ${elementSources}
      join pg_catalog.pg_operator p on p.oid = k.conexclop[key.position]
      join pg_catalog.pg_namespace pn on pn.oid = p.oprnamespace
    ) end`,
}
