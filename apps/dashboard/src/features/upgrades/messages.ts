type Noun = 'project' | 'branch'

export const upgradeDialogText = {
  title: (name: string, version: string) => `Upgrade ${name} to Postgres ${version}?`,
  description: (noun: Noun) =>
    `The ${noun} has the same address, keys, roles and passwords afterwards. If anything fails before the new version takes over, the ${noun} stays as it is.`,
  upgrade: (noun: Noun) => `Upgrade ${noun}`,
  downtimeUnknown: 'The database is offline during the upgrade',
  downtime: (duration: string) => `Offline for about ${duration}, plus a few seconds`,
  downtimeHint: (size: string, backupDays: number) =>
    `Based on the rehearsal, plus the time to write ${size} to disk. Colonnade backs up the database first, while it’s online, and keeps that backup for ${backupDays} days. The upgrade closes all connections, and new ones get an error that explains why.`,
  notMigrated: 'Not migrated',
  changed: 'Different after the upgrade',
  changedHint: 'Review the rehearsal’s findings on this page before you upgrade.',
  branches: 'Branches',
  recovery: 'Recovery',
  recoveryHint: (noun: Noun, major: number) =>
    `You can still restore an older backup or recovery point while it’s available. That returns the ${noun} to Postgres ${major}. Backups and point-in-time recovery on the new version start right after the upgrade.`,
} as const

export const upgradeOutcomeText = {
  rehearsedFrom: (version: string) => `Rehearsed from ${version}`,
  startedFrom: (version: string) => `Started from ${version}`,
  by: (person: string) => ` by ${person}`,
  rehearsalFigures: 'Rehearsal results',
  upgradeFigures: 'Upgrade results',
  expectedDowntime: 'Expected downtime',
  downtime: 'Downtime',
  expectedDowntimeNote: 'Every step except the copy, measured without other load',
  downtimeNote: 'From closing connections to accepting them again',
  databases: 'Databases',
  rows: 'Rows',
  tablesCompared: (compared: string, tables: string) => `Contents compared for ${compared} of ${tables} tables`,
  largeObjects: 'Large objects',
  obstacles: 'Blocking the upgrade',
  differentRows: 'Rows that differ',
  table: (name: string) => `table ${name}`,
  contentDiffers: (rows: string) => `Still ${rows} rows, but their contents differ`,
  countDiffers: (after: string, before: string) => `${after} rows instead of ${before}`,
  changed: 'Different after the upgrade',
  differentDefinitions: 'Definitions that differ',
  differentDefinitionsHint: 'Objects with a different definition in each version.',
  inVersion: (version: string) => `in ${version}`,
  steps: 'Steps',
  totalTime: (duration: string) => `${duration} total`,
  rehearsalSteps: 'Steps of the rehearsal',
  upgradeSteps: 'Steps of the upgrade',
  about: (subject: string) => `About ${subject}`,
} as const

export const upgradeSectionText = {
  versionsFailed: 'Failed to load Postgres versions',
  rehearseAction: 'start the rehearsal',
  cancelAction: { upgrade: 'cancel the upgrade', rehearsal: 'cancel the rehearsal' },
  cancel: { upgrade: 'Cancel upgrade', rehearsal: 'Cancel rehearsal' },
  rehearseUpgrade: 'Rehearse upgrade',
  rehearseAgain: 'Rehearse again',
  title: 'Postgres upgrade',
  fromTo: (from: string | null, to: string) => (from === null ? `To ${to}` : `${from} to ${to}`),
  upgradeTo: (version: string) => `Upgrade to ${version}`,
  rehearseAndUpgrade: (noun: Noun) => `rehearse the upgrade and upgrade the ${noun}`,
  upgradesFailed: 'Failed to load upgrades',
  loading: 'Loading upgrades',
  intro: (noun: Noun, version: string, days: number) =>
    `A rehearsal upgrades a copy of the ${noun} to Postgres ${version} and leaves the ${noun} unchanged. It shows the expected downtime, what would block the upgrade and what would be different. After a successful rehearsal, you have ${days} days to upgrade.`,
  whenActive: (noun: Noun) => `You can start one when the ${noun} is active.`,
} as const

