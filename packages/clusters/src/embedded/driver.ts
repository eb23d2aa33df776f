import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError, noFailpoint, systemClock, systemRandom } from '@colonnade/core'
import type { ClusterEndpoint, Clusters, ClusterSpec, ClusterStatus, ComputeSize, StartOptions } from '../clusters.ts'
import { largestCompute } from '../compute.ts'
import { createBackups, finishReplacements } from './backups/backups.ts'
import { absent, type Cluster, createCluster, defaultPatience } from './cluster.ts'
import { createBranching } from './branches/branching.ts'
import { readMajor } from './engine/engines.ts'
import { openHome, type OpenedHome } from './open-home.ts'
import type { ServerMark } from './process/processes.ts'
import { pruneLogs } from './process/server-log.ts'
import { createLooking } from './looking.ts'
import { createQueues } from './queues.ts'
import { clearUnfinished, removeCluster } from './remains.ts'
import { createPromoting } from './promotions/promoting.ts'
import { createUpgrading } from './upgrades/upgrading.ts'
import { createReplicating } from './replicas/replicating.ts'
import { dropSlots, slotName, slotRefs } from './replicas/slots.ts'
import type { Account } from './storage/accounts.ts'
import type { EmbeddedClustersOptions } from './options.ts'
import { checkRef, type ClusterDescription, readDescription, writeDescription } from './storage/cluster-file.ts'
import { onDisk, removeTree, syncFolder } from './storage/files.ts'
import { clusterPaths } from './storage/paths.ts'

const defaultPoolTarget = 3
const pruneEveryMs = 60_000

