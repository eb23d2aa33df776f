import type { RowsOf, Statement } from '@colonnade/pg-meta'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'

/**
 * Database objects as the project has them now: `objectsQuery(ref, ['functions', schema], () => functions.list({ includedSchemas: [schema] }))`.
 * Every change that the dashboard makes has them asked anew.
 */
export const objectsQuery = <S extends Statement>(ref: string, key: readonly unknown[], statement: () => S) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', ...key),
    queryFn: ({ signal }): Promise<RowsOf<S>> => fetchRows(ref, statement(), signal),
    staleTime: 10_000,
  })
