import { entityPageSize, getEntityTypesSQL, type EntityTypeCode, type EntityTypeQuery } from '@colonnade/pg-meta'
import { getEntitiesByIdSQL, getEntityExposureSQL, getEntityPartitionsSQL } from '@colonnade/pg-meta/entity-details'
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { readRows } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'

/** What of a schema is listed, and in which order. */
export interface EntityFilter {
  readonly schema: string
  readonly search: string
  readonly sort: NonNullable<EntityTypeQuery['sort']>
  readonly types: readonly EntityTypeCode[]
}

/** Everything here is fetched again by this key: names, marks, partitions and tabs. */
export const entitiesKey = (ref: string) => sqlKey(ref, 'entities')

/** Pages of the relations of a schema (spec §9: of 100). */
export const entitiesQuery = (ref: string, { schema, search, sort, types }: EntityFilter) =>
  infiniteQueryOptions({
    queryKey: [...entitiesKey(ref), 'list', schema, { search, sort, types }],
    queryFn: async ({ signal, pageParam }) => {
      const [row] = await readRows(ref, getEntityTypesSQL({ schemas: [schema], search, sort, filterTypes: types, page: pageParam }), signal)
      return row?.data ?? { entities: [], count: 0 }
    },
    initialPageParam: 0,
    getNextPageParam: ({ count }, pages, page) => (pages.length * entityPageSize < count ? page + 1 : undefined),
    // while one types, what was found before stays; another schema starts empty
    placeholderData: (before, query) => (query?.queryKey[5] === schema ? before : undefined),
    staleTime: 10_000,
  })

/** The first partitions of a table, and whether there are more. */
export const partitionsQuery = (ref: string, parent: number, pages: number) =>
  queryOptions({
    queryKey: [...entitiesKey(ref), 'partitions', parent, pages],
    queryFn: async ({ signal }) => {
      const limit = pages * entityPageSize
      const found = await readRows(ref, getEntityPartitionsSQL({ parent, limit: limit + 1 }), signal)
      return { entities: found.slice(0, limit), hasMore: found.length > limit }
    },
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  })

/** Who reaches these relations through the data API, by oid. */
export const exposureQuery = (ref: string, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...entitiesKey(ref), 'exposure', ids],
    queryFn: async ({ signal }) => new Map((await readRows(ref, getEntityExposureSQL(ids), signal)).map(({ id, roles }) => [id, roles])),
    staleTime: 30_000,
  })

/** What these relations are called now; those that were dropped are missing. */
export const namesQuery = (ref: string, ids: readonly number[]) =>
  queryOptions({
    queryKey: [...entitiesKey(ref), 'names', ids],
    queryFn: ({ signal }) => readRows(ref, getEntitiesByIdSQL(ids), signal),
    enabled: ids.length > 0,
    staleTime: 10_000,
  })
