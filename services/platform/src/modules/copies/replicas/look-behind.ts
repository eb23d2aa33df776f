import { toAppError } from '@colonnade/core'
import { listHealthy, loadReplica, recordReplica } from './store.ts'
import { isCutOff } from './tasks.ts'
import type { Context } from './context.ts'

/**
 * Finds replicas that can't catch up because their primary no longer retains the WAL they need (`max_slot_wal_keep_size`). Nothing announces that,
 * and they
 * keep answering with old data. Has the reconciler check them, which updates their status and notifies members.
 */
export async function lookBehind({ database, clusters, parts: { replicas }, logger }: Context): Promise<void> {
  for (const identifier of await listHealthy(database)) {
    const replica = await loadReplica(database, identifier)
    if (replica === undefined) continue
    try {
      if (!(await isCutOff(clusters, replica))) continue
    } catch (error) {
      logger.warn('replica not looked at', { identifier, error: toAppError(error) })
      continue
    }
    await recordReplica(database, replica, { status: 'COMING_UP' })
    replicas.kick(identifier)
  }
}
