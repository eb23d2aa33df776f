import type { RestoreInput } from '@colonnade/contracts/copies/backups'
import type { UnnamedTable } from '@colonnade/contracts/copies/pitr'
import type { FunctionsAtMoment } from '@colonnade/contracts/functions/function-history'

type FunctionThen = FunctionsAtMoment[number]

/** The dialog that asks where to restore to. */
export const dialogTexts = {
  project: {
    description:
      'The database goes back to that moment. Everything written since then is lost, including writes until the restore finishes. Open connections are closed, and a paused project becomes active.',
    confirm: 'Replace the database',
    name: '',
  },
  new: {
    description: 'This project doesn’t change. The new project has the data of that moment, the same compute size, and its own password and keys.',
    confirm: 'Restore to a new project',
    name: 'Name of the new project',
  },
  branch: {
    description: 'This project doesn’t change. The branch has the data of that moment, the same compute size, and its own password and keys.',
    confirm: 'Restore to a new branch',
    name: 'Name of the new branch',
  },
} satisfies Record<RestoreInput['target'], object>

export const passwordHints = {
  new: 'Leave it empty to generate one. It’s shown on the Overview of the new project.',
  branch: 'A password is generated and shown on the Overview of the branch.',
} as const

/** Edge functions in the dialog that asks where to restore to. */
export const functionTexts = {
  title: 'Edge functions',
  loading: 'Checking edge functions',
  failed: 'Couldn’t check what happens to edge functions. The restore brings back the ones that were live at that moment.',
  unchanged: 'Edge functions haven’t changed since that moment.',
  notes: {
    project: 'Newer versions stay in the history of each function. Secrets keep today’s values.',
    new: 'Secrets are copied with today’s values. Schedules aren’t copied.',
    branch: 'Secrets are copied with today’s values. Schedules aren’t copied.',
  } satisfies Record<RestoreInput['target'], string>,
} as const

const inPlace: Readonly<Record<FunctionThen['state'], (each: FunctionThen) => string | null>> = {
  same: () => null,
  other_version: ({ version, live_version: live }) => `Version ${version} goes live again instead of version ${live}`,
  other_settings: () => 'Its settings go back',
  deleted_since: () => 'Deleted since. Comes back, with its schedules turned off',
  recreated_since: () => 'Deleted and created again since. The earlier code goes live as a new version',
  created_since: () => 'Created since. Stays live',
}

/** Returns what a restore does to an edge function; null where it does nothing. */
export function functionText(target: RestoreInput['target'], each: FunctionThen): string | null {
  if (target === 'project') return inPlace[each.state](each)
  return each.state === 'created_since'
    ? 'Created since. Not included'
    : `Version ${each.version}${each.state === 'deleted_since' ? ', deleted since' : ''}`
}

/** The tables that a commit changed or removed. */
export const commitTexts = {
  unnamed: {
    gone: 'a table that no longer exists',
    before_upgrade: 'a table from before the upgrade',
    other_version: 'a table from another Postgres version',
    other_database: 'a table in another database',
  } satisfies Record<UnnamedTable, string>,
  inserted: 'inserted',
  updated: 'updated',
  deleted: 'deleted',
  rows: (table: string, counts: string) => `${table}: ${counts}`,
  structure: 'schema changes',
  removedSomething: 'something was dropped, emptied or rewritten',
  removed: (names: string, count: number) => `${names} ${count === 1 ? 'was' : 'were'} dropped, emptied or rewritten`,
  and: ' and ',
} as const

/** The list of commits on the point-in-time page. `time` is a time of day. */
export const commitListTexts = {
  loading: 'Loading commits',
  recent: 'Recent commits',
  noRecent: (time: string) => `No commits since ${time}.`,
  kept: 'Kept',
  lost: 'Lost',
  keptTitle: 'Before this moment: kept',
  lostTitle: 'After this moment: lost',
  noneKept: (time: string) => `No commits between ${time} and this moment.`,
  noneLost: (time: string) => `No commits between this moment and ${time}.`,
  earlier: (time: string) => `Earlier commits, before ${time}, aren’t listed.`,
  later: (time: string) => `Commits after ${time} are lost. They aren’t listed.`,
  destructive: 'Data removed',
  justBefore: 'Just before',
  justBeforeTime: (time: string) => `Just before ${time}`,
} as const

