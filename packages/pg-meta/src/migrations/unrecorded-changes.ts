import { empty, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { block } from '../catalog/block.ts'
import { type Command, command, listing, type Statement } from '../statement.ts'

/** A schema change that no migration records: the client's SQL, and its effects. */
export const UnrecordedChange = z.object({
  /** Identifies the change, together with the time. */
  transaction_id: z.string(),
  /** When the client sent it: ISO 8601, with microseconds. */
  asked_at: z.string(),
  /** The role that was connected. */
  changed_by: z.string(),
  application_name: z.string(),
  /** Such as "CREATE TABLE"; up to 20 each of commands and objects. */
  commands: z.array(z.string()),
  /** Such as "table public.album". */
  objects: z.array(z.string()),
  /** The SQL, truncated if long, with `maskedPassword` for passwords; null if they can't be identified. */
  statement: z.string().nullable(),
  is_cut: z.boolean(),
})
export type UnrecordedChange = z.infer<typeof UnrecordedChange>

/** Replaces a password in a statement. Running it as is leaves a role without a password. */
export const maskedPassword = 'null /* not kept */'

/** Most changes listed, the newest first. */
export const unrecordedLimit = 200

/** Covers as much of a statement as the log stores. */
const bare = (text: ReturnType<typeof sql>) => sql`pg_catalog.btrim(pg_catalog.left(${text}, 20000), E' \\n\\r\\t;')`

const log = sql`_colonnade.schema_changes`
const migrations = sql`supabase_migrations.schema_migrations`
const handover = sql`'colonnade.unrecorded'`

/**
 * Lists schema changes in the platform's log that no migration records, the newest first, up to `unrecordedLimit`: no migration was recorded
 * in their transaction or contains their statement. None if there is no log.
 */
export function listUnrecordedChanges(): Statement<z.ZodArray<typeof UnrecordedChange>> {
  return listing(
    sql`${block(
      sql`declare recorded jsonb := '[]';`,
      sql`perform pg_catalog.set_config(${handover}, '[]', true);
if pg_catalog.to_regclass('${log}') is null then
  return;
end if;
if pg_catalog.to_regclass('${migrations}') is not null then
  select coalesce(pg_catalog.jsonb_agg(pg_catalog.jsonb_build_object('transaction', m.xmin::text, 'statements', pg_catalog.to_jsonb(m) -> 'statements')), '[]')
    into recorded from ${migrations} m;
end if;
perform pg_catalog.set_config(${handover}, coalesce((
  with known as materialized (
    select r.value ->> 'transaction' as transaction, r.value -> 'statements' as statements from pg_catalog.jsonb_array_elements(recorded) r
  ), texts as materialized (
    select ${bare(sql`s.value`)} as statement from known k,
      pg_catalog.jsonb_array_elements_text(case pg_catalog.jsonb_typeof(k.statements) when 'array' then k.statements else '[]' end) s
  ), unrecorded as (
    select c.transaction_id::text as transaction_id, c.asked_at, c.changed_by::text as changed_by, c.application_name, c.commands, c.objects, c.statement, c.is_cut
    from ${log} c
    where not exists (select from known k where k.transaction = (c.transaction_id::text::int8 % 4294967296)::text)
      and not exists (select from texts t where t.statement = ${bare(sql`c.statement`)})
    order by c.asked_at desc, c.transaction_id::text desc limit ${unrecordedLimit}
  )
  select pg_catalog.jsonb_agg(pg_catalog.to_jsonb(u) order by u.asked_at desc, u.transaction_id desc) from unrecorded u
), '[]')::text, true);`,
    )}
select c.value ->> 'transaction_id' as transaction_id, c.value ->> 'asked_at' as asked_at, c.value ->> 'changed_by' as changed_by,
  c.value ->> 'application_name' as application_name, c.value -> 'commands' as commands, c.value -> 'objects' as objects,
  c.value ->> 'statement' as statement, (c.value ->> 'is_cut')::boolean as is_cut
from pg_catalog.jsonb_array_elements(pg_catalog.current_setting(${handover})::jsonb) with ordinality c (value, place)
order by c.place;`,
    UnrecordedChange,
  )
}

/** Removes changes from the log. */
export function removeUnrecordedChanges(changes: readonly Pick<UnrecordedChange, 'transaction_id' | 'asked_at'>[]): Command {
  const keys = changes.map(({ transaction_id, asked_at }) => sql`(${literal(transaction_id)}::xid8, ${literal(asked_at)}::timestamptz)`)
  return command(sql`delete from ${log} where (transaction_id, asked_at) in (${join(keys)});`)
}

/** Empties the log, for a copy: its source has these changes in its own log. Does nothing if there is no log. */
export function removeAllUnrecordedChanges(): Command {
  return command(block(empty, sql`if pg_catalog.to_regclass('${log}') is not null then\n  delete from ${log};\nend if;`))
}
