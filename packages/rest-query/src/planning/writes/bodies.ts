import { type Fragment, ident, join, literal, sql } from '@colonnade/sql'
import type { Catalog, Column, Relation } from '../../catalog.ts'
import type { BodyShape, RestRequest } from '../../request.ts'
import { known } from '../names.ts'
import { unknownColumn } from '../refusals.ts'
import { body } from '../statements.ts'

/** Rows of a JSON body, typed by the columns that they are for. */
export interface Rows {
  readonly columns: readonly Column[]
  /** What a row has for each of the columns. */
  readonly values: readonly Fragment[]
  /** After `from`. */
  readonly from: Fragment
}

/**
 * Finds the columns that a body writes: those of `columns=`, or the keys of its objects. null for what is neither object nor array.
 *
 * @throws RestError PGRST204
 */
export function writtenColumns(relation: Relation, request: RestRequest, shape: Extract<BodyShape, { kind: 'json' }>): Column[] | null {
  const names = request.query.columns ?? shape.keys
  return names === null
    ? null
    : [...new Set(names)].map((name) => {
        const column = relation.columns.get(name)
        if (column === undefined) throw unknownColumn(name, relation.name)
        return column
      })
}

interface RowOptions {
  readonly isArray: boolean
  /** How the rows are called. */
  readonly alias: string
  /** Keys that are absent have the default of their column. */
  readonly isMissingDefault: boolean
}

export function rowsOf(catalog: Catalog, relation: Relation, columns: readonly Column[], options: RowOptions): Rows {
  const { alias, isArray, isMissingDefault } = options
  const typed = join(
    columns.map((column) => sql`${ident(column.name)} ${fromJsonOf(catalog, column) === null ? known('type', column.type) : sql`json`}`),
  )
  const read = columns.map((column) => {
    const sent = sql`${ident(alias)}.${ident(column.name)}`
    const fromJson = fromJsonOf(catalog, column)
    return fromJson === null ? sent : sql`${known('expression', fromJson)}(${sent})`
  })
  const defaults = isMissingDefault ? columns.map((column) => defaultOf(relation, column)) : []
  if (!defaults.some((one) => one !== null)) {
    const from = isArray ? sql`json_to_recordset(${body()})` : sql`json_to_record(${body()})`
    return { columns, values: read, from: sql`${from} as ${ident(alias)}(${typed})` }
  }
  const elements = isArray ? sql`json_array_elements(${body()}::json) as sent(value)` : sql`(select ${body()}::json as value) as sent`
  return {
    columns,
    values: columns.map((column, index) => {
      const instead = defaults[index] ?? null
      return instead === null ? read[index]! : sql`case when (sent.value -> ${literal(column.name)}) is null then ${instead} else ${read[index]} end`
    }),
    from: sql`${elements} cross join lateral json_to_record(sent.value) as ${ident(alias)}(${typed})`,
  }
}

function fromJsonOf({ representations }: Catalog, column: Column): string | null {
  return representations.get(column.type)?.fromJson ?? null
}

function defaultOf(relation: Relation, column: Column): Fragment | null {
  if (column.default !== null) return sql`(${known('expression', column.default)})`
  if (!column.isIdentity) return null
  return sql`nextval(pg_get_serial_sequence(${relationLiteral(relation)}, ${literal(column.name)}))`
}

/** Writes a relation's name as `pg_get_serial_sequence` takes it: quoted as SQL, in a literal. */
function relationLiteral({ schema, name }: Relation): Fragment {
  const quote = (part: string): string => `"${part.replaceAll('"', '""')}"`
  return literal(`${quote(schema)}.${quote(name)}`)
}
