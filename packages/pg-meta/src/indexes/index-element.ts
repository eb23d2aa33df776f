import { empty, type Fragment, ident, join, keyword, literal, sql } from '@colonnade/sql'
import { z } from 'zod'
import { authoredExpression } from '../catalog/authored.ts'
import { isGiven } from '../columns/column-definition.ts'
import { qualified, QualifiedName } from '../columns/type-name.ts'

/** Storage parameters and the like, by name: { fillfactor: 70 } */
export const Parameters = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
export type Parameters = z.infer<typeof Parameters>

/** What an index has one entry of: a column or an expression. */
export const IndexElement = z.object({
  column: z.string().nullish(),
  expression: z.string().nullish(),
  collation: QualifiedName.nullish(),
  operator_class: QualifiedName.nullish(),
  operator_class_parameters: Parameters.nullish(),
  order: z.enum(['asc', 'desc']).nullish(),
  nulls: z.enum(['first', 'last']).nullish(),
})
export type IndexElement = z.infer<typeof IndexElement>

/** @throws Error when it is neither a column nor an expression, or both */
export function elementClause(element: IndexElement): Fragment {
  const { collation, operator_class, operator_class_parameters, order, nulls } = element
  return sql`${elementTarget(element)}${isGiven(collation) ? sql` collate ${qualified(collation)}` : empty}${
    isGiven(operator_class) ? sql` ${qualified(operator_class)}${parameterList(operator_class_parameters)}` : empty
  }${isGiven(order) ? sql` ${keyword(order, ['asc', 'desc'])}` : empty}${isGiven(nulls) ? sql` nulls ${keyword(nulls, ['first', 'last'])}` : empty}`
}

function elementTarget({ column, expression }: IndexElement): Fragment {
  if (isGiven(column) === isGiven(expression)) throw new Error('An index element is either a column or an expression')
  return isGiven(column) ? ident(column) : sql`(${authoredExpression(expression!)})`
}

/** ` (name = 'value', …)`, or nothing; a name may have a dot in it (toast.autovacuum_enabled). */
export function parameterList(parameters: Parameters | null | undefined): Fragment {
  const entries = Object.entries(parameters ?? {})
  if (entries.length === 0) return empty
  return sql` (${join(entries.map(([name, value]) => sql`${parameterName(name)} = ${literal(typeof value === 'boolean' ? String(value) : value)}`))})`
}

/** @throws Error when no parameter can be called so */
export function parameterName(name: string): Fragment {
  if (!/^\w+(\.\w+)?$/.test(name)) throw new Error(`Not a parameter: ${name}`)
  return ident(...name.split('.'))
}

/** Options as Postgres stores them (`{fillfactor=70}`) as one JSON object, or NULL. */
export function storedParameters(options: Fragment): Fragment {
  return sql`(select pg_catalog.json_object_agg(pg_catalog.split_part(o, '=', 1), pg_catalog.substr(o, pg_catalog.strpos(o, '=') + 1)) from pg_catalog.unnest(${options}) o)`
}

/** A schema and a name as JSON. */
export function qualifiedJson(schema: Fragment, name: Fragment): Fragment {
  return sql`pg_catalog.json_build_object('schema', ${schema}, 'name', ${name})`
}

/** What elements are read from: the key columns of index `i`, each at `key.position` from 1, of column `a` or an expression. */
export const elementSources: Fragment = sql`rows from (pg_catalog.unnest(i.indkey::int2[]), pg_catalog.unnest(i.indclass::oid[]), pg_catalog.unnest(i.indcollation::oid[]), pg_catalog.unnest(i.indoption::int2[]))
        with ordinality as key (attnum, class, locale, option, position)
      join pg_catalog.pg_class ic on ic.oid = i.indexrelid
      join pg_catalog.pg_attribute ia on ia.attrelid = i.indexrelid and ia.attnum = key.position
      join pg_catalog.pg_opclass o on o.oid = key.class
      join pg_catalog.pg_namespace opn on opn.oid = o.opcnamespace
      left join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = key.attnum and key.attnum <> 0
      left join pg_catalog.pg_collation l on l.oid = key.locale and l.oid is distinct from a.attcollation
      left join pg_catalog.pg_namespace ln on ln.oid = l.collnamespace`

const isOrdered = sql`pg_catalog.pg_indexam_has_property(ic.relam, 'can_order')`

/** The fields of `IndexElement` from those sources. */
export const elementFields = {
  column: sql`a.attname`,
  expression: sql`case when a.attname is null then pg_catalog.pg_get_indexdef(i.indexrelid, key.position::int4, false) end`,
  collation: sql`case when l.oid is not null then ${qualifiedJson(sql`ln.nspname`, sql`l.collname`)} end`,
  operator_class: qualifiedJson(sql`opn.nspname`, sql`o.opcname`),
  operator_class_parameters: storedParameters(sql`ia.attoptions`),
  order: sql`case when ${isOrdered} then case key.option & 1 when 1 then 'desc' else 'asc' end end`,
  nulls: sql`case when ${isOrdered} then case key.option & 2 when 2 then 'first' else 'last' end end`,
}

/** Columns that index `i` holds besides its key: attributes `a`, in the order of `key.position`. */
export const besidesKey: Fragment = sql`from pg_catalog.unnest(i.indkey::int2[]) with ordinality as key (attnum, position)
      join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = key.attnum
      where key.position > i.indnkeyatts`

/** Columns that index `i` holds besides its key. */
export const includedColumns: Fragment = sql`coalesce((
      select pg_catalog.json_agg(a.attname order by key.position)
      ${besidesKey}
    ), '[]'::json)`
