import type { Fleet } from '@colonnade/clusters'
import { AppError, type Clock, type Failpoint, type Logger } from '@colonnade/core'
import { createdAt, type FileFamilies, VersionSet } from '@colonnade/objects'
import type { Database, Queryable } from '@colonnade/pg'
import { fileGraceMs } from '../../../kernel/limits.ts'
import { giveUpFiles } from '../offsite/copied-files.ts'
import { endAbandonedUploads } from './end-uploads.ts'
import { readVersions, unreadable } from './read-versions.ts'
import * as store from './store.ts'
import { messages } from './messages.ts'

export interface SweepParts {
  readonly families: FileFamilies
  readonly database: Database
  readonly clusters: Fleet
  readonly clock: Clock
  readonly logger: Logger
  readonly failpoint: Failpoint
}

/** Time between a file's arrival and its row, much longer than any statement of the service takes. */
const arrivalMarginMs = 2 * 60_000
/** Resumable uploads are valid for a day after their last part. */
const uploadGraceMs = 2 * fileGraceMs
/** Most versions per step; the next sweep continues. */
const most = 100_000
const batch = 5_000
/** Most concurrent file checks. */
const atOnce = 64

/**
 * Deletes files that neither a database of the family nor anything it can be restored to names. It's safe to interrupt. Deletes nothing while a
 * database
 * can't be read.
 */
export async function sweepFamily(parts: SweepParts, family: string, signal: AbortSignal): Promise<void> {
  const { families, database, clock, failpoint, logger } = parts
  const fate = await store.findFate(database, family)
  if (fate === 'unknown') return
  if (fate === 'gone') {
    await families.bury(family)
    await failpoint('files.bury.after')
    return store.forget(database, family)
  }
  const timesSetBack = await store.begin(database, family)
  let named: Named
  try {
    named = await readNamed(parts, family, signal)
  } catch (error) {
    if (signal.aborted) return
    const problem = error instanceof AppError ? error.message : messages.unknown
    logger.warn('files not swept', { family, error })
    return store.recordProblem(database, family, problem)
  }
  const found = await compare(parts, family, named, signal)
  const now = clock.date()
  const isNoted = await database.transaction(async (tx) => {
    if (!(await store.lock(tx, family, timesSetBack))) return false
    await noteFound(tx, family, found, now)
    return true
  })
  // the next sweep lists them again
  if (!isNoted) return
  await failpoint('files.release.after')
  await unlinkUnneeded(parts, family, timesSetBack, signal)
  await families.removeAbandoned(family, now.getTime() - uploadGraceMs, (version) => named.versions.has(version))
  await store.recordSweep(database, family, now)
}

interface Named {
  readonly versions: VersionSet
  /** Returns true if a file arrived while it couldn't be known whether it's named. */
  isUnsure(arrivedAt: number): boolean
}

/** Returns all versions that databases of the family name. @throws AppError for a database that can't be read */
async function readNamed({ families, database, clusters, clock, logger }: SweepParts, family: string, signal: AbortSignal): Promise<Named> {
  const versions = new VersionSet()
  const gaps: { readonly from: number; readonly until: number }[] = []
  const about = async (name: string, work: Promise<unknown>): Promise<void> => {
    try {
      await work
    } catch (error) {
      throw new AppError('unavailable', {}, { message: `${name}: ${error instanceof AppError ? error.message : String(error)}`, cause: error })
    }
  }
  for (const member of await store.listMembers(database, family)) {
    signal.throwIfAborted()
    const { ref, name } = member
    const { state } = await clusters.status(ref)
    if (state === 'running') {
      await endAbandonedUploads(clusters, ref, clock.date()).catch((error: unknown) => logger.warn('abandoned uploads not ended', { ref, error }))
      gaps.push({ from: clock.now(), until: Infinity })
      await about(name, readVersions(clusters, ref, versions))
    } else if (state === 'stopped') {
      const [listing, standstill] = [await families.listings.find(ref), await clusters.can(ref, 'machine')?.standstill(ref)]
      if (listing === null || listing.standstill !== standstill) throw unreadable(messages.stopped(name))
      versions.addAll(listing.versions)
      gaps.push(listing)
    } else if (!(state === 'absent' && !member.hasBeenReady && member.status === 'INIT_FAILED')) throw unreadable(messages.notRunning(name))
  }
  return { versions, isUnsure: (arrivedAt) => gaps.some(({ from, until }) => arrivedAt >= from - arrivalMarginMs && arrivedAt <= until) }
}

interface Found {
  readonly released: readonly store.Release[]
  readonly namedAgain: readonly string[]
}

/** Returns the stored versions that are neither named nor known to be released. */
async function compare({ families, database }: SweepParts, family: string, named: Named, signal: AbortSignal): Promise<Found> {
  const known = new VersionSet()
  const namedAgain: string[] = []
  for (let page = await store.listReleased(database, family, '', batch); page.length > 0;) {
    for (const version of page) {
      known.add(version)
      if (named.versions.has(version)) namedAgain.push(version)
    }
    page = await store.listReleased(database, family, page.at(-1)!, batch)
  }
  const released: store.Release[] = []
  for await (const versions of families.versions(family)) {
    signal.throwIfAborted()
    const missed = versions.filter((version) => !named.versions.has(version) && !known.has(version)).slice(0, most - released.length)
    for (let from = 0; from < missed.length; from += atOnce) {
      const stored = await Promise.all(missed.slice(from, from + atOnce).map((version) => families.find(family, version)))
      for (const file of stored) {
        if (file === null || named.isUnsure(file.arrivedAt)) continue
        released.push({ version: file.version, bytes: file.bytes, createdAt: new Date(createdAt(file.version)) })
      }
    }
  }
  return { released, namedAgain }
}

async function noteFound(tx: Queryable, family: string, { released, namedAgain }: Found, now: Date): Promise<void> {
  for (let from = 0; from < namedAgain.length; from += batch) await store.deleteReleased(tx, family, namedAgain.slice(from, from + batch))
  for (let from = 0; from < released.length; from += batch) await store.insertReleased(tx, family, released.slice(from, from + batch), now)
}

/** Deletes the chosen versions, even after an interruption: nothing that can be restored names them. */
async function unlinkUnneeded(
  { families, database, clock, failpoint }: SweepParts,
  family: string,
  timesSetBack: number,
  signal: AbortSignal,
): Promise<void> {
  for (;;) {
    const now = clock.date()
    const before = new Date(now.getTime() - fileGraceMs)
    const going = await database.transaction(async (tx) => {
      if (!(await store.lock(tx, family, timesSetBack))) return []
      const chosen = await store.chooseGoing(tx, family, { now, before, most: batch })
      await giveUpFiles(tx, family, chosen)
      return chosen
    })
    if (going.length === 0) return
    for (const version of going) {
      signal.throwIfAborted()
      await failpoint('files.unlink.before')
      await families.remove(family, version)
      await failpoint('files.unlink.after')
    }
    await store.deleteReleased(database, family, going)
  }
}
