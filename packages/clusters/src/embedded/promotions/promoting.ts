import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type Failpoint, type Logger } from '@colonnade/core'
import type { ClusterEndpoint } from '../../clusters.ts'
import type { Replication } from '../../replicas.ts'
import { largestCompute } from '../../compute.ts'
import type { PromotionPlan, Promotions } from '../../promotions.ts'
import { collectWal, openShelf } from '../backups/archive.ts'
import type { Cluster } from '../cluster.ts'
import { type ControlFile, readControl, walSegmentBytes } from '../engine/identity.ts'
import type { OpenedHome } from '../open-home.ts'
import { readReplication } from '../replicas/replication.ts'
import { addSlots, dropSlots, slotRefs } from '../replicas/slots.ts'
import { type ClusterDescription, type DescribedPromotion, readDescription } from '../storage/cluster-file.ts'
import { onDisk } from '../storage/files.ts'
import { archiveOwn, archiveRest, bringHistories, bringWal, findDamaged } from './bring-wal.ts'
import { changePlaces } from './change-places.ts'
import { checkpoint, hasReadableWal, readFork, readStanding, readTimeline } from './standing.ts'

/** What promotions need of the driver. */
export interface PromotingParts {
  readonly failpoint: Failpoint
  readonly logger: Logger
  /** How long a replica that must follow another primary is waited for. */
  readonly rejoinMs: number
  use(): OpenedHome
  inLine<T>(ref: string, work: (open: OpenedHome) => Promise<T>): Promise<T>
  exists(ref: string): boolean
  /** @throws AppError `cluster_not_found` */
  find(ref: string): Cluster
  followersOf(ref: string): string[]
  endpointOf(ref: string): Promise<ClusterEndpoint>
  start(ref: string): Promise<void>
  destroy(ref: string): Promise<void>
  /** The two clusters are now those of these descriptions, whose folders are in their places; an absent one is forgotten. */
  exchange(primary: ClusterDescription, former: { readonly ref: string; readonly description: ClusterDescription | undefined }): void
}

/** How long a replica may take to replay what its primary has written, before that is stopped and after. */
const catchUpMs = 120_000
/** Nothing announces what a standby has replayed. */
const lookMs = 25

