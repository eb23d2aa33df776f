import { type Fragment, sql } from '@colonnade/sql'
import { z } from 'zod'
import { type Fields, jsonObject, selectList } from '../catalog/select-fields.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { printedWithSchemas } from '../catalog/without-path.ts'
import { Constraint } from '../constraints/constraint-row.ts'
import { constraintFields, constraintSources, isOwnConstraint } from '../constraints/constraint-row.ts'
import { qualifiedJson, storedParameters } from '../indexes/index-element.ts'
import { DefinedIndex, definedIndexFields, indexSources } from '../indexes/index-row.ts'
import type { Statement } from '../statement.ts'
import { CreateTable } from './create-table.ts'
import { tableCondition, type TableIdentifier } from './table-identifiers.ts'
import { isTable, tableFields } from './table-row.ts'

/** A table in the words of `create`, and what its parts are called in the catalogs. */
export const DefinedTable = CreateTable.extend({
  id: z.number().int(),
  schema: z.string(),
  constraints: z.array(Constraint),
  indexes: z.array(DefinedIndex),
})
export type DefinedTable = z.infer<typeof DefinedTable>

/**
 * All that makes a table, in the words of `create`: making it from this in an empty database makes the same table. Types, functions and
 * tables that it points at are named with their schemas, so that it means the same under every search_path; they have to be there.
 * Triggers, policies, privileges and owners are kinds of their own.
 *
 * @throws Error 'Must provide either id or name and schema'
 */
export function retrieveDefinition(identifier: TableIdentifier): Statement<z.ZodOptional<typeof DefinedTable>> {
  const select = sql`select ${selectList(fields)}
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where ${isTable}
  and ${isVisibleRelation('c')}
  and ${tableCondition(identifier)};`
  return { sql: printedWithSchemas(select), zod: DefinedTable.optional() }
}

/** Sequences know their bounds as int8: text keeps them whole. */
const sequenceFields: Fields = {
  start: sql`s.seqstart::text`,
  increment: sql`s.seqincrement::text`,
  min_value: sql`s.seqmin::text`,
  max_value: sql`s.seqmax::text`,
  cache: sql`s.seqcache::text`,
  cycle: sql`s.seqcycle`,
}

/** The sequences that depend on a column: internally those of identities, automatically those that are owned. */
function sequencesOf(columnNumber: Fragment, dependency: 'i' | 'a'): Fragment {
  return sql`pg_catalog.pg_depend d
      join pg_catalog.pg_sequence s on s.seqrelid = d.objid
      join pg_catalog.pg_class sc on sc.oid = s.seqrelid
      join pg_catalog.pg_namespace sn on sn.oid = sc.relnamespace
      where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.refobjid = c.oid and d.refobjsubid ${columnNumber}
        and d.classid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.deptype = ${dependency}`
}

const isGenerated = sql`a.attgenerated <> ''`
const expression = sql`pg_catalog.pg_get_expr(ad.adbin, ad.adrelid)`

const columnDefinition: Fields = {
  name: sql`a.attname`,
  type: sql`pg_catalog.format_type(a.atttypid, a.atttypmod)`,
  // that of a partition comes from the partitioned table, which has the sequence
  is_identity: sql`a.attidentity <> '' and not (c.relispartition and not exists (select from ${sequencesOf(sql`= a.attnum`, 'i')}))`,
  identity_generation: sql`case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end`,
  identity_options: sql`case when a.attidentity <> '' then (
        select ${jsonObject({ ...sequenceFields, sequence: qualifiedJson(sql`sn.nspname`, sql`sc.relname`) })} from ${sequencesOf(sql`= a.attnum`, 'i')}
      ) end`,
  is_nullable: sql`not a.attnotnull`,
  // constraints that keep NULL out have names of their own from 18 on
  not_null_name: sql`(
        select k.conname from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'n' and k.conkey = array[a.attnum]
      )`,
  comment: sql`pg_catalog.col_description(a.attrelid, a.attnum)`,
  default_value: sql`case when not (${isGenerated}) then ${expression} end`,
  default_value_format: sql`'expression'`,
  generation_expression: sql`case when ${isGenerated} then ${expression} end`,
  generation_kind: sql`case a.attgenerated when 's' then 'STORED' when 'v' then 'VIRTUAL' end`,
  collation: sql`(
        select ${qualifiedJson(sql`ln.nspname`, sql`l.collname`)} from pg_catalog.pg_collation l
        join pg_catalog.pg_namespace ln on ln.oid = l.collnamespace
        where l.oid = a.attcollation and a.attcollation <> t.typcollation
      )`,
  storage: sql`case when a.attstorage <> t.typstorage then case a.attstorage when 'p' then 'PLAIN' when 'e' then 'EXTERNAL' when 'x' then 'EXTENDED' else 'MAIN' end end`,
  compression: sql`case a.attcompression when 'p' then 'pglz' when 'l' then 'lz4' end`,
  statistics_target: sql`nullif(a.attstattarget, -1)`,
}

