import { empty, ident, join, literal, sql, type Fragment } from '@colonnade/sql'
import type { Filter } from '../query/types.ts'
import type { Entity, EntityColumn } from '../table-editor/entity.ts'
import type { RowKeys } from './row-values.ts'

type Given<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** A column as the editor's relation has it, or as any other row of columns does. */
export type RowsColumn = Pick<EntityColumn, 'name' | 'format' | 'data_type' | 'is_nullable'> &
  Given<Pick<EntityColumn, 'base_format' | 'is_array' | 'is_orderable' | 'enums'>>

/** What these functions need to know of a relation: an `Entity`, or a row of tables, views, materialized views or foreign tables. */
export type RowsTable = Pick<Entity, 'schema' | 'name'> &
  Given<Pick<Entity, 'entity_type' | 'unique_indexes' | 'live_rows_estimate'>> & {
    readonly columns?: readonly RowsColumn[] | undefined
    readonly primary_keys?: readonly { readonly name: string }[] | undefined
  }

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
  /** Whether no two rows are equal in it, and its values can be compared with their texts: only then can a page start after a row. */
  readonly isTotal: boolean
}

/** Tables of fewer rows are ordered even where no index gives the order. */
export const smallTableRows = 100_000

/** Columns that tell rows apart: the primary key, else a unique index whose columns are never NULL; empty without either. */
export function rowKey(table: Pick<RowsTable, 'columns' | 'primary_keys' | 'unique_indexes'>): readonly string[] {
  const { columns: all = [], primary_keys: keys = [], unique_indexes: indexes = [] } = table
  if (keys.length > 0) return keys.map(({ name }) => name)
  const nullable = new Set(all.filter((column) => column.is_nullable).map((column) => column.name))
  return indexes.find(({ columns }) => columns.every((column) => !nullable.has(column)))?.columns ?? []
}

/** The rows that have these keys. */
export function keyFilter({ columns: all = [] }: Pick<RowsTable, 'columns'>, { columns, values }: RowKeys): Filter {
  const texts = all.filter((column) => columns.includes(column.name) && isComparedByText(column)).map(({ name }) => name)
  return { column: columns, operator: 'in', value: values, texts: texts.length === 0 ? undefined : texts }
}

/**
 * Returns true if only the text of values can be compared with input. Types without an order have no equality, a different equality
 * (areas), or an equality that can't read their literals (composites, regclass). The same applies to domains over enums.
 */
export function isComparedByText({
  is_orderable: isTold,
  enums = [],
  format,
  base_format: base = format,
}: Omit<RowsColumn, 'name' | 'data_type' | 'is_nullable'>): boolean {
  return isTold === false || (enums.length > 0 && format !== base)
}

/** Types without an order, where a column does not tell. */
const unorderedFormats = new Set(['json', 'xml', 'point', 'line', 'lseg', 'box', 'path', 'polygon', 'circle', 'xid', 'cid', 'aclitem'])

function isOrderable({ is_orderable: isTold, format }: RowsColumn): boolean {
  return isTold ?? !unorderedFormats.has(format.replace(/^_/, ''))
}

/** The sorts asked for, then the key, so that pages neither repeat nor miss rows. */
export function rowOrder(table: RowsTable, sorts: readonly RowSort[] = []): RowOrder {
  const key = rowKey(table)
  const { columns = [], live_rows_estimate: estimate = 0 } = table
  const nullable = new Map(columns.map((column) => [column.name, column.is_nullable]))
  const terms = sorts.map(({ column, ascending = true, nullsFirst = false }): OrderTerm => ({
    column,
    ascending,
    nullsFirst: nullable.get(column) === false ? undefined : nullsFirst,
  }))
  if (key.length === 0 && terms.length === 0 && estimate < smallTableRows) {
    const first = columns.find(isOrderable)
    if (first) terms.push({ column: first.name, ascending: true, nullsFirst: first.is_nullable ? false : undefined })
  }
  const isAscending = terms.at(-1)?.ascending ?? true
  for (const column of key) {
    if (!terms.some((term) => term.column === column)) terms.push({ column, ascending: isAscending, nullsFirst: undefined })
  }
  const isReadable = !columns.some((column) => isComparedByText(column) && terms.some((term) => term.column === column.name))
  return { terms, isTotal: key.length > 0 && isReadable }
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
  if (!order.isTotal) throw new Error('Keyset pagination needs an order that ends with a key')
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
