import { isAppError } from '@colonnade/core'
import { QueryClient } from '@tanstack/react-query'

/** Times that a query is sent again when the failure may pass. */
const maxRetries = 2

export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}
