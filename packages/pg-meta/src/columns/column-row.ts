import { type Fragment, sql } from '@colonnade/sql'
import { z } from 'zod'
import { type Fields, jsonObject } from '../catalog/select-fields.ts'

/** A column as lists and retrievals give it (spec §3). */
export const Column = z.object({
  /** Table oid and column number: "16402.1" */
  id: z.string(),
  table_id: z.number().int(),
  schema: z.string(),
  table: z.string(),
  name: z.string(),
  /** pg_attribute.attnum: from 1, with gaps where columns were dropped */
  ordinal_position: z.number().int(),
  /** As information_schema says it: a built-in type's name, ARRAY or USER-DEFINED; of a domain, its base type's. */
  data_type: z.string(),
  /** Catalog name of the type ("int4", "_text"); of a domain, its base type's. */
  format: z.string(),
  format_schema: z.string(),
  is_identity: z.boolean(),
  identity_generation: z.enum(['ALWAYS', 'BY DEFAULT']).nullable(),
  is_generated: z.boolean(),
  is_nullable: z.boolean(),
  is_updatable: z.boolean(),
  /** Whether a unique constraint covers this column alone; primary keys are in the table's `primary_keys`. */
  is_unique: z.boolean(),
  /** The expression of the first check constraint, by name, over this column alone. */
  check: z.string().nullable(),
  /** The default's expression, or a generated column's. */
  default_value: z.string().nullable(),
  /** Labels of the enum that the column, or its entries, are of. */
  enums: z.array(z.string()),
  comment: z.string().nullable(),
})
export type Column = z.infer<typeof Column>

/** What the fields below read from, for one relation `c` in schema `n`: its columns `a` with their types. */
export const columnSources: Fragment = sql`pg_catalog.pg_attribute a
    join pg_catalog.pg_type t on t.oid = a.atttypid
    join pg_catalog.pg_namespace tn on tn.oid = t.typnamespace
    left join pg_catalog.pg_type bt on t.typtype = 'd' and bt.oid = t.typbasetype
    left join pg_catalog.pg_namespace btn on btn.oid = bt.typnamespace
    left join pg_catalog.pg_attrdef ad on ad.adrelid = a.attrelid and ad.adnum = a.attnum`

/** Which of those are columns that people see. */
export const isColumn: Fragment = sql`a.attnum > 0 and not a.attisdropped`

/** Only of what can have some: while the catalog of labels is small, Postgres reads all of it for each column that asks. */
const enumLabels = sql`coalesce(case when coalesce(bt.typtype, t.typtype) = 'e' or coalesce(bt.typcategory, t.typcategory) = 'A' then (
      select pg_catalog.json_agg(e.enumlabel order by e.enumsortorder) from pg_catalog.pg_enum e
      where e.enumtypid in (coalesce(bt.oid, t.oid), coalesce(bt.typelem, t.typelem))
    ) end, '[]'::json)`

const ofThisColumn = sql`k.conrelid = a.attrelid and k.conkey = array[a.attnum]`

/** Of a foreign table whose wrapper has no handler, nothing can be updated, and Postgres fails on the question. */
const hasHandler = sql`exists (
        select from pg_catalog.pg_foreign_table ft
        join pg_catalog.pg_foreign_server fs on fs.oid = ft.ftserver
        join pg_catalog.pg_foreign_data_wrapper fw on fw.oid = fs.srvfdw
        where ft.ftrelid = c.oid and fw.fdwhandler <> '0'
      )`

/** The fields of `Column`, of relation `c` in schema `n` and the sources above. */
export const columnFields: Fields = {
  id: sql`a.attrelid::text || '.' || a.attnum::text`,
  table_id: sql`a.attrelid::int8`,
  schema: sql`n.nspname::text`,
  table: sql`c.relname::text`,
  name: sql`a.attname::text`,
  ordinal_position: sql`a.attnum`,
  data_type: sql`case
      when coalesce(bt.typcategory, t.typcategory) = 'A' then 'ARRAY'
      when coalesce(bt.typnamespace, t.typnamespace) = 'pg_catalog'::pg_catalog.regnamespace then pg_catalog.format_type(coalesce(bt.oid, t.oid), null)
      else 'USER-DEFINED'
    end`,
  format: sql`coalesce(bt.typname, t.typname)::text`,
  format_schema: sql`coalesce(btn.nspname, tn.nspname)::text`,
  is_identity: sql`a.attidentity <> ''`,
  identity_generation: sql`case a.attidentity when 'a' then 'ALWAYS' when 'd' then 'BY DEFAULT' end`,
  is_generated: sql`a.attgenerated <> ''`,
  is_nullable: sql`not (a.attnotnull or (t.typtype = 'd' and t.typnotnull))`,
  is_updatable: sql`case
      when c.relkind in ('r', 'p') then true
      when c.relkind = 'v' or (c.relkind = 'f' and ${hasHandler}) then pg_catalog.pg_column_is_updatable(c.oid, a.attnum, false)
      else false
    end`,
  is_unique: sql`exists (select 1 from pg_catalog.pg_constraint k where ${ofThisColumn} and k.contype = 'u')`,
  check: sql`(
      select pg_catalog.pg_get_expr(k.conbin, k.conrelid, true) from pg_catalog.pg_constraint k where ${ofThisColumn} and k.contype = 'c' order by k.conname limit 1
    )`,
  default_value: sql`pg_catalog.pg_get_expr(ad.adbin, ad.adrelid)`,
  enums: enumLabels,
  comment: sql`pg_catalog.col_description(a.attrelid, a.attnum)`,
}

/** The columns of relation `c` in schema `n` as one JSON array, by their numbers; empty for a table without any. */
export const columnsOfRelation: Fragment = sql`coalesce((
    select pg_catalog.json_agg(${jsonObject(columnFields)} order by a.attnum)
    from ${columnSources}
    where a.attrelid = c.oid and ${isColumn}
  ), '[]'::json)`
