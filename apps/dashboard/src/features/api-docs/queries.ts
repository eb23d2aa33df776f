import { getRelationDetailsSql } from '@colonnade/pg-meta/completion-details'
import { type ExposedFunction, type ExposedRelation, listExposedFunctions, listExposedRelations } from '@colonnade/pg-meta/exposed-objects'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../scope/fetch-rows.ts'
import { sqlKey } from '../../scope/keys/keys.ts'

/** A table, view or function that clients of the data API reach. */
export type ExposedObject =
  | (ExposedRelation & { readonly kind: 'relation'; readonly key: string })
  | (ExposedFunction & { readonly kind: 'function'; readonly key: string })

/** Everything that a project exposes in these schemas: schema by schema, relations before functions. */
export const exposedObjectsQuery = (ref: string, schemas: readonly string[]) =>
  queryOptions({
    queryKey: sqlKey(ref, 'exposed-objects', schemas),
    queryFn: async ({ signal }): Promise<readonly ExposedObject[]> => {
      const [relations, functions] = await Promise.all([
        fetchRows(ref, listExposedRelations({ schemas }), signal),
        fetchRows(ref, listExposedFunctions({ schemas }), signal),
      ])
      const all: ExposedObject[] = [
        ...relations.map((row) => ({ ...row, kind: 'relation' as const, key: `table-${row.id}` })),
        ...functions.map((row) => ({ ...row, kind: 'function' as const, key: `function-${row.id}` })),
      ]
      const place = new Map(schemas.map((schema, index) => [schema, index]))
      return all.toSorted((one, other) => place.get(one.schema)! - place.get(other.schema)!)
    },
    staleTime: 10_000,
  })

/** Columns and foreign keys of a relation; null if it was dropped. */
export const relationDetailsQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'exposed-objects', 'details', id),
    queryFn: async ({ signal }) => (await fetchRows(ref, getRelationDetailsSql([id]), signal))[0] ?? null,
    staleTime: 10_000,
  })
