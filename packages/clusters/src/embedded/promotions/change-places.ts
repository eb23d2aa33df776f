import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Failpoint } from '@colonnade/core'
import { type Account, giveTo } from '../storage/accounts.ts'
import { type ClusterDescription, readDescription, writeDescription } from '../storage/cluster-file.ts'
import { isMissing, removeTree, syncFolder } from '../storage/files.ts'
import { type ClusterPaths, clusterPaths, type HomePaths } from '../storage/paths.ts'

export interface ChangeOfPlaces {
  /** What was the replica, under its primary's ref. */
  readonly primary: ClusterDescription
  /** What was the primary, under its replica's ref. */
  readonly former: ClusterDescription
}

const [primaryNote, formerNote] = ['promoted.json', 'former.json']

/**
 * The folders of a replica and its primary change places. Both servers stand still. From the rename to `replacing` on, a start of the driver
 * goes on with it; before, it has not begun.
 */
export async function changePlaces(paths: HomePaths, { primary, former }: ChangeOfPlaces, failpoint: Failpoint): Promise<void> {
  const own = paths.cluster(former.ref).folder
  await writeDescription(join(own, primaryNote), primary)
  await writeDescription(join(own, formerNote), former)
  await failpoint('clusters.promote.decide.before')
  await rename(own, join(paths.replacing, primary.ref))
  await syncFolder(paths.replacing)
  await syncFolder(paths.clusters)
  await failpoint('clusters.promote.decide.after')
  await finishChange(paths, primary.ref, failpoint)
  await rename(join(paths.replacing, primary.ref), paths.cluster(primary.ref).folder)
  await syncFolder(paths.clusters)
  await syncFolder(paths.replacing)
  await failpoint('clusters.promote.claim.after')
}

/** What is left to do after the decision, up to the last rename; nothing where it is a restore that is being put in place. */
export async function finishChange(paths: HomePaths, ref: string, failpoint?: Failpoint): Promise<void> {
  const next = clusterPaths(join(paths.replacing, ref))
  const primary = await readDescription(join(next.folder, primaryNote))
  const former = await readDescription(join(next.folder, formerNote))
  if (primary === undefined || former === undefined) return
  await sign(next, 'recovery.signal', primary.account)
  await rm(join(next.data, 'standby.signal'), { force: true })
  await syncFolder(next.data)
  const old = paths.cluster(ref)
  if (await isThere(old.folder)) {
    // one whose files can't be written can follow nobody
    const isFollower = await demote(old, former).then(
      () => true,
      () => false,
    )
    await failpoint?.('clusters.promote.demote.after')
    await rename(old.folder, isFollower ? paths.cluster(former.ref).folder : join(paths.trash, `${ref}-demoted-${Date.now()}`))
    await syncFolder(paths.clusters)
  }
  await failpoint?.('clusters.promote.claim.before')
  await writeDescription(next.description, primary)
  for (const note of [primaryNote, formerNote]) await rm(join(next.folder, note))
}

/** From here on no start of it lets anybody write; what it kept for others to stream is no more. */
async function demote(old: ClusterPaths, former: ClusterDescription): Promise<void> {
  await sign(old, 'standby.signal', former.account)
  await rm(join(old.data, 'recovery.signal'), { force: true })
  const slots = join(old.data, 'pg_replslot')
  for (const name of await readdir(slots)) await removeTree(join(slots, name))
  await syncFolder(old.data)
  await writeDescription(old.description, former)
}

async function sign({ data }: ClusterPaths, name: string, account: Account): Promise<void> {
  const path = join(data, name)
  const file = await open(path, 'w', 0o600)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
  await giveTo(account, path)
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
