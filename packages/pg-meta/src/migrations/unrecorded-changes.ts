import { empty, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { block } from '../catalog/block.ts'
import { type Command, command, listing, type Statement } from '../statement.ts'

/** A change of the schema that no migration has: what a client sent, and what it did. */
export const UnrecordedChange = z.object({
  /** With the time, what tells it from others. */
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
  /** What was sent, as a whole; the beginning of a long one; with `maskedPassword` in place of passwords, null where they can't be told. */
  statement: z.string().nullable(),
  is_cut: z.boolean(),
})
export type UnrecordedChange = z.infer<typeof UnrecordedChange>

/** What stands for a password in a statement: run like this, a role has none. */
export const maskedPassword = 'null /* not kept */'

/** How many are listed, the newest. */
export const unrecordedLimit = 200

/** Of as much of a statement as is kept. */
const bare = (text: ReturnType<typeof sql>) => sql`pg_catalog.btrim(pg_catalog.left(${text}, 20000), E' \\n\\r\\t;')`

const log = sql`_colonnade.schema_changes`
const migrations = sql`supabase_migrations.schema_migrations`
const handover = sql`'colonnade.unrecorded'`

/**
 * Changes of the schema that the log of the platform has and no migration, the newest first, up to `unrecordedLimit`: neither was a migration
 * recorded in their transaction, nor has one their statement. None where there is no log.
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

/** Takes some from the log. */
export function removeUnrecordedChanges(changes: readonly Pick<UnrecordedChange, 'transaction_id' | 'asked_at'>[]): Command {
  const keys = changes.map(({ transaction_id, asked_at }) => sql`(${literal(transaction_id)}::xid8, ${literal(asked_at)}::timestamptz)`)
  return command(sql`delete from ${log} where (transaction_id, asked_at) in (${join(keys)});`)
}

/** Empties the log, as one whose changes are somebody else's: of a copy, whose source has them in its own. Nothing where there is no log. */
export function removeAllUnrecordedChanges(): Command {
  return command(block(empty, sql`if pg_catalog.to_regclass('${log}') is not null then\n  delete from ${log};\nend if;`))
}