const fields: Fields = {
  id: tableFields['id']!,
  schema: tableFields['schema']!,
  name: tableFields['name']!,
  comment: tableFields['comment']!,
  columns: sql`coalesce((
      select pg_catalog.json_agg(${jsonObject(columnDefinition)} order by a.attnum)
      from pg_catalog.pg_attribute a
      join pg_catalog.pg_type t on t.oid = a.atttypid
      left join pg_catalog.pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    ), '[]'::json)`,
  constraints: aggregate(constraintFields, constraintSources, sql`k.conrelid = outside.oid and ${isOwnConstraint}`, sql`k.oid`),
  indexes: aggregate(
    definedIndexFields,
    indexSources,
    sql`i.indrelid = outside.oid and not (${definedIndexFields['is_of_constraint']!})`,
    sql`i.indexrelid`,
  ),
  sequences: sql`coalesce((
      select pg_catalog.json_agg(${jsonObject({
        schema: sql`sn.nspname`,
        name: sql`sc.relname`,
        data_type: sql`pg_catalog.format_type(s.seqtypid, null)`,
        column: sql`(select a.attname from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum = d.refobjsubid)`,
        ...sequenceFields,
      })} order by s.seqrelid)
      from ${sequencesOf(sql`> 0`, 'a')}
    ), '[]'::json)`,
  partition_by: sql`case c.relkind when 'p' then pg_catalog.pg_get_partkeydef(c.oid) end`,
  partition_of: sql`case when c.relispartition then (
      select pg_catalog.json_build_object('parent', ${qualifiedJson(sql`pn.nspname`, sql`p.relname`)}, 'bound', pg_catalog.pg_get_expr(c.relpartbound, c.oid))
      from pg_catalog.pg_inherits h
      join pg_catalog.pg_class p on p.oid = h.inhparent
      join pg_catalog.pg_namespace pn on pn.oid = p.relnamespace
      where h.inhrelid = c.oid
    ) end`,
  rls_enabled: tableFields['rls_enabled']!,
  rls_forced: tableFields['rls_forced']!,
  replica_identity: tableFields['replica_identity']!,
  replica_identity_index: sql`(
      select x.relname::text from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid where i.indrelid = c.oid and i.indisreplident
    )`,
  is_unlogged: sql`c.relpersistence = 'u'`,
  storage_parameters: storedParameters(
    sql`c.reloptions || array(select 'toast.' || o from pg_catalog.pg_class x cross join pg_catalog.unnest(x.reloptions) o where x.oid = c.reltoastrelid)`,
  ),
  access_method: sql`(select m.amname::text from pg_catalog.pg_am m where m.oid = c.relam)`,
  inherits: sql`coalesce((
      select pg_catalog.json_agg(${qualifiedJson(sql`pn.nspname`, sql`p.relname`)} order by h.inhseqno)
      from pg_catalog.pg_inherits h
      join pg_catalog.pg_class p on p.oid = h.inhparent
      join pg_catalog.pg_namespace pn on pn.oid = p.relnamespace
      where h.inhrelid = c.oid and not c.relispartition
    ), '[]'::json)`,
  cluster_index: sql`(
      select x.relname::text from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid where i.indrelid = c.oid and i.indisclustered
    )`,
  tablespace: sql`(select t.spcname::text from pg_catalog.pg_tablespace t where t.oid = c.reltablespace)`,
}

/** The sources have a relation `c` of their own; the table is `outside` there. */
function aggregate(inner: Fields, sources: Fragment, condition: Fragment, order: Fragment): Fragment {
  return sql`coalesce((
      select pg_catalog.json_agg(${jsonObject(inner)} order by ${order})
      from (select c.oid) outside
      cross join ${sources}
      where ${condition}
    ), '[]'::json)`
}
