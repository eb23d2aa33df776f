import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** The functions of a project that have a live version. */
export const functionsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/v1/projects/{ref}/functions', { ref }),
    queryFn: ({ signal }) => dataApi.edgeFunctions.list({ params: { ref }, signal }),
  })

export const functionQuery = (ref: string, slug: string) =>
  queryOptions({
    queryKey: keyOf('/v1/projects/{ref}/functions/{function_slug}', { ref, function_slug: slug }),
    queryFn: ({ signal }) => dataApi.edgeFunctions.retrieve({ params: { ref, function_slug: slug }, signal }),
  })
