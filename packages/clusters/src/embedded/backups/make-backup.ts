import { randomBytes } from 'node:crypto'
import { mkdir, readdir, rename } from 'node:fs/promises'
import { join } from 'node:path'
import type { Failpoint } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { Backup, BackupOptions, BackupStep } from '../../backups.ts'
import type { ClusterEndpoint } from '../../clusters.ts'
import { targetOf } from '../../logins.ts'
import { copyBase } from '../copies/base-copy.ts'
import { formatLsn } from '../copies/wal-segments.ts'
import type { ClusterDescription } from '../storage/cluster-file.ts'
import { onDisk, removeTree, syncFolder, syncTree } from '../storage/files.ts'
import type { HomePaths } from '../storage/paths.ts'
import { writeManifest } from './manifest.ts'

export interface BackupPlan extends BackupOptions<BackupStep> {
  readonly paths: HomePaths
  readonly failpoint: Failpoint
  readonly id: string
  /** The cluster, which runs. */
  readonly description: ClusterDescription
  readonly endpoint: ClusterEndpoint
}

/** Makes a backup: a kill at any instant leaves a whole one, or only something in `making`. */
export async function makeBackup({ paths, failpoint, id, description, endpoint, onStep, signal }: BackupPlan): Promise<Backup> {
  const { ref, compute, version } = description
  const own = join(paths.making, randomBytes(6).toString('hex'))
  const target = paths.backup(ref, id)
  try {
    return await onDisk(async () => {
      await failpoint('clusters.backup.copy.before')
      await mkdir(own, { mode: 0o700 })
      const data = join(own, 'data')
      const copy = await copyBase({
        endpoint,
        source: paths.cluster(ref).data,
        target: data,
        label: 'colonnade backup',
        withWal: true,
        isMeasured: true,
        began: async () => onStep?.('began'),
        signal,
      })
      await failpoint('clusters.backup.copy.after')
      const backup = await writeManifest(own, {
        id,
        ref,
        version,
        compute,
        systemIdentifier: await identifierOf(endpoint),
        timeline: copy.timeline,
        startLsn: formatLsn(copy.start),
        stopLsn: formatLsn(copy.stop),
        segmentBytes: copy.segmentBytes,
        takenAt: copy.stoppedAt.toISOString(),
        folders: await foldersOf(data),
        files: copy.files,
      })
      await syncTree(own)
      signal?.throwIfAborted()
      await mkdir(join(target, '..'), { recursive: true, mode: 0o700 })
      await removeTree(target)
      await failpoint('clusters.backup.claim.before')
      await rename(own, target)
      await syncFolder(join(target, '..'))
      await failpoint('clusters.backup.claim.after')
      await onStep?.('copied')
      return backup
    })
  } finally {
    await removeTree(own)
  }
}

async function identifierOf(endpoint: ClusterEndpoint): Promise<string> {
  const row = await withClient(targetOf(endpoint, 'administrator'), (client) =>
    client.first<{ id: string }>(sql`select system_identifier::text as id from pg_control_system()`),
  )
  return row!.id
}

async function foldersOf(data: string): Promise<string[]> {
  const entries = await readdir(data, { recursive: true, withFileTypes: true })
  const folders = entries.filter((entry) => entry.isDirectory()).map((entry) => join(entry.parentPath, entry.name).slice(data.length + 1))
  return folders.sort()
}