export function createPromoting(parts: PromotingParts): Promotions {
  const stateOf = (ref: string) => (parts.exists(ref) ? parts.find(ref).status().state : 'absent')
  const isRunning = (ref: string): boolean => stateOf(ref) === 'running'
  const standingOf = async (ref: string) => readStanding(await parts.endpointOf(ref))
  const controlOf = (ref: string): Promise<ControlFile | undefined> => readControl(parts.use().paths.cluster(ref).data).catch(() => undefined)
  const promotionOf = (ref: string): DescribedPromotion | undefined => (parts.exists(ref) ? parts.find(ref).description().promotion : undefined)
  const viewOf = async (primary: string, replica: string): Promise<Replication['replicas'][number] & { readonly written: bigint }> => {
    const { written, replicas } = await readReplication(await parts.endpointOf(primary), [replica])
    return { ...replicas[0]!, written }
  }

  /** Whether the primary was shut down in order, and the replica has replayed all of it. */
  const hasAll = async (primary: string, replica: string): Promise<boolean> => {
    if (isRunning(primary)) return false
    const control = await controlOf(primary)
    return control?.isShutDown === true && (await standingOf(replica)).replayed > control.checkpoint
  }
  const notThere = (message: string): AppError => new AppError('replica_not_ready', {}, { message })

  /** Waits until the replica has replayed what the primary had written when this was called. */
  const catchUp = async (primary: string, replica: string, signal: AbortSignal): Promise<void> => {
    const begin = performance.now()
    const { written } = await viewOf(primary, replica)
    for (;;) {
      const now = await viewOf(primary, replica)
      if (now.isLost) throw notThere('The replica has fallen too far behind its primary. Restart it to create a new copy')
      if (now.isStreaming && now.replayed !== null && now.replayed >= written) return
      if (performance.now() - begin > catchUpMs) {
        const behind = now.replayed === null ? 'still isn’t streaming' : `is still ${now.written - now.replayed} bytes of WAL behind`
        throw notThere(`The replica ${behind} after ${catchUpMs / 1000} seconds`)
      }
      await delay(lookMs, undefined, { signal })
    }
  }

  /** After the primary's end: what it sent last has yet to be replayed, or was never sent. */
  const finish = async (primary: string, replica: string, signal: AbortSignal): Promise<void> => {
    const begin = performance.now()
    while (!(await hasAll(primary, replica))) {
      const control = await controlOf(primary)
      if (control?.isShutDown !== true) throw notThere('The primary didn’t shut down cleanly. The replica may be missing some of its writes')
      const { received } = await standingOf(replica)
      if (received !== null && received <= control.checkpoint) throw notThere('The primary stopped before the replica had received all of its writes')
      if (performance.now() - begin > catchUpMs) throw notThere(`The replica didn’t replay all writes within ${catchUpMs / 1000} seconds`)
      await delay(lookMs, undefined, { signal })
    }
  }

  /** What the others, and the former primary, will stream from it is kept from now on. */
  const keepWal = async (primary: string, replica: string): Promise<void> =>
    addSlots(await parts.endpointOf(replica), [replica, ...parts.followersOf(primary).filter((ref) => ref !== replica)])

  const change = async (open: OpenedHome, { primary, replica, id, isForced, port }: PromotionPlan): Promise<void> => {
    const { paths, ports } = open
    const [theirs, own] = [paths.cluster(primary), paths.cluster(replica)]
    const follower = parts.find(replica)
    if (!isForced) {
      // both may have been killed since then
      await follower.start()
      await finish(primary, replica, new AbortController().signal)
    }
    const isVerified = isRunning(replica) && (await hasAll(primary, replica))
    const before = parts.exists(primary) ? parts.find(primary) : undefined
    await before?.stop()
    await follower.stop()
    const known = before?.description()
    const replicaKnown = follower.description()
    const { account } = replicaKnown
    // without a description, the archive decides: it is empty where nothing is archived
    const isArchiving = known === undefined ? (await openShelf(paths.wal(primary))).segments.length > 0 : known.isArchiving === true
    const control = await controlOf(primary)
    await parts.failpoint('clusters.promote.wal.before')
    await bringHistories(theirs, paths.wal(primary), own, account)
    if (isArchiving) {
      // a gap shows in the recovery window
      await archiveRest(theirs, account).catch((error: unknown) => parts.logger.warn('WAL not archived', { ref: primary, error }))
      await collectWal(theirs, paths.wal(primary), walSegmentBytes).catch((error: unknown) =>
        parts.logger.warn('WAL not collected', { ref: primary, error }),
      )
    }
    const isComplete =
      isVerified ||
      (await bringWal(theirs, paths.wal(primary), own, account).catch((error: unknown) => {
        parts.logger.warn('WAL of the former primary not read', { ref: primary, error })
        return false
      }))
    if (isArchiving && isForced) {
      await archiveOwn(own, paths.wal(primary)).catch((error: unknown) =>
        parts.logger.warn('WAL of the replica not archived', { ref: primary, error }),
      )
    }
    await parts.failpoint('clusters.promote.wal.after')
    const { followedCompute = replicaKnown.compute } = replicaKnown
    const compute = known?.compute ?? followedCompute
    const promotion: DescribedPromotion = {
      id,
      leaves: control?.timeline ?? null,
      isComplete,
      isFormerWhole: isComplete && control?.isShutDown === true,
    }
    const { version } = replicaKnown
    const next: ClusterDescription = {
      ref: primary,
      compute,
      version,
      port: known?.port ?? (await ports.allocate(port)),
      account,
      follows: null,
      promotion,
      ...(known?.restore !== undefined && { restore: known.restore }),
      ...(isArchiving && { isArchiving }),
    }
    const former: ClusterDescription = {
      ref: replica,
      compute: replicaKnown.compute,
      version,
      port: replicaKnown.port,
      account,
      follows: primary,
      followedCompute: largestCompute(compute, replicaKnown.compute, followedCompute),
    }
    await changePlaces(paths, { primary: next, former }, parts.failpoint)
    const isThere = (await readDescription(own.description)) !== undefined
    parts.exchange(next, { ref: replica, description: isThere ? former : undefined })
  }

  /** Whether a replica can go on from the cluster that is now its primary. */
  const canFollow = async (primary: string, follower: string, fork: bigint | null): Promise<boolean> => {
    for (const begin = performance.now(); performance.now() - begin < parts.rejoinMs; await delay(lookMs)) {
      const view = await viewOf(primary, follower)
      if (view.isStreaming) return true
      if (view.isLost || !isRunning(follower)) return false
      const { received, replayed } = await standingOf(follower)
      if (fork === null || (received ?? replayed) <= fork) return true
    }
    return false
  }

  return {
    async candidate(primary, replica) {
      parts.find(replica)
      const paths = parts.use().paths.cluster(primary)
      const view = isRunning(primary) ? await viewOf(primary, replica).catch(() => undefined) : undefined
      const standing = isRunning(replica) ? await standingOf(replica).catch(() => undefined) : undefined
      const replayed = view?.replayed ?? standing?.replayed ?? null
      return {
        primary: stateOf(primary),
        replica: stateOf(replica),
        isStreaming: view?.isStreaming === true,
        behindBytes: view === undefined || replayed === null ? null : Math.max(0, Number(view.written - replayed)),
        lagMs: view?.lagMs ?? null,
        replayedAt: standing?.replayedAt ?? null,
        isReadable: await hasReadableWal(paths.data),
      }
    },
    async fence({ primary, replica, id, isForced }, { signal }) {
      if (promotionOf(primary)?.id === id) return
      if (!parts.exists(replica)) throw notThere('The replica has no data. It’s still being copied, or the copy failed')
      if (isForced) {
        // it shows that it can be started, and keeps what others need of it
        if (!isRunning(replica)) await parts.start(replica)
        await keepWal(primary, replica)
        await parts.failpoint('clusters.fence.stop.before')
        if (parts.exists(primary)) await parts.inLine(primary, () => parts.find(primary).stop())
        return
      }
      if (!isRunning(replica)) await parts.start(replica)
      if (!(await hasAll(primary, replica))) {
        if (!isRunning(primary)) await parts.start(primary)
        await catchUp(primary, replica, signal)
        // the one at its end has less to write then, while nobody can
        await checkpoint(await parts.endpointOf(primary))
      }
      await keepWal(primary, replica)
      await parts.failpoint('clusters.fence.stop.before')
      // what was written until now is sent before the server ends
      if (isRunning(primary)) await parts.inLine(primary, () => parts.find(primary).stop())
      await parts.failpoint('clusters.fence.stop.after')
      await finish(primary, replica, signal)
    },
    async damagedWal({ primary, replica, id }) {
      if (promotionOf(primary)?.id === id) return []
      const { paths } = parts.use()
      return findDamaged(paths.wal(primary), paths.cluster(replica)).catch((error: unknown) => {
        parts.logger.warn('archived WAL not looked through', { ref: primary, error })
        return []
      })
    },
    async release({ replica }) {
      if (!isRunning(replica)) return
      await dropSlots(await parts.endpointOf(replica), await slotRefs(parts.use().paths.cluster(replica).data))
    },
    promote: (plan) =>
      parts.inLine(plan.primary, (open) =>
        parts.inLine(plan.replica, () =>
          onDisk(async () => {
            const { primary, id } = plan
            if (promotionOf(primary)?.id !== id) await change(open, plan)
            const cluster = parts.find(primary)
            await cluster.start()
            const { promotion, ...description } = cluster.description()
            const { leaves, ...done } = promotion!
            if (leaves !== undefined) await cluster.describe({ ...description, promotion: done })
            return { timeline: await readTimeline(await parts.endpointOf(primary)), isComplete: done.isComplete }
          }),
        ),
      ),
    async rejoin({ primary, replica: former }) {
      const endpoint = await parts.endpointOf(primary)
      const fork = await readFork(parts.use().paths.cluster(primary).data, await readTimeline(endpoint))
      const isWhole = promotionOf(primary)?.isFormerWhole === true
      // one whose files could not be written is gone already
      const removed = parts.exists(former) ? [] : [former]
      for (const follower of parts.followersOf(primary)) {
        if (follower === former && isWhole) await addSlots(endpoint, [former])
        else if (follower === former || !(await canFollow(primary, follower, fork))) {
          await parts.destroy(follower)
          removed.push(follower)
        }
      }
      return removed
    },
  }
}
