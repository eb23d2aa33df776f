import { z } from 'zod'
import { Timestamp } from '../foundation/values.ts'
import type { PlanId } from '../organizations/organizations.ts'
import { backupRules } from './rules.ts'

/** Days that the window of point-in-time recovery may have: the variants of the add-on `pitr` (spec §3, which names no figures). */
export const pitrDays = [1, 3, 7, 14, 28] as const

/** Those that a plan allows: no more than it keeps daily backups. */
export function pitrDaysOf(plan: PlanId): number[] {
  return pitrDays.filter((days) => days <= backupRules[plan].keptDays)
}

/** TURNING_ON: until the first backup leads to now. FAILING: what is written now can't be recovered, or there is a gap before it. */
export const pitrStates = ['TURNING_ON', 'ON', 'FAILING', 'TURNING_OFF'] as const
export type PitrState = (typeof pitrStates)[number]

/** Moments that can be recovered, all from the first to the last. Each restore in place, and each upgrade, begins a timeline of its own. */
export const RecoverableRange = z.object({
  starts_at: Timestamp,
  ends_at: Timestamp,
  timeline: z.number().int(),
  /** Major version of the Postgres that the project was on then, such as "17"; null while that is not known. */
  postgres_major: z.string().nullable(),
})
export type RecoverableRange = z.infer<typeof RecoverableRange>

/** The WAL that is kept for it. */
export const WalArchive = z.object({
  segments: z.number().int(),
  /** As it lies on the disk, compressed; as of the last look. */
  bytes: z.number().int(),
  is_being_read: z.boolean(),
  /** When all of it was last read, and how much of it was not what was archived; null until then. */
  last_reading: z.object({ at: Timestamp, segments: z.number().int(), damaged: z.number().int() }).nullable(),
})
export type WalArchive = z.infer<typeof WalArchive>

/** Hours after which all WAL that is kept is read again. */
export const archiveReadingHours = 24

/** Point-in-time recovery of a project, where it is on. */
export const Pitr = z.object({
  state: z.enum(pitrStates),
  /** How far back the window goes at most. */
  days: z.number().int(),
  turned_on_at: Timestamp,
  /** The first one first; between two of one timeline is a gap, between two timelines a restore. While it is ON, moments after the last one can be recovered too, until now. */
  ranges: z.array(RecoverableRange),
  problem: z.string().nullable(),
  archive: WalArchive,
})
export type Pitr = z.infer<typeof Pitr>

/**
 * Why a table has no name: gone, or written anew since then (`gone`); or the commit numbers tables otherwise than the database of now, as what
 * was written before the last upgrade (`before_upgrade`), on another version that the project is not on any more (`other_version`), or in
 * another database of the server (`other_database`).
 */
export const unnamedTables = ['gone', 'before_upgrade', 'other_version', 'other_database'] as const
export type UnnamedTable = (typeof unnamedTables)[number]

/** What was committed around a moment, in order. */
export const PitrCommits = z.object({
  /** Between these times nothing was left out. */
  starts_at: Timestamp,
  ends_at: Timestamp,
  /** More may have been committed after that, on this timeline or on a later one. */
  has_more: z.boolean(),
  commits: z.array(
    z.object({
      at: Timestamp,
      /** Rows of tables, which are called as they are now, or as the WAL around the moment calls one that is gone; null where neither is known, and why. */
      changes: z.array(
        z.object({
          table: z.string().nullable(),
          unnamed: z.enum(unnamedTables).nullable(),
          inserted: z.number().int(),
          updated: z.number().int(),
          deleted: z.number().int(),
        }),
      ),
      /** Something was dropped, truncated or written anew. */
      is_removing: z.boolean(),
      /** The tables among that, as far as their names are known. */
      removed: z.array(z.string()),
    }),
  ),
})
export type PitrCommits = z.infer<typeof PitrCommits>

/** null turns it off: what could be recovered is gone then, but for the backups. */
export const PitrInput = z.object({ days: z.number().int().nullable() })
export type PitrInput = z.infer<typeof PitrInput>
