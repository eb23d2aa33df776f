import { queryOptions } from '@tanstack/react-query'
import { dataApi } from '../../scope/data-client.ts'
import { keyOf } from '../../scope/keys/keys.ts'

/** Loads the names of a project's secrets with digests of their values. */
export const secretsQuery = (ref: string) =>
  queryOptions({
    queryKey: keyOf('/v1/projects/{ref}/secrets', { ref }),
    queryFn: ({ signal }) => dataApi.functionSecrets.list({ params: { ref }, signal }),
  })
