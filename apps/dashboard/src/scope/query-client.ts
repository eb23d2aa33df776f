import { isAppError } from '@colonnade/core'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { keyOf } from './keys/keys.ts'
import { reachability } from './reachability.ts'

/** Times that a query is sent again when the failure may pass. */
const maxRetries = 2

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // what watches a project by itself is the first to hear that it has fallen asleep
      onError: (error) => {
        if (isAppError(error, 'project_asleep'))
          void client.invalidateQueries({ queryKey: keyOf('/platform/projects/{ref}', { ref: String(error.details['ref']) }), exact: true })
      },
    }),
    mutationCache: new MutationCache({
      // the answer was lost, so that it may be done: what is shown is looked at again. While nobody answers, the shell does that afterwards
      onError: (error) => {
        if (isAppError(error, 'unavailable') && reachability.get()) void client.invalidateQueries()
      },
    }),
    defaultOptions: {
      queries: {
        // the browser being offline says nothing about a server on the same machine
        networkMode: 'always',
        staleTime: 5_000,
        retry: (failures, error) => isAppError(error) && error.retryable && error.code !== 'rate_limited' && failures < maxRetries,
        retryDelay: (attempt) => 300 * 2 ** attempt,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}
