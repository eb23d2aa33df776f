import { functions } from '@colonnade/pg-meta'
import { retrieveAggregate } from '@colonnade/pg-meta/aggregates'
import { listFunctionSummaries, listLanguages, retrieveFunctionArguments } from '@colonnade/pg-meta/function-summaries'
import { queryOptions } from '@tanstack/react-query'
import { fetchRow } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { objectsQuery } from '../objects/object-queries.ts'

export const functionsQuery = (ref: string, schema: string) => objectsQuery(ref, ['functions', schema], () => listFunctionSummaries({ schema }))

/** The languages functions can be written in. */
export const languagesQuery = (ref: string) => objectsQuery(ref, ['languages'], listLanguages)

/** The definition of an aggregate; null if it no longer exists. */
export const aggregateQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'aggregate', id),
    queryFn: async ({ signal }) => (await fetchRow(ref, retrieveAggregate({ id }), signal)) ?? null,
    staleTime: 10_000,
  })

/** The full definition of a function; null if it no longer exists. */
export const functionQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'function', id),
    queryFn: async ({ signal }) => {
      const [row, details, written] = await Promise.all([
        fetchRow(ref, functions.retrieve({ id }), signal),
        fetchRow(ref, functions.retrieveDetails({ id }), signal),
        fetchRow(ref, retrieveFunctionArguments({ id }), signal),
      ])
      if (row === undefined || details === undefined || written === undefined) return null
      return { ...row, ...details, arguments: written.arguments }
    },
    staleTime: 10_000,
  })
export type FunctionDefinition = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof functionQuery>['queryFn']>>>>
