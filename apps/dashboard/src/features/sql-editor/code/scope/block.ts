import type { Span } from '../../../../lib/sql-text/position.ts'
import type { Token } from '../../../../lib/sql-text/tokens.ts'

/** A table, view, function or query that a statement reads or writes, by the name that its columns go under. */
export interface Reference {
  readonly schema: string | null
  readonly name: string
  readonly alias: string | null
  /** The names that its columns are given: `as t (a, b)`. */
  readonly columnNames: readonly string[] | null
  readonly kind: 'relation' | 'function' | 'query' | 'cte'
  /** What a query or CTE gives. */
  readonly query: Block | null
  /** Of the name, with its schema. */
  readonly at: Span
  readonly aliasAt: Span | null
}

/** A column of a query's result. */
export type Output =
  | { readonly kind: 'column'; readonly name: string; /** The column that it is as it is. */ readonly of: readonly string[] | null }
  | { readonly kind: 'star'; readonly qualifier: string | null }

export type Clause =
  | 'start'
  | 'with'
  | 'select'
  | 'from'
  | 'on'
  | 'using'
  | 'where'
  | 'group by'
  | 'having'
  | 'order by'
  | 'limit'
  | 'window'
  | 'set'
  | 'values'
  | 'into'
  | 'returning'
  | 'on conflict'
  | 'utility'

/** One SELECT, INSERT, UPDATE, DELETE or MERGE, or a whole statement of another kind, as far as it is written. */
export interface Block {
  verb: string
  from: number
  to: number
  readonly references: Reference[]
  readonly outputs: Output[]
  /** What is written into, or altered. */
  target: Reference | null
  /** Where each clause begins, in order. */
  readonly clauses: { readonly clause: Clause; readonly at: number }[]
  /** Queries by name, those of outer blocks too. */
  readonly ctes: Map<string, Cte>
  /** Its columns can also be used here. */
  readonly outer: Block | null
}

export interface Cte {
  readonly name: string
  readonly at: Span
  readonly query: Block | null
  readonly columnNames: readonly string[] | null
}

/** The blocks of a statement, outer ones first. */
export interface StatementBlocks {
  readonly blocks: readonly Block[]
  readonly tokens: readonly Token[]
  /** Of each opening parenthesis the index of its closing one; of one that is never closed, the number of tokens. */
  readonly closing: ReadonlyMap<number, number>
}
