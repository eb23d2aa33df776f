import { sql } from '@colonnade/sql'
import { z } from 'zod'
import { type ListOptions, pageClause } from '../catalog/list-options.ts'
import { listing, type Statement } from '../statement.ts'
import { Options, optionsObject } from './options.ts'

export const ForeignDataWrapper = z.object({
  id: z.number().int(),
  name: z.string(),
  owner: z.string(),
  /** The function that reads and writes; null for a wrapper that does neither. */
  handler_schema: z.string().nullable(),
  handler_name: z.string().nullable(),
  /** The function that checks options; null for none. */
  validator_schema: z.string().nullable(),
  validator_name: z.string().nullable(),
  options: Options,
  comment: z.string().nullable(),
})
export type ForeignDataWrapper = z.infer<typeof ForeignDataWrapper>

/** The foreign data wrappers by name: extensions bring them. */
export function list(page: Pick<ListOptions, 'limit' | 'offset'> = {}): Statement<z.ZodArray<typeof ForeignDataWrapper>> {
  const text = sql`select w.oid::int8 as id, w.fdwname::text as name, pg_catalog.pg_get_userbyid(w.fdwowner)::text as owner,
  hn.nspname::text as handler_schema, h.proname::text as handler_name,
  vn.nspname::text as validator_schema, v.proname::text as validator_name,
  ${optionsObject(sql`w.fdwoptions`)} as options, pg_catalog.obj_description(w.oid, 'pg_foreign_data_wrapper') as comment
from pg_catalog.pg_foreign_data_wrapper w
left join pg_catalog.pg_proc h on h.oid = w.fdwhandler
left join pg_catalog.pg_namespace hn on hn.oid = h.pronamespace
left join pg_catalog.pg_proc v on v.oid = w.fdwvalidator
left join pg_catalog.pg_namespace vn on vn.oid = v.pronamespace
order by w.fdwname${pageClause(page)};`
  return listing(text, ForeignDataWrapper)
}
