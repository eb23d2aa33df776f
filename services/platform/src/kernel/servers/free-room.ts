import { AppError, isAppError } from '@colonnade/core'
import type { Fleet } from '@colonnade/clusters'

/** Returns the free space if a step failed because the disk was full; null otherwise. For `gave_up_with_free`. */
export async function freeAt(clusters: Pick<Fleet, 'machine'>, error: AppError): Promise<number | null> {
  if (!isAppError(error, 'storage_full')) return null
  return (await clusters.machine.volume()).free
}
