import { type Fragment, join, literal, nameLiteral, sql } from '@colonnade/sql'
import { z } from 'zod'
import { block } from '../catalog/block.ts'
import { type ById, type BySchemaAndName, identifierCondition } from '../catalog/identifiers.ts'
import { cannotFindWith, mustProvide } from '../catalog/messages.ts'
import { isVisibleRelation } from '../catalog/visible-relations.ts'
import { type Command, command, retrieval, type Statement } from '../statement.ts'
import { copyTable } from './copy-table.ts'
import { obstacles } from './obstacles.ts'

type TableIdentifier = ById | BySchemaAndName

export const ColumnOrder = z.object({
  /** All columns of the table, in the order that they are to have. */
  columns: z.array(z.string()).min(1),
})
export type ColumnOrder = z.infer<typeof ColumnOrder>

/** What copying a table into another order of columns does to the database while it goes on. */
export const ReorderPlan = z.object({
  id: z.number().int(),
  schema: z.string(),
  name: z.string(),
  /** Why it can't be done; empty when it can. */
  obstacles: z.array(z.string()),
  /** Relations locked with ACCESS EXCLUSIVE during the copy, the table first. */
  locked: z.array(z.object({ schema: z.string(), name: z.string(), reason: z.enum(['table', 'foreign key', 'view', 'policy']) })),
  /** What is written again: rows, and the indexes over them. As much again is needed on disk until it is done. */
  rewritten_bytes: z.number().int(),
  rows_estimate: z.number(),
  rebuilt_indexes: z.array(z.string()),
})
export type ReorderPlan = z.infer<typeof ReorderPlan>

const columns = { id: sql`c.oid`, name: sql`c.relname`, schema: sql`n.nspname` }

/** What `reorder` would lock and write again, and what keeps it from being done. @throws Error 'Must provide either id or name and schema' */
export function preview(identifier: TableIdentifier): Statement<z.ZodOptional<typeof ReorderPlan>> {
  const relationOf = (oid: Fragment, reason: string): Fragment =>
    sql`select ln.nspname as schema, l.relname as name, ${reason}::text as reason from pg_catalog.pg_class l join pg_catalog.pg_namespace ln on ln.oid = l.relnamespace where l.oid in (${oid}) and l.oid <> c.oid`
  const dependents = (classId: Fragment) =>
    sql`pg_catalog.pg_depend d where d.refclassid = 'pg_catalog.pg_class'::pg_catalog.regclass::oid and d.refobjid = c.oid and d.classid = ${classId}::pg_catalog.regclass::oid`
  const text = sql`select c.oid::int8 as id, n.nspname::text as schema, c.relname::text as name, pg_catalog.to_json(${obstacles}) as obstacles,
  (
    select pg_catalog.json_agg(r)
    from (
      select n.nspname as schema, c.relname as name, 'table' as reason
      union all ${relationOf(sql`select k.confrelid from pg_catalog.pg_constraint k where k.conrelid = c.oid and k.contype = 'f'`, 'foreign key')}
      union all ${relationOf(
        sql`select k.conrelid from pg_catalog.pg_constraint k where k.contype = 'f' and k.oid in (select d.objid from ${dependents(sql`'pg_catalog.pg_constraint'`)})`,
        'foreign key',
      )}
      union all ${relationOf(sql`select w.ev_class from pg_catalog.pg_rewrite w where w.oid in (select d.objid from ${dependents(sql`'pg_catalog.pg_rewrite'`)})`, 'view')}
      union all ${relationOf(sql`select p.polrelid from pg_catalog.pg_policy p where p.oid in (select d.objid from ${dependents(sql`'pg_catalog.pg_policy'`)})`, 'policy')}
    ) r
  ) as locked,
  pg_catalog.pg_total_relation_size(c.oid) as rewritten_bytes,
  c.reltuples as rows_estimate,
  coalesce((
    select pg_catalog.json_agg(x.relname order by x.oid) from pg_catalog.pg_index i join pg_catalog.pg_class x on x.oid = i.indexrelid where i.indrelid = c.oid
  ), '[]'::json) as rebuilt_indexes
from pg_catalog.pg_class c
join pg_catalog.pg_namespace n on n.oid = c.relnamespace
where c.relkind in ('r', 'p') and ${isVisibleRelation('c')} and ${identifierCondition(identifier, columns, mustProvide.idOrNameAndSchema)};`
  return retrieval(text, ReorderPlan)
}

/**
 * Gives a table another order of columns by copying it: a new table with the same rows, constraints, indexes, defaults, identities with
 * their positions, triggers, rules, policies, privileges, comments, publications, statistics, settings and owner takes its name; views
 * and foreign keys that point at the old one point at the new one. It gets another id. The table is locked and written again:
 * `preview` says what else. An order that it has already changes nothing.
 *
 * @throws Error 'Must provide either id or name and schema'; in the database 'Cannot find table with: …', 'Cannot reorder the columns of
 * …' with what is in the way (SQLSTATE 0A000), or that the columns named are not those of the table (42P10): all before anything is changed
 */
export function reorder(identifier: TableIdentifier, { columns: wanted }: ColumnOrder): Command {
  if (new Set(wanted).size !== wanted.length || wanted.length === 0) throw new Error('List every column exactly once')
  const condition = identifierCondition(identifier, columns, mustProvide.idOrNameAndSchema)
  const missing = cannotFindWith('table', identifier, columns, mustProvide.idOrNameAndSchema)
  return command(
    block(
      sql`#variable_conflict use_column
declare
wanted constant text[] := array[${join(wanted.map((name) => nameLiteral(name)))}];
target record; item record; counter record; statement text;
before text[] := '{}'; after text[] := '{}'; grants text[] := '{}';
path constant text := pg_catalog.current_setting('search_path');`,
      sql`select c.oid as relation, n.nspname as schema, c.relname as name into target
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p') and ${condition};
if not found then raise exception using message = ${literal(missing)}, errcode = '42704'; end if;
execute pg_catalog.format('lock table %I.%I in access exclusive mode', target.schema, target.name);
perform pg_catalog.set_config('search_path', '', true);
select c.*, n.nspname as schema, ${obstacles} as obstacles, pg_catalog.pg_get_userbyid(c.relowner) as owner,
  array(select a.attname::text from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns into target
from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace where c.oid = target.relation;
if pg_catalog.cardinality(target.obstacles) > 0 then
  raise exception using message = pg_catalog.format('Cannot reorder the columns of %I.%I: %s', target.schema, target.relname, pg_catalog.array_to_string(target.obstacles, '; ')), errcode = '0A000';
end if;
if not (wanted @> target.columns and wanted <@ target.columns) then
  raise exception using message = pg_catalog.format('Not all columns of %I.%I, or not only these: %s', target.schema, target.relname, pg_catalog.array_to_string(wanted, ', ')), errcode = '42P10';
end if;
if wanted <> target.columns then
${copyTable}
end if;
perform pg_catalog.set_config('search_path', path, true);`,
    ),
  )
}
