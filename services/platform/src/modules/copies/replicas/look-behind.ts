import { toAppError } from '@colonnade/core'
import { listHealthy, loadReplica, recordReplica } from './store.ts'
import { isCutOff } from './tasks.ts'
import type { Context } from './context.ts'

/**
 * Looks which replicas that seem well can't go on, because their primaries keep no more of what they have yet to stream (`max_slot_wal_keep_size`):
 * nothing announces it, and they answer as before with what was. Each is verified anew, which says so and tells the members.
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