export const upgradeUnderWayText = {
  rehearsing: 'Rehearsing',
  upgrading: 'Upgrading',
  finishing: 'Upgraded, finishing up',
  rehearsalSteps: 'Steps of the rehearsal',
  upgradeSteps: 'Steps of the upgrade',
  rows: 'Rows',
  online: (noun: Noun, version: string) =>
    `The ${noun} is online on Postgres ${version}. Colonnade deletes the previous version once the first backup is complete.`,
  takingOver: (version: string) => `Postgres ${version} has all your data and is taking over. You can’t cancel the upgrade now.`,
  backingUp: (noun: Noun) => `The ${noun} stays online during the backup.`,
  offline: (noun: Noun, version: string) =>
    `The ${noun} is offline. If you cancel the upgrade or it fails, the ${noun} continues on Postgres ${version}, unchanged.`,
} as const

const unchanged = (noun: Noun) => `The ${noun} didn’t change.`

export const upgradeText = {
  whenActive: (noun: Noun) => `You can rehearse the upgrade and upgrade the ${noun} when it’s active.`,
  rehearsalTooOld: (days: number) =>
    `The last rehearsal is more than ${days} days old, and your data and functions may have changed. Rehearse again before you upgrade.`,
  replicasInTheWay: (count: number) =>
    count === 1
      ? 'The read replica can’t follow to another version. Delete it before the upgrade, and create it again afterwards.'
      : `The ${count} read replicas can’t follow to another version. Delete them before the upgrade, and create them again afterwards.`,
  branchesStay: (count: number) =>
    count === 1
      ? 'The branch stays on its current version until you reset it.'
      : `The ${count} branches stay on their current version until you reset them.`,
  copyingBranch: 'Copying the branch',
  backingUpBranch: 'Backing up the branch',
  progress: (done: string, total: string) => `${done} of ${total}`,
  rows: (rows: string, tables: string) => `${rows} in ${tables}`,
  upgraded: (noun: Noun, version: string) => `The ${noun} was upgraded to Postgres ${version}`,
  migrated: (rows: string) => `Everything was migrated and compared: ${rows}.`,
  downtime: (duration: string) => `Downtime: ${duration}.`,
  earlierBackups: (days: number) =>
    `The backup from before the upgrade stays available for ${days} days. While they’re available, you can restore it, older backups and older recovery points, each on its own Postgres version.`,
  restoredSince: (noun: Noun, version: string, now: string) => `The ${noun} was upgraded to Postgres ${version}, and is now back on ${now}`,
  restoredSinceHint: 'It was later restored to a moment before the upgrade.',
  upgradeCancelled: 'Upgrade cancelled',
  upgradeBlocked: 'Upgrade stopped',
  upgradeBlockedHint: 'Fix what’s blocking the upgrade, rehearse again, then upgrade.',
  upgradeFailed: 'Upgrade failed',
  unknownProblem: 'The cause is unknown',
  failed: (problem: string, state: string) => `${problem}. ${state}`,
  unchanged,
  reopening: (noun: Noun) => `The ${noun} is coming back online, unchanged and with all writes from before it was closed.`,
  continues: (noun: Noun) => `The ${noun} is online again, unchanged and with all writes from before it was closed.`,
  rehearsalCancelled: 'Rehearsal cancelled',
  rehearsalCancelledHint: (noun: Noun) => `The copies were deleted. ${unchanged(noun)}`,
  rehearsalFailed: 'Rehearsal failed',
  rehearsalBlocked: (noun: Noun, version: string) => `This ${noun} can’t be upgraded to Postgres ${version} yet`,
  rehearsalBlockedHint: (noun: Noun, count: number) =>
    `${count === 1 ? '1 problem blocks' : `${count} problems block`} the upgrade. ${unchanged(noun)}`,
  rehearsed: (version: string) => `Rehearsal for Postgres ${version} succeeded`,
  rehearsedHint: (noun: Noun, rows: string) => `Copied and compared ${rows}. ${unchanged(noun)}`,
} as const
