import type { SqlText } from '@colonnade/sql'
import { renderQuery } from './render.ts'
import type { FilterOperator, QueryAction, QueryParts, QueryRow, QueryTable, ReturningOptions } from './types.ts'

/** `new Query().from('users').select().match({ id: 1 }).toSql()` */
export class Query {
  from(name: string, schema = 'public'): QueryOnTable {
    return new QueryOnTable({ name, schema })
  }
}

export class QueryOnTable {
  readonly #table: QueryTable

  constructor(table: QueryTable) {
    this.#table = table
  }

  count(): QueryBuilder {
    return this.#build({ kind: 'count' })
  }

  /** `columns` is SQL as it stands: quote names with `format.ident`. */
  select(columns = '*'): QueryBuilder {
    return this.#build({ kind: 'select', columns })
  }

  insert(rows: readonly QueryRow[], options: ReturningOptions = {}): QueryBuilder {
    return this.#build({ kind: 'insert', rows, options })
  }

  update(values: QueryRow, options: ReturningOptions = {}): QueryBuilder {
    return this.#build({ kind: 'update', values, options })
  }

  delete(options: ReturningOptions = {}): QueryBuilder {
    return this.#build({ kind: 'delete', options })
  }

  truncate({ cascade = false }: { readonly cascade?: boolean } = {}): QueryBuilder {
    return this.#build({ kind: 'truncate', cascade })
  }

  #build(action: QueryAction): QueryBuilder {
    return new QueryBuilder({ table: this.#table, action, filters: [], sorts: [], page: undefined })
  }
}

/** Collects what narrows and orders a query. Methods change the builder and return it; `clone()` forks it. */
export class QueryBuilder {
  #parts: QueryParts

  constructor(parts: QueryParts) {
    this.#parts = parts
  }

  /** A list of columns with a list of values is compared as a tuple: `filter(['a', 'b'], 'in', [[1, 2], [3, 4]])`. */
  filter(column: string | readonly string[], operator: FilterOperator, value: unknown): this {
    this.#parts = { ...this.#parts, filters: [...this.#parts.filters, { column, operator, value }] }
    return this
  }

  match(criteria: QueryRow): this {
    for (const [column, value] of Object.entries(criteria)) this.filter(column, '=', value)
    return this
  }

  order(table: string, column: string, ascending = true, nullsFirst = false): this {
    this.#parts = { ...this.#parts, sorts: [...this.#parts.sorts, { table, column, ascending, nullsFirst }] }
    return this
  }

  /** Rows `from` to `to`, both counted from 0 and both included. */
  range(from: number, to: number): this {
    this.#parts = { ...this.#parts, page: { offset: from, limit: to - from + 1 } }
    return this
  }

  clone(): QueryBuilder {
    return new QueryBuilder(this.#parts)
  }

  /** @throws Error where the query would be senseless or dangerous (spec §5, §8) */
  toSql(): SqlText {
    return renderQuery(this.#parts)
  }
}
