import { type Fragment, ident, join, literal, sql, type SqlText, toText } from '@colonnade/sql'
import { authoredExpression } from '../catalog/authored.ts'

/** What policies would do, found out without changing anything. */

export interface PolicyTable {
  readonly schema: string
  readonly name: string
}

export interface ExpressionCheck {
  readonly sql: SqlText
  /** Characters before the expression, to be taken off the positions of errors. */
  readonly offset: number
}

/**
 * A plan of nothing but a policy's expression, which reads no row: it fails where the expression does not parse, has no boolean, or names
 * what is not there.
 *
 * @throws Error when the expression is empty, is more than one, or something in it is not closed
 */
export function getExpressionCheckSql({ schema, name }: PolicyTable, expression: string): ExpressionCheck {
  const before = sql`explain select 1 from only ${ident(schema, name)} where (`
  const written = authoredExpression(expression)
  // a line's end stands on both sides of an expression that may end in a comment
  const around = (lengthOf(toText(written)) - lengthOf(expression)) / 2
  return { sql: toText(sql`${before}${written});`), offset: lengthOf(toText(before)) + around }
}

/** The first rows of a table with where each stands; ask as somebody who sees all of them. Columns: table_id, place, record, json. */
export function getTrialRowsSql(table: PolicyTable, limit: number): SqlText {
  const name = ident(table.name)
  return toText(sql`select ${name}.tableoid::pg_catalog.int8 as table_id, ${name}.ctid::text as place, (${name}.*)::text as record, pg_catalog.row_to_json(${name}.*)::text as json
from ${ident(table.schema, table.name)} as ${name} limit ${limit};`)
}

/** Which of the rows at these places there are for whoever asks. Columns: table_id, place. */
export function getVisiblePlacesSql(table: PolicyTable, places: readonly string[]): SqlText {
  const name = ident(table.name)
  return toText(sql`select ${name}.tableoid::pg_catalog.int8 as table_id, ${name}.ctid::text as place
from ${ident(table.schema, table.name)} as ${name} where ${name}.ctid = any (array[${join(places.map((place) => literal(place)))}]::pg_catalog.tid[]);`)
}

/**
 * What expressions say of rows, row by row: each is a column of 't', 'f' or null. The rows are given as records, so that whoever asks need
 * not see them in their table.
 *
 * @throws Error as `getExpressionCheckSql`
 */
export function getVerdictsSql(table: PolicyTable, records: readonly string[], expressions: readonly string[]): SqlText {
  const type = ident(table.schema, table.name)
  const rows = records.map((record) => literal(record))
  const verdicts = expressions.map((expression) => sql`(${authoredExpression(expression)})::pg_catalog.bool`)
  return toText(sql`select ${join(verdicts, sql`, `)}
from pg_catalog.unnest(array[${join(rows)}]::${type}[]) as ${ident(table.name)};`)
}

/** A write of one row. Values are JSON by the names of columns. */
export type TrialWrite =
  | { readonly kind: 'insert'; readonly values: Readonly<Record<string, unknown>> }
  | { readonly kind: 'update'; readonly values: Readonly<Record<string, unknown>>; readonly at: RowPlace }
  | { readonly kind: 'delete'; readonly at: RowPlace }

export interface RowPlace {
  readonly tableId: number
  readonly place: string
}

/** The SQLSTATE with which a tried write ends that the database allowed; its detail is the number of rows. */
export const triedSqlstate = 'CTRY0'

/**
 * Tries a write and rolls it back by always failing: with `triedSqlstate` if the database allows the write, or with the
 * database's own error. Also checks deferred constraints.
 *
 * @throws Error when there is no value to write
 */
export function getTrialWriteSql(table: PolicyTable, write: TrialWrite): SqlText {
  const body = sql`begin
  declare touched pg_catalog.int8;
  begin
    execute ${literal(toText(statementOf(table, write)))};
    get diagnostics touched = row_count;
    set constraints all immediate;
    raise exception 'allowed' using errcode = ${literal(triedSqlstate)}, detail = touched::text;
  end;
end`
  return toText(sql`do language plpgsql ${literal(toText(body))};`)
}

function statementOf(table: PolicyTable, write: TrialWrite): Fragment {
  const name = ident(table.schema, table.name)
  if (write.kind === 'delete') return sql`delete from ${name} ${whereAt(write.at)}`
  const columns = Object.keys(write.values)
  if (columns.length === 0) throw new Error('Enter a value for at least one column')
  const list = join(columns.map((column) => ident(column)))
  const values = sql`select ${list} from pg_catalog.jsonb_populate_record(null::${name}, ${literal(JSON.stringify(write.values))}::pg_catalog.jsonb)`
  if (write.kind === 'insert') return sql`insert into ${name} (${list}) ${values}`
  return sql`update ${name} set (${list}) = (${values}) ${whereAt(write.at)}`
}

function whereAt({ tableId, place }: RowPlace): Fragment {
  return sql`where ctid = ${literal(place)}::pg_catalog.tid and tableoid = ${literal(String(tableId))}::pg_catalog.oid`
}

/** Postgres counts code points. */
function lengthOf(text: string): number {
  return Array.from(text).length
}
