import type { PlanId } from '../organizations/organizations.ts'

/** What a plan allows of backups. */
export interface BackupRule {
  /** Daily backups are kept for so long; the last good one longer, until there is another. */
  readonly keptDays: number
  /** Backups by hand, which are kept until somebody removes them. */
  readonly manualMost: number
}

/** The backup that an upgrade of Postgres makes before anything is changed is kept for so long, or as long as the plan keeps daily ones. */
export const upgradeBackupDays = 30

/** The specification names no figures. */
export const backupRules: Readonly<Record<PlanId, BackupRule>> = {
  free: { keptDays: 3, manualMost: 2 },
  pro: { keptDays: 7, manualMost: 5 },
  team: { keptDays: 14, manualMost: 10 },
  enterprise: { keptDays: 30, manualMost: 20 },
}
