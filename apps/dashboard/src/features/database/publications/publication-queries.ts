import { columns, publications } from '@colonnade/pg-meta'
import {
  listPublicationSummaries,
  listPublishableTables,
  listUnidentifiedTables,
  retrievePublicationScope,
} from '@colonnade/pg-meta/publication-summaries'
import { queryOptions } from '@tanstack/react-query'
import { fetchRow } from '../../../scope/fetch-rows.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { objectsQuery } from '../objects/object-queries.ts'

export const publicationsQuery = (ref: string) => objectsQuery(ref, ['publication-summaries'], listPublicationSummaries)

/** Lists tables that can be published. */
export const publishableQuery = (ref: string) => objectsQuery(ref, ['publishable-tables'], listPublishableTables)

/** Lists a publication's tables that refuse updates and deletes. */
export const unidentifiedQuery = (ref: string, name: string) =>
  objectsQuery(ref, ['unidentified-tables', name], () => listUnidentifiedTables({ name }))

/** Lists the columns of a published table. */
export const tableColumnsQuery = (ref: string, tableId: number) => objectsQuery(ref, ['published-columns', tableId], () => columns.list({ tableId }))

export type PublicationDefinition = publications.Publication &
  Omit<publications.PublicationDetails, 'tables'> & {
    readonly parts: publications.PublicationDetails['tables']
  }

/** Retrieves a publication; null if it no longer exists. */
export const publicationQuery = (ref: string, id: number) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'publication', id),
    queryFn: async ({ signal }): Promise<PublicationDefinition | null> => {
      const [row, details] = await Promise.all([
        fetchRow(ref, publications.retrieve({ id }), signal),
        fetchRow(ref, publications.retrieveDetails({ id }), signal),
      ])
      if (row === undefined || details === undefined) return null
      const { tables: parts, ...rest } = details
      return { ...row, ...rest, parts }
    },
    staleTime: 10_000,
  })

/** Retrieves which publications the database and its role allow. */
export const publicationScopeQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'database', 'publication-scope'),
    queryFn: async ({ signal }) => (await fetchRow(ref, retrievePublicationScope(), signal)) ?? { may_publish_all: false, has_parts: false },
    staleTime: 60_000,
  })
