import { chmod, constants, copyFile, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, type Failpoint } from '@colonnade/core'
import type { BackupOptions, BackupSource, RestoreStep } from '../../backups.ts'
import type { ClusterEndpoint } from '../../clusters.ts'
import { createMeasurer } from '../copies/copy-files.ts'
import { withRecoveryServer } from '../copies/recovery-server.ts'
import { scratchPaths } from '../copies/scratch-server.ts'
import type { Engines } from '../engine/engines.ts'
import type { StopTimes } from '../process/postmaster.ts'
import type { Account } from '../storage/accounts.ts'
import { isMissing, onDisk, removeTree } from '../storage/files.ts'
import type { ClusterPaths, HomePaths } from '../storage/paths.ts'
import { removeSocketFolder } from '../storage/sockets.ts'
import { layHistories, layWal } from './archive.ts'
import { damaged, type Manifest, readManifest } from './manifest.ts'

export interface RecoveryPlan extends BackupOptions<RestoreStep> {
  readonly paths: HomePaths
  readonly engines: Engines
  readonly failpoint: Failpoint
  readonly stopTimes: StopTimes
  readonly source: BackupSource
  /** Whom the server runs as, and the files belong to. */
  readonly account: Account
}

/** A copy of a backup that a server has recovered. */
export interface Recovered {
  readonly manifest: Manifest
  /** in `making` */
  readonly own: ClusterPaths
}

/**
 * Copies a backup into `making`, file by file as its manifest has them, and has a server recover it, who runs while `during` does. Then
 * the server is stopped cleanly, and `after` may keep the folder by renaming it; what is left of it is removed.
 */
export async function recover<During, After>(
  plan: RecoveryPlan,
  during: (server: ClusterEndpoint) => Promise<During>,
  after: (recovered: Recovered, found: During) => Promise<After>,
): Promise<After> {
  const { paths, failpoint, source, account, onStep, signal } = plan
  const own = scratchPaths(paths)
  try {
    return await onDisk(async () => {
      const folder = paths.backup(source.ref, source.id)
      const manifest = await readManifest(folder, source)
      checkMoment(source, manifest)
      const engine = await plan.engines.of(manifest.version)
      await failpoint('clusters.restore.copy.before')
      await mkdir(own.folder)
      await chmod(own.folder, account === null ? 0o700 : 0o711)
      await copyChecked(join(folder, 'data'), own.data, manifest, signal)
      if (source.until !== undefined) await layWal(paths.wal(source.ref), own.data, manifest, source.until.archived)
      else await layHistories(paths.wal(source.ref), own.data)
      await failpoint('clusters.restore.copy.after')
      await onStep?.('checked')
      const { compute, timeline } = manifest
      const target = { timeline: source.until?.archived.timeline ?? timeline, at: source.until?.at }
      const found = await withRecoveryServer({ ...plan, engine, own, compute, what: 'backup', target }, async (server) => {
        await failpoint('clusters.restore.open.after')
        await onStep?.('recovered')
        return during(server)
      })
      await failpoint('clusters.restore.recover.after')
      return after({ manifest, own }, found)
    })
  } finally {
    await removeTree(own.folder)
    await removeSocketFolder(own)
  }
}

/** Postgres takes a moment before the backup for the backup itself, and says nothing. */
function checkMoment({ until }: BackupSource, { takenAt }: Manifest): void {
  if (until === undefined) return
  const time = Date.parse(until.at)
  if (!(time >= Date.parse(takenAt))) {
    throw new AppError('recovery_failed', {}, { message: `The backup is from ${takenAt} and can’t be restored to the earlier time ${until.at}` })
  }
  if (time > Date.parse(until.archived.at)) {
    const message = `WAL is only archived up to ${until.archived.at}, so the database can’t be restored to ${until.at}`
    throw new AppError('recovery_failed', {}, { message })
  }
}

/** Copies each file, and finds the copy to be what was backed up: what is wrong with the backup shows before anything is made of it. */
async function copyChecked(source: string, target: string, manifest: Manifest, signal: AbortSignal | undefined): Promise<void> {
  await mkdir(target, { mode: 0o700 })
  for (const folder of manifest.folders) await mkdir(join(target, folder), { mode: 0o700 })
  // the largest first, so that none is left over in the end
  const files = manifest.files.toSorted((one, other) => one.size - other.size)
  await using measurer = createMeasurer()
  const next = async (): Promise<void> => {
    for (let file = files.pop(); file !== undefined; file = files.pop()) {
      signal?.throwIfAborted()
      const { path, size, sha256 } = file
      try {
        await copyFile(join(source, path), join(target, path), constants.COPYFILE_FICLONE)
      } catch (error) {
        if (isMissing(error)) throw damaged(path, 'is missing')
        throw error
      }
      const copied = await measurer.measure(target, path)
      if (copied.size !== size) throw damaged(path, `has ${copied.size} bytes instead of ${size}`)
      if (copied.sha256 !== sha256) throw damaged(path, 'differs from the written content (SHA-256 mismatch)')
    }
  }
  await Promise.all([next(), next()])
}
