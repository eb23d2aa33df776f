import { decodeRows, getCompletionCatalogSql } from '@colonnade/pg-meta'
import { queryOptions } from '@tanstack/react-query'
import { runSql } from '../../scope/run-sql.ts'

/** Names for completion. */
export const completionCatalogQuery = (ref: string) =>
  queryOptions({
    queryKey: ['projects', ref, 'completion-catalog'],
    queryFn: async ({ signal }) => {
      const statement = getCompletionCatalogSql()
      const { results } = await runSql(ref, { query: statement.sql, signal })
      return decodeRows(statement, results)[0]?.catalog ?? null
    },
    staleTime: 60_000,
  })
