import { ident, join, literal, sql, toText, type Fragment, type SqlText } from '@colonnade/sql'
import type { EntityColumn } from '../table-editor/entity.ts'

/** The fields of a column that show where its numbers come from. */
export type NumberedColumn = Pick<EntityColumn, 'name' | 'base_format' | 'is_identity' | 'default_value'>

/** A gap of so many numbers is drawn; a wider one is jumped. */
const drawnNumbers = 1_000

/** `nextval` alone: numbers that an expression makes of it are others than the sequence's. */
const drawnDefault = /^nextval\('((?:[^'\\]|'')+)'::(?:regclass|text)\)$/
const integers = new Set(['int2', 'int4', 'int8'])

/** Whether a sequence numbers the column: an identity, a serial, or `nextval` of any sequence as its default. */
export function isNumbered({ base_format: format, is_identity: isIdentity, default_value: value }: NumberedColumn): boolean {
  return integers.has(format) && (isIdentity || drawnDefault.test(value ?? ''))
}

/**
 * Moves the sequence of a column past numbers that rows already have, so that the next row that asks for one gets a free one: past
 * `values`, or past all that the table holds. INSERT and COPY never do that (PostgreSQL documentation, 5.3 and 8.1.4).
 *
 * The sequence only goes forward, in its own steps: a small gap is drawn with nextval, which can't undo what others have drawn
 * since. Numbers outside of its range, and those after which none is left, stay out of it. Does nothing for a role that may not use
 * the sequence.
 */
export function getFollowNumbersSql({
  table,
  column,
  values,
}: {
  readonly table: { readonly schema: string; readonly name: string }
  readonly column: NumberedColumn
  /** Numbers as Postgres reads them. */
  readonly values?: readonly string[]
}): SqlText {
  const relation = ident(table.schema, table.name)
  const name = ident(column.name)
  const source =
    values === undefined
      ? relation
      : sql`(values ${join(values.map((value, index) => (index === 0 ? sql`(${literal(value)}::int8)` : sql`(${literal(value)})`)))}) as given (${name})`
  return toText(sql`select case when steps > ${drawnNumbers} then pg_catalog.setval(sequence, reached)
  else (select pg_catalog.max(drawn) from (select pg_catalog.nextval(sequence) as drawn from pg_catalog.generate_series(1, steps)) numbers) end as ${name}
from (
  select sequence, steps, (coalesce(last, seqstart) + (steps - unused) * seqincrement)::int8 as reached
  from pg_catalog.pg_sequence
    cross join lateral (select seqrelid::pg_catalog.regclass as sequence, pg_catalog.pg_sequence_last_value(seqrelid) as last) used
    cross join lateral (
      select case when seqincrement > 0 then pg_catalog.max(${name}) else pg_catalog.min(${name}) end::numeric as furthest from ${source}
      where ${name} between seqmin - least(seqincrement, 0) and seqmax - greatest(seqincrement, 0)
    ) brought
    cross join lateral (select case when last is null then 1 else 0 end as unused) start
    cross join lateral (select pg_catalog.floor((furthest - coalesce(last, seqstart)) / seqincrement) + unused as steps) gap
  where seqrelid = ${sequenceOf(relation, column)}
    and pg_catalog.has_sequence_privilege(seqrelid, 'usage') and pg_catalog.has_sequence_privilege(seqrelid, 'update')
) numbering
where steps > 0;`)
}

function sequenceOf(relation: Fragment, { name, is_identity: isIdentity, default_value: value }: NumberedColumn): Fragment {
  const [, sequence] = drawnDefault.exec(value ?? '') ?? []
  if (isIdentity || sequence === undefined)
    return sql`pg_catalog.pg_get_serial_sequence(${literal(toText(relation))}, ${literal(name)})::pg_catalog.regclass`
  return sql`${literal(sequence.replaceAll("''", "'"))}::pg_catalog.regclass`
}
