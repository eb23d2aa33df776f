import { readdir, rename, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError, type Failpoint, type Random } from '@colonnade/core'
import type { Backups, BackupSource } from '../../backups.ts'
import type { ClusterEndpoint } from '../../clusters.ts'
import { settleBranch } from '../branches/settle-branch.ts'
import type { Cluster } from '../cluster.ts'
import type { Engines } from '../engine/engines.ts'
import { dropSpareWal, giveIdentity, readIdentity, walSegmentBytes } from '../engine/identity.ts'
import { finishChange } from '../promotions/change-places.ts'
import { createQueues } from '../../queues.ts'
import type { StopTimes } from '../process/postmaster.ts'
import type { Account, Accounts } from '../storage/accounts.ts'
import { checkRef, type ClusterDescription, readDescription } from '../storage/cluster-file.ts'
import { isMissing, onDisk, removeTree, syncFolder } from '../storage/files.ts'
import { clusterPaths, type HomePaths } from '../storage/paths.ts'
import type { Ports } from '../storage/ports.ts'
import {
  collectWal,
  discardSegment,
  emptyOutbox,
  forgetSegments,
  isNeeded,
  keptNames,
  measureWal,
  prepareOutbox,
  reachOf,
  takeSegments,
} from './archive.ts'
import { packBackup, readWalFile, unpackBackup, writeWalFile } from './elsewhere.ts'
import { keepRestored } from './keep-restored.ts'
import { makeBackup } from './make-backup.ts'
import { identifiersOf } from './manifest.ts'
import { readArchive } from './read-archive.ts'
import { readCommits } from './read-commits.ts'
import { findArchiver, quietUntil, wakeArchiver, writeMark } from './mark.ts'
import { recover, type Recovered } from './recover.ts'

/** What backups need of the driver. */
export interface BackupsParts {
  readonly failpoint: Failpoint
  readonly random: Random
  readonly stopTimes: StopTimes
  /** Until a segment must have been archived that is full. */
  readonly archiveMs: number
  use(): { readonly paths: HomePaths; readonly engines: Engines; readonly accounts: Accounts; readonly ports: Ports }
  /** @throws AppError `cluster_not_found` */
  find(ref: string): Cluster
  exists(ref: string): boolean
  hasFollowers(ref: string): boolean
  endpointOf(ref: string): Promise<ClusterEndpoint>
  /** One after the other with everything else that is done with the cluster. */
  inLine<T>(ref: string, work: () => Promise<T>): Promise<T>
  /** Ends what runs of a cluster, and removes its folder. */
  wipe(ref: string): Promise<void>
  /** The cluster is now the one of this description, whose folder is in its place. */
  replace(description: ClusterDescription): void
}

/** Interval of signals to a failed archiver to try again. */
const wakeMs = 1_000

const idForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export function createBackups(parts: BackupsParts): Backups {
  const collecting = createQueues()
  const { failpoint, random } = parts
  const plan = (source: BackupSource, account: Account) => {
    checkSource(source)
    const { paths, engines } = parts.use()
    return { paths, engines, failpoint, stopTimes: parts.stopTimes, source, account }
  }

  /** A whole cluster under `restored`, with a description, on the disk for good. */
  const keep = async ({ manifest, own }: Recovered, description: ClusterDescription, isNew: boolean): Promise<void> => {
    const { paths } = parts.use()
    if (isNew) {
      await dropSpareWal(own.data)
      await giveIdentity(own.data, random)
    }
    await keepRestored(paths, own, { ...description, version: manifest.version }, async () => failpoint('clusters.restore.keep.before'))
    await failpoint('clusters.restore.keep.after')
  }

  /** Stops the cluster to be replaced and archives its last WAL. A failure before the point of no return leaves it running. */
  const endFor = async (ref: string, decide: () => Promise<void>): Promise<void> => {
    if (!parts.exists(ref)) return decide()
    const { paths } = parts.use()
    const cluster = parts.find(ref)
    const isRunning = cluster.status().state === 'running'
    await cluster.stop()
    try {
      if (cluster.description().isArchiving === true) await collectWal(paths.cluster(ref), paths.wal(ref), walSegmentBytes)
      await decide()
    } catch (error) {
      // a start that fails, too, is the cluster's own state, and told as such
      if (isRunning) await cluster.start().catch(() => {})
      throw error
    }
  }

  return {
    take: async (ref, id, options = {}) => {
      checkSource({ ref, id })
      const { paths } = parts.use()
      const cluster = parts.find(ref)
      if (cluster.status().state !== 'running') throw new AppError('cluster_not_running', { ref })
      if (cluster.description().follows !== null) throw new AppError('cluster_is_replica', { ref })
      return makeBackup({ ...options, paths, failpoint, id, description: cluster.description(), endpoint: await parts.endpointOf(ref) })
    },
    async archive(ref, isOn) {
      const before = await parts.inLine(ref, async () => {
        const cluster = parts.find(ref)
        const { isArchiving = false, ...description } = cluster.description()
        if (description.follows !== null) throw new AppError('cluster_is_replica', { ref })
        if (isArchiving === isOn) {
          // somebody may have taken it away
          if (isOn) await onDisk(() => prepareOutbox(parts.use().paths.cluster(ref), description.account))
          return undefined
        }
        const isRunning = cluster.status().state === 'running'
        const archiver = isRunning ? await findArchiver(await parts.endpointOf(ref)) : undefined
        await cluster.describe(isOn ? { ...description, isArchiving: true } : description)
        await cluster.reload()
        return archiver
      })
      if (before === undefined || (before === null && !isOn)) return
      // one that archives finishes its file before it ends; the server starts the next at most every ten seconds, and until it has, segments are thrown away
      const begin = performance.now()
      while (performance.now() - begin < parts.archiveMs && parts.exists(ref) && parts.find(ref).status().state === 'running') {
        const now = await findArchiver(await parts.endpointOf(ref))
        if (now !== before && (now !== null || !isOn)) return
        await delay(50)
      }
    },
    async collect(ref) {
      const { paths } = parts.use()
      parts.find(ref)
      return collecting.run(ref, () => onDisk(() => collectWal(paths.cluster(ref), paths.wal(ref), walSegmentBytes)))
    },
    async discard(ref, segment) {
      const { paths } = parts.use()
      parts.find(ref)
      await collecting.run(ref, () => onDisk(() => discardSegment(paths.cluster(ref), segment)))
    },
    reach(ref, from, damaged) {
      checkRef(ref)
      return collecting.run(ref, () => reachOf(parts.use().paths.wal(ref), from, damaged, walSegmentBytes))
    },
    measureWal(ref) {
      checkRef(ref)
      return measureWal(parts.use().paths.wal(ref))
    },
    async readWal(ref, { signal } = {}) {
      checkRef(ref)
      const { paths } = parts.use()
      // archiving continues in parallel
      const own = parts.exists(ref) ? [await readIdentity(paths.cluster(ref).data)] : []
      const systemIdentifiers = own.length === 0 ? [] : [...own, ...(await identifiersOf(join(paths.backups, ref)))]
      return readArchive(paths.wal(ref), { segmentBytes: walSegmentBytes, systemIdentifiers }, signal)
    },
    async commits(ref, stretch) {
      checkRef(ref)
      // prevents their removal between finding and reading them
      const { segments, isWhole } = await collecting.run(ref, () => takeSegments(parts.use().paths.wal(ref), stretch, walSegmentBytes))
      return { ...readCommits(segments), isWhole }
    },
    forgetWal(ref, needed) {
      checkRef(ref)
      const { paths } = parts.use()
      return collecting.run(ref, () =>
        onDisk(async () => {
          if (needed === null) await emptyOutbox(paths.cluster(ref))
          await forgetSegments(paths.wal(ref), needed, walSegmentBytes)
        }),
      )
    },
    async unchangedUntil(ref, snapshot) {
      if (parts.find(ref).status().state !== 'running') throw new AppError('cluster_not_running', { ref })
      return quietUntil(await parts.endpointOf(ref), snapshot)
    },
    async mark(ref) {
      if (parts.find(ref).status().state !== 'running') throw new AppError('cluster_not_running', { ref })
      const moment = await writeMark(await parts.endpointOf(ref))
      const begin = performance.now()
      let wokenAt = begin
      // nothing announces that a segment was archived
      while (!(await this.collect(ref)).includes(moment.segment)) {
        if (performance.now() - begin > parts.archiveMs) {
          const message = `The database server did not archive its WAL within ${parts.archiveMs / 1000} seconds. Its disk may be full or read-only`
          throw new AppError('wal_not_archived', { ref }, { message })
        }
        if (performance.now() - wokenAt > wakeMs) {
          await wakeArchiver(await parts.endpointOf(ref))
          wokenAt = performance.now()
        }
        await delay(25)
      }
      return moment
    },
    async list(ref) {
      checkRef(ref)
      return (await entriesOf(join(parts.use().paths.backups, ref))).filter((name) => idForm.test(name)).sort()
    },
    async rehearse(source, work, options = {}) {
      const { accounts } = parts.use()
      const account = accounts.next()
      try {
        return await recover({ ...options, ...plan(source, account) }, work, async (_recovered, found) => found)
      } finally {
        accounts.free(account)
      }
    },
    async prepare(source, { ref, compute, restore }, options = {}) {
      checkRef(ref)
      const { accounts, ports } = parts.use()
      const isNew = !parts.exists(ref)
      const known = isNew ? undefined : parts.find(ref).description()
      const account = known === undefined ? accounts.next() : known.account
      const port = known?.port ?? (await ports.allocate())
      try {
        const description = {
          ref,
          compute,
          version: '',
          port,
          account,
          follows: null,
          restore,
          ...(known?.isArchiving === true && { isArchiving: true }),
        }
        await recover({ ...options, ...plan(source, account) }, isNew ? (server) => settleBranch(server, true) : nothing, (recovered) =>
          keep(recovered, description, isNew),
        )
      } finally {
        // registering takes them again
        if (isNew) {
          accounts.free(account)
          ports.free(port)
        }
      }
    },
    place: ({ ref, restore }) =>
      parts.inLine(ref, async () => {
        const { paths } = parts.use()
        if (parts.exists(ref) && parts.find(ref).description().restore === restore) return true
        if (parts.hasFollowers(ref)) {
          throw new AppError('cluster_has_replicas', { ref }, { message: 'Read replicas can’t follow a restore. Delete them first' })
        }
        const ready = join(paths.restored, ref)
        if ((await readDescription(clusterPaths(ready).description))?.restore !== restore) return false
        await onDisk(async () => {
          await failpoint('clusters.place.decide.before')
          // from there on a start of the driver goes on with it
          await endFor(ref, () => rename(ready, join(paths.replacing, ref)))
          await syncFolder(paths.replacing)
          await failpoint('clusters.place.decide.after')
          if ((await readDescription(clusterPaths(join(paths.replacing, ref)).description))?.keepsFormer === true) await retire(paths, ref)
          else await parts.wipe(ref)
          await failpoint('clusters.place.claim.before')
          parts.replace(await claim(paths, ref))
          await failpoint('clusters.place.claim.after')
        })
        return true
      }),
    async read(source) {
      checkSource(source)
      return packBackup(parts.use().paths, source)
    },
    async write(source, archive, { signal } = {}) {
      checkSource(source)
      await unpackBackup(parts.use().paths, source, archive, signal)
    },
    async listWal(ref) {
      checkRef(ref)
      return keptNames(parts.use().paths.wal(ref))
    },
    isWalNeeded: (file, needed) => isNeeded(file, needed, walSegmentBytes),
    async readWalFile(ref, name) {
      checkRef(ref)
      return readWalFile(parts.use().paths.wal(ref), name)
    },
    writeWalFile(ref, name, content) {
      checkRef(ref)
      return collecting.run(ref, () => onDisk(() => writeWalFile(parts.use().paths.wal(ref), name, content)))
    },
    async remove(ref, id) {
      checkSource({ ref, id })
      await bury(parts.use().paths, join(ref, id))
    },
    async removeAll(ref) {
      checkRef(ref)
      await bury(parts.use().paths, ref)
    },
  }
}

