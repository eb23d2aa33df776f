import {
  decodeRows,
  entityPageSize,
  getCellSql,
  getEntityTypesSQL,
  getTableEditorByNameSql,
  getTableEditorSql,
  getTableRowsCountSql,
  schemas,
  smallTableRows,
  type Entity,
  type RowKey,
  type RowsOf,
  type Statement,
} from '@colonnade/pg-meta'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { runSql } from '../../scope/run-sql.ts'
import type { EntityRef } from './search.ts'

/** Runs a statement of pg-meta and gives its rows as the statement types them. */
export async function fetchRows<S extends Statement>(ref: string, statement: S, signal?: AbortSignal): Promise<RowsOf<S>> {
  const { results } = await runSql(ref, { query: statement.sql, signal })
  return decodeRows(statement, results) as RowsOf<S>
}

export const schemasQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'schemas'],
    queryFn: ({ signal }) => fetchRows(ref, schemas.list(), signal),
    staleTime: 60_000,
  })

/** Pages of the relations of a schema. */
export const entitiesQuery = (ref: string, schema: string, search: string) =>
  infiniteQueryOptions({
    queryKey: ['projects', ref, 'entities', schema, search],
    queryFn: async ({ signal, pageParam }) => {
      const [row] = await fetchRows(ref, getEntityTypesSQL({ schemas: [schema], search, page: pageParam }), signal)
      return row?.data ?? { entities: [], count: 0 }
    },
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages, page) => (pages.length * entityPageSize < count ? page + 1 : undefined),
    staleTime: 10_000,
  })

/** One relation with all that the editor needs of it; null when it is gone or out of reach. */
export const entityQuery = (ref: string, entity: EntityRef) =>
  queryOptions({
    queryKey: ['projects', ref, 'entity', entity],
    queryFn: async ({ signal }): Promise<Entity | null> => {
      const statement = 'id' in entity ? getTableEditorSql(entity) : getTableEditorByNameSql(entity)
      const found = (await fetchRows(ref, statement, signal))[0]?.entity
      // only its size class matters here: a new estimate alone must not look like another table
      return found ? { ...found, live_rows_estimate: found.live_rows_estimate < smallTableRows ? 0 : smallTableRows } : null
    },
    staleTime: 10_000,
  })

export async function countRows(ref: string, table: Pick<Entity, 'schema' | 'name'>, isExact: boolean, signal?: AbortSignal) {
  const [row] = await fetchRows(ref, getTableRowsCountSql({ table, enforceExactCount: isExact }), signal)
  return { count: row?.count ?? 0, isEstimate: row?.is_estimate ?? false }
}

/** The whole of a value that a page of rows shows cut; undefined when its row is gone. */
export async function fetchCell(
  ref: string,
  table: Pick<Entity, 'schema' | 'name'>,
  key: RowKey,
  column: string,
): Promise<string | null | undefined> {
  const { results } = await runSql(ref, { query: getCellSql({ table, key, column }).sql })
  const row = results[0]?.rows[0]
  return row === undefined ? undefined : (row[0] ?? null)
}
