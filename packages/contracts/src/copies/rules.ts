import type { PlanId } from '../organizations/organizations.ts'

/** Backup limits of a plan. */
export interface BackupRule {
  /** Retention of daily backups. The last good backup stays until there is a newer one. */
  readonly keptDays: number
  /** Most manual backups. They stay until removed. */
  readonly manualMost: number
}

/** Minimum retention of the backup that a Postgres upgrade creates first. */
export const upgradeBackupDays = 30

/** The specification sets no numbers. */
export const backupRules: Readonly<Record<PlanId, BackupRule>> = {
  free: { keptDays: 3, manualMost: 2 },
  pro: { keptDays: 7, manualMost: 5 },
  team: { keptDays: 14, manualMost: 10 },
  enterprise: { keptDays: 30, manualMost: 20 },
}
