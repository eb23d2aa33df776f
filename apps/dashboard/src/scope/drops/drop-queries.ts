import { decodeOne } from '@colonnade/pg-meta'
import { listDependents, retrieveDropWeight, type DropTarget } from '@colonnade/pg-meta/dependents'
import { queryOptions } from '@tanstack/react-query'
import { sqlKey } from '../keys/keys.ts'
import { runSql } from '../run-sql.ts'
import { fetchRows } from '../fetch-rows.ts'

/** What a drop would take along, as of now. */
export const dependentsQuery = (ref: string, target: DropTarget) =>
  queryOptions({
    queryKey: sqlKey(ref, 'entity', 'dependents', target),
    queryFn: ({ signal }) => fetchRows(ref, listDependents(target), signal),
    // always fresh: people decide by it
    staleTime: 0,
    gcTime: 0,
  })

/** How much it destroys; null when it is gone. */
export const dropWeightQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'entity', 'drop-weight', id),
    queryFn: async ({ signal }) => {
      const statement = retrieveDropWeight({ id })
      const { results } = await runSql(ref, { query: statement.sql, signal })
      return decodeOne(statement, results) ?? null
    },
    staleTime: 0,
    gcTime: 0,
  })
