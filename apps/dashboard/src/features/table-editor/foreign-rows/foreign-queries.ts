import { decodeRows, format, getTableRowsCountSql, getTableRowsSql, rowOrder, type Entity, type RowFilter } from '@colonnade/pg-meta'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { runSql } from '../../../scope/run-sql.ts'
import type { TableScope } from '../table-scope.ts'
import { joined } from '../find/contains-text.ts'
import type { Reference } from './references.ts'

type Cells = readonly (string | null)[]
type Place = Pick<TableScope, 'projectRef' | 'as'>

/** Rows fetched at a time where one is picked. */
const pickedPage = 50
/** Columns that a search looks into: the first ones are those that people know rows by. */
const searchedColumns = 12

/** Pages of rows to pick one from, each after the last row of the one before. */
export const pickedRowsQuery = ({ projectRef, as }: Place, entity: Entity, search: string) =>
  infiniteQueryOptions({
    queryKey: sqlKey(projectRef, 'foreign-rows', entity.id, as, search),
    queryFn: async ({ signal, pageParam }): Promise<Cells[]> => {
      const { sql } = getTableRowsSql({
        table: entity,
        filters: searchFilters(entity, search),
        limit: pickedPage,
        ...(pageParam.after === null ? { offset: pageParam.offset } : { after: pageParam.after }),
      })
      const { results } = await runSql(projectRef, { query: sql, as, read_only: true, signal })
      return results[0]?.rows ?? []
    },
    initialPageParam: { offset: 0, after: null as Cells | null },
    getNextPageParam: (last, pages) => {
      if (last.length < pickedPage) return undefined
      const { terms, isTotal } = rowOrder(entity)
      const places = terms.map(({ column }) => entity.columns.findIndex(({ name }) => name === column))
      return { offset: pages.length * pickedPage, after: isTotal ? places.map((place) => last.at(-1)![place] ?? null) : null }
    },
    staleTime: 10_000,
  })

export function searchFilters({ columns }: Pick<Entity, 'columns'>, search: string): RowFilter[] {
  const words = search.split(/\s+/).filter((word) => word !== '')
  const text = joined("' '", columns.slice(0, searchedColumns))
  return words.map((word) => ({
    sql: `${text} ilike ${format.literal(`%${word.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`)}`,
  }))
}

/** The row that a value refers to, as the grid of its table would show it; null when there is none. */
export const referredRowQuery = ({ projectRef, as }: Place, target: Entity, columns: readonly string[], values: readonly string[]) =>
  queryOptions({
    queryKey: sqlKey(projectRef, 'referred-row', target.id, as, columns, values),
    queryFn: async ({ signal }): Promise<Cells | null> => {
      const { sql } = getTableRowsSql({ table: target, filters: [{ column: columns, operator: '=', value: values }], limit: 1 })
      const { results } = await runSql(projectRef, { query: sql, as, read_only: true, signal })
      return results[0]?.rows[0] ?? null
    },
    staleTime: 10_000,
  })

/** How many rows of another table refer to a row. */
export const pointingCountQuery = ({ projectRef, as }: Place, { table, other, name }: Reference, values: readonly string[]) =>
  queryOptions({
    queryKey: sqlKey(projectRef, 'pointing-rows', table.id, name, as, values),
    queryFn: async ({ signal }): Promise<number> => {
      const statement = getTableRowsCountSql({ table, filters: [{ column: other, operator: '=', value: values }], enforceExactCount: true })
      const { results } = await runSql(projectRef, { query: statement.sql, as, read_only: true, signal })
      return decodeRows(statement, results)[0]?.count ?? 0
    },
    staleTime: 10_000,
  })
