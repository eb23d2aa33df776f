import { nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { listing, type Statement } from '../statement.ts'
import { activations, events, orientations } from './trigger-row.ts'

/** A trigger in a list: what identifies it and when it fires, without its condition and arguments. */
export const TriggerSummary = z.object({
  id: z.number().int(),
  name: z.string(),
  schema: z.string(),
  table_id: z.number().int(),
  table: z.string(),
  /** As pg_class has it: r, p, v, f. */
  table_type: z.string(),
  function_id: z.number().int(),
  function_schema: z.string(),
  function_name: z.string(),
  activation: z.enum(activations),
  orientation: z.enum(orientations),
  events: z.array(z.enum(events)),
  enabled_mode: z.enum(['DISABLED', 'ORIGIN', 'REPLICA', 'ALWAYS']),
  has_condition: z.boolean(),
  is_constraint: z.boolean(),
  /** At the end of the transaction, unless a transaction says otherwise. */
  is_initially_deferred: z.boolean(),
  /** The extension that it is a part of. */
  extension: z.string().nullable(),
})
export type TriggerSummary = z.infer<typeof TriggerSummary>

/** The bits of pg_trigger.tgtype (Postgres' src/include/catalog/pg_trigger.h), in the order of `events`. */
const isEvent = (bit: number) => sql`(t.tgtype & ${bit}::int2) <> 0::int2`

/** Triggers of the tables and views of a schema, by name. What a partition has from its table's is a part of that, and not listed. */
export function listTriggerSummaries({ schema }: { readonly schema: string }): Statement<z.ZodArray<typeof TriggerSummary>> {
  return listing(
    sql`select t.oid::int8 as id, t.tgname::text as name, n.nspname::text as schema, c.oid::int8 as table_id, c.relname::text as "table", c.relkind::text as table_type,
  p.oid::int8 as function_id, pn.nspname::text as function_schema, p.proname::text as function_name,
  case when ${isEvent(64)} then 'INSTEAD OF' when ${isEvent(2)} then 'BEFORE' else 'AFTER' end as activation,
  case when ${isEvent(1)} then 'ROW' else 'STATEMENT' end as orientation,
  pg_catalog.array_to_json(pg_catalog.array_remove(array[case when ${isEvent(4)} then 'INSERT' end, case when ${isEvent(8)} then 'DELETE' end,
    case when ${isEvent(16)} then 'UPDATE' end, case when ${isEvent(32)} then 'TRUNCATE' end], null)) as events,
  case t.tgenabled when 'D' then 'DISABLED' when 'R' then 'REPLICA' when 'A' then 'ALWAYS' else 'ORIGIN' end as enabled_mode,
  t.tgqual is not null as has_condition, t.tgconstraint <> '0' as is_constraint, t.tginitdeferred as is_initially_deferred,
  (select x.extname::text from pg_catalog.pg_depend d join pg_catalog.pg_extension x on x.oid = d.refobjid
    where d.classid = 'pg_catalog.pg_trigger'::pg_catalog.regclass::oid and d.objid = t.oid and d.deptype = 'e' and d.refclassid = 'pg_catalog.pg_extension'::pg_catalog.regclass::oid
    limit 1) as extension
from pg_catalog.pg_namespace n join pg_catalog.pg_class c on c.relnamespace = n.oid join pg_catalog.pg_trigger t on t.tgrelid = c.oid
join pg_catalog.pg_proc p on p.oid = t.tgfoid join pg_catalog.pg_namespace pn on pn.oid = p.pronamespace
where n.nspname = ${nameLiteral(schema)} and not t.tgisinternal and t.tgparentid = '0' and ${isVisibleRelation('c')}
order by t.tgname, c.relname, t.oid;`,
    TriggerSummary,
  )
}

export const TriggerFunction = z.object({ id: z.number().int(), schema: z.string(), name: z.string(), language: z.string() })
export type TriggerFunction = z.infer<typeof TriggerFunction>

/** The functions that triggers can call: those without arguments that return a trigger. */
export function listTriggerFunctions(): Statement<z.ZodArray<typeof TriggerFunction>> {
  return listing(
    sql`select p.oid::int8 as id, n.nspname::text as schema, p.proname::text as name, l.lanname::text as language
from pg_catalog.pg_proc p join pg_catalog.pg_namespace n on n.oid = p.pronamespace join pg_catalog.pg_language l on l.oid = p.prolang
where p.prorettype = 'pg_catalog.trigger'::pg_catalog.regtype::oid and p.pronargs = 0::int2 and p.prokind = 'f'
  -- those that keep foreign keys are Postgres's own
  and (n.nspname <> 'pg_catalog' or not pg_catalog.starts_with(p.proname::text, 'RI_'))
order by n.nspname, p.proname, p.oid;`,
    TriggerFunction,
  )
}
