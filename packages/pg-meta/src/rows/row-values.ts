import { literal, sql, type Fragment } from '@colonnade/sql'

/** A value as a person gives it: Postgres's own text for it, NULL, or the column's default. */
export type CellInput = { readonly kind: 'text'; readonly text: string } | { readonly kind: 'null' } | { readonly kind: 'default' }

/** Keys of rows: columns, and their values as Postgres prints them. */
export interface RowKeys {
  readonly columns: readonly string[]
  readonly values: readonly (readonly string[])[]
}

export interface RowKey {
  readonly columns: readonly string[]
  readonly values: readonly string[]
}

/** Goes in as an untyped literal, so that each type's own reader takes it: nothing passes through JSON or a float. */
export function input(value: CellInput): Fragment {
  if (value.kind === 'default') return sql`default`
  return literal(value.kind === 'null' ? null : value.text)
}
