import { join } from 'node:path'
import { noFailpoint, systemRandom } from '@colonnade/core'
import type { EmbeddedClusters } from '../capabilities.ts'
import type { StartOptions } from '../clusters.ts'
import { createBackups } from './backups/backups.ts'
import { createBranching } from './branches/branching.ts'
import { absent, defaultPatience } from './cluster.ts'
import { createFolders } from './folders.ts'
import { createMachine } from './machine.ts'
import { openHome, type OpenedHome } from './open-home.ts'
import type { EmbeddedClustersOptions } from './options.ts'
import { pruneLogs } from './process/server-log.ts'
import { createPromoting } from './promotions/promoting.ts'
import { createQueues } from '../queues.ts'
import { createRegistry } from './registry.ts'
import { createReplicating } from './replicas/replicating.ts'
import { checkRef, type ClusterDescription } from './storage/cluster-file.ts'
import { removeTree } from './storage/files.ts'
import { createUpgrading } from './upgrades/upgrading.ts'

const defaultPoolTarget = 3
const pruneEveryMs = 60_000

/** Real Postgres clusters on this machine, one folder, one user (under root) and one server each. */
export function createEmbeddedClusters(options: EmbeddedClustersOptions): EmbeddedClusters {
  const { logger } = options
  const failpoint = options.failpoint ?? noFailpoint
  const patience = { ...defaultPatience, ...options.patience }
  const stopTimes = { fastMs: patience.stopMs, immediateMs: patience.immediateStopMs }
  const random = options.random ?? systemRandom
  const target = options.poolTarget ?? defaultPoolTarget
  const queues = createQueues()
  let opened: OpenedHome | undefined
  let isClosed = false
  let pruning: NodeJS.Timeout | undefined

  const registry = createRegistry({ ...options, failpoint, patience, queues, home: () => (isClosed ? undefined : opened) })
  const { use, inLine, stopInLine, find, get, entries, endpointOf, emit, register, forget, followersOf } = registry
  const folders = createFolders({ ...registry, failpoint, logger, stopTimes })
  const parts = { ...registry, failpoint, random, stopTimes, logger, wipe: (ref: string) => folders.wipe(use(), ref) }

  const backups = createBackups({
    ...parts,
    archiveMs: patience.archiveMs,
    hasFollowers: (ref) => followersOf(ref).length > 0,
    replace(description) {
      forget(description.ref)
      emit(register(use(), description).status())
    },
  })
  const copying = { ...parts, add: (description: ClusterDescription) => emit(register(use(), description).status()) }
  const destroy = (ref: string): Promise<void> =>
    stopInLine(ref, async (open) => {
      const cluster = get(ref)
      await failpoint('clusters.destroy.stop.before')
      await cluster?.stop()
      await failpoint('clusters.destroy.stop.after')
      await folders.wipe(open, ref)
      await removeTree(join(open.paths.replaced, ref))
      if (cluster === undefined) return
      forget(ref)
      const { follows } = cluster.description()
      emit(absent(ref))
      if (follows !== null) await registry.release(follows, ref)
    })
  const start = (ref: string, { signal }: StartOptions = {}): Promise<void> => inLine(ref, () => find(ref).start(signal))
  const promotions = createPromoting({
    ...copying,
    rejoinMs: patience.rejoinMs,
    start,
    destroy,
    exchange(primary, former) {
      for (const { ref } of [primary, former]) forget(ref)
      emit(register(use(), primary).status())
      emit(former.description === undefined ? absent(former.ref) : register(use(), former.description).status())
    },
  })

  return {
    copies: createBranching(copying),
    replicas: createReplicating(copying),
    backups,
    promotions,
    upgrades: createUpgrading(parts),
    machine: createMachine(registry),
    async open() {
      if (opened !== undefined) return
      opened = await openHome({ ...options, random, poolTarget: target })
      await folders.takeOver(opened)
      if (options.cacheDir === undefined) await opened.templates.removeOthers(opened.engines)
      await opened.pool.open()
      pruning = setInterval(() => {
        for (const [ref] of entries()) void pruneLogs(use().paths.cluster(ref).log).catch(() => {})
      }, pruneEveryMs)
      pruning.unref()
    },
    ensure: (ref, spec) =>
      inLine(ref, async (open) => {
        const cluster = get(ref)
        if (cluster === undefined) return folders.create(open, ref, spec)
        const description = cluster.description()
        if (description.compute !== spec.compute) await registry.giveSize(cluster, spec.compute)
      }),
    start,
    stop: (ref) => stopInLine(ref, () => find(ref).stop()),
    destroy,
    async status(ref) {
      checkRef(ref)
      use()
      return get(ref)?.status() ?? absent(ref)
    },
    endpoint: endpointOf,
    watch: (listener) => registry.watch(listener),
    pool: {
      target,
      ready: () => opened?.pool.ready() ?? 0,
      fill: () => use().pool.fill(),
    },
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
        entries().map(([ref, cluster]) =>
          queues.run(ref, () => cluster.stop()).catch((error: unknown) => logger.error('cluster not stopped', { ref, error })),
        ),
      )
    else await queues.idle()
    for (const [, cluster] of entries()) cluster.release()
  }
}
