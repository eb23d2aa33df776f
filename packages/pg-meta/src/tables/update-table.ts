import { type Fragment, ident, join, literal, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { execute, executeDrop, printedByPostgres, raise, runtimeLiteral, runtimeName, withTarget } from '../catalog/block.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'
import { indexRoles, keepIndexRoles } from '../constraints/index-roles.ts'
import { besidesKey } from '../indexes/index-element.ts'
import { type Command, command } from '../statement.ts'
import { CreateTable, tableSettings } from './create-table.ts'
import { type TableIdentifier, tableColumns, tableCondition, withoutNoId } from './table-identifiers.ts'
import { isTable } from './table-row.ts'

/** What is left out stays as it is. */
export const UpdateTable = CreateTable.pick({
  schema: true,
  rls_enabled: true,
  rls_forced: true,
  replica_identity: true,
  replica_identity_index: true,
  comment: true,
}).extend({
  name: z.string().optional(),
  /** The columns of the key in its order; none drops it. A key that is the same already is left alone. */
  primary_keys: z.array(z.object({ name: z.string() })).optional(),
})
export type UpdateTable = z.infer<typeof UpdateTable>

export const RemoveTable = z.object({ cascade: z.boolean().optional() })
export type RemoveTable = z.infer<typeof RemoveTable>

const [schema, table, key] = [runtimeName(sql`target.schema`), runtimeName(sql`target.name`), runtimeName(sql`target.key_name`)]

/**
 * Changes a table in one statement; `identifier` may be the whole row. Renaming comes last.
 *
 * @throws Error 'Must provide either id or name and schema', 'replica_identity_index is required when replica_identity is INDEX';
 * in the database 'Cannot find table with: …'
 */
export function update(identifier: TableIdentifier, change: UpdateTable): Command {
  const settings = tableSettings(change)
  const newSchema = change.schema === undefined ? schema : ident(change.schema)
  return command(
    onTable(
      identifier,
      ...(change.primary_keys === undefined ? [] : [keyChange(change.primary_keys.map(({ name }) => name))]),
      ...(settings.length === 0 ? [] : [execute`alter table ${schema}.${table} ${join(settings)}`]),
      ...(change.comment === undefined ? [] : [execute`comment on table ${schema}.${table} is ${literal(change.comment)}`]),
      ...(change.schema === undefined
        ? []
        : [sql`if target.schema <> ${nameLiteral(change.schema)} then ${execute`alter table ${schema}.${table} set schema ${newSchema}`} end if;`]),
      // last, since the others name it
      ...(change.name === undefined
        ? []
        : [
            sql`if target.name <> ${nameLiteral(change.name)} then ${execute`alter table ${newSchema}.${table} rename to ${ident(change.name)}`} end if;`,
          ]),
    ),
  )
}

/**
 * Restrict unless asked to take along what depends on it (spec §5). A name is dropped as it is: Postgres says when there is none.
 *
 * @throws Error as `update`; 'SQL identifier cannot be null or undefined' for a name without its schema
 */
export function remove(identifier: TableIdentifier, { cascade = false }: RemoveTable = {}): Command {
  const behavior = cascade ? sql`cascade` : sql`restrict`
  const given = withoutNoId(identifier)
  if (!('id' in given) && given.name !== undefined)
    return command(sql`drop table ${ident(...([given.schema ?? undefined, given.name] as string[]))} ${behavior};`)
  return command(onTable(given, executeDrop`drop table ${schema}.${table} ${behavior}`))
}

/**
 * The new key takes the old one's name, comment, timing, further columns and parameters, and its index what the old one's was. A foreign key that points at the old
 * one keeps it from being dropped.
 */
function keyChange(names: readonly string[]): Fragment {
  const wanted = names.length === 0 ? sql`'{}'::text[]` : sql`array[${join(names.map((name) => nameLiteral(name)))}]::text[]`
  const list = join(names.map((name) => ident(name)))
  const rest = sql`(select pg_catalog.concat((select ' include (' || pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' order by key.position) || ')'
        ${besidesKey} and a.attname::text <> all (${wanted})),
      ' with (' || pg_catalog.array_to_string(c.reloptions, ', ') || ')', target.key_timing)
    from pg_catalog.pg_index i join pg_catalog.pg_class c on c.oid = i.indexrelid where c.oid = target.key_index)`
  const change =
    names.length === 0
      ? execute`alter table ${schema}.${table} drop constraint ${key}`
      : sql`if target.key_name is null then
${execute`alter table ${schema}.${table} add primary key (${list})`}
else
${execute`alter table ${schema}.${table} drop constraint ${key}, add constraint ${key} primary key (${list})${printedByPostgres(rest)}`}
${keepIndexRoles(schema, table, key)}
if target.key_comment is not null then ${execute`comment on constraint ${key} on ${schema}.${table} is ${runtimeLiteral(sql`target.key_comment`)}`} end if;
end if;`
  return sql`if target.key_columns <> ${wanted} then\n${change}\nend if;`
}

function onTable(identifier: TableIdentifier, ...work: readonly Fragment[]): Fragment {
  const lookup = sql`n.nspname as schema, c.relname as name, k.conname as key_name, k.conindid as key_index, pg_catalog.obj_description(k.oid, 'pg_constraint') as key_comment, ${indexRoles},
      case when k.condeferred then ' deferrable initially deferred' when k.condeferrable then ' deferrable' end as key_timing,
      array(select a.attname::text from pg_catalog.unnest(k.conkey) with ordinality as part (attnum, position)
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = part.attnum order by part.position) as key_columns
    from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join pg_catalog.pg_constraint k on k.conrelid = c.oid and k.contype = 'p'
    where ${isTable} and ${tableCondition(identifier)}`
  return withTarget(lookup, raise('missing', cannotFindWith('table', withoutNoId(identifier), tableColumns, mustProvide.idOrNameAndSchema)), ...work)
}
