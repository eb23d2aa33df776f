import type { Fleet } from '@colonnade/clusters'
import { type Failpoint, isAppError, type Logger } from '@colonnade/core'
import type { Database } from '@colonnade/pg'
import type { Offsite } from '../../offsite/offsite.ts'
import * as store from './store.ts'

export interface ReadingParts {
  readonly database: Database
  readonly clusters: Fleet
  readonly logger: Logger
  readonly failpoint: Failpoint
  readonly offsite: Offsite
  /** Brings what is known of the window up to what was found. */
  readonly lookAtWindow: (ref: string) => Promise<void>
}

/**
 * Reads through all WAL that is kept for a project, if somebody wants that: what is damaged is found before it is needed. Nothing is recovered
 * across it from then on, until it is found to be whole again, and a new backup is made where none leads to now any more. Cut off anywhere, it is begun anew.
 */
export async function readWindow(
  { database, clusters, logger, failpoint, offsite, lookAtWindow }: ReadingParts,
  ref: string,
  signal: AbortSignal,
): Promise<void> {
  const window = await store.loadWindow(database, ref)
  if (window?.is_to_be_read !== true) return
  let found
  try {
    found = await clusters.need(ref, 'backups').readWal(ref, { signal })
    const names = found.damaged.map(({ file }) => file)
    if (names.length > 0 && (await putBack(offsite, ref, names, signal)) > 0) found = await clusters.need(ref, 'backups').readWal(ref, { signal })
  } catch (error) {
    if (signal.aborted) return
    throw error
  }
  for (const { file, problem } of found.damaged) logger.warn('WAL damaged', { ref, file, problem })
  await failpoint('pitr.read.before')
  await store.recordReading(database, ref, { segments: found.segments, damaged: found.damaged.map(({ file }) => file), before: window.damaged })
  await failpoint('pitr.read.after')
  await lookAtWindow(ref)
}

/** Whether anything was put back; a storage that can't be used leaves what is damaged as it is. */
async function putBack(offsite: Offsite, ref: string, names: readonly string[], signal: AbortSignal): Promise<number> {
  try {
    return await offsite.putBackWal(ref, names, signal)
  } catch (error) {
    if (isAppError(error, 'offsite_failed') || isAppError(error, 'backup_damaged')) return 0
    throw error
  }
}
