import { types } from '@colonnade/pg-meta'
import { listTypeSummaries } from '@colonnade/pg-meta/type-summaries'
import { listHeldValues, retrieveTypeUses, type TypeColumn } from '@colonnade/pg-meta/type-uses'
import { queryOptions } from '@tanstack/react-query'
import { fetchRow, fetchRows } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { objectsQuery } from '../objects/object-queries.ts'

export const typesQuery = (ref: string, schema: string) => objectsQuery(ref, ['types', schema], () => listTypeSummaries({ schema }))

/** The complete definition of a type. */
export type TypeDefinition = types.Type & Omit<types.TypeDetails, 'attributes'> & { readonly attribute_details: types.TypeDetails['attributes'] }

/** Combines both parts of a type; null if it no longer exists. */
export function wholeType(row: types.Type | undefined, details: types.TypeDetails | undefined): TypeDefinition | null {
  if (row === undefined || details === undefined) return null
  const { attributes, ...rest } = details
  return { ...row, ...rest, attribute_details: attributes }
}

/** Retrieves a type; null if it no longer exists. */
export const typeQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'type', id),
    queryFn: async ({ signal }): Promise<TypeDefinition | null> => {
      const [row, details] = await Promise.all([fetchRow(ref, types.retrieve({ id }), signal), fetchRow(ref, types.retrieveDetails({ id }), signal)])
      return wholeType(row, details)
    },
    staleTime: 10_000,
  })

/** Retrieves what uses a type; null if it no longer exists. */
export const usesQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'type-uses', id),
    queryFn: async ({ signal }) => (await fetchRow(ref, retrieveTypeUses({ id }), signal)) ?? null,
    staleTime: 10_000,
  })

/** Lists where rows use enum values that would be removed. Never cached, because a person decides by it. */
export const heldValuesQuery = (ref: string, id: number, columns: readonly TypeColumn[], values: readonly string[]) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'held-values', id, columns, values),
    queryFn: ({ signal }) => fetchRows(ref, listHeldValues(columns, values), signal),
    staleTime: 0,
    gcTime: 0,
  })
