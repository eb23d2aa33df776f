import type { Machine } from '@colonnade/clusters'
import type { UnnamedFiles } from '@colonnade/contracts/projects/disk'
import type { Queryable } from '@colonnade/pg'
import { createdAt, VersionSet } from '@colonnade/objects'
import { createRuns } from '@colonnade/reconciling'
import { endAbandonedUploads } from './end-uploads.ts'
import { readVersions } from './read-versions.ts'
import type { Offsite } from '../offsite/offsite.ts'
import { type SweepParts, sweepFamily } from './sweep.ts'
import * as store from './store.ts'

/** This module's part of a context. */
export interface HasStoredFiles {
  readonly storedFiles: StoredFiles
}

/** Keeps the files of projects for as long as a database, or a backup of it, can need them. */
export interface StoredFiles {
  /**
   * Lists the files that a database names before its server stops. After the stop, the returned function stores the list, so that files
   * of its branches can be deleted without starting it again. Neither fails: unknown files stay.
   */
  beforeStop(ref: string): Promise<() => Promise<void>>
  /** Gives a restored project the files of its source as of that time. Safe to repeat. */
  shareForRestore(from: string, to: string, moment: Date, signal: AbortSignal): Promise<void>
  /** Stores that a project's database was set back. Call it in the same transaction. */
  setBack(tx: Queryable, ref: string): Promise<void>
  /** Deletes the files of a deleted project, unless branches need them. */
  forget(ref: string): Promise<void>
  /**
   * Returns the size of files that the databases of a project and its branches name, as of the last sweep; null for a branch, which uses its
   * project's files.
   */
  measure(ref: string): Promise<number | null>
  /** Returns the size of a project's files that no database names. */
  findUnnamed(ref: string): Promise<UnnamedFiles>
  /** Starts a sweep of unneeded files. */
  look(): void
  /** Resolves when no sweep is in progress. */
  idle(): Promise<void>
  close(): Promise<void>
}

export function createStoredFiles(parts: SweepParts & { readonly offsite: Pick<Offsite, 'putBackFiles'> }): StoredFiles {
  const { offsite, families, database, clusters, clock, logger } = parts
  const rounds = createRuns({ logger, reconcile: (_name, _run, stopping) => sweepAll(parts, stopping) })
  return {
    async beforeStop(ref) {
      try {
        const machine = clusters.can(ref, 'machine')
        if (machine === undefined || (await clusters.status(ref)).state !== 'running') return async () => {}
        await endAbandonedUploads(clusters, ref, clock.date())
        const from = clock.now()
        const versions = new VersionSet()
        await readVersions(clusters, ref, versions)
        return () => keepListing(parts, ref, { from, versions, machine })
      } catch (error) {
        logger.warn('files not listed before a stop', { ref, error })
        return async () => {}
      }
    },
    async shareForRestore(from, to, moment, signal) {
      const family = await store.familyOf(database, from)
      await offsite.putBackFiles(family, signal)
      if ((await families.list()).includes(family)) {
        // registers the family first, whatever becomes of the restore
        await store.begin(database, to)
        await families.share(family, to, (version) => createdAt(version) <= moment.getTime() + clockMarginMs)
      }
    },
    async setBack(tx, ref) {
      await store.setBack(tx, await store.familyOf(tx, ref))
    },
    async forget(ref) {
      await families.listings.forget(ref)
      const family = await store.familyOf(database, ref)
      // a branch uses the files of its project, which is deleted last
      if (family !== ref) return
      await families.bury(ref)
      await store.forget(database, ref)
      families.clear().catch((error: unknown) => logger.warn('files of a removed project not unlinked', { ref, error }))
    },
    async measure(ref) {
      if ((await store.familyOf(database, ref)) !== ref) return null
      const [all, unnamed] = [await families.measure(ref), await store.findUnnamed(database, ref)]
      return Math.max(0, all - unnamed.kept_bytes - unnamed.orphaned_bytes)
    },
    async findUnnamed(ref) {
      return store.findUnnamed(database, await store.familyOf(database, ref))
    },
    look: () => rounds.look(round),
    idle: () => rounds.idle(round),
    close: () => rounds.close(),
  }
}

const round = 'round'

/** Sweeps one family after the other; the next round retries failures. */
async function sweepAll(parts: SweepParts, stopping: AbortSignal): Promise<void> {
  const { families, logger } = parts
  const attempt = async (family: string, work: () => Promise<void>): Promise<void> => {
    if (!stopping.aborted) await work().catch((error: unknown) => stopping.aborted || logger.error('files not swept', { family, error }))
  }
  await attempt('removed', () => families.clear())
  for (const family of await families.list()) await attempt(family, () => sweepFamily(parts, family, stopping))
  await attempt('removed', () => families.clear())
}

/** Most that a version's own time may lag behind the server's. */
const clockMarginMs = 60_000

interface Read {
  readonly from: number
  readonly versions: VersionSet
  readonly machine: Machine
}

async function keepListing({ families, clock, logger }: SweepParts, ref: string, { from, versions, machine }: Read): Promise<void> {
  try {
    const standstill = await machine.standstill(ref)
    if (standstill !== null) await families.listings.keep(ref, { standstill, from, until: clock.now(), versions })
  } catch (error) {
    logger.warn('files not listed after a stop', { ref, error })
  }
}
