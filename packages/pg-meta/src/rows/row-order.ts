import { empty, ident, join, literal, sql, type Fragment } from '@colonnade/sql'
import type { Entity } from '../table-editor/entity.ts'

/** What these functions need to know of a relation. */
export type RowsTable = Pick<Entity, 'schema' | 'name' | 'kind' | 'columns' | 'primary_keys' | 'unique_indexes' | 'live_rows_estimate'>

export interface RowSort {
  readonly column: string
  readonly ascending?: boolean
  readonly nullsFirst?: boolean
}

/** One column of an order that is spelled out. */
export interface OrderTerm {
  readonly column: string
  readonly ascending: boolean
  /** Where NULLs stand; undefined for columns that hold none, which lets a plain index give the order. */
  readonly nullsFirst: boolean | undefined
}

export interface RowOrder {
  readonly terms: readonly OrderTerm[]
  /** Whether no two rows are equal in it: only then can a page start after a row. */
  readonly isTotal: boolean
}

/** Tables of fewer rows are ordered even where no index gives the order. */
export const smallTableRows = 100_000

/** Columns that tell rows apart: the primary key, else a unique index whose columns are never NULL; empty without either. */
export function rowKey(table: Pick<RowsTable, 'columns' | 'primary_keys' | 'unique_indexes'>): readonly string[] {
  if (table.primary_keys.length > 0) return table.primary_keys
  const nullable = new Set(table.columns.filter((column) => column.is_nullable).map((column) => column.name))
  return table.unique_indexes.find(({ columns }) => columns.every((column) => !nullable.has(column)))?.columns ?? []
}

/** The sorts asked for, then the key, so that pages neither repeat nor miss rows. */
export function rowOrder(table: RowsTable, sorts: readonly RowSort[] = []): RowOrder {
  const key = rowKey(table)
  const nullable = new Map(table.columns.map((column) => [column.name, column.is_nullable]))
  const terms = sorts.map(({ column, ascending = true, nullsFirst = false }): OrderTerm => ({
    column,
    ascending,
    nullsFirst: nullable.get(column) === false ? undefined : nullsFirst,
  }))
  if (key.length === 0 && terms.length === 0 && table.live_rows_estimate < smallTableRows) {
    const first = table.columns.find((column) => column.is_orderable)
    if (first) terms.push({ column: first.name, ascending: true, nullsFirst: first.is_nullable ? false : undefined })
  }
  const isAscending = terms.at(-1)?.ascending ?? true
  for (const column of key) {
    if (!terms.some((term) => term.column === column)) terms.push({ column, ascending: isAscending, nullsFirst: undefined })
  }
  return { terms, isTotal: key.length > 0 }
}

export function reverseOrder({ terms, isTotal }: RowOrder): RowOrder {
  return {
    isTotal,
    terms: terms.map((term) => ({
      ...term,
      ascending: !term.ascending,
      nullsFirst: term.nullsFirst === undefined ? undefined : !term.nullsFirst,
    })),
  }
}

/** ` order by …` over columns of `relation`; nothing without terms. */
export function orderClause(relation: string, { terms }: RowOrder): Fragment {
  if (terms.length === 0) return empty
  return sql` order by ${join(
    terms.map(({ column, ascending, nullsFirst }) => {
      const nulls = nullsFirst === undefined ? empty : nullsFirst ? sql` nulls first` : sql` nulls last`
      return sql`${ident(relation, column)} ${ascending ? sql`asc` : sql`desc`}${nulls}`
    }),
  )}`
}

/**
 * Rows that come after the one with these values. Values stand in the order of the terms, as Postgres's own text; null is NULL.
 *
 * @throws Error when the order is not total or the values don't fit it
 */
export function afterCondition(relation: string, order: RowOrder, values: readonly (string | null)[]): Fragment {
  const { terms } = order
  if (!order.isTotal) throw new Error('Paging by key needs an order that ends with a key')
  if (values.length !== terms.length) throw new Error('Tuple value length must match column length')
  const isAscending = terms[0]!.ascending
  const isUniform = terms.every((term) => term.ascending === isAscending && term.nullsFirst === undefined)
  if (isUniform) {
    const left = join(terms.map(({ column }) => ident(relation, column)))
    const right = join(values.map((value) => literal(value)))
    return sql`(${left}) ${isAscending ? sql`>` : sql`<`} (${right})`
  }
  return terms.reduceRight<Fragment | null>((rest, term, index) => afterTerm(relation, term, values[index] ?? null, rest), null)!
}

function afterTerm(relation: string, { column, ascending, nullsFirst }: OrderTerm, value: string | null, rest: Fragment | null): Fragment {
  const name = ident(relation, column)
  if (value === null) {
    const same = rest === null ? sql`false` : sql`(${name} is null and ${rest})`
    return nullsFirst ? sql`(${name} is not null or ${same})` : same
  }
  const beyond = ascending ? sql`${name} > ${literal(value)}` : sql`${name} < ${literal(value)}`
  const nulls = nullsFirst === false ? sql` or ${name} is null` : empty
  const same = rest === null ? empty : sql` or (${name} = ${literal(value)} and ${rest})`
  return sql`(${beyond}${nulls}${same})`
}
