import type { Backup } from '@colonnade/contracts/copies/backups'

/** Statuses of a backup as sentences have them, after “is”. */
const statusWords: Readonly<Record<Backup['status'], string>> = {
  MAKING: 'being created',
  PROVING: 'being verified',
  COMPLETED: 'in use',
  DAMAGED: 'damaged',
  FAILED: 'incomplete',
  REMOVING: 'being deleted',
}

/** Errors of backups and restores. */
export const messages = {
  confirmName: (name: string) => `To replace the project’s database, type the project’s name: ${name}`,
  hasReplicas: 'The project has read replicas, which can’t follow it into the past. Delete them first.',
  inUse: 'The backup or the target is in use. Try again when the current operation has finished.',
  status: (status: Backup['status']) => `The backup is ${statusWords[status]}`,
  restoring: 'A restore is replacing the project’s database. Pause the project after the restore.',
  underWay: 'A backup is already being created. Try again when it’s ready.',
  tooMany: (most: number) => `Your plan includes ${most} manual backups. Delete one to create another.`,
  pausedDuring: 'The project was paused during the backup',
  noAnswer: (why: string) => `The restored database doesn’t respond: ${why}`,
  itIs: (status: string) => `The project is ${status}`,
  nameTaken: (name: string) => `The organization already has a project named “${name}”. Choose another name.`,
  unsound: (what: string) => `The restored backup is damaged: ${what}`,
  table: (table: string, database: string, problem: string) => `table ${table} in database ${database}: ${problem}`,
  index: (database: string, problem: string) => `an index in database ${database}: ${problem}`,
} as const

/** Errors of point-in-time recovery. `ranges` are ISO times. */
export const pitrMessages = {
  feature: 'point-in-time recovery',
  unknown: (at: string) => `No commits are known around ${at}`,
  noBranches: 'Point-in-time recovery isn’t available on branches. Use it on the branch’s project, or create a backup of the branch.',
  windows: (days: readonly number[]) => `Your plan includes a recovery window of ${days.join(' or ')} days`,
  offNothingToCheck: 'Point-in-time recovery is off, so there’s no WAL archive to check',
  off: 'Point-in-time recovery is off. Turn it on to restore to later times.',
  unreachable: (at: string, ranges: readonly { readonly starts_at: string; readonly ends_at: string }[]) =>
    `You can’t restore to ${at}. ${
      ranges.length === 0
        ? 'No recovery points are available yet.'
        : `Available: ${ranges.map(({ starts_at, ends_at }) => `${starts_at} to ${ends_at}`).join(', and ')}`
    }`,
  folder: (code: string) => `Colonnade can’t use the WAL archive folder (${code})`,
  gap: 'WAL is missing between the last backup and now. Recovery starts again with a new backup, which is being created',
} as const

/** Notifications about backups and restores. */
export const noticeText = {
  openBackups: 'Open backups',
  openRecovery: 'Open recovery',
  notCreated: (name: string) => `A backup of ${name} couldn’t be created`,
  damaged: (name: string) => `A backup of ${name} is damaged`,
  notVerified: (name: string) => `A backup of ${name} couldn’t be verified`,
  notRestored: (name: string) => `${name} couldn’t be restored`,
  restored: {
    title: (name: string) => `${name} was restored`,
    message: (at: string, hasFunctions: boolean) =>
      `The database ${hasFunctions ? 'and edge functions were' : 'was'} restored to ${at}. Later changes are lost.`,
  },
  archivingFails: {
    title: (name: string) => `WAL archiving for ${name} is failing`,
    message: (fault: string) => `${fault}. You can’t restore to times after this until archiving works again.`,
  },
  gap: {
    title: (name: string) => `${name} has a gap in its recovery window`,
    message: 'WAL is missing. Recovery starts again with a new backup, which is being created.',
  },
  archivingWorks: {
    title: (name: string) => `Point-in-time recovery for ${name} works again`,
    message: 'You can restore to any time from now on.',
  },
  lost: {
    title: (name: string) => `${name} can no longer be restored to some times`,
    message: (ranges: readonly { readonly from: string; readonly to: string }[]) =>
      `WAL is damaged or missing, or the clock was set back. You can’t restore to times ${ranges
        .map(({ from, to }) => `from ${from} to ${to}`)
        .join(', and ')}.`,
  },
} as const
