import { type Fragment, sql } from '@colonnade/sql'
import { z } from 'zod'
import { selectList } from '../catalog/select-fields.ts'

export const activations = ['BEFORE', 'AFTER', 'INSTEAD OF'] as const
export const orientations = ['ROW', 'STATEMENT'] as const
export const events = ['INSERT', 'DELETE', 'UPDATE', 'TRUNCATE'] as const

/** A trigger (spec §3). */
export const Trigger = z.object({
  id: z.number().int(),
  table_id: z.number().int(),
  enabled_mode: z.enum(['DISABLED', 'ORIGIN', 'REPLICA', 'ALWAYS']),
  function_args: z.array(z.string()),
  name: z.string(),
  table: z.string(),
  schema: z.string(),
  /** WHEN: an expression over OLD and NEW. */
  condition: z.string().nullable(),
  orientation: z.enum(orientations),
  activation: z.enum(activations),
  /** In the order INSERT, DELETE, UPDATE, TRUNCATE. */
  events: z.array(z.enum(events)),
  function_name: z.string(),
  function_schema: z.string(),
})
export type Trigger = z.infer<typeof Trigger>

/** What a row does not say. */
export const TriggerDetails = z.object({
  id: z.number().int(),
  comment: z.string().nullable(),
  /** UPDATE OF these; empty means any. */
  columns: z.array(z.string()),
  is_constraint: z.boolean(),
  is_deferrable: z.boolean(),
  is_initially_deferred: z.boolean(),
  /** Transition tables. */
  old_table: z.string().nullable(),
  new_table: z.string().nullable(),
  complete_statement: z.string(),
})
export type TriggerDetails = z.infer<typeof TriggerDetails>

/** Bits of pg_trigger.tgtype (Postgres' src/include/catalog/pg_trigger.h). */
const isRow = sql`t.tgtype::int4 & 1 <> 0`

/** The texts are one after another, each with a zero byte behind it. */
const functionArgs: Fragment = sql`case when t.tgnargs = 0 then '[]'::json else (
    select pg_catalog.json_agg(pg_catalog.convert_from(pg_catalog.substr(t.tgargs, a.start, a.stop - a.start), pg_catalog.getdatabaseencoding()) order by a.start)
    from (
      select i as stop, pg_catalog.lag(i, 1, 0) over (order by i) + 1 as start
      from pg_catalog.generate_series(1, pg_catalog.length(t.tgargs)) i where pg_catalog.get_byte(t.tgargs, i - 1) = 0
    ) a
  ) end`

/**
 * Postgres prints the condition only as a part of the statement. What is before it holds no quoted text but names; what is behind it
 * is the function's name and its arguments, all of them literals.
 */
const condition: Fragment = sql`case when t.tgqual is not null then pg_catalog.regexp_replace(
    pg_catalog.regexp_replace(pg_catalog.pg_get_triggerdef(t.oid), ${'^(?:[^"]|"[^"]*")*? WHEN \\('}, ''),
    ${`\\) EXECUTE FUNCTION (?:[^"'()]|"[^"]*")+\\((?:'[^']*'|, )*\\)$`}, '') end`

export const triggerFields = selectList({
  id: sql`t.oid::int8`,
  table_id: sql`t.tgrelid::int8`,
  enabled_mode: sql`case t.tgenabled when 'D' then 'DISABLED' when 'R' then 'REPLICA' when 'A' then 'ALWAYS' else 'ORIGIN' end`,
  function_args: functionArgs,
  name: sql`t.tgname::text`,
  table: sql`c.relname::text`,
  schema: sql`n.nspname::text`,
  condition,
  orientation: sql`case when ${isRow} then 'ROW' else 'STATEMENT' end`,
  activation: sql`case when t.tgtype::int4 & 64 <> 0 then 'INSTEAD OF' when t.tgtype::int4 & 2 <> 0 then 'BEFORE' else 'AFTER' end`,
  events: sql`(
    select pg_catalog.json_agg(e.event order by e.bit) from (values (4, 'INSERT'), (8, 'DELETE'), (16, 'UPDATE'), (32, 'TRUNCATE')) e (bit, event)
    where t.tgtype::int4 & e.bit <> 0
  )`,
  function_name: sql`p.proname::text`,
  function_schema: sql`pn.nspname::text`,
})

export const detailFields = selectList({
  id: sql`t.oid::int8`,
  comment: sql`pg_catalog.obj_description(t.oid, 'pg_trigger')`,
  columns: sql`coalesce((
    select pg_catalog.json_agg(a.attname order by k.position)
    from pg_catalog.unnest(t.tgattr::int2[]) with ordinality k (number, position)
      join pg_catalog.pg_attribute a on a.attrelid = t.tgrelid and a.attnum = k.number
  ), '[]'::json)`,
  is_constraint: sql`t.tgconstraint <> '0'`,
  is_deferrable: sql`t.tgdeferrable`,
  is_initially_deferred: sql`t.tginitdeferred`,
  old_table: sql`t.tgoldtable::text`,
  new_table: sql`t.tgnewtable::text`,
  complete_statement: sql`pg_catalog.pg_get_triggerdef(t.oid)`,
})

/** Triggers that people made; Postgres' own, which keep foreign keys, are not theirs. */
export const triggerSources = sql`from pg_catalog.pg_trigger t
  join pg_catalog.pg_class c on c.oid = t.tgrelid
  join pg_catalog.pg_namespace n on n.oid = c.relnamespace
  join pg_catalog.pg_proc p on p.oid = t.tgfoid
  join pg_catalog.pg_namespace pn on pn.oid = p.pronamespace
where not t.tgisinternal`
