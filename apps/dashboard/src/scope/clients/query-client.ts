import { isAppError } from '@colonnade/core'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { keyOf } from '../keys/keys.ts'
import { isLostRead, reachability } from '../reachability.ts'
import { afterFailure } from './intervals.ts'

/** Times that a query is sent again when the failure may pass. */
const maxRetries = 2

/**
 * Returns the dashboard's query client. Data that is set replaces a response still on its way, which the server may have written earlier; the
 * query is then fetched again.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // a poll of a project is the first to hear that it has fallen asleep
      onError: (error, query) => {
        // a refresh that failed takes nothing away: the shell says that the connection is lost, and refreshes when it is back
        if (isLostRead(error) && query.state.data !== undefined) query.setState({ status: 'success', error: null, isInvalidated: true })
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
        refetchInterval: afterFailure,
        retry: (failures, error) => isAppError(error) && error.retryable && error.code !== 'rate_limited' && failures < maxRetries,
        retryDelay: (attempt) => 300 * 2 ** attempt,
      },
      mutations: { networkMode: 'always' },
    },
  })
  client.getQueryCache().subscribe((event) => {
    const isSet = event.type === 'updated' && event.action.type === 'success' && event.action.manual === true
    if (!isSet || event.query.state.fetchStatus !== 'fetching') return
    void client.invalidateQueries({ queryKey: event.query.queryKey, exact: true, refetchType: 'all' })
  })
  return client
}

/** Fetches again all that is shown whenever the server answers after it didn't, whichever call found that out. Returns what ends it. */
export function refreshOnReturn(client: QueryClient): () => void {
  return reachability.subscribe(() => {
    if (reachability.get()) void client.invalidateQueries()
  })
}
