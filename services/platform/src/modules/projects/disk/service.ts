import type { DiskUse } from '@colonnade/contracts/projects/disk'
import { toAppError } from '@colonnade/core'
import { healthDeadlineMs } from '../../../kernel/limits.ts'
import type { ProjectScope } from '../../../kernel/serve.ts'
import { sumBackups } from '../../copies/backups/store.ts'
import { askServer } from '../../../kernel/servers/ask-server.ts'
import { readDisk } from './read-disk.ts'
import type { Context } from './context.ts'

/** @throws AppError `cluster_not_found` for a project without a server */
export async function retrieveDiskUse({ clusters, database, logger, parts }: Context, { ref }: ProjectScope): Promise<DiskUse> {
  const [total_bytes, { free, total }, { state }, backups_bytes, { bytes: archive_bytes }, unnamed_files] = await Promise.all([
    clusters.need(ref, 'machine').size(ref),
    clusters.machine.volume(),
    clusters.status(ref),
    sumBackups(database, ref),
    clusters.need(ref, 'backups').measureWal(ref),
    parts.storedFiles.findUnnamed(ref),
  ])
  const use = { total_bytes, kept: { backups_bytes, archive_bytes }, unnamed_files, volume: { total_bytes: total, free_bytes: free } }
  if (state !== 'running') return { ...use, server: null }
  try {
    const [reading, memory_bytes] = await Promise.all([
      askServer(clusters, { ref, deadlineMs: healthDeadlineMs }, readDisk),
      clusters.need(ref, 'machine').memory(ref),
    ])
    return { ...use, server: { ...reading, memory_bytes } }
  } catch (error) {
    logger.warn('disk not read', { ref, error: toAppError(error) })
    return { ...use, server: null }
  }
}
