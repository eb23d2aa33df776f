import { copyFile, constants, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { keep, layHistories, openShelf, outbox, positionOf, prepareOutbox } from '../backups/archive.ts'
import { faultOf } from '../backups/read-archive.ts'
import { readIdentity, redoSegment, walSegmentBytes } from '../engine/identity.ts'
import { type Account, giveTo } from '../storage/accounts.ts'
import { isMissing, syncFolder, writeDurably } from '../storage/files.ts'
import type { ClusterPaths } from '../storage/paths.ts'

const segmentForm = /^[0-9A-F]{24}$/
const historyForm = /^[0-9A-F]{8}\.history$/
/** The part of a segment's name that gives its position on any timeline. */
const placeOf = (name: string): string => name.slice(8)

/**
 * Copies all WAL from the replica's last restart point on, from the primary's archive and files, into the replica's pg_wal, synced to disk.
 * Both servers are stopped. Postgres itself detects segments that are incomplete or were never written.
 *
 * @returns whether there is every segment up to the primary's last, without a gap
 * @throws Error if the primary's files cannot be read; archived WAL has been copied by then
 */
export async function bringWal(from: ClusterPaths, archived: string, to: ClusterPaths, account: Account): Promise<boolean> {
  const first = await redoSegment(to.data)
  const segmentsOf = async ({ data }: ClusterPaths): Promise<string[]> =>
    (await readdir(join(data, 'pg_wal'))).filter((name) => segmentForm.test(name) && placeOf(name) >= placeOf(first)).toSorted()
  const own = await segmentsOf(to)
  const laid = await layArchived(archived, to, first, account)
  const theirs = await segmentsOf(from)
  for (const name of theirs.filter((one) => !laid.includes(one))) await bring(join(from.data, 'pg_wal', name), join(to.data, 'pg_wal'), name, account)
  await syncFolder(join(to.data, 'pg_wal'))
  const places = [...new Set([...own, ...laid, ...theirs].map(numberOf))].toSorted((one, other) => one - other)
  return theirs.length > 0 && places.every((place, index) => index === 0 || place === places[index - 1]! + 1)
}

/** Returns archived histories, and archived segments from the replica's last restart point on, that are damaged or cannot be read. */
export async function findDamaged(archived: string, { data }: Pick<ClusterPaths, 'data'>): Promise<string[]> {
  const [shelf, first] = [await openShelf(archived), await redoSegment(data)]
  const found: string[] = []
  for (const name of shelf.names.filter((one) => historyForm.test(one) || (one >= first && placeOf(one) >= placeOf(first)))) {
    const isWhole = await shelf.take(name).then(
      () => true,
      () => false,
    )
    if (!isWhole) found.push(name)
  }
  return found
}

/**
 * Copies archived segments from `first` on, of its timeline and later ones, over what the standby may only have in part. Skips segments
 * that are damaged or cannot be read.
 */
async function layArchived(archived: string, to: ClusterPaths, first: string, account: Account): Promise<string[]> {
  const shelf = await openShelf(archived)
  // another cluster may have been in the primary's place before
  const identity = { segmentBytes: walSegmentBytes, systemIdentifiers: [await readIdentity(to.data)] }
  const laid: string[] = []
  for (const name of shelf.segments.filter((one) => one >= first && placeOf(one) >= placeOf(first))) {
    const content = await shelf.take(name).catch(() => undefined)
    if (content === undefined || faultOf(name, content, identity) !== null) continue
    const path = join(to.data, 'pg_wal', name)
    await writeDurably(path, content, 0o600)
    await giveTo(account, path)
    laid.push(name)
  }
  return laid
}

/** Of all segments, counted from the beginning of the cluster. */
function numberOf(name: string): number {
  const perFile = 0x1_0000_0000 / walSegmentBytes
  return Number.parseInt(name.slice(8, 16), 16) * perFile + Number.parseInt(name.slice(16), 16)
}

/** Copies timeline histories to the replica, so that its next timeline gets an unused number. */
export async function bringHistories(from: ClusterPaths, archived: string, to: ClusterPaths, account: Account): Promise<void> {
  await layHistories(archived, to.data)
  const names = await readdir(join(from.data, 'pg_wal')).catch(() => [])
  for (const name of names.filter((one) => historyForm.test(one))) {
    await bring(join(from.data, 'pg_wal', name), join(to.data, 'pg_wal'), name, account)
  }
  for (const name of await readdir(join(to.data, 'pg_wal'))) {
    if (historyForm.test(name)) await giveTo(account, join(to.data, 'pg_wal', name))
  }
}

/** Archives the remaining segments of a stopped server. */
export async function archiveRest(paths: ClusterPaths, account: Account): Promise<void> {
  await prepareOutbox(paths, account)
  const waiting = await readdir(join(paths.data, 'pg_wal', 'archive_status')).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const names = waiting.filter((name) => name.endsWith('.ready')).map((name) => name.slice(0, -'.ready'.length))
  for (const name of names.filter((one) => segmentForm.test(one) || historyForm.test(one))) {
    await bring(join(paths.data, 'pg_wal', name), outbox(paths), name, account)
  }
}

/**
 * Archives the primary's WAL that only a stopped replica has: a standby doesn't archive the WAL it receives. A segment is complete once the
 * next one has begun; the last segment continues on the next timeline.
 */
export async function archiveOwn({ data }: ClusterPaths, archived: string): Promise<void> {
  const { names: known } = await openShelf(archived)
  const identity = { segmentBytes: walSegmentBytes, systemIdentifiers: [await readIdentity(data)] }
  const first = known.find((name) => segmentForm.test(name)) ?? ''
  const names = (await readdir(join(data, 'pg_wal'))).filter((name) => segmentForm.test(name) && name > first)
  let begun: number | undefined
  for (const name of names.toSorted().toReversed()) {
    const content = await readFile(join(data, 'pg_wal', name))
    const isWhole = begun === numberOf(name) + 1 && faultOf(name, content, identity) === null
    if (isWhole && !known.includes(name)) await keep(archived, name, content)
    // a recycled segment has its new name already, but old content
    if (content.readBigUInt64LE(8) === positionOf(name, walSegmentBytes)) begun = numberOf(name)
  }
}

/** Copies a file atomically and syncs it to disk. */
async function bring(source: string, folder: string, name: string, account: Account): Promise<void> {
  const beside = join(folder, `${name}.brought`)
  try {
    await copyFile(source, beside, constants.COPYFILE_FICLONE)
    const file = await open(beside, 'r+')
    try {
      await file.chmod(0o600)
      await file.datasync()
    } finally {
      await file.close()
    }
    await giveTo(account, beside)
    await rename(beside, join(folder, name))
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
