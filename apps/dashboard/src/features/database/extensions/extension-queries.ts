import { listExtensionSummaries } from '@colonnade/pg-meta/extensions'
import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../../scope/data-client.ts'
import { sqlKey } from '../../../scope/keys/keys.ts'
import { objectsQuery } from '../objects/object-queries.ts'

export const extensionsQuery = (ref: string) => objectsQuery(ref, ['extensions'], () => listExtensionSummaries())

/** The extensions the server can load; constant while it runs. */
export const loadableExtensionsQuery = (ref: string) =>
  queryOptions({
    queryKey: sqlKey(ref, 'loadable-extensions'),
    queryFn: async ({ signal }): Promise<ReadonlySet<string>> => new Set(await dataApi.loadableExtensions.list({ params: { ref }, signal })),
    staleTime: Infinity,
  })
