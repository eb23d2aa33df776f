import type { RowChangeEvent } from '@colonnade/contracts/data/row-changes'
import { dataApi } from '../../../scope/data-client.ts'
import { followRetryMs } from '../limits.ts'

export interface FollowOptions {
  readonly projectRef: string
  /** The table's oid. */
  readonly table: number
  readonly signal: AbortSignal
  /** True if every change is reported from now on; otherwise rows must be polled. */
  readonly onFollowing: (isFollowing: boolean) => void
  readonly onEvent: (event: RowChangeEvent) => void
}

/**
 * Follows the changes of a table until the signal aborts. If they can't be followed (the table is not published, the database has no
 * slot left) it is tried again now and then: both may change.
 */
export async function followChanges({ projectRef, table, signal, onFollowing, onEvent }: FollowOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of dataApi.rowChanges.follow({ params: { ref: projectRef }, query: { table }, signal })) {
        if (event.kind === 'not_published') break
        onFollowing(true)
        onEvent(event)
      }
    } catch {
      // nothing is lost: rows are asked for instead
    }
    if (signal.aborted) return
    onFollowing(false)
    await pause(signal)
  }
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, followRetryMs)
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true })
  })
}