/** Goes on with what was being put in place when the driver ended, and forgets what nobody has put in place. Clusters are not read yet. */
export async function finishReplacements(paths: HomePaths): Promise<void> {
  for (const name of await readdir(paths.restored)) await removeTree(join(paths.restored, name))
  for (const ref of await readdir(paths.replacing)) {
    await finishChange(paths, ref)
    const old = paths.cluster(ref).folder
    const next = await readDescription(clusterPaths(join(paths.replacing, ref)).description)
    if (next?.keepsFormer === true) await retire(paths, ref)
    // in the trash, which is emptied after this
    else if (await isThere(old)) await rename(old, join(paths.trash, `${ref}-replaced-${Date.now()}`))
    await claim(paths, ref)
  }
}

/** Puts what is being replaced aside, stopped as it is. */
async function retire(paths: HomePaths, ref: string): Promise<void> {
  const old = paths.cluster(ref).folder
  if (!(await isThere(old))) return
  await removeTree(join(paths.replaced, ref))
  await rename(old, join(paths.replaced, ref))
  await syncFolder(paths.clusters)
  await syncFolder(paths.replaced)
}

async function claim(paths: HomePaths, ref: string): Promise<ClusterDescription> {
  await rename(join(paths.replacing, ref), paths.cluster(ref).folder)
  await syncFolder(paths.clusters)
  await syncFolder(paths.replacing)
  const description = await readDescription(clusterPaths(paths.cluster(ref).folder).description)
  return description!
}

/** Renamed first: what is half removed is no backup. */
async function bury(paths: HomePaths, name: string): Promise<void> {
  const grave = join(paths.trash, `backup-${name.replace('/', '-')}-${Date.now()}`)
  try {
    await rename(join(paths.backups, name), grave)
  } catch (error) {
    if (isMissing(error)) return
    throw error
  }
  await removeTree(grave)
}

async function nothing(): Promise<void> {}

async function entriesOf(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
}

async function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (isMissing(error)) return false
      throw error
    },
  )
}

/** So that no text from outside ever becomes a path. */
function checkSource({ ref, id }: Pick<BackupSource, 'ref' | 'id'>): void {
  checkRef(ref)
  if (!idForm.test(id)) throw new AppError('invalid_input', {}, { message: 'A backup ID must be a UUID' })
}