/** The recovery window and the moment that is chosen in it. */
export const momentTexts = {
  window: 'Recoverable window',
  moment: 'Moment',
  restoreTo: 'Restore to',
  outside: (from: string, until: string) => `Outside the recovery window: ${from} to ${until}`,
  jumps: 'Move the moment',
  mistyped: 'Enter a date and time inside the recovery window.',
  keeps: (moment: string) => `Restores every commit up to ${moment}.`,
  keepsAndLoses: (moment: string, length: string) => `Restores every commit up to ${moment}. Commits in the ${length} since then are lost.`,
  duringRestore: (moment: string) => `A restore was in progress at ${moment}. Nearest moments:`,
  inGap: (moment: string) => `${moment} is in a gap, because WAL is missing. Nearest moments:`,
  inactive: 'Start the project to list its commits.',
  mayRestore: 'restore the database to a moment',
  restore: 'Restore to this moment',
  dialogTitle: (moment: string) => `Restore to ${moment}`,
  gap: (moment: string, length: string) => `Gap: ${moment}, ${length}`,
  backup: (moment: string) => `Backup of ${moment}`,
  restored: (moment: string) => `Restored ${moment}`,
  removal: (moment: string, what: string) => `${moment}: ${what}`,
  recoverable: (length: string) => `${length} recoverable`,
  backups: (count: number) => `${count} backup${count === 1 ? '' : 's'}`,
  restores: (count: number) => `${count} restore${count === 1 ? '' : 's'}`,
  gaps: (count: number) => `${count} gap${count === 1 ? '' : 's'}`,
  removals: (count: number) => `${count} commit${count === 1 ? '' : 's'} that removed data`,
} as const

export const restoreTargetTexts = { label: 'Restore to', project: 'This project', new: 'A new project', branch: 'A new branch' } as const

/** A branch is named after the moment that it has, in UTC: "restored-1128-140305". */
export const branchNameOf = (at: string): string => `restored-${at.slice(5, 10).replace('-', '')}-${at.slice(11, 19).replaceAll(':', '')}`

/** The point-in-time page. */
export const pitrTexts = {
  title: 'Point-in-time recovery',
  pageTitle: 'Point in time',
  description: 'Restore to any second of the recovery window, such as just before a table was dropped.',
  loading: 'Loading the recovery window',
  states: { TURNING_ON: 'Turning on', ON: 'On', FAILING: 'Failing', TURNING_OFF: 'Turning off' },
  problemAdvice: 'Colonnade tries again every minute and notifies members when it works.',
  earlierRestores: 'Earlier restores',
  turningOff: 'Turning off point-in-time recovery',
  turningOffText: 'Archived WAL is being deleted.',
  nothingYet: 'Nothing to recover yet',
  nothingFailing: 'The recovery window starts when the problem is solved.',
  nothingTurningOn: 'The first backup is running. You can restore to any second after it.',
} as const

export const backupCardText = {
  theBackup: (moment: string) => `the backup of ${moment}`,
  backup: (moment: string | number) => `Backup of ${moment}`,
  restore: (of: string | number) => `Restore ${of}`,
  restoreLabel: 'Restore',
  download: (of: string | number) => `Download ${of}`,
  downloadLabel: 'Download',
  verifyNamed: (of: string) => `Verify again: ${of}`,
  verify: 'Verify again',
  toVerify: 'start the verification',
  verified: 'Restored and verified',
  counts: (tables: string, indexes: string) => `: no damage in ${tables} tables and ${indexes} indexes, including those of Postgres.`,
  copiedOffsite: 'Copied off-site',
  remove: (of: string | number) => `Remove ${of}`,
  removeLabel: 'Remove',
  beingRestoredCanProved: 'A restore from this backup is running. You can verify or remove the backup when it’s done. ',
  notCopiedOffSite: 'Not copied off-site yet. ',
  expires: (expiresAt: string | number) => `Expires ${expiresAt}. `,
  postgres: (dbVersion: string | number) => `Postgres ${dbVersion}.`,
} as const

