import type { RowsOf, Statement } from '@colonnade/pg-meta'
import { queryOptions } from '@tanstack/react-query'
import { readRows } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'

/**
 * Database objects as the project has them now: `objectsQuery(ref, ['functions', schema], () => functions.list({ includedSchemas: [schema] }))`.
 * They are fetched again after every change that the dashboard makes.
 */
export const objectsQuery = <S extends Statement>(ref: string, key: readonly unknown[], statement: () => S) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', ...key),
    queryFn: ({ signal }): Promise<RowsOf<S>> => readRows(ref, statement(), signal),
    staleTime: 10_000,
  })