/** Real Postgres clusters on this machine, one folder, one user (under root) and one server each. */
export function createEmbeddedClusters(options: EmbeddedClustersOptions): Clusters {
  const { logger } = options
  const failpoint = options.failpoint ?? noFailpoint
  const patience = { ...defaultPatience, ...options.patience }
  const stopTimes = { fastMs: patience.stopMs, immediateMs: patience.immediateStopMs }
  const random = options.random ?? systemRandom
  const target = options.poolTarget ?? defaultPoolTarget
  const queues = createQueues()
  const clusters = new Map<string, Cluster>()
  const listeners = new Set<(status: ClusterStatus) => void>()
  let opened: OpenedHome | undefined
  let isClosed = false
  let pruning: NodeJS.Timeout | undefined

  const use = (): OpenedHome => {
    if (opened === undefined || isClosed) throw new AppError('unavailable', {}, { internal: 'clusters are not open' })
    return opened
  }
  const inLine = async <T>(ref: string, work: (open: OpenedHome) => Promise<T>): Promise<T> => {
    checkRef(ref)
    use()
    return queues.run(ref, () => work(use()))
  }
  const find = (ref: string): Cluster => {
    checkRef(ref)
    use()
    const cluster = clusters.get(ref)
    if (cluster === undefined) throw new AppError('cluster_not_found', { ref })
    return cluster
  }
  /** A cluster whose files can be copied now. */
  const copyable = (ref: string): ClusterDescription => {
    const cluster = find(ref)
    if (cluster.description().follows !== null) throw new AppError('cluster_is_replica', { ref })
    if (cluster.status().state !== 'running') throw new AppError('cluster_not_running', { ref })
    return cluster.description()
  }
  const followersOf = (ref: string): [string, Cluster][] => [...clusters].filter(([, cluster]) => cluster.description().follows === ref)
  /** After a primary has come up: its replicas find it where it is now, and it keeps nothing for those that are gone. */
  const gather = async (open: OpenedHome, ref: string): Promise<void> => {
    for (const [follower, cluster] of followersOf(ref)) void supervise(follower, () => cluster.refollow())
    // each in its own line, where none of that name is being copied meanwhile
    for (const follower of await slotRefs(open.paths.cluster(ref).data)) void supervise(follower, () => release(ref, follower))
  }
  /** Keeps nothing for a replica that is gone; a primary that does not run does that when it comes up. */
  const release = async (primary: string, follower: string): Promise<void> => {
    const isGone = clusters.get(follower)?.description().follows !== primary
    if (isGone && clusters.get(primary)?.status().state === 'running') await dropSlots(await endpointOf(primary), [follower])
  }
  /** It applies at the next start. Replicas remember it first: a kill in between leaves them with more than they need. */
  const giveSize = async (cluster: Cluster, compute: ComputeSize): Promise<void> => {
    const description = cluster.description()
    for (const [ref, follower] of followersOf(description.ref)) {
      await queues.run(ref, () => {
        const known = follower.description()
        const followedCompute = largestCompute(description.compute, compute, known.followedCompute ?? compute)
        return follower.describe({ ...known, followedCompute })
      })
    }
    await cluster.describe({ ...description, compute })
  }
  const supervise = (ref: string, work: () => Promise<void>): Promise<void> =>
    queues.run(ref, work).catch((error: unknown) => logger.error('cluster not supervised', { ref, error }))
  const endpointOf = async (ref: string): Promise<ClusterEndpoint> => {
    const cluster = find(ref)
    return { host: use().paths.cluster(ref).socket, port: cluster.description().port }
  }
  const emit = (status: ClusterStatus): void => {
    const { ref } = status
    if (status.state === 'running' && status.follows === null && opened !== undefined && !isClosed) {
      const open = opened
      void supervise(ref, () => gather(open, ref))
    }
    for (const listener of listeners) {
      try {
        listener(status)
      } catch (error) {
        logger.error('cluster listener failed', { ref: status.ref, error })
      }
    }
  }
  const markOf = ({ paths }: OpenedHome, ref: string, account: Account): ServerMark => ({
    processName: `${ref}-${paths.mark}`,
    uid: account?.uid ?? process.getuid!(),
  })

  const register = (open: OpenedHome, description: ClusterDescription): Cluster => {
    const { ref } = description
    const cluster = createCluster(
      {
        engines: open.engines,
        paths: open.paths.cluster(ref),
        hidden: open.paths.hidden,
        ports: open.ports,
        clock: options.clock ?? systemClock,
        logger,
        failpoint,
        patience,
        mark: markOf(open, ref, description.account),
        enqueue: (work) => supervise(ref, work),
        emit,
        primaryOf: ({ follows, followedCompute }) => {
          const primary = follows === null ? undefined : clusters.get(follows)?.description()
          if (primary === undefined) return undefined
          const compute = largestCompute(primary.compute, followedCompute ?? primary.compute)
          return { socket: open.paths.cluster(primary.ref).socket, port: primary.port, compute, slot: slotName(ref), name: ref }
        },
      },
      description,
    )
    clusters.set(ref, cluster)
    open.ports.take(description.port)
    open.accounts.take(description.account)
    return cluster
  }

  const create = async (open: OpenedHome, ref: string, spec: ClusterSpec): Promise<void> => {
    const { paths, pool, ports, engines, templates } = open
    const target = paths.cluster(ref)
    if (await repair(open, ref, spec)) return
    await failpoint('clusters.ensure.copy.before')
    const engine = spec.version === undefined ? engines.standard : await engines.of(spec.version)
    const copy = engine.version === engines.standard.version ? await pool.take() : await pool.make(engine, await templates.of(engine))
    await failpoint('clusters.ensure.copy.after')
    let { folder } = copy
    let port: number | undefined
    try {
      port = await ports.allocate()
      const description = { ref, compute: spec.compute, version: engine.version, port, account: copy.account, follows: null }
      await onDisk(async () => {
        await failpoint('clusters.ensure.describe.before')
        await writeDescription(clusterPaths(copy.folder).description, description)
        await failpoint('clusters.ensure.describe.after')
        await failpoint('clusters.ensure.claim.before')
        await rename(folder, target.folder)
        folder = target.folder
        await syncFolder(paths.clusters)
        await failpoint('clusters.ensure.claim.after')
      })
      emit(register(open, description).status())
    } catch (error) {
      if (port !== undefined) ports.free(port)
      await pool.discard({ ...copy, folder }).catch((failure: unknown) => logger.warn('copy not discarded', { error: failure }))
      throw error
    }
  }

  /** A folder whose description is lost keeps its data and gets a new one; a folder without data is not worth keeping. */
  const repair = async (open: OpenedHome, ref: string, { compute }: ClusterSpec): Promise<boolean> => {
    const target = open.paths.cluster(ref)
    const owner = await stat(join(target.data, 'PG_VERSION')).catch(() => undefined)
    if (owner === undefined) {
      await wipe(open, ref)
      return false
    }
    const { version } = await open.engines.of((await readMajor(target.data)) ?? open.engines.standard.version)
    const [port, account] = [await open.ports.allocate(), open.accounts.of(owner)]
    const description = { ref, compute, version, port, account, follows: null }
    await onDisk(() => writeDescription(target.description, description))
    emit(register(open, description).status())
    logger.warn('cluster description rewritten', { ref })
    return true
  }

  const wipe = async (open: OpenedHome, ref: string): Promise<void> => {
    const paths = open.paths.cluster(ref)
    const owner = await stat(paths.data).catch(() => undefined)
    const account = owner === undefined ? null : open.accounts.of(owner)
    await removeCluster({ home: open.paths, paths, mark: markOf(open, ref, account), account, stopTimes, failpoint })
  }

  /** What a cluster that is gone had others may have. */
  const forget = (ref: string): void => {
    const cluster = clusters.get(ref)
    if (cluster === undefined) return
    cluster.release()
    clusters.delete(ref)
    const { port, account } = cluster.description()
    use().ports.free(port)
    const isShared = [...clusters.values()].some((other) => other.description().account?.uid === account?.uid)
    if (!isShared) use().accounts.free(account)
  }
  const takeOver = async (open: OpenedHome): Promise<void> => {
    await finishReplacements(open.paths)
    const running = await clearUnfinished(open.paths, logger)
    for (const ref of await readdir(open.paths.clusters)) {
      const description = await readDescription(open.paths.cluster(ref).description)
      if (description?.ref === ref) register(open, description) // ensure and destroy know what to do with the rest
    }
    // a primary that is up keeps nothing for replicas that are not known by then
    for (const [ref, cluster] of clusters) {
      const server = running.get(open.paths.cluster(ref).data)
      if (server?.uid === markOf(open, ref, cluster.description().account).uid) cluster.adopt(server.pid)
    }
  }

  const backups = createBackups({
    failpoint,
    random,
    stopTimes,
    archiveMs: patience.archiveMs,
    use,
    find,
    exists: (ref) => clusters.has(ref),
    hasFollowers: (ref) => followersOf(ref).length > 0,
    endpointOf,
    inLine,
    wipe: (ref) => wipe(use(), ref),
    replace(description) {
      forget(description.ref)
      emit(register(use(), description).status())
    },
  })

  const copies = {
    failpoint,
    use,
    inLine,
    exists: (ref: string) => clusters.has(ref),
    copyable,
    endpointOf,
    wipe: (ref: string) => wipe(use(), ref),
    add: (description: ClusterDescription) => emit(register(use(), description).status()),
  }
  const branching = createBranching({ ...copies, random, stopTimes })
  /** As `inLine`, for what stops it: that does not wait until the cluster has started. */
  const stopInLine = async (ref: string, work: (open: OpenedHome) => Promise<void>): Promise<void> => {
    const begun = clusters.get(ref)?.expectStop()
    await inLine(ref, (open) => {
      begun?.()
      return work(open)
    })
  }
  const destroy = (ref: string): Promise<void> =>
    stopInLine(ref, async (open) => {
      const cluster = clusters.get(ref)
      await failpoint('clusters.destroy.stop.before')
      await cluster?.stop()
      await failpoint('clusters.destroy.stop.after')
      await wipe(open, ref)
      await removeTree(join(open.paths.replaced, ref))
      if (cluster === undefined) return
      forget(ref)
      const { follows } = cluster.description()
      emit(absent(ref))
      if (follows !== null) await release(follows, ref)
    })
  const start = (ref: string, { signal }: StartOptions = {}): Promise<void> => inLine(ref, () => find(ref).start(signal))
  const promotions = createPromoting({
    ...copies,
    logger,
    find,
    start,
    destroy,
    followersOf: (ref) => followersOf(ref).map(([follower]) => follower),
    exchange(primary, former) {
      for (const { ref } of [primary, former]) forget(ref)
      emit(register(use(), primary).status())
      emit(former.description === undefined ? absent(former.ref) : register(use(), former.description).status())
    },
  })
  const replicating = createReplicating({ ...copies, followersOf: (ref) => followersOf(ref).map(([follower]) => follower) })

  return {
    backups,
    promotions,
    async open() {
      if (opened !== undefined) return
      opened = await openHome({ ...options, random, poolTarget: target })
      await takeOver(opened)
      if (options.cacheDir === undefined) await opened.templates.removeOthers(opened.engines)
      await opened.pool.open()
      pruning = setInterval(() => {
        for (const ref of clusters.keys()) void pruneLogs(use().paths.cluster(ref).log).catch(() => {})
      }, pruneEveryMs)
      pruning.unref()
    },
    ensure: (ref, spec) =>
      inLine(ref, async (open) => {
        const cluster = clusters.get(ref)
        if (cluster === undefined) return create(open, ref, spec)
        const description = cluster.description()
        if (description.compute !== spec.compute) await giveSize(cluster, spec.compute)
      }),
    ...branching,
    ...createUpgrading({ ...copies, find, stopTimes }),
    ...replicating,
    start,
    stop: (ref) => stopInLine(ref, () => find(ref).stop()),
    restart: (ref, { signal } = {}) =>
      inLine(ref, async () => {
        const cluster = find(ref)
        await cluster.stop()
        await cluster.start(signal)
      }),
    resize: (ref, compute, { signal } = {}) =>
      inLine(ref, async () => {
        const cluster = find(ref)
        const description = cluster.description()
        if (description.compute === compute) return
        await giveSize(cluster, compute)
        if (!['running', 'crashed'].includes(cluster.status().state)) return
        await cluster.stop()
        await cluster.start(signal)
      }),
    destroy,
    async status(ref) {
      checkRef(ref)
      use()
      return clusters.get(ref)?.status() ?? absent(ref)
    },
    async list() {
      use()
      return [...clusters.keys()].sort()
    },
    endpoint: endpointOf,
    ...createLooking({ use, find }),
    watch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    pool: {
      target,
      ready: () => opened?.pool.ready() ?? 0,
      fill: () => use().pool.fill(),
    },
    async loadableExtensions(ref) {
      checkRef(ref)
      const { engines, templates } = use()
      const version = clusters.get(ref)?.description().version
      return (await templates.of(version === undefined ? engines.standard : await engines.of(version))).extensions
    },
    versions: () => use().engines.versions,
    close,
    [Symbol.asyncDispose]: () => close({ stopClusters: true }),
  }

  async function close({ stopClusters }: { stopClusters: boolean }): Promise<void> {
    if (isClosed) return
    isClosed = true
    clearInterval(pruning)
    await opened?.pool.close()
    if (stopClusters)
      await Promise.all(
        [...clusters].map(([ref, cluster]) =>
          queues.run(ref, () => cluster.stop()).catch((error: unknown) => logger.error('cluster not stopped', { ref, error })),
        ),
      )
    else await queues.idle()
    for (const cluster of clusters.values()) cluster.release()
  }
}
