/** Those of the known interface, and behind them those that are ours. `@@` is full-text search, in the words of websearch_to_tsquery(). */
export const operators = [
  ...(['=', '<>', '>', '<', '>=', '<=', '~~', '~~*', '!~~', '!~~*', 'in', 'is'] as const),
  ...(['not in', 'is distinct from', 'is not distinct from', '~', '~*', '!~', '!~*', '@>', '<@', '&&', '<<=', '>>=', '?', '@?', '@@'] as const),
] as const
export type FilterOperator = (typeof operators)[number]

export interface QueryTable {
  readonly name: string
  readonly schema: string
}

/** One column compared with a value, or a list of columns with a list of values (a tuple). */
export interface Filter {
  readonly column: string | readonly string[]
  readonly operator: FilterOperator
  readonly value: unknown
  /** Columns that are compared by their text (see `isComparedByText`). */
  readonly texts?: readonly string[] | undefined
}

/** A condition that a person wrote in SQL. */
export interface SqlCondition {
  readonly sql: string
}

export type RowFilter = Filter | SqlCondition

export interface Sort {
  readonly table: string
  readonly column: string
  readonly ascending?: boolean
  readonly nullsFirst?: boolean
}

export interface ReturningOptions {
  readonly returning?: boolean
  /** Columns whose type is an array of an enum: they come back as text[] besides. */
  readonly enumArrayColumns?: readonly string[]
}

export type QueryRow = Readonly<Record<string, unknown>>

export type QueryAction =
  | { readonly kind: 'count' }
  | { readonly kind: 'select'; readonly columns: string }
  | { readonly kind: 'insert'; readonly rows: readonly QueryRow[]; readonly options: ReturningOptions }
  | { readonly kind: 'update'; readonly values: QueryRow; readonly options: ReturningOptions }
  | { readonly kind: 'delete'; readonly options: ReturningOptions }
  | { readonly kind: 'truncate'; readonly cascade: boolean }

export interface QueryParts {
  readonly table: QueryTable
  readonly action: QueryAction
  readonly filters: readonly Filter[]
  readonly sorts: readonly Sort[]
  readonly page: { readonly limit: number; readonly offset: number } | undefined
}