export const backupLooksText = {
  creating: 'Creating',
  verifying: 'Verifying',
  notVerified: 'Not verified',
  damaged: 'Damaged',
  failed: 'Failed',
  removing: 'Removing',
  verified: 'Verified',
  beforeUpgrade: (fromVersion: string | number, toVersion: string | number) => `Before the upgrade from Postgres ${fromVersion} to ${toVersion}`,
  manual: 'Manual',
  automatic: 'Automatic',
  ms: (text: string | number, value: string | number) => `${text} and ${value} ms`,
} as const

export const backupTabsText = {
  scheduled: 'Scheduled',
  pointTime: 'Point in time',
  backups: 'Backups',
} as const

export const hindranceText = {
  upgrading: 'A Postgres upgrade is running. Try again when it’s done.',
  restoring: 'Another restore to this project is running. Try again when it’s done.',
  replicas: (count: number) =>
    count === 1
      ? 'The project has a read replica, which can’t follow it into the past. Delete it first, and create it again afterwards.'
      : `The project has ${count} read replicas, which can’t follow it into the past. Delete them first, and create them again afterwards.`,
} as const

export const removeBackupDialogText = {
  title: (moment: string) => `Remove the backup of ${moment}?`,
  description: 'Deletes its files. You can’t restore the database from this backup afterwards.',
  confirm: 'Remove backup',
  checking: 'Checking what you could still restore without it',
  neededBy: 'Point-in-time recovery needs this backup. Without it, you can’t restore to moments',
  lost: 'These moments are lost unless another backup covers them.',
  unknown: (message: string) => `Couldn’t check what you could still restore without it. ${message}`,
  range: (startsAt: string | number, endsAt: string | number) => `from ${startsAt} to ${endsAt}`,
} as const

export const restoreDialogText = {
  seeReadReplicas: 'View read replicas',
  databasePassword: 'Database password',
} as const

export const restoreListText = {
  restore: (title: string | number) => `Restore: ${title}`,
  what: (name: string | null, isBranch: boolean, moment: string) =>
    `${name === null ? 'The project' : isBranch ? `Branch ${name}` : name}, as of ${moment}`,
  requested: 'Requested',
  beingRestored: 'Restoring',
  restored: 'Restored',
  failed: 'Failed',
  open: (name: string | number) => `Open ${name}`,
  steps: 'Steps',
} as const

export const restoredFunctionsText = {
  tryAgain: 'Try again',
} as const

export const restoredVersionText = {
  project: (then: string, now: string) => `The project goes back to Postgres ${then}, its version at that moment. It’s on ${now} now.`,
  new: (then: string, now: string) => `The new project gets Postgres ${then}, the version at that moment. This project is on ${now} now.`,
  branch: (then: string, now: string) => `The branch gets Postgres ${then}, the version at that moment. This project is on ${now} now.`,
} as const

export const scheduledPageText = {
  backUpNow: 'Back up now',
  backups: 'Backups',
  description:
    'Copies of the whole database. Colonnade verifies each one: it restores the backup to a separate server and reads every table and index.',
  toStart: 'start the backup',
  loadingBackups: 'Loading backups',
  operate: 'create, restore, download and remove backups',
  noBackupsYet: 'No backups yet',
  firstOne: 'The first automatic backup is created when the project is a day old.',
  beforeRiskyChange: 'Before a risky change, create one yourself.',
  restoreBackup: (moment: string) => `Restore the backup of ${moment}`,
  daily: (days: number) => `Created daily and deleted after ${days} days, except the last good one.`,
  paused: 'No backups are created until the project is active.',
  next: (moment: string) => `Next backup: ${moment}.`,
  manual: (count: number, most: number) => `Manual: ${count} of ${most}, until you remove them.`,
  full: 'Remove one to create another.',
  beforeUpgrade: (days: number) => `Backups from before an upgrade expire after ${days} days.`,
} as const
