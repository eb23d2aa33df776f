import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '@colonnade/core'
import { withClient } from '@colonnade/pg'
import { sql } from '@colonnade/sql'
import type { ClusterEndpoint } from '../../clusters.ts'
import { targetOf } from '../../logins.ts'
import type { UpgradePlan, Upgrades } from '../../upgrades.ts'
import { newestOf } from '../backups/archive.ts'
import { keepRestored } from '../backups/keep-restored.ts'
import type { Cluster } from '../cluster.ts'
import type { CopyingParts } from '../copies/copying-parts.ts'
import { scratchPaths } from '../copies/scratch-server.ts'
import { parseLsn } from '../copies/wal-segments.ts'
import { readControl, walSegmentBytes } from '../engine/identity.ts'
import { loadingSettingsText, trialSettingsText } from '../engine/settings.ts'
import type { StopTimes } from '../process/postmaster.ts'
import { onDisk, removeTree } from '../storage/files.ts'
import { removeSocketFolder } from '../storage/sockets.ts'
import { beginLine, type LineStart, positionBeyond } from './begin-line.ts'
import { createBlank } from './blank.ts'
import { makeEmpty, withPassingServer } from './passing-server.ts'

export interface UpgradingParts extends Pick<CopyingParts, 'use' | 'failpoint' | 'inLine' | 'exists' | 'endpointOf'> {
  readonly stopTimes: StopTimes
  /** @throws AppError `cluster_not_found` */
  readonly find: (ref: string) => Cluster
}

/** Dependencies of upgrades and rehearsals. */
export function createUpgrading(parts: UpgradingParts): Upgrades {
  const { use, failpoint, inLine, exists, endpointOf, find, stopTimes } = parts
  /** Beyond all that was ever written under the cluster's name. */
  const lineAfter = async (ref: string): Promise<LineStart> => {
    const { paths } = use()
    const { data } = paths.cluster(ref)
    const written = await withClient(targetOf(await endpointOf(ref), 'administrator'), (client) =>
      client.first<{ lsn: string }>(sql`select pg_current_wal_lsn()::text as lsn`),
    )
    const own = { timeline: (await readControl(data)).timeline, position: parseLsn(written!.lsn) }
    const newest = await newestOf(paths.wal(ref), data, own, walSegmentBytes)
    return { timeline: newest.timeline + 1, position: positionBeyond(newest.position) }
  }
  return {
    ...createBlank(parts),
    close: (ref) =>
      inLine(ref, async () => {
        const cluster = find(ref)
        const description = cluster.description()
        if (description.follows !== null) throw new AppError('cluster_is_replica', { ref })
        if (description.isClosed !== true) {
          // one that is described as closed has not run otherwise since
          await cluster.stop()
          await failpoint('clusters.close.describe.before')
          await cluster.describe({ ...description, isClosed: true })
          await failpoint('clusters.close.describe.after')
        }
        await cluster.start()
        return endpointOf(ref)
      }),
    open: (ref) =>
      inLine(ref, async () => {
        if (!exists(ref)) return
        const cluster = find(ref)
        const { isClosed = false, ...description } = cluster.description()
        if (!isClosed) return
        await cluster.stop()
        await failpoint('clusters.open.describe.before')
        await cluster.describe(description)
        await failpoint('clusters.open.describe.after')
        // one that does not start is seen to be so
        await cluster.start().catch(() => {})
      }),
    async prepare<T>({ ref, id, version, compute }: UpgradePlan, work: (server: ClusterEndpoint) => Promise<T>, signal?: AbortSignal) {
      const { paths, engines } = use()
      const { isClosed: _isClosed, promotion: _promotion, ...known } = find(ref).description()
      const engine = await engines.of(version)
      const own = scratchPaths(paths)
      const server = { paths, engine, own, compute, account: known.account, stopTimes, signal }
      try {
        return await onDisk(async () => {
          await makeEmpty(server, find(ref).names() ?? 'current')
          await failpoint('clusters.upgrade.load.before')
          const done = await withPassingServer(server, loadingSettingsText, work)
          await failpoint('clusters.upgrade.load.after')
          const line = await lineAfter(ref)
          await beginLine(own.data, line)
          await withPassingServer(server, trialSettingsText, (endpoint) => expectLine(endpoint, line))
          await rm(own.startupLog, { force: true })
          const description = { ...known, compute, version: engine.version, restore: id, keepsFormer: true }
          await keepRestored(paths, own, description, async () => {
            signal?.throwIfAborted()
            await failpoint('clusters.upgrade.keep.before')
          })
          await failpoint('clusters.upgrade.keep.after')
          return done
        })
      } finally {
        await removeTree(own.folder)
        await removeSocketFolder(own)
      }
    },
    forget: (ref) => inLine(ref, ({ paths }) => removeTree(join(paths.replaced, ref))),
  }
}

/** @throws AppError `cluster_start_failed` */
async function expectLine(endpoint: ClusterEndpoint, { timeline }: LineStart): Promise<void> {
  const row = await withClient(targetOf(endpoint, 'administrator'), (client) =>
    client.first<{ timeline: number }>(sql`select timeline_id as timeline from pg_control_checkpoint()`),
  )
  if (row!.timeline !== timeline) {
    throw new AppError('cluster_start_failed', {}, { message: `The new database server writes timeline ${row!.timeline} instead of ${timeline}` })
  }
}
