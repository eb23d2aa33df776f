import type { Clusters } from '@colonnade/clusters'
import type { Failpoint, Logger } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import * as store from './store.ts'

export interface ReadingParts {
  readonly database: Database
  readonly clusters: Clusters
  readonly logger: Logger
  readonly failpoint: Failpoint
  /** Brings what is known of the window up to what was found. */
  readonly lookAtWindow: (ref: string) => Promise<void>
}

/**
 * Reads through all WAL that is kept for a project, if somebody wants that: what is damaged is found before it is needed. Nothing is recovered
 * across it from then on, and a new backup is made where none leads to now any more. Cut off anywhere, it is begun anew.
 */
export async function readWindow(
  { database, clusters, logger, failpoint, lookAtWindow }: ReadingParts,
  ref: string,
  signal: AbortSignal,
): Promise<void> {
  const window = await store.loadWindow(database, ref)
  if (window?.is_to_be_read !== true) return
  let found
  try {
    found = await clusters.backups.readWal(ref, { signal })
  } catch (error) {
    if (signal.aborted) return
    throw error
  }
  for (const { file, problem } of found.damaged) logger.warn('WAL damaged', { ref, file, problem })
  await failpoint('pitr.read.before')
  await store.recordReading(
    database,
    ref,
    found.segments,
    found.damaged.map(({ file }) => file),
  )
  await failpoint('pitr.read.after')
  await lookAtWindow(ref)
}
