import { decodeOne, decodeRows } from '@colonnade/pg-meta'
import { listRunningQueries } from '@colonnade/pg-meta/activity'
import { getBuiltinCatalogSql, getCompletionCatalogSql } from '@colonnade/pg-meta/completion'
import { getFunctionDetailsSql, getRelationDetailsSql } from '@colonnade/pg-meta/completion-details'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { sqlKey } from '../../scope/keys/keys.ts'
import { runSql } from '../../scope/run-sql.ts'
import type { CatalogSource } from './code/catalog/sql-catalog.ts'
import { catalogRenewMs } from './limits.ts'

/** Names for completion. Reloaded with everything else of the project after a run that may have changed it. */
export const completionCatalogQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'completion-catalog'),
    queryFn: async ({ signal }) => {
      const statement = getCompletionCatalogSql()
      const { results } = await runSql(ref, { query: statement.sql, read_only: true, signal })
      return decodeOne(statement, results)?.catalog ?? null
    },
    staleTime: 60_000,
    // whoever comes back may have changed it elsewhere
    refetchOnWindowFocus: ({ state }) => (Date.now() - state.dataUpdatedAt > catalogRenewMs ? 'always' : false),
    // what the old one loaded is loaded again, also if its names are the same
    structuralSharing: false,
  })

/** Whether changes by SQL need the project's name. */
export const productionLockQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'production-lock'),
    queryFn: ({ signal }) => dataApi.sqlRuns.lock({ params: { ref }, signal }),
    staleTime: 30_000,
  })

/** What runs in the database now. */
export const activityQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'running-queries'),
    queryFn: async ({ signal }) => {
      const statement = listRunningQueries()
      const { results } = await runSql(ref, { query: statement.sql, read_only: true, signal })
      return decodeRows(statement, results)
    },
    gcTime: 0,
  })

/** What every database of this version of Postgres has. */
export const builtinCatalogQuery = (ref: string) =>
  queryOptions({
    queryKey: ['builtin-catalog', ref],
    queryFn: async ({ signal }) => {
      const statement = getBuiltinCatalogSql()
      const { results } = await runSql(ref, { query: statement.sql, read_only: true, signal })
      return decodeOne(statement, results)?.catalog ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })

/** What completion and hovering ask for as it is needed. */
export function catalogSource(queryClient: QueryClient, ref: string): CatalogSource {
  return {
    async relations(ids) {
      const statement = getRelationDetailsSql(ids)
      const { results } = await runSql(ref, { query: statement.sql, read_only: true })
      return decodeRows(statement, results)
    },
    async functions(schema, name) {
      const statement = getFunctionDetailsSql(schema, name)
      const { results } = await runSql(ref, { query: statement.sql, read_only: true })
      return decodeRows(statement, results)
    },
    renew() {
      const { queryKey } = completionCatalogQuery(ref)
      const askedAt = queryClient.getQueryState(queryKey)?.dataUpdatedAt ?? 0
      if (Date.now() - askedAt < catalogRenewMs) return false
      void queryClient.invalidateQueries({ queryKey })
      return true
    },
  }
}
