export const mergeDialogText = {
  mergeInto: (name: string | number, defaultBranchName: string | number) => `Merge ${name} into ${defaultBranchName}?`,
  mergeIntoOf: (defaultBranchName: string | number) => `Merge into ${defaultBranchName}`,
  description: ({
    migrations,
    target,
    duration,
    lock,
    isWhole,
  }: {
    migrations: string
    target: string | undefined
    duration: string
    lock: string | null
    isWhole: boolean
  }) =>
    [
      `${migrations} will change ${target ?? 'the project'}’s database.`,
      lock === null
        ? `The rehearsal took ${duration} and blocked no one.`
        : `The rehearsal took ${duration}. Other queries may wait that long (${lock}).`,
      'Nothing is applied if either branch has changed since the rehearsal.',
      ...(isWhole ? [] : ['The migrations don’t run in a single transaction. If one fails, earlier ones may stay applied.']),
    ].join(' '),
  permanentlyDeletedFrom: (target: string | undefined) => `Permanently deleted from ${target ?? 'the project'}`,
  deletedData: 'Deleted data',
} as const

export const mergePageText = {
  merge: (name: string | number) => `Merge ${name}`,
  branches: 'Branches',
  mergeBranch: 'Merge a branch',
  failedLoadBranches: 'Failed to load branches',
  branch: 'the branch',
  branchNoLongerExists: 'This branch no longer exists, or it belongs to another project.',
  cancelRehearsal: 'Cancel rehearsal',
  rehearseMerge: 'Rehearse merge',
  rehearseMergeLabel: 'rehearse the merge',
  cancelRehearsalLabel: 'cancel the rehearsal',
  rehearseAgain: 'Rehearse again',
  mergeInto: (name: string | number, defaultBranchName: string | number) => `Merge ${name} into ${defaultBranchName}`,
  rehearsesNewMigrationsCopy: (name: string | number, defaultBranchName: string | number) =>
    `Rehearses the new migrations of ${name} on a copy of ${defaultBranchName} first. Nothing changes until you merge.`,
  mergeRunningRehearseAgain: 'A merge is running. Rehearse again when it’s done',
  mergeOf: (migrationsText: string | number) => `Merge ${migrationsText}`,
  failedLoadMerges: 'Failed to load merges',
  loadingMerges: 'Loading merges',
  rehearseMergeLabel2: 'rehearse and merge it',
  howMergingWorks: 'How merging works',
  rehearsalCopiesDataRuns: (defaultBranchName: string | number, name: string | number) =>
    `The rehearsal copies ${defaultBranchName} with its data and runs the migrations of ${name} on the copy. ${defaultBranchName} keeps working.`,
  seeHowLongEach: 'You see how long each migration takes, which queries its locks block, which tables it rewrites, and what differs afterwards.',
  whenMergeSameMigrations: (defaultBranchName: string | number) =>
    `When you merge, the same migrations run on ${defaultBranchName}, in one transaction where Postgres allows it.`,
  rehearsing: 'Rehearsing',
  rehearsalSteps: 'Rehearsal steps',
  by: (person: string | null) => (person === null ? '' : ` by ${person}`),
  go: (defaultBranchName: string | number) => `Go to ${defaultBranchName}`,
  deleteBranch: 'Delete branch',
  skipped: 'Skipped',
  hasDifferentStatementsUnder: (defaultBranchName: string | number) =>
    `${defaultBranchName} has different statements under the same versions. These changes stay on the branch unless you record them there as a new migration.`,
  beforeMerge: 'Before the merge',
  afterMerge: 'After the merge',
  differencesFailure: 'Differences at the failure',
  remainingDifferences: 'Remaining differences',
  notPartAnyMigration: 'Not part of any migration that ran',
  notPartAnyMigrationBranch: 'Not part of any migration of the branch',
  addedExistsRemovedChanged: (branch: string, target: string) =>
    `Added exists only in ${branch}, removed only in ${target}; changed differs between them.`,
  in: (target: string, isMerged: boolean) => `${isMerged ? 'Changed' : 'Changes'} in ${target}`,
  now: (target: string) => `${target} now`,
  merged: (target: string) => `${target}, merged`,
  unrecordedChanges: (name: string | number) => `Unrecorded changes of ${name}`,
  copy: (defaultBranchName: string | number) => `Copy of ${defaultBranchName}`,
  ahead: (defaultBranchName: string | number) => `${defaultBranchName} is ahead`,
  doesntHaveTheseMigrations: (name: string | number, defaultBranchName: string | number) =>
    `${name} doesn’t have these migrations of ${defaultBranchName}. Its own migrations run after them.`,
  rehearsalFigures: 'Rehearsal figures',
  migrations: 'Migrations',
  durationCopy: 'Duration on the copy',
  strongestLock: 'Strongest lock',
  blocksNoOne: 'Blocks no one',
  otherQueriesWait: 'Other queries wait',
  rewritten: 'Rewritten',
  allRowsTable: 'All rows of a table',
  noTables: 'No tables',
  before: 'Before',
  earlierMerges: 'Earlier merges',
} as const

