import { empty, type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { printedByPostgres, type RuntimeName, withoutContext } from '../catalog/block.ts'

/** Options of a foreign object, by name. */
export const Options = z.record(z.string(), z.string())
export type Options = z.infer<typeof Options>

/** Only what is named is changed; null takes an option away. */
export const OptionChanges = z.record(z.string(), z.string().nullable())
export type OptionChanges = z.infer<typeof OptionChanges>

/** The options of a catalog's text[] as one JSON object. */
export function optionsObject(stored: Fragment): Fragment {
  return sql`coalesce((select pg_catalog.jsonb_object_agg(o.option_name, o.option_value) from pg_catalog.pg_options_to_table(${stored}) o), '{}')`
}

/** ` options (host 'h', "user" 'u')`, or nothing. */
export function optionsClause(options: Options = {}): Fragment {
  const entries = Object.entries(options)
  return entries.length === 0 ? empty : sql` options (${join(entries.map(([name, value]) => sql`${ident(name)} ${literal(value)}`))})`
}

/**
 * A statement of plpgsql that brings the `stored` options to what is asked for. What to write, `set`, `add` or `drop`, depends on what is
 * there, and it must be one list, since wrappers check the whole of it; Postgres prints that list. Errors don't quote it: options may be
 * secrets.
 *
 * @param apply the statement that takes the list: (changes) => execute`alter server s options (${changes})`
 */
export function changeOptions(stored: Fragment, changes: OptionChanges, apply: (changes: RuntimeName) => Fragment): Fragment {
  const entries = Object.entries(changes)
  if (entries.length === 0) return empty
  const wanted = entries.map(([name, value], index) => {
    ident(name) // or it is refused
    return sql`(${literal(index)}, ${literal(name)}, ${literal(value)}::text)`
  })
  return sql`declare changes text;
begin
  select pg_catalog.string_agg(case when w.value is null then pg_catalog.format('drop %I', w.name) else pg_catalog.format('%s %I %L', case when o.option_name is null then 'add' else 'set' end, w.name, w.value) end, ', ' order by w.position)
  into changes from (values ${join(wanted)}) w (position, name, value)
  left join pg_catalog.pg_options_to_table(${stored}) o on o.option_name = w.name
  where w.value is distinct from o.option_value;
  if changes is not null then
    ${withoutContext(apply(printedByPostgres(sql`changes`)))}
  end if;
end;`
}
