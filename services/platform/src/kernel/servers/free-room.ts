import { AppError, isAppError } from '@colonnade/core'
import type { Fleet } from '@colonnade/clusters'

/** What was free when a step was given up, if that was because the disk is full; else null. For `gave_up_with_free`. */
export async function freeAt(clusters: Pick<Fleet, 'machine'>, error: AppError): Promise<number | null> {
  if (!isAppError(error, 'storage_full')) return null
  return (await clusters.machine.volume()).free
}
