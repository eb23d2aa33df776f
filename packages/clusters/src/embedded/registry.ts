import { AppError, type Failpoint, systemClock } from '@colonnade/core'
import type { ClusterEndpoint, ClusterStatus, ComputeSize } from '../clusters.ts'
import { largestCompute } from '../compute.ts'
import { type Cluster, createCluster, type Patience } from './cluster.ts'
import type { OpenedHome } from './open-home.ts'
import type { EmbeddedClustersOptions } from './options.ts'
import type { ServerMark } from './process/processes.ts'
import type { Queues } from '../queues.ts'
import { dropSlots, slotName, slotRefs } from './replicas/slots.ts'
import type { Account } from './storage/accounts.ts'
import { checkRef, type ClusterDescription } from './storage/cluster-file.ts'

export interface RegistryParts extends Pick<EmbeddedClustersOptions, 'clock' | 'logger'> {
  readonly failpoint: Failpoint
  readonly patience: Patience
  readonly queues: Queues
  /** The home once it is open, and until it is closed. */
  readonly home: () => OpenedHome | undefined
}

export type Registry = ReturnType<typeof createRegistry>

/** Holds the clusters of a home by ref, queues the work on each, and notifies listeners of state changes. */
export function createRegistry({ logger, clock = systemClock, failpoint, patience, queues, home }: RegistryParts) {
  const clusters = new Map<string, Cluster>()
  const listeners = new Set<(status: ClusterStatus) => void>()

  const use = (): OpenedHome => {
    const opened = home()
    if (opened === undefined) throw new AppError('unavailable', {}, { internal: 'clusters are not open' })
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
  /** Once a primary is up: points its replicas to its current address, and drops slots of replicas that no longer exist. */
  const gather = async (open: OpenedHome, ref: string): Promise<void> => {
    for (const [follower, cluster] of followersOf(ref)) void supervise(follower, () => cluster.refollow())
    // in the follower's queue, so that no replica of that name is being copied at the same time
    for (const follower of await slotRefs(open.paths.cluster(ref).data)) void supervise(follower, () => release(ref, follower))
  }
  /** Drops the slot of a replica that no longer exists. A stopped primary does so at its next start. */
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
    const names = await cluster.currentNames()
    return { host: use().paths.cluster(ref).socket, port: cluster.description().port, ...(names !== undefined && { names }) }
  }
  const emit = (status: ClusterStatus): void => {
    const { ref } = status
    const open = home()
    if (status.state === 'running' && status.follows === null && open !== undefined) void supervise(ref, () => gather(open, ref))
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
        clock,
        logger,
        failpoint,
        patience,
        mark: markOf(open, ref, description.account),
        enqueue: (work) => supervise(ref, work),
        emit,
        primaryOf: ({ follows, followedCompute }) => {
          const followed = follows === null ? undefined : clusters.get(follows)
          if (followed === undefined) return undefined
          const primary = followed.description()
          const compute = largestCompute(primary.compute, followedCompute ?? primary.compute)
          const socket = open.paths.cluster(primary.ref).socket
          return { socket, port: primary.port, compute, slot: slotName(ref), name: ref, names: followed.names() }
        },
      },
      description,
    )
    clusters.set(ref, cluster)
    open.ports.take(description.port)
    open.accounts.take(description.account)
    return cluster
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
  /** As `inLine`, for what stops it: that does not wait until the cluster has started. */
  const stopInLine = async (ref: string, work: (open: OpenedHome) => Promise<void>): Promise<void> => {
    const begun = clusters.get(ref)?.expectStop()
    await inLine(ref, (open) => {
      begun?.()
      return work(open)
    })
  }

  return {
    use,
    inLine,
    stopInLine,
    find,
    get: (ref: string) => clusters.get(ref),
    exists: (ref: string) => clusters.has(ref),
    entries: () => [...clusters],
    copyable,
    followersOf: (ref: string) => followersOf(ref).map(([follower]) => follower),
    release,
    giveSize,
    endpointOf,
    emit,
    markOf,
    register,
    forget,
    watch(listener: (status: ClusterStatus) => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}
