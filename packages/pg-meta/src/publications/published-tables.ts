import { empty, type Fragment, ident, join, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression } from '../catalog/authored.ts'
import { execute, runtimeName } from '../catalog/block.ts'
import { members, schemasOf } from './publication-row.ts'

/**
 * A table. In a string, the part before the first dot is the schema; without a dot, the table is in `public`. Nothing is unquoted or
 * folded. A schema with a dot needs the object form.
 */
export const PublishedTable = z.union([
  z.string(),
  z.object({
    schema: z.string(),
    name: z.string(),
    /** Publishes only these columns; Postgres 15 and later. */
    columns: z.array(z.string()).min(1).nullish(),
    /** Publishes only rows for which this expression is true; Postgres 15 and later. */
    filter: z.string().nullish(),
  }),
])
export type PublishedTable = z.infer<typeof PublishedTable>

export const schemasOfAll = 'A publication for all tables can’t list schemas'

/** ` for table only …, tables in schema …`, ` for all tables` if `tables` is null, nothing if both are empty. */
export function publishedObjects(tables: readonly PublishedTable[] | null, schemas: readonly string[]): Fragment {
  if (tables === null && schemas.length > 0) throw new Error(schemasOfAll)
  if (tables === null) return sql` for all tables`
  const objects = [
    ...(tables.length === 0 ? [] : [sql`table ${join(tables.map((table) => sql`only ${ident(...pathOf(table))}${definition(table)}`))}`]),
    ...(schemas.length === 0 ? [] : [sql`tables in schema ${join(schemas.map((schema) => ident(schema)))}`]),
  ]
  return objects.length === 0 ? empty : sql` for ${join(objects)}`
}

/** Schema and name. */
function pathOf(table: PublishedTable): [string, string] {
  if (typeof table !== 'string') return [table.schema, table.name]
  const dot = table.indexOf('.')
  return dot < 0 ? ['public', table] : [table.slice(0, dot), table.slice(dot + 1)]
}

function definition(table: PublishedTable): Fragment {
  if (!isDefined(table)) return empty
  const { columns, filter } = table
  const list = columns === undefined || columns === null ? empty : sql` (${join(columns.map((column) => ident(column)))})`
  return filter === undefined || filter === null ? list : sql`${list} where (${authoredExpression(filter)})`
}

type DefinedTable = Exclude<PublishedTable, string>

/** Returns whether columns or rows are selected. */
function isDefined(table: PublishedTable): table is DefinedTable {
  return typeof table !== 'string' && [table.columns, table.filter].some((part) => part !== undefined && part !== null)
}

/** Returns statements that set the tables of the publication `target`: removes others, and adds missing ones. */
export function changeMembers(tables: readonly PublishedTable[]): Fragment {
  const present = sql`select n.nspname as schema, c.relname as name from ${members}
    where m.prpubid = (select oid from pg_catalog.pg_publication where pubname = target.name)`
  const paths = tables.map(pathLiterals)
  const [plain, defined] = [tables.filter((table) => !isDefined(table)), tables.filter(isDefined)]
  const publication = runtimeName(sql`target.name`)
  const [schema, name] = [runtimeName(sql`item.schema`), runtimeName(sql`item.name`)]
  const dropped = execute`alter publication ${publication} drop table only ${schema}.${name}`
  const added = execute`alter publication ${publication} add table only ${schema}.${name}`
  return join(
    [
      sql`for item in ${present}${paths.length === 0 ? empty : sql` and (n.nspname, c.relname) not in (${join(paths)})`} loop ${dropped} end loop;`,
      ...(plain.length === 0
        ? []
        : [sql`for item in select * from (values ${join(plain.map(pathLiterals))}) wanted (schema, name) except ${present} loop ${added} end loop;`]),
      // Postgres changes the columns and rows of a table only together with all tables
      ...defined.flatMap((table) => [
        sql`for item in ${present} and (n.nspname, c.relname) = ${pathLiterals(table)} loop ${dropped} end loop;`,
        execute`alter publication ${publication} add table only ${ident(...pathOf(table))}${definition(table)}`,
      ]),
    ],
    sql`\n`,
  )
}

function pathLiterals(table: PublishedTable): Fragment {
  return sql`(${join(pathOf(table).map((name) => sql`${nameLiteral(name)}::name`))})`
}

const presentSchemas = sql`select n.nspname as schema from ${schemasOf(sql`(select oid from pg_catalog.pg_publication where pubname = target.name)`)}`

/** Returns statements that remove other schemas from the publication `target`. */
export function dropSchemas(schemas: readonly string[]): Fragment {
  const kept = schemas.length === 0 ? empty : sql` and n.nspname not in (${join(schemas.map((schema) => sql`${nameLiteral(schema)}::name`))})`
  const dropped = execute`alter publication ${runtimeName(sql`target.name`)} drop tables in schema ${runtimeName(sql`item.schema`)}`
  return sql`declare item record;
begin
for item in ${presentSchemas}${kept} loop ${dropped} end loop;
end;`
}

/** Returns statements that add missing schemas to the publication `target`. */
export function addSchemas(schemas: readonly string[]): Fragment {
  if (schemas.length === 0) return empty
  const wanted = join(schemas.map((schema) => sql`(${nameLiteral(schema)}::name)`))
  const added = execute`alter publication ${runtimeName(sql`target.name`)} add tables in schema ${runtimeName(sql`item.schema`)}`
  return sql`declare item record;
begin
for item in select * from (values ${wanted}) wanted (schema) except ${presentSchemas} loop ${added} end loop;
end;`
}
