import { getRelationDetailsSql } from '@colonnade/pg-meta/completion-details'
import { getExposedDetails } from '@colonnade/pg-meta/exposed-details'
import { type ExposedFunction, type ExposedRelation, listExposedFunctions, listExposedRelations } from '@colonnade/pg-meta/exposed-objects'
import { queryOptions } from '@tanstack/react-query'
import { fetchRows } from '../../scope/fetch-rows.ts'
import { sqlKey } from '../../scope/keys/keys.ts'
import type { DocumentedColumn } from './examples/documented-column.ts'

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

/** Columns of a relation with the values of enums, and the foreign keys that requests embed by; null if it was dropped. */
export const relationDetailsQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'exposed-objects', 'details', id),
    queryFn: async ({ signal }) => {
      const [[relation], [details]] = await Promise.all([
        fetchRows(ref, getRelationDetailsSql([id]), signal),
        fetchRows(ref, getExposedDetails(id), signal),
      ])
      if (relation === undefined) return null
      const labels = new Map(details?.enums.map(({ column, labels: all }) => [column, all]))
      return {
        columns: relation.columns.map((column): DocumentedColumn => ({ ...column, labels: labels.get(column.name) ?? [] })),
        references: [...relation.references, ...(details?.view_references ?? [])],
      }
    },
    staleTime: 10_000,
  })
