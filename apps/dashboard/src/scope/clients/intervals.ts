import { isAppError } from '@colonnade/core'
import { reachability } from '../reachability.ts'

/** How often a query on the page is sent again after a failure that may pass, while the server answers other calls. */
const recoveryMs = 5_000
/** How often a list is fetched while one of its entries is on its way to another status. */
const changingPollMs = 1_000
/** Longer lists are fetched less often. */
const longList = 48
const longListSlowness = 5

interface Fetched<Data> {
  readonly state: { readonly data?: Data | undefined; readonly error: Error | null }
}

/** The `refetchInterval` of all queries that have none of their own. */
export function afterFailure({ state: { error } }: Fetched<unknown>): number | false {
  return isAppError(error, 'unavailable') && reachability.get() && recoveryMs
}

/**
 * Returns the `refetchInterval` of a list whose entries have a status. The list is fetched again until no entry changes on its own, so that none
 * keeps the dot of a status that has passed, wherever the list is shown.
 */
export function whileChanging<Entry>(isChanging: (entry: Entry) => boolean): (query: Fetched<readonly Entry[]>) => number | false {
  return (query) => {
    const { data = [] } = query.state
    return data.some(isChanging) ? changingPollMs * (data.length > longList ? longListSlowness : 1) : afterFailure(query)
  }
}
