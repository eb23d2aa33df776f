/** Errors and notifications of upgrades. Errors of an upgrade are followed by another sentence, so they have no full stop. */
export const messages = {
  confirmName: (name: string) => `To upgrade the project, type its name: ${name}`,
  blocked: (kind: string, first: string | undefined) =>
    `The last ${kind} found a problem${first === undefined ? '' : ` with ${first}`}. Fix it, then rehearse the upgrade again.`,
  notRehearsed: (days: number) => `Rehearse the upgrade first, to find problems and to estimate the downtime. A rehearsal is valid for ${days} days.`,
  newest: (version: string) => `The project runs on Postgres ${version}. No newer version is available here.`,
  underWay: 'A rehearsal or an upgrade is in progress. Wait until it has finished, or cancel it.',
  beingPlaced: 'The upgrade is switching to the new version. You can no longer cancel it.',
  over: 'It has already finished',
  upgrading: 'The project is being upgraded. Wait until the upgrade has finished.',
  restoring: 'A restore is replacing the project’s database. Wait until it has finished',
  promoting: 'A replica is being promoted. Wait until the promotion has finished',
  hasReplicas: 'The project has read replicas, which can’t be upgraded. Delete them before the upgrade, and create them again afterwards',
  notActive: (status: string) => `The project must be active, but is ${status}`,
  room: (kind: string, needed: string, free: string) => `The ${kind} needs up to ${needed} of disk space, but only ${free} are free`,
  noBackup: (why: string) => `The project couldn’t be backed up: ${why}`,
  backupIs: (status: string | undefined) => (status === undefined ? 'the backup was deleted' : `the backup is ${status}`),
  notHealthy: (version: string, status: string, problem: string | null) =>
    `The project runs on Postgres ${version}, but is ${status}${problem === null ? '' : `: ${problem}`}`,
  notProtected: (problem: string) => `${problem}. The old version stays until the backup succeeds`,
} as const

export const noticeText = {
  openInfrastructure: 'Open infrastructure',
  done: {
    title: (project: string, version: string) => `${project} now runs on Postgres ${version}`,
    message: (before: string) => `All data from Postgres ${before} was migrated, verified and backed up.`,
  },
  notDone: {
    title: (project: string, version: string) => `${project} wasn’t upgraded to Postgres ${version}`,
    message: (problem: string) => `${problem}. The project stays on its current version.`,
    unknown: 'The upgrade found a problem',
    finding: (subject: string, message: string) => `${subject}: ${message}`,
    rowsDiffer: 'Its rows differ after the migration',
  },
} as const

/** What a rehearsal or an upgrade finds. Findings have no full stop at their end; some are followed by another sentence. */
export const findings = {
  catalogRow: 'Its type is a row type of a system catalog, which may change between versions. Change the column’s type',
  partialConfig: 'Its extension selects which rows to dump with a condition, which would run its owner’s code. Drop and re-create the extension',
  objectNumbers: 'OIDs of system objects change with the upgrade, so stored values may refer to other objects. OIDs of large objects stay the same',
  namedObject: 'It’s stored as a name, and loads only if the named object exists by then',
  invalidIndex: 'The index is invalid because its creation didn’t finish. The upgrade leaves it out. Drop or rebuild it',
  unlogged: 'Copies don’t contain its rows, so the rehearsal doesn’t include them. The upgrade does',
  subscription: 'The upgrade disables it. Enable it afterwards, with the publisher’s slot',
  noExtension: 'The new version doesn’t have this extension. Drop it and everything that depends on it',
  extensionVersion: (before: string, after: string) => `Its version changes from ${before} to ${after}`,
  collation: (before: string, after: string) => `Its sort order changes from version ${before} to ${after}. The upgrade rebuilds all indexes`,
  slot: (kind: string) => `The upgrade doesn’t migrate ${kind} replication slots. Consumers of this slot must start over`,
  md5: 'Its password is stored as MD5, which Postgres has deprecated. It can’t log in, before or after the upgrade, until you set its password again',
  setting: (name: string) => `The new version doesn’t accept its setting ${name}, so the upgrade leaves it out`,
  rowsRefused: (problem: string) => `Postgres rejected its rows: ${problem}`,
  sequences: 'Their values differ after the migration',
  largeObjects: 'Their contents differ after the migration',
  dumpDiffers: 'The output of pg_dump differs after the migration',
  searchPath: (problem: string) =>
    `${problem}. A function looks up this name through search_path, which is empty during the upgrade. Add the schema to the name in the function, or set its path with ALTER FUNCTION … SET search_path`,
} as const
