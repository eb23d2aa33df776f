import { type Fragment, sql } from '@colonnade/sql'
import { z } from 'zod'
import { type ById, type BySchemaAndName, identifierCondition } from '../catalog/identifiers.ts'
import { mustProvide } from '../catalog/messages.ts'
import type { Fields } from '../catalog/select-fields.ts'
import { Column, isColumn } from '../columns/column-row.ts'
import { Options, optionsObject } from '../foreign-servers/options.ts'

/** A table whose rows are elsewhere (spec §3). */
export const ForeignTable = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  comment: z.string().nullable(),
  foreign_server_name: z.string(),
  foreign_data_wrapper_name: z.string(),
  /** The function that reads and writes; null for a wrapper that does neither. */
  foreign_data_wrapper_handler: z.string().nullable(),
  columns: z.array(Column).optional(),
})
export type ForeignTable = z.infer<typeof ForeignTable>

/** What a row does not say. */
export const ForeignTableDetails = z.object({
  id: z.number().int(),
  owner: z.string(),
  options: Options,
  columns: z.array(
    z.object({
      name: z.string(),
      /** As Postgres prints it: "numeric(10,2)" */
      type: z.string(),
      options: Options,
    }),
  ),
})
export type ForeignTableDetails = z.infer<typeof ForeignTableDetails>

export type ForeignTableIdentifier = ById | BySchemaAndName

/** Where the parts of an identifier are. */
export const foreignTableColumns = { id: sql`c.oid`, name: sql`c.relname`, schema: sql`n.nspname` }

export const foreignTableFields: Fields = {
  id: sql`c.oid::int8`,
  schema: sql`n.nspname::text`,
  name: sql`c.relname::text`,
  comment: sql`pg_catalog.obj_description(c.oid, 'pg_class')`,
  foreign_server_name: sql`s.srvname::text`,
  foreign_data_wrapper_name: sql`w.fdwname::text`,
  foreign_data_wrapper_handler: sql`(select h.proname::text from pg_catalog.pg_proc h where h.oid = w.fdwhandler)`,
}

export const foreignTableDetails: Fields = {
  id: sql`c.oid::int8`,
  owner: sql`pg_catalog.pg_get_userbyid(c.relowner)::text`,
  options: optionsObject(sql`t.ftoptions`),
  columns: sql`coalesce((
    select pg_catalog.json_agg(pg_catalog.json_build_object('name', a.attname, 'type', pg_catalog.format_type(a.atttypid, a.atttypmod),
      'options', ${optionsObject(sql`a.attfdwoptions`)}) order by a.attnum)
    from pg_catalog.pg_attribute a where a.attrelid = c.oid and ${isColumn}
  ), '[]')`,
}

export const foreignTableSources: Fragment = sql`from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
join pg_catalog.pg_foreign_table t on t.ftrelid = c.oid
join pg_catalog.pg_foreign_server s on s.oid = t.ftserver
join pg_catalog.pg_foreign_data_wrapper w on w.oid = s.srvfdw
where c.relkind = 'f'`

export function foreignTableCondition(identifier: ForeignTableIdentifier): Fragment {
  return identifierCondition(identifier, foreignTableColumns, mustProvide.idOrNameAndSchema)
}
