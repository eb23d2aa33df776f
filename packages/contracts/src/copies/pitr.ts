import { z } from 'zod'
import { Timestamp } from '../foundation/values.ts'
import type { PlanId } from '../organizations/organizations.ts'
import { backupRules } from './rules.ts'

/** Recovery windows in days: the variants of the add-on `pitr` (spec §3, which sets no numbers). */
export const pitrDays = [1, 3, 7, 14, 28] as const

/** Returns the recovery windows of a plan, limited by the retention of its daily backups. */
export function pitrDaysOf(plan: PlanId): number[] {
  return pitrDays.filter((days) => days <= backupRules[plan].keptDays)
}

/** TURNING_ON: waiting for the first backup. FAILING: recent writes can't be recovered, or there is a gap before them. */
export const pitrStates = ['TURNING_ON', 'ON', 'FAILING', 'TURNING_OFF'] as const
export type PitrState = (typeof pitrStates)[number]

/** A range of recoverable times. Each restore in place and each upgrade starts a new timeline. */
export const RecoverableRange = z.object({
  starts_at: Timestamp,
  ends_at: Timestamp,
  timeline: z.number().int(),
  /** Postgres major version at that time, such as "17"; null if unknown. */
  postgres_major: z.string().nullable(),
})
export type RecoverableRange = z.infer<typeof RecoverableRange>

/** The archived WAL. */
export const WalArchive = z.object({
  segments: z.number().int(),
  /** Compressed size on disk at the last check. */
  bytes: z.number().int(),
  is_being_read: z.boolean(),
  /** Time of the last full check and the number of damaged files; null before the first check. */
  last_reading: z.object({ at: Timestamp, segments: z.number().int(), damaged: z.number().int() }).nullable(),
})
export type WalArchive = z.infer<typeof WalArchive>

/** Hours between full checks of the WAL archive. */
export const archiveReadingHours = 24

/** Point-in-time recovery of a project. */
export const Pitr = z.object({
  state: z.enum(pitrStates),
  /** Maximum length of the recovery window. */
  days: z.number().int(),
  turned_on_at: Timestamp,
  /** Oldest first. Two ranges of one timeline are separated by a gap, two timelines by a restore. While ON, times up to now can also be recovered. */
  ranges: z.array(RecoverableRange),
  problem: z.string().nullable(),
  archive: WalArchive,
})
export type Pitr = z.infer<typeof Pitr>

/**
 * Why a table's name is unknown: the table was dropped or rewritten since (`gone`), or the commit uses other table numbers than the current
 * database, because it is from before the last upgrade (`before_upgrade`), from another version (`other_version`), or from another database of the
 * server (`other_database`).
 */
export const unnamedTables = ['gone', 'before_upgrade', 'other_version', 'other_database'] as const
export type UnnamedTable = (typeof unnamedTables)[number]

/** Commits around a point in time, in order. */
export const PitrCommits = z.object({
  /** The list is complete between these times. */
  starts_at: Timestamp,
  ends_at: Timestamp,
  /** True if there may be later commits, on this or a later timeline. */
  has_more: z.boolean(),
  commits: z.array(
    z.object({
      at: Timestamp,
      /** Changed rows per table, with its current name, or for a dropped table its name in the WAL; null with a reason if unknown. */
      changes: z.array(
        z.object({
          table: z.string().nullable(),
          unnamed: z.enum(unnamedTables).nullable(),
          inserted: z.number().int(),
          updated: z.number().int(),
          deleted: z.number().int(),
        }),
      ),
      /** True if something was dropped, truncated or rewritten. */
      is_removing: z.boolean(),
      /** The affected tables with known names. */
      removed: z.array(z.string()),
    }),
  ),
})
export type PitrCommits = z.infer<typeof PitrCommits>

/** null turns PITR off. Then only backups can be restored. */
export const PitrInput = z.object({ days: z.number().int().nullable() })
export type PitrInput = z.infer<typeof PitrInput>
