import { type Fragment, sql } from '@colonnade/sql'
import { z } from 'zod'
import { type Fields, jsonObject } from '../catalog/select-fields.ts'
import { IndexElement, elementFields, elementSources, includedColumns, Parameters, storedParameters } from './index-element.ts'

const numbers = z.array(z.number().int())

/** An index as lists and retrievals give it. */
export const Index = z.object({
  id: z.number().int(),
  table_id: z.number().int(),
  schema: z.string(),
  number_of_attributes: z.number().int(),
  number_of_key_attributes: z.number().int(),
  is_unique: z.boolean(),
  is_primary: z.boolean(),
  is_exclusion: z.boolean(),
  is_immediate: z.boolean(),
  is_clustered: z.boolean(),
  is_valid: z.boolean(),
  check_xmin: z.boolean(),
  is_ready: z.boolean(),
  is_live: z.boolean(),
  is_replica_identity: z.boolean(),
  /** Column numbers; 0 stands for an expression. */
  key_attributes: numbers,
  /** Oids of collations; 0 where the type has none. */
  collation: numbers,
  /** Oids of operator classes. */
  class: numbers,
  /** Bits of each key column: 1 descending, 2 nulls first. */
  options: numbers,
  index_predicate: z.string().nullable(),
  comment: z.string().nullable(),
  index_definition: z.string(),
  access_method: z.string(),
  /** Columns of the table that it holds; an expression has the number 0. */
  index_attributes: z.array(z.object({ attribute_number: z.number().int(), attribute_name: z.string(), data_type: z.string() })),
})
export type Index = z.infer<typeof Index>

/** The definition of an index. */
export const IndexDefinition = z.object({
  /** Postgres finds one when left out. */
  name: z.string().nullish(),
  /** btree when left out. */
  method: z.string().optional(),
  elements: z.array(IndexElement),
  /** Columns that it holds besides its key. */
  include: z.array(z.string()).optional(),
  is_unique: z.boolean().optional(),
  /** 15 and later */
  nulls_not_distinct: z.boolean().optional(),
  /** An expression: only rows for which it is true are in the index. */
  predicate: z.string().nullish(),
  storage_parameters: Parameters.nullish(),
  tablespace: z.string().nullish(),
  /** Of a partitioned table without its partitions. */
  is_only: z.boolean().optional(),
  comment: z.string().nullish(),
})
export type IndexDefinition = z.infer<typeof IndexDefinition>

/** An index with all that `create` takes to make it again. */
export const DefinedIndex = IndexDefinition.extend({
  id: z.number().int(),
  schema: z.string(),
  table: z.string(),
  name: z.string(),
  /** Whether a constraint made it: then it is made by making the constraint. */
  is_of_constraint: z.boolean(),
  /** Whether it is a part of the index of a partitioned table. */
  is_of_partition: z.boolean(),
})
export type DefinedIndex = z.infer<typeof DefinedIndex>

/** What the fields below read from: index `i`, itself the relation `x` in schema `n`, of relation `c`. */
export const indexSources: Fragment = sql`pg_catalog.pg_index i
  join pg_catalog.pg_class x on x.oid = i.indexrelid
  join pg_catalog.pg_class c on c.oid = i.indrelid
  join pg_catalog.pg_namespace n on n.oid = x.relnamespace
  join pg_catalog.pg_am m on m.oid = x.relam`

function asArray(vector: Fragment): Fragment {
  return sql`pg_catalog.array_to_json(${vector}::int8[])`
}

export const indexFields: Fields = {
  id: sql`i.indexrelid::int8`,
  table_id: sql`i.indrelid::int8`,
  schema: sql`n.nspname::text`,
  number_of_attributes: sql`i.indnatts`,
  number_of_key_attributes: sql`i.indnkeyatts`,
  is_unique: sql`i.indisunique`,
  is_primary: sql`i.indisprimary`,
  is_exclusion: sql`i.indisexclusion`,
  is_immediate: sql`i.indimmediate`,
  is_clustered: sql`i.indisclustered`,
  is_valid: sql`i.indisvalid`,
  check_xmin: sql`i.indcheckxmin`,
  is_ready: sql`i.indisready`,
  is_live: sql`i.indislive`,
  is_replica_identity: sql`i.indisreplident`,
  key_attributes: asArray(sql`i.indkey::int2[]`),
  collation: asArray(sql`i.indcollation::oid[]`),
  class: asArray(sql`i.indclass::oid[]`),
  options: asArray(sql`i.indoption::int2[]`),
  index_predicate: sql`pg_catalog.pg_get_expr(i.indpred, i.indrelid)`,
  comment: sql`pg_catalog.obj_description(i.indexrelid, 'pg_class')`,
  index_definition: sql`pg_catalog.pg_get_indexdef(i.indexrelid)`,
  access_method: sql`m.amname::text`,
  index_attributes: sql`coalesce((
      select pg_catalog.json_agg(pg_catalog.json_build_object(
        'attribute_number', key.attnum,
        'attribute_name', coalesce(a.attname, ia.attname),
        'data_type', pg_catalog.format_type(coalesce(a.atttypid, ia.atttypid), coalesce(a.atttypmod, ia.atttypmod))
      ) order by key.position)
      from pg_catalog.unnest(i.indkey::int2[]) with ordinality as key (attnum, position)
      join pg_catalog.pg_attribute ia on ia.attrelid = i.indexrelid and ia.attnum = key.position
      left join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = key.attnum and key.attnum <> 0
    ), '[]'::json)`,
}

export const definedIndexFields: Fields = {
  id: sql`i.indexrelid::int8`,
  schema: sql`n.nspname::text`,
  table: sql`c.relname::text`,
  name: sql`x.relname::text`,
  method: sql`m.amname::text`,
  elements: sql`(
      select pg_catalog.json_agg(${jsonObject(elementFields)} order by key.position) from ${elementSources} where key.position <= i.indnkeyatts
    )`,
  include: includedColumns,
  is_unique: sql`i.indisunique`,
  nulls_not_distinct: sql`coalesce((pg_catalog.to_jsonb(i) ->> 'indnullsnotdistinct')::bool, false)`,
  predicate: sql`pg_catalog.pg_get_expr(i.indpred, i.indrelid)`,
  storage_parameters: storedParameters(sql`x.reloptions`),
  tablespace: sql`(select t.spcname::text from pg_catalog.pg_tablespace t where t.oid = x.reltablespace)`,
  comment: sql`pg_catalog.obj_description(i.indexrelid, 'pg_class')`,
  // through the dependency of the index on its constraint: no index leads from one to the other
  is_of_constraint: sql`exists (
      select from pg_catalog.pg_depend d
      where d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.objid = i.indexrelid
        and d.refclassid = 'pg_catalog.pg_constraint'::pg_catalog.regclass::oid and d.deptype = 'i'
    )`,
  is_of_partition: sql`x.relispartition`,
}