export const mergeWordsCopy = {
  table: 'Table',
  column: 'Column',
  allRows: 'All rows of',
  in: (size: string | number) => `in ${size}`,
  locksNoAdditionalTables: 'Locks no additional tables.',
  blocksNoOneLocks: 'Blocks no one: it locks no existing table.',
  of: (done: string | number, count: number) => `${done} of ${count}`,
  started: (who: string | number) => ` Started by ${who}.`,
  appliedMergeContinuesIf: (count: number, count2: string | number, by: string | number) =>
    `Applied ${count} of ${count2}.${by} The merge continues if you leave this page.`,
  rehearsing: 'Rehearsing',
  mergingInto: (target: string | number) => `Merging into ${target}`,
  copied: (bytes: string | number, durationMs: string | number) => ` (${bytes}, copied in ${durationMs})`,
  rehearsalSucceeded: 'Rehearsal succeeded',
  ranCopyNothingHas: (count: string, target: string | number, copied: string | number) =>
    `${count} ran on a copy of ${target}${copied}. Nothing has changed yet.`,
  nothingMerge: 'Nothing to merge',
  hasAllBranchsMigrations: (target: string | number) => `${target} has all the branch’s migrations and the same schema.`,
  hasAllBranchsMigrationsDifferences: (target: string | number) =>
    `${target} has all the branch’s migrations. The differences below aren’t in a migration. Record them in the branch, then rehearse again.`,
  rehearsalFailed: 'Rehearsal failed',
  hasntChanged: (value: string | number, value2: string | number, target: string | number) => `${value}${value2} ${target} hasn’t changed.`,
  fixMigrationBranchData: (target: string | number) => `Fix the migration in the branch or the data in ${target}, then rehearse again.`,
  rehearsalCancelled: 'Rehearsal cancelled',
  copyWasDeletedHasnt: (target: string | number) => `The copy was deleted. ${target} hasn’t changed.`,
  rehearsalOutDate: 'Rehearsal is out of date',
  mergedInto: (target: string | number) => `Merged into ${target}`,
  mergeFailed: 'Merge failed',
  rehearseMergeFirst: 'Rehearse the merge first',
  roleCantChangeProject: 'Your role can’t change the project',
  alreadyMerged: 'Already merged',
  applied: (migrations: string, count: number) => `${migrations} ${count === 1 ? 'was' : 'were'} applied.`,
  blocksWrites: 'blocks writes',
  blocksReadsWrites: 'blocks reads and writes',
  ofOf: (rows: string | null, table: string) => `${rows ?? 'Rows'} of ${table}`,
} as const

export const migrationTimelineText = {
  migrations: 'Migrations',
  rewrite: 'rewrite',
  failed: 'failed',
  applied: 'applied',
  notRun: 'not run',
  sqlstate: (sqlstate: string | number) => `SQLSTATE ${sqlstate}`,
  effects: 'Effects',
  rewrittenEmptied: (relation: string | number, bytes: string | number) => `${relation} is rewritten or emptied (${bytes})`,
  runsOutsideTransactionOne: 'Runs outside a transaction, one statement at a time.',
  runsAfterEarlierMigrations: 'Runs after the earlier migrations commit. If it fails, their changes stay.',
  cantRunTransactionIf: 'Can’t run in a transaction. If it fails, its changes so far and those of earlier migrations stay.',
  sql: (version: string | number) => `SQL of ${version}`,
} as const

export const waitingCardText = {
  failedLoadMigrations: 'Failed to load the migrations',
  migrations: 'the migrations',
  unrecorded: (count: number, branch: string) =>
    count === 1
      ? `1 change in ${branch} isn’t in a migration, so a merge skips it.`
      : `${count} changes in ${branch} aren’t in a migration, so a merge skips them.`,
  recordMigration: (count: number) => `Record ${count === 1 ? 'it' : 'them'} as a migration`,
  migrationsMerge: 'Migrations to merge',
  hasAllMigrations: (defaultBranchName: string | number, name: string | number) => `${defaultBranchName} has all migrations of ${name}.`,
  sql: (version: string | number) => `SQL of ${version}`,
} as const

export const waitingChangesText = {
  noChanges: 'No changes',
  notMigration: (count: string) => `${count}, not in a migration`,
  notMigrationOf: (count: string, unrecorded: number) => `${count}, ${unrecorded} not in a migration`,
} as const
